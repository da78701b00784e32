// Drawing layer. Keeps the next hand's form in step with its contract. At every redraw, the server's newest state and this phone's log decide
// which contract it should have. The form is fixed whatever came late, twice or not at all.

import { clearForm, readHand, replaceForm } from "./draft.js";
import { find, keepFocus } from "./live-parts.js";
import { fillForm } from "./prefill.js";
import { updateHelp } from "./steps.js";

const RESULT = ':is([data-step="called"], .result) :checked:not(.none)';
const TOLD = "[data-step] :checked:not(.none), .auction[data-made]";

/** Return the bid that was saved here, as in the form. Its note belongs to the hand. */
const savedIn = (form) => JSON.parse(form.dataset.opened ?? "{}");

const withoutNote = ({ note: _note, ...rest }) => JSON.stringify(rest);

/** Whether the form has a hand that another form would lose: under a saved bid its result, else its first tap. Notes don't count. */
export function hasHand(form) {
  if (form.dataset.mends) return true;
  if (form.elements.kept) return Boolean(find(RESULT, form));
  return Boolean(find(TOLD, form)) && withoutNote(readHand(form)) !== withoutNote(savedIn(form));
}

/** Whether the form has this contract. It may be older, because updates leave it alone while it is in use. */
function says(form, contract) {
  const data = new FormData(form);
  if (contract.auction && data.get("calls")) return data.get("calls") === contract.auction.join(".");
  return ["contractor", "bid"].every((name) => contract[name] === undefined || data.get(name) === String(contract[name]));
}

/** Change the form, keep its note, and return the new form. */
function keepNote(form, change) {
  const { note } = form.elements;
  const begun = note && note.value !== (savedIn(form).note ?? note.defaultValue) && note.value;
  const fresh = change() ?? form;
  if (begun && fresh.elements.note) fresh.elements.note.value = begun;
  return fresh;
}

/** Return the form without the server's contract, unless that is the waiting one. */
export function fitForm(form, contract) {
  if (!form.elements.kept || (contract && says(form, contract))) return form;
  return keepNote(form, () => {
    let fresh;
    keepFocus(() => (fresh = replaceForm(form)));
    return fresh;
  });
}

/** Whether the choices in the form are another bid than the saved one. */
function another(form, contract) {
  const { contractor, auction } = readHand(form);
  return (contractor !== undefined || auction !== undefined) && !says(form, contract);
}

/**
 * Put the waiting contract into the form, or remove it. `stays`: keep a contract that no longer waits; `short`: the auction's result;
 * `bidding` resolves to the engine's answer to its calls, or rejects if something newer is shown by then.
 */
export function showContract(form, contract, { stays, short, bidding }) {
  const { opened } = form.dataset;
  if (form.elements.kept || (!contract && !opened)) return;
  const filled = (calls) =>
    keepNote(form, () => {
      fillForm(form, contract, short, calls);
      form.dataset.opened = JSON.stringify(readHand(form));
      updateHelp(form);
    });
  if (!contract && stays) delete form.dataset.opened;
  else if (!contract) {
    keepNote(form, () => {
      clearForm(form);
      updateHelp(form);
    });
  } else if (!opened || another(form, contract)) {
    if (contract.auction && find(".auction", form)) bidding(contract.auction.join(".")).then(filled, () => {});
    else filled(null);
  }
}
