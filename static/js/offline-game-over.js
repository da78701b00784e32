// Drawing layer. The end of a game that only this phone knows so far, shown as the server would. Parts that need a network say so.

import { celebrate } from "./celebration.js";
import { find } from "./live-parts.js";
import { makeElement } from "./optimistic-ui.js";

/** Resolves when the page has the style of an ending, or can't load it. */
export const styled = new Promise((resolve) => {
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../css/games/ending.css", import.meta.url).href, onload: resolve, onerror: resolve });
  document.head.append(sheet);
});

function factOf({ figure, label, said, at, hands }, lines, url) {
  const fact = makeElement("li", "", makeElement("b", "", figure), " ", makeElement("span", "", label));
  if (said) fact.append(" ", makeElement("small", "", said));
  if (!hands.length) return fact;
  const where = makeElement("small", "", at);
  where.dataset.hands = "";
  for (const { number, event } of hands) {
    const { id } = lines[event] ?? {};
    const link = makeElement(id ? "a" : "span", "", String(number));
    if (id) link.href = `${url}/hands/${id}`;
    where.append(" ", link);
  }
  fact.append(" ", where);
  return fact;
}

function buttons(words, { title, began }) {
  const rematch = makeElement("button", "btn btn--primary", words.rematch, " ", makeElement("small", "", words.later));
  Object.assign(rematch, { type: "button", disabled: true });
  const picture = Object.assign(makeElement("button", "btn", words.picture), { type: "button" });
  Object.assign(picture.dataset, { picture: title, began, done: words.kept, made: words.made });
  const sheet = Object.assign(makeElement("a", "btn", words.sheet), { href: "#sheet" });
  const fix = makeElement("details", "fix", makeElement("summary", "btn", words.fix));
  return makeElement("div", "stack after", makeElement("p", "btns btns--wide", rematch), makeElement("div", "btns after-row", picture, sheet, fix));
}

const SAVED_SOON = 1500; // online, the server's own page replaces this one sooner
const PAUSE = 50;
const TRIES = 400;

/** Return the facts about the people, from the server or the phone. The phone counts its games in steps and shows progress until it is done. */
async function readFacts(url, left = TRIES) {
  const answer = await fetch(`${url}/facts.json`);
  if (answer.headers.get("Content-Type")?.includes("json")) return answer.ok ? answer.json() : [];
  if (!answer.ok || !left) return [];
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return readFacts(url, left - 1);
}

function addPeople(place, panel, url) {
  setTimeout(async () => {
    if (!panel.isConnected) return;
    const facts = await readFacts(url).catch(() => []);
    if (!facts.length || find("#people", place)) return;
    const list = makeElement("ul", "", ...facts.map((text) => makeElement("li", "name", text)));
    list.id = "people";
    panel.insertBefore(list, find(".facts", panel));
  }, SAVED_SOON);
}

/** Show the ending in place of one sentence. `lines` are valid, in order; `game` has its URL, start, rules' title and label. */
export function drawEnding(place, end, lines, game) {
  const drawn = JSON.stringify(end);
  if (place.dataset.drawn === drawn) return;
  const open = find(".fix[open]", place);
  const panel = makeElement("section", "panel ending", makeElement("p", "name ending-who", end.title), ...end.why.map((text) => makeElement("p", "", text)), makeElement("p", "small", game.kept));
  panel.id = "ending";
  if (end.side !== null) panel.dataset.side = end.side;
  if (end.facts.length) panel.append(makeElement("ul", "facts", ...end.facts.map((fact) => factOf(fact, lines, game.url))));
  place.replaceChildren(panel, buttons(end.words, game));
  if (open) find(".fix", place).open = true;
  place.dataset.drawn = drawn;
  celebrate(panel);
  addPeople(place, panel, game.url);
}
