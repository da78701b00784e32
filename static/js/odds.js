// Drawing layer. Shows what each side needs and how likely it is, in a tab of the game. The server makes it. Offline, or with hands that
// the server does not have yet, the engine on this phone does, in its own worker because it takes a moment.

import { createEngine } from "./engine.js";
import { prefixName, rooted } from "./identifiers.js";
import { readState } from "./live-game.js";
import { changeParts, find, requestParts } from "./live-parts.js";
import { makeElement } from "./optimistic-ui.js";

const HABITS = prefixName("scorekeeper-habits");
const PATIENCE = 8000;
const AGAIN = 3000;

const box = () => find("#odds");

/** Read or store the habits from the table's earlier games. */
function kept(now) {
  try {
    if (now !== undefined) localStorage.setItem(HABITS, now);
    return localStorage.getItem(HABITS) ?? "";
  } catch {
    return "";
  }
}

function dress() {
  if (find("link[data-odds]")) return;
  const href = new URL("../css/games/odds.css", import.meta.url);
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  link.dataset.odds = "";
  document.head.append(link);
}

function fromServer() {
  return requestParts(find('[href$="/odds"]', box()).href, 'id="odds-sides"', { signal: AbortSignal.timeout(PATIENCE) }).then((html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const part = template.content.firstElementChild;
    kept(JSON.stringify([readState().game, JSON.parse(part.dataset.habits)]));
    return part;
  });
}

let engine = null;

function habits() {
  const [game, counted] = JSON.parse(kept() || "[]");
  return game === readState().game ? counted : null;
}

async function fromHere(here) {
  engine ??= createEngine({ workerUrl: rooted("/phone/worker.js"), lazy: true });
  return drawn(await engine.odds(here.readRecord(), habits()));
}

/** Return the engine's result as the server would show it. */
function drawn({ title, sides, by, turned }) {
  const parts = sides.map(({ name, chance, level, ways, none }, side) => {
    const meter = Object.assign(makeElement("meter", ""), { min: 0, max: 100, value: level, ariaHidden: "true" });
    const told = ways.length ? [makeElement("p", "small soft", by), makeElement("ul", "odds-ways", ...ways.map((way) => makeElement("li", "", way)))] : [makeElement("p", "small soft", none)];
    const part = makeElement("section", "odds-side", makeElement("h3", "name", name), ...(chance ? [makeElement("p", "odds-chance", makeElement("span", "", chance), meter)] : []), ...told);
    part.dataset.side = side;
    return part;
  });
  if (turned) parts.push(makeElement("div", "", makeElement("h3", "name", turned.label), makeElement("p", "", turned.what), makeElement("p", "small soft", turned.text)));
  const whole = makeElement("div", "odds-sides", ...parts);
  whole.id = "odds-sides";
  whole.dataset.title = title;
  return whole;
}

let shown = "";
let asked = 0;

/** Return a stamp of the game as shown, with everything on this phone. */
const stamp = (here) => JSON.stringify(here ? here.readRecord().events : readState().revision);

async function draw() {
  if (location.hash !== "#odds") return;
  const here = readState().record ? await import("./local-view.js") : null;
  const of = stamp(here);
  if (of === shown) return;
  const turn = ++asked;
  dress();
  const ways = here?.hasWaiting() ? [() => fromHere(here)] : [fromServer, ...(here ? [() => fromHere(here)] : [])];
  let part = null;
  for (const way of ways) part ??= await way().catch(() => null);
  if (turn !== asked) return;
  shown = part ? of : "";
  if (!part) setTimeout(draw, AGAIN); // a small server can need longer than PATIENCE the first time
  changeParts(() => {
    if (!part) return;
    find("div", box()).replaceChildren(part);
    find("h2", box()).textContent = part.dataset.title;
  });
}

/** Show them whenever their tab is open. */
export function startOdds() {
  for (const name of ["patched", "drawn"]) document.addEventListener(name, draw);
  for (const name of ["online", "hashchange"]) addEventListener(name, draw);
  draw();
}
