// Where typing begins on a page, and what was typed for it on the page before.

/**
 * The field to begin with. The browser's own `autofocus` comes too early where Enter means another thing to the script: keys typed
 * before it is there would send the form.
 */
export function begin(form) {
  const first = form?.querySelector("[data-first]");
  if (!first || form.contains(document.activeElement)) return;
  first.focus();
  first.select?.();
}

let heard = null; // ends the hearing of keys that are meant for the next page, and gives them

/** From now on keys are meant for the page that is on its way. `means`: whether a key event is one that the page takes. */
export function typeForNextPage(means) {
  const keys = [];
  const hear = (event) => {
    if (!means(event)) return;
    event.preventDefault();
    event.stopPropagation();
    keys.push(event.key);
  };
  document.addEventListener("keydown", hear, true);
  heard = () => {
    document.removeEventListener("keydown", hear, true);
    return keys;
  };
}

/** Keys that were typed for this page on the one before it, or here before its script was there (early.js). */
export const typedBefore = () => [...(heard?.() ?? []), ...(globalThis.takeEarlyKeys?.() ?? [])];
