// The app's path on its host: empty if it has the host to itself, or a path such as `/cards`.

export const root = document.documentElement.dataset.root ?? "";

/** Return the URL of a path of the app. */
export const rooted = (path) => root + path;

/** Return a storage name with the app's path, because storage is shared by the whole host. */
export const named = (name) => (root ? `${root}:${name}` : name);
