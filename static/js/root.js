// Where the program is on its host: nothing where it has the host for itself, or a path such as `/cards`.

export const root = document.documentElement.dataset.root ?? "";

/** The address of a path of the program. */
export const rooted = (path) => root + path;

/** What is kept under a name in this browser is for the whole host: another program of this kind there has its own. */
export const named = (name) => (root ? `${root}:${name}` : name);
