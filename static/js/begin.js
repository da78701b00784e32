// Where typing begins on a page, and what was typed for it on the page before.

import { named } from "./root.js";

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

const AHEAD = named("scorekeeper-ahead");
const SOON = 10000; // milliseconds that a page may take to come

/** From now on keys are meant for the page that is on its way. `means`: whether a key event is one that the page takes. */
export function typeForNextPage(means) {
  const keys = [];
  document.addEventListener("keydown", (event) => {
    if (!means(event)) return;
    event.preventDefault();
    keys.push(event.key);
    try {
      sessionStorage.setItem(AHEAD, JSON.stringify({ keys, at: Date.now() }));
    } catch {
      // then they are lost, as without a script
    }
  });
}

/** Keys that were typed for this page on the one before it, and here before its script was there (early.js). */
export function typedBefore() {
  const early = globalThis.takeEarlyKeys?.() ?? [];
  try {
    const { keys, at } = JSON.parse(sessionStorage.getItem(AHEAD) ?? "{}");
    sessionStorage.removeItem(AHEAD);
    return Date.now() - at < SOON ? [...keys, ...early] : early;
  } catch {
    return early;
  }
}
