// Drawing layer. Asks who deals: first on an empty game, next after a tap on the badge. The engine draws; no rules here.

import { announce, find } from "./live-parts.js";
import { makeElement } from "./optimistic-ui.js";

const SVG = "http://www.w3.org/2000/svg";

/** Show the first dealer that this phone knows: the question until a hand is recorded, and the badge until one is played. */
export function drawDealer(form, { lines, dealer }) {
  const asked = find(".deals-first:not([data-next])", form);
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

/** Ask who deals the next hand, where the first dealer is asked. `url` is the page for earlier hands too. */
export function askDealer(form, players, words, url) {
  if (find(".deals-first:not([hidden])", form)) return;
  const chairs = [...form.querySelectorAll(".seat")];
  const sides = form.dataset.sideOf.split(",");
  const chips = players.map((name, seat) => {
    if (!sides[seat] || find(`.board-side.is-out[data-side="${sides[seat]}"]`)) return "";
    const chip = Object.assign(makeElement("button", "chip", makeElement("span", "", makeElement("b", "", name))), { name: "next", value: seat, formAction: url });
    chip.setAttribute("aria-pressed", Boolean(find(".deals", chairs[seat])));
    return chip;
  });
  const asked = makeElement("div", "deals-first when-nobody");
  const cancel = Object.assign(makeElement("button", "btn btn--plain", words.cancel), { type: "button", onclick: () => asked.remove() });
  const names = makeElement("div", chairs[0].parentElement.className, ...chips.filter(Boolean));
  const earlier = Object.assign(makeElement("a", "btn btn--plain", words.earlier), { href: `${url}?how=start` });
  asked.append(makeElement("div", "row row--apart", makeElement("p", "legend", words.dealing), cancel), names, earlier);
  asked.dataset.next = "";
  asked.setAttribute("role", "group");
  asked.setAttribute("aria-label", words.dealing);
  find("#result", form).before(asked);
  if (document.activeElement !== document.body) find("[aria-pressed=true]", asked)?.focus({ preventScroll: true }); // from the link
}

/**
 * Return the command for the dealer that was tapped or drawn, with its text, or null if nothing changes. A dealer that was
 * set just before is corrected: `mends` is the name of its line.
 */
export async function chooseDealer(form, { name, value }, { players, view, told }) {
  const drawing = value === "draw" ? await (await view()).pickDealer() : null;
  const dealer = drawing ? drawing.dealer : Number(value);
  const words = told.replace("%s", () => players[dealer]);
  find(".drawn", form)?.remove();
  if (drawing) drawn(form, drawing, players);
  else announce(words);
  const same = find(`.deals-first [value="${dealer}"][aria-pressed=true]`, form);
  find(".deals-first[data-next]", form)?.remove();
  if (same) return null;
  if (name !== "next") return { summary: [words], act: { do: "deal", dealer } };
  return { summary: [words], act: { do: "record", event: { kind: "deal", dealer } }, mends: await (await view()).readLastDealer() };
}
