// The app's path on its host: empty if it has the host to itself, or a path such as `/cards`.

export const basePath = document.documentElement.dataset.root ?? "";

/** Return the URL of a path of the app. */
export const rooted = (path) => basePath + path;

/** Return a storage name with the app's path, because storage is shared by the whole host. */
export const prefixName = (name) => (basePath ? `${basePath}:${name}` : name);
