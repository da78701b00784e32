// Names on the pad: where they stand, and as they will be once what this phone has kept of them has been sent.

/** What says in a form who sits where. */
export const NAMED = '.seat b, .if-seat, .legend:not(:has(*)), .contract-line, [data-step="called"] .chip > span';
const PLACES = `.board-name, #sheet-table :is(th, .c-contract), .chart-key, #pad :is(${NAMED})`;

const before = new Map(); // text as the server has it, where other names stand by now
let now = {};

/** Texts in which each of these names is another one, whole names only; `names`: new by old. */
export function respelt(names) {
  const escaped = Object.keys(names).sort((one, other) => other.length - one.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (!escaped.length) return (text) => text;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return (text) => text.replace(whole, (name) => names[name]);
}

/** Write these names wherever the page has the old ones, and the server's where that is over. */
export function spell(names) {
  for (const [text, was] of before) text.data = was;
  before.clear();
  now = names;
  if (!Object.keys(names).length) return;
  const other = respelt(names);
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

/** What comes of this while the page has the server's names. */
export function unspelt(work) {
  const names = now;
  spell({});
  try {
    return work();
  } finally {
    spell(names);
  }
}
