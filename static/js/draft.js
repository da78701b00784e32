// Drawing layer. Reads the form of a hand as an event of the game record. The engine judges it.

import { find } from "./live-parts.js";

const number = (text) => (text === null || text === "" ? null : Number(text));
const bid = (text) => (text && /^\d+$/.test(text) ? Number(text) : text || null);

function piles(form, data, contractor) {
  const live = form.dataset.pileSides === "" ? [] : form.dataset.pileSides.split(",").map(Number);
  const single = number(data.get("points"));
  if (form.dataset.piles === "camps") return single === null ? null : [single, 100 - single];
  const told = Array.from({ length: Number(form.dataset.sides) }, () => 0);
  if (form.dataset.piles === "many") {
    const values = live.map((side) => data.get(`points-${side}`));
    if (values.some((value) => !value) || values.filter((value) => value === "rest").length > 1) return null;
    const rest = 100 - values.reduce((sum, value) => sum + (value === "rest" ? 0 : Number(value)), 0);
    live.forEach((side, i) => (told[side] = values[i] === "rest" ? rest : Number(values[i])));
    return told;
  }
  if (single === null || contractor === null) return null;
  const own = number(form.dataset.sideOf.split(",")[contractor]);
  live.forEach((side) => (told[side] = side === own ? single : 100 - single));
  return told;
}

function others(form, data) {
  const seats = [...data.keys()].filter((name) => name.startsWith("bidder-")).map((name) => name.slice(7));
  if (!seats.length) return data.get("also_bid") ? {} : null;
  // The height of a bid is asked only if the score may depend on it.
  const bids = seats.map((seat) => [seat, form.elements[`bids-${seat}`] ? bid(data.get(`bids-${seat}`)) : "bid"]);
  return bids.some(([, height]) => height === null) ? null : Object.fromEntries(bids);
}

/** Return the calls of a finished auction, or null. */
function calls(data) {
  if (!data.get("calls") || !data.get("contractor")) return null;
  return data.get("calls").split(".").map(bid);
}

/** Return the hand so far: an event without unknown facts. */
export function readHand(form) {
  const data = new FormData(form);
  const contractor = number(data.get("contractor"));
  const auction = calls(data);
  const event = { kind: "played", ...(auction ? { auction } : { contractor, bid: bid(data.get("bid")), bids: others(form, data) }) };
  event.trump = data.get("trump") || null;
  event.points = piles(form, data, contractor);
  const called = data.get("called_seat");
  event.called_seat = called === "self" ? contractor : number(called);
  for (const name of ["tricks_lost", "discard_points"]) event[name] = number(data.get(name));
  if (data.get("announced_all")) event.announced_all = true;
  if (data.get("note")?.trim()) event.note = data.get("note").trim();
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
}

/** Return the parts that are known before the hand is played. */
export function readContract(form) {
  const known = ["contractor", "bid", "bids", "auction", "trump", "announced_all"];
  return Object.fromEntries(Object.entries(readHand(form)).filter(([name]) => known.includes(name)));
}

/** Whether a result was entered, so that there is something to preview. */
export const isComplete = (event) =>
  event.points !== undefined && (event.auction !== undefined || (event.contractor !== undefined && event.bid !== undefined));

/** Return the auction's result without its calls, which is true even if the dealer has changed. */
export function readOutcome(form) {
  const data = new FormData(form);
  const bids = find(".auction", form)?.dataset.bids;
  const found = { contractor: number(data.get("contractor")), bid: bid(data.get("bid")), bids: bids ? JSON.parse(bids) : others(form, data) };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
}

/** Clear the form. */
export function clearForm(form) {
  form.reset();
  find("[data-filled]", form)?.remove();
  find("#result", form)?.replaceChildren();
  for (const name of ["opened", "mends", "was"]) delete form.dataset[name];
  const auction = find(".auction", form);
  if (!auction) return;
  form.elements.calls.value = "";
  auction.toggleAttribute("data-made", false);
  for (const radio of auction.querySelectorAll('[type="radio"]')) {
    radio.value = "";
    radio.classList.add("none");
  }
}

/** Replace a form with a saved contract by an empty one. */
export function replaceForm(form) {
  const fresh = find("#fresh").content.firstElementChild?.cloneNode(true);
  if (!fresh) return form;
  if (find(".pad-more[open]", form)) find(".pad-more", fresh)?.setAttribute("open", "");
  form.replaceWith(fresh);
  document.dispatchEvent(new CustomEvent("parts"));
  return fresh;
}
