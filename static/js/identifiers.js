// State layer. URLs and storage names below the app's path on its host, and keys of submissions.

/** Empty if the app has the host to itself, else a path such as `/cards`. */
export const basePath = document.documentElement.dataset.root ?? "";

/** Return the URL of a path of the app. */
export const rooted = (path) => basePath + path;

/** Return a storage name with the app's path, because storage is shared by the whole host. */
export const prefixName = (name) => (basePath ? `${basePath}:${name}` : name);

/** Return a key for one submission. `crypto.randomUUID` is missing without HTTPS. */
export function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
