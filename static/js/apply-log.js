// State layer. Applies the commands of this phone's log to the server's newest record, for the page. No rules here.

const ABOUT_NO_HAND = ["about", "dispute", "ruling"];

/** Return an entry's command with its key, its text, and the change that it made if it was answered. */
const readCommand = (entry) => ({ ...JSON.parse(entry.act), key: entry.key, said: entry.summary?.[0], change: entry.change });

/** Return the commands that other commands of the log undo. */
function undone(acts) {
  const back = new Set();
  const toggle = (key) => {
    if (!back.delete(key)) back.add(key);
    const { do: does, of } = acts.find((act) => act.key === key) ?? {};
    if (does === "undo" && typeof of === "string") toggle(of);
  };
  for (const act of acts) if (act.do === "undo" && typeof act.of === "string") toggle(act.of);
  return back;
}

/**
 * Return the game with the waiting commands applied.
 *
 * `lines` are in the order of play: `event`, the `id` of the server's entry or the `key` of the log's, `kept` if it is not on the server
 * yet, `by` for the log entry that corrected it, with its text as `said`, and `struck`. `contract` is saved before its result: null if the
 * log removes it, undefined if there is none. `waits` is the contract that waits again after an undo. `dealer` deals first. `names` are
 * new spellings, new by old. `unsure` means that only the server knows some effects. `known` maps keys to server entries. On a page that is
 * older than an answer, both are missing, so a number of such an entry refers to its command.
 */
export function applyLog({ record, entries, contract }, waiting, known = new Map()) {
  const lines = record.events.map((event, i) => ({ event, id: entries[i] }));
  const acts = waiting.map(readCommand);
  const here = new Set(acts.map(({ key }) => key));
  const made = new Map(acts.filter(({ change }) => change).map(({ change, key }) => [change, key]));
  const meant = (name) => (here.has(name) ? name : made.get(name) ?? known.get(name) ?? name);
  for (const act of acts) Object.assign(act, { of: meant(act.of), before: meant(act.before) });
  const back = undone(acts);
  const told = { lines, contract, waits: undefined, dealer: record.first_dealer, names: {}, unsure: false };
  for (const act of acts) {
    told.waits = undefined;
    if (!back.has(act.key) && !(act.do === "undo" && here.has(act.of))) apply(told, act);
  }
  return told;
}

/** Combine two changes of spelling. */
const after = (old, names) => ({ ...names, ...Object.fromEntries(Object.entries(old).map(([first, then]) => [first, names[then] ?? then])) });

function apply(told, { do: does, of, event, before, key, waits, dealer, said, names }) {
  const { lines, contract } = told;
  if (waits !== undefined) told.contract = waits;
  const line = lines.find((one) => one.id === of || (one.key && one.key === of));
  if (does === "record") {
    const place = before === undefined ? lines.length : lines.findIndex((one) => one.id === before || (one.key && one.key === before));
    lines.splice(place < 0 ? lines.length : place, 0, { event, key, said, kept: true });
    if (before !== undefined) return;
    told.contract = null;
    told.waits = contract ?? undefined;
  } else if (does === "open") told.contract = event;
  else if (does === "cancel") told.contract = null;
  else if (does === "deal") told.dealer = dealer;
  else if (does === "rename") told.names = after(told.names, names ?? {});
  else if (ABOUT_NO_HAND.includes(does)) return;
  else if (!line) told.unsure = true;
  else if (does === "correct") Object.assign(line, { event, said, kept: true, changed: true, by: key });
  else if (does === "restore") told.unsure = true;
  else Object.assign(line, { struck: true, kept: true }); // voided, or undone
}
