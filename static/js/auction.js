// Drawing layer. The auction call by call: asks the engine about each tap, and shows its answer. No rules here.

import { rooted } from "./identifiers.js";
import { patchGame, readState } from "./live-game.js";
import { announce, find } from "./live-parts.js";

/** Return a tap as a question: the calls so far, and one more call or a player who wants to call. */
export function makeQuestion(form, { name, value }) {
  const calls = form.elements.calls.value;
  if (name === "back") return { calls: calls.split(".").slice(0, -1).join(".") };
  return { calls, call: name === "call" ? value : null, seat: name === "who" ? Number(value) : null };
}

/** Switch the form of the auction, which only the server can do. `asks` posts a button and returns HTML. */
export const switchForm = async (form, submitter, asks) => patchGame(await asks(form, submitter, 'id="pad"'));

function settle(auction, name, value) {
  const radio = find(`[name="${name}"]`, auction);
  radio.value = value ?? "";
  radio.classList.toggle("none", value === null);
}

function row(tag, texts) {
  const line = document.createElement("tr");
  line.append(...texts.map((text) => Object.assign(document.createElement(tag), { textContent: text })));
  return line;
}

function explain(auction, why) {
  const place = find("[data-why]", auction);
  place.hidden = !why;
  if (!why) return;
  find("b", place).textContent = why.head;
  find("span", place).textContent = why.text;
  const { rules } = find("#words").content.firstElementChild.dataset;
  Object.assign(find("a", place), { textContent: why.title, href: JSON.parse(rules)[why.rule] ?? rooted("/rulebook") });
  place.scrollIntoView({ block: "nearest" });
}

/** Show the engine's answer, and announce it. */
export function drawAuction(form, told, aloud = true) {
  const auction = find(".auction", form);
  const { players } = readState().record;
  form.elements.calls.value = told.calls.join(".");
  form.elements.dealer.value = told.dealer;
  settle(auction, "contractor", told.contractor);
  settle(auction, "bid", told.bid);
  auction.dataset.status = told.status;
  auction.dataset.bids = JSON.stringify(told.bids);
  auction.toggleAttribute("data-made", told.calls.length > 0);
  find("[data-standing]", auction).textContent = told.standing;
  [...auction.querySelectorAll(".seat")].forEach((seat, i) => {
    if (i === told.turn) seat.setAttribute("aria-current", "true");
    else seat.removeAttribute("aria-current");
    find(".said", seat).textContent = told.last[i];
  });
  const legal = new Set(told.legal.map(String));
  for (const chip of auction.querySelectorAll('[name="call"]')) chip.toggleAttribute("data-fails", !legal.has(chip.value));
  for (const note of form.querySelectorAll("[data-note]")) note.textContent = told.note;
  find("thead", auction).replaceChildren(row("th", told.columns.map((seat) => players[seat])));
  find("tbody", auction).replaceChildren(...told.rows.map((texts) => row("td", texts)));
  explain(auction, told.why);
  if (aloud) announce(told.why ? `${told.why.head} ${told.why.text}` : told.note);
}
