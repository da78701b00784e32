// The taps of a hand that is not saved yet: a page that is loaded again in the middle of that hand has them back.

import { draw } from "./auction.js";
import { begun, state } from "./live.js";
import { find } from "./parts.js";
import { named } from "./root.js";
import { help } from "./steps.js";

const UNSAVED = named("scorekeeper-unsaved");

let hand = null; // the one that the form was for when its first answer was tapped: somebody else may have saved it since
let restored = false; // until then the form is empty because the page is new

const pad = () => find("form#pad");

/** Which hand the form asks for: its number, and the bid that was saved for it. */
function handOf(form) {
  const bid = form.elements.kept || form.dataset.opened ? ["contractor", "bid"].map((name) => form.elements[name].value) : [];
  return [find("[data-hand]", form)?.textContent, ...bid].join();
}

/** Whether a field holds an answer: a hidden one only where it says who else bid, or has the calls. */
function isAnswer(field) {
  const { type, checked, name, value } = field;
  if (!name || !value) return false;
  if (type === "hidden") return name === "calls" || Boolean(field.closest("#result, [data-filled]"));
  return checked || type === "text";
}

/** Store what the form says, or remove it where nothing is left to save. A correction leaves what is stored of the next hand. */
export function store() {
  const form = pad();
  if (!restored || form?.dataset.mends) return;
  const unsaved = Boolean(form) && begun();
  hand = unsaved ? (hand ?? handOf(form)) : null;
  try {
    if (!unsaved) return localStorage.removeItem(UNSAVED);
    const answers = [...form.elements].filter(isAnswer).map(({ name, value }) => [name, value]);
    localStorage.setItem(UNSAVED, JSON.stringify({ game: state().game, hand, answers }));
  } catch {
    // then a page that is loaded again is empty
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(UNSAVED)) ?? {};
  } catch {
    return {};
  }
}

/** Answer a field; a question that the form does not show yet is answered by a hidden one. */
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
  if (!form.isConnected || form.dataset.turn !== turn || begun()) return; // other taps were faster
  if (drawn) draw(form, drawn, false);
  const hidden = Object.assign(document.createElement("span"), { hidden: true });
  hidden.dataset.filled = "";
  for (const one of answers) answer(form, hidden, one);
  if (hidden.firstChild) find("#result", form)?.after(hidden);
  help(form);
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

/** Bring the taps back once the form is that of the next hand; then store new ones. `bidding`: the engine's answer to calls. */
export async function start(bidding) {
  const form = pad();
  const last = stored();
  const mine = last.game === state().game;
  if (mine && form && !begun() && last.hand === handOf(form)) await restore(form, last.answers, bidding).catch(() => {}); // without an engine no calls are drawn
  restored = true;
  if (mine || begun()) store();
  for (const name of ["change", "told"]) document.addEventListener(name, store);
  document.addEventListener("reset", () => setTimeout(store)); // after the form itself has been put back
}
