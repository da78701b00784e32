// Drawing layer. Asks who deals first on an empty game. The engine draws; no rules here.

import { announce, find } from "./live-parts.js";
import { makeElement } from "./optimistic-ui.js";

const SVG = "http://www.w3.org/2000/svg";

/** Show the first dealer that this phone knows: the question until a hand is recorded, and the badge until one is played. */
export function drawDealer(form, { lines, dealer }) {
  const asked = find(".deals-first", form);
  if (!asked) return;
  asked.hidden ||= lines.some(({ struck }) => !struck);
  if (asked.hidden) return;
  for (const button of asked.querySelectorAll("[name=first]")) button.setAttribute("aria-pressed", Number(button.value) === dealer);
  const seat = form.querySelectorAll(".seat > span")[dealer];
  const badge = find(".deals", form);
  if (seat && badge && !seat.contains(badge)) seat.append(badge);
}

function card({ card: name }) {
  const [rank, suit] = [name.slice(0, -1), name.slice(-1)];
  const sign = document.createElementNS(SVG, "svg");
  sign.setAttribute("class", `suit suit-${suit}`);
  sign.append(document.createElementNS(SVG, "use"));
  sign.firstChild.setAttribute("href", `#suit-${suit}`);
  return makeElement("span", "", rank, sign);
}

/** Return the drawn cards by player, and the dealer. */
function drawn(form, { cards, said }, players) {
  const seats = players.map((name, seat) => [name, cards.filter((one) => one.seat === seat)]).filter(([, fell]) => fell.length);
  const rows = seats.map(([name, fell]) => makeElement("tr", "", makeElement("th", "", name), makeElement("td", "", ...fell.map(card))));
  const told = makeElement("div", "drawn small", makeElement("table", "", makeElement("tbody", "", ...rows)), makeElement("p", "", said));
  find(".deals-first", form).prepend(told);
  announce(said);
}

/** Return the seat of the new dealer, tapped or drawn, or null if it does not change. */
export async function chooseDealer(form, { value }, { players, draw, told }) {
  const drawing = value === "draw" ? await draw() : null;
  const dealer = drawing ? drawing.dealer : Number(value);
  const words = told.replace("%s", () => players[dealer]);
  find(".drawn", form)?.remove();
  if (drawing) drawn(form, drawing, players);
  else announce(words);
  return find(`.deals-first [value="${dealer}"][aria-pressed=true]`, form) ? null : { dealer, told: words };
}
