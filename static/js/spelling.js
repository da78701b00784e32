// Drawing layer. Names on the pad: their places, and their new spellings that this phone has not sent yet.

import { NAME_PLACES } from "./live-game.js";

const PLACES = `.board-name, #sheet-table :is(th, .c-contract), .chart-key, #pad :is(${NAME_PLACES})`;

const before = new Map(); // texts from the server that now show other names
let now = {};

/** Return a function that replaces whole names in texts. `names`: new by old. */
export function makeRespeller(names) {
  const escaped = Object.keys(names).sort((one, other) => other.length - one.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (!escaped.length) return (text) => text;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return (text) => text.replace(whole, (name) => names[name]);
}

/** Show these names on the page, and restore the server's where they no longer apply. */
export function showSpelling(names) {
  for (const [text, was] of before) text.data = was;
  before.clear();
  now = names;
  if (!Object.keys(names).length) return;
  const other = makeRespeller(names);
  for (const place of document.querySelectorAll(PLACES)) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const fresh = other(text.data);
      if (fresh === text.data) continue;
      before.set(text, text.data);
      text.data = fresh;
    }
  }
}

/** Run `work` with the server's names on the page, and return its result. */
export function useServerNames(work) {
  const names = now;
  showSpelling({});
  try {
    return work();
  } finally {
    showSpelling(names);
  }
}
