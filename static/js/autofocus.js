// Drawing layer. The first focus of a page, and keys typed for it on the page before.

/**
 * Focus the form's first field. `autofocus` is too early where the script handles Enter: a key typed before the script runs
 * would send the form.
 */
export function focusFirstField(form) {
  const first = form?.querySelector("[data-first]");
  if (!first || form.contains(document.activeElement)) return;
  first.focus();
  first.select?.();
}

let heard = null; // stops collecting keys for the next page, and returns them

/** Collect keys for the page that is loading. `means`: whether that page uses a key event. */
export function collectKeys(means) {
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

/** Return the keys typed for this page on the previous one, or here before its script ran (early-keys.js). */
export const takeTypedKeys = () => [...(heard?.() ?? []), ...(globalThis.takeEarlyKeys?.() ?? [])];
