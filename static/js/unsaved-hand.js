// Drawing layer. Stores the taps of an unsaved hand, so that a reload in the middle of the hand restores them.

import { drawAuction } from "./auction.js";
import { prefixName } from "./identifiers.js";
import { hasUnsavedHand, readState } from "./live-game.js";
import { find } from "./live-parts.js";
import { updateHelp } from "./steps.js";

const UNSAVED = prefixName("scorekeeper-unsaved");

let hand = null; // the hand that the form was for at its first tap: someone else may have saved it since
let restored = false; // until then the form is empty because it is new

const pad = () => find("form#pad");

/** Return which hand the form is for: its number, and the bid saved for it. */
function handOf(form) {
  const bid = form.elements.kept || form.dataset.opened ? ["contractor", "bid"].map((name) => form.elements[name].value) : [];
  return [find("[data-hand]", form)?.textContent, ...bid].join();
}

/** Whether a field has an answer. A hidden field counts only for other bidders and calls. */
function isAnswer(field) {
  const { type, checked, name, value } = field;
  if (!name || !value) return false;
  if (type === "hidden") return name === "calls" || Boolean(field.closest("#result, [data-filled]"));
  return checked || type === "text";
}

/** Store the form, or remove it if nothing is left to save. A correction leaves the next hand's values alone. */
export function storeTaps() {
  const form = pad();
  if (!restored || form?.dataset.mends) return;
  const unsaved = Boolean(form) && hasUnsavedHand();
  hand = unsaved ? (hand ?? handOf(form)) : null;
  try {
    if (!unsaved) return localStorage.removeItem(UNSAVED);
    const answers = [...form.elements].filter(isAnswer).map(({ name, value }) => [name, value]);
    localStorage.setItem(UNSAVED, JSON.stringify({ game: readState().game, hand, answers }));
  } catch {
    // then a reloaded page is empty
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(UNSAVED)) ?? {};
  } catch {
    return {};
  }
}

/** Answer a field, or add a hidden one if the form does not show the question yet. */
function answer(form, hidden, [name, value]) {
  const fields = [...form.elements].filter((field) => field.name === name);
  const chip = fields.find((field) => field.value === value && field.type !== "hidden");
  if (chip) chip.checked = true;
  else if (name === "note" && fields.length) fields[0].value = value;
  else if (/^(also_bid|bidder-|bids-|tricks_lost)/.test(name) && !fields.length) {
    hidden.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

async function restore(form, answers, bidding) {
  const { calls } = Object.fromEntries(answers);
  const { turn } = form.dataset;
  const drawn = calls && find(".auction", form) && (await bidding({ calls }));
  if (!form.isConnected || form.dataset.turn !== turn || hasUnsavedHand()) return; // other taps were faster
  if (drawn) drawAuction(form, drawn, false);
  const hidden = Object.assign(document.createElement("span"), { hidden: true });
  hidden.dataset.filled = "";
  for (const one of answers) answer(form, hidden, one);
  if (hidden.firstChild) find("#result", form)?.after(hidden);
  updateHelp(form);
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

/** Restore the taps if the form is for the same hand, then store new ones. `bidding`: the engine's answer to calls. */
export async function startStoring(bidding) {
  const form = pad();
  const last = stored();
  const mine = last.game === readState().game;
  if (mine && form && !hasUnsavedHand() && last.hand === handOf(form)) await restore(form, last.answers, bidding).catch(() => {}); // no calls without the engine
  restored = true;
  if (mine || hasUnsavedHand()) storeTaps();
  for (const name of ["change", "told"]) document.addEventListener(name, storeTaps);
  document.addEventListener("reset", () => setTimeout(storeTaps)); // after the form itself was reset
}
