// Drawing layer. Puts a hand back into its form: a contract that waits for its result, or a waiting hand to correct.

import { drawAuction } from "./auction.js";
import { clearForm } from "./draft.js";
import { find } from "./live-parts.js";

function choose(form, name, value) {
  const field = [...form.querySelectorAll(`[name="${name}"]`)].find((one) => one.value === String(value) && one.type !== "hidden");
  if (field) field.checked = true;
}

function hide(place, name, value) {
  place.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

function piles(form, { points, contractor }) {
  if (!points) return;
  const own = Number(form.dataset.sideOf.split(",")[contractor]);
  if (form.dataset.piles === "many") points.forEach((count, side) => choose(form, `points-${side}`, count));
  else choose(form, "points", points[form.dataset.piles === "camps" ? 0 : own]);
}

/** Choose the values of an event. `bidding` is the engine's answer to its calls, if it has any. */
export function fillForm(form, event, short, bidding) {
  clearForm(form);
  if (find(".auction", form) && bidding) drawAuction(form, bidding, false);
  const { contractor, bid, bids } = { ...event, ...short };
  choose(form, "contractor", contractor);
  choose(form, "bid", bid);
  for (const name of ["trump", "tricks_lost", "discard_points"]) if (event[name] !== undefined) choose(form, name, event[name]);
  if (event.announced_all) choose(form, "announced_all", 1);
  if (event.called_seat !== undefined) choose(form, "called_seat", event.called_seat === contractor ? "self" : event.called_seat);
  if (form.elements.note) form.elements.note.value = event.note ?? "";
  piles(form, { ...event, contractor });
  if (event.auction || !bids) return;
  const told = Object.assign(document.createElement("span"), { hidden: true });
  told.dataset.filled = "";
  for (const [seat, height] of Object.entries(bids)) {
    hide(told, `bidder-${seat}`, 1);
    hide(told, `bids-${seat}`, height);
  }
  if (!Object.keys(bids).length) hide(told, "also_bid", ["none", ...form.dataset.sideOf.split(",").keys()].join("-"));
  find("#result", form)?.after(told);
}
