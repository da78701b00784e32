// Which contract the form of the next hand has, and which it should have: at every redraw the server's newest state, with this phone's
// log upon it, says that. Whatever came late, twice or not at all, the form is put right.

import { anew, draft, empty } from "./draft.js";
import { find, keepFocus } from "./parts.js";
import { fill } from "./prefill.js";
import { help } from "./steps.js";

const RESULT = ':is([data-step="called"], .result) :checked:not(.none)';
const TOLD = "[data-step] :checked:not(.none), .auction[data-made]";

/** The bid that was saved here, as the form told it; its note is of that hand. */
const savedIn = (form) => JSON.parse(form.dataset.opened ?? "{}");

const withoutNote = ({ note: _note, ...rest }) => JSON.stringify(rest);

/** Whether a hand is told that another form would lose: under a saved bid its result, elsewhere its first tap. A note is taken along. */
export function telling(form) {
  if (form.dataset.mends) return true;
  if (form.elements.kept) return Boolean(find(RESULT, form));
  return Boolean(find(TOLD, form)) && withoutNote(draft(form)) !== withoutNote(savedIn(form));
}

/** Whether what the form says of a contract is this one: news leave it alone while something is kept or told, so it may be an older page's. */
function says(form, contract) {
  const data = new FormData(form);
  if (contract.auction && data.get("calls")) return data.get("calls") === contract.auction.join(".");
  return ["contractor", "bid"].every((name) => contract[name] === undefined || data.get(name) === String(contract[name]));
}

/** Change the form; a note that was begun goes along. What it has become. */
function keepNote(form, change) {
  const { note } = form.elements;
  const begun = note && note.value !== (savedIn(form).note ?? note.defaultValue) && note.value;
  const fresh = change() ?? form;
  if (begun && fresh.elements.note) fresh.elements.note.value = begun;
  return fresh;
}

/** The form without the server's contract, where that is not the one that waits. */
export function fitting(form, contract) {
  if (!form.elements.kept || (contract && says(form, contract))) return form;
  return keepNote(form, () => {
    let fresh;
    keepFocus(() => (fresh = anew(form)));
    return fresh;
  });
}

/** What is chosen in the form as a saved bid is another one; where nothing is, it was cleared, or cannot be told there. */
function another(form, contract) {
  const { contractor, auction } = draft(form);
  return (contractor !== undefined || auction !== undefined) && !says(form, contract);
}

/**
 * In the form, the contract that waits, or none. `stays`: one that waits no more goes on being told; `short`: what an auction came to;
 * `bidding` tells how its calls are drawn, unless something newer is being drawn by then.
 */
export function waitFor(form, contract, { stays, short, bidding }) {
  const { opened } = form.dataset;
  if (form.elements.kept || (!contract && !opened)) return;
  const filled = (calls) =>
    keepNote(form, () => {
      fill(form, contract, short, calls);
      form.dataset.opened = JSON.stringify(draft(form));
      help(form);
    });
  if (!contract && stays) delete form.dataset.opened;
  else if (!contract) {
    keepNote(form, () => {
      empty(form);
      help(form);
    });
  } else if (!opened || another(form, contract)) {
    if (contract.auction && find(".auction", form)) bidding(contract.auction.join(".")).then(filled, () => {});
    else filled(null);
  }
}
