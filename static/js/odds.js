// What each side needs, and how likely it is, where somebody has opened it on the pad. The server draws it; without one, or with hands
// that it does not know of yet, the engine on this phone tells it, in a worker of its own: working it out takes a moment.

import { createEngine } from "./engine.js";
import { state } from "./live.js";
import { make } from "./optimistic.js";
import { ask, changing, find } from "./parts.js";
import { named, rooted } from "./root.js";

const OPEN = named("scorekeeper-odds");
const HABITS = named("scorekeeper-habits");
const PATIENCE = 8000;
const AGAIN = 3000;

const box = () => find("#odds");

/** What this phone remembers: whether somebody wants to see it, and what the table's earlier games have shown. */
function kept(name, now) {
  try {
    if (now !== undefined) localStorage.setItem(name, now);
    return localStorage.getItem(name) ?? "";
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
  return ask(find("a[data-whole]", box()).href, 'id="odds-sides"', { signal: AbortSignal.timeout(PATIENCE) }).then((html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const part = template.content.firstElementChild;
    kept(HABITS, JSON.stringify([state().game, JSON.parse(part.dataset.habits)]));
    return part;
  });
}

let engine = null;

function habits() {
  const [game, counted] = JSON.parse(kept(HABITS) || "[]");
  return game === state().game ? counted : null;
}

async function fromHere(here) {
  engine ??= createEngine({ workerUrl: rooted("/phone/worker.js"), lazy: true });
  return drawn(await engine.odds(here.folded(), habits()));
}

/** What the engine told, as the server would draw it. */
function drawn({ title, sides, by, turned }) {
  const parts = sides.map(({ name, chance, level, ways, none }, side) => {
    const meter = Object.assign(make("meter", ""), { min: 0, max: 100, value: level, ariaHidden: "true" });
    const told = ways.length ? [make("p", "small soft", by), make("ul", "odds-ways", ...ways.map((way) => make("li", "", way)))] : [make("p", "small soft", none)];
    const part = make("section", "odds-side", make("h3", "name", name), ...(chance ? [make("p", "odds-chance", make("span", "", chance), meter)] : []), ...told);
    part.dataset.side = side;
    return part;
  });
  if (turned) parts.push(make("div", "", make("h3", "name", turned.label), make("p", "", turned.what), make("p", "small soft", turned.text)));
  const whole = make("div", "odds-sides", ...parts);
  whole.id = "odds-sides";
  whole.dataset.title = title;
  return whole;
}

let shown = "";
let asked = 0;

/** Of which game: as it is shown here, with all that is kept on this phone. */
const stamp = (here) => JSON.stringify(here ? here.folded().events : state().revision);

async function draw() {
  if (!box().open) return;
  const here = state().record ? await import("./local-copy.js") : null;
  const of = stamp(here);
  if (of === shown) return;
  const turn = ++asked;
  dress();
  const ways = here?.any() ? [() => fromHere(here)] : [fromServer, ...(here ? [() => fromHere(here)] : [])];
  let part = null;
  for (const way of ways) part ??= await way().catch(() => null);
  if (turn !== asked) return;
  shown = part ? of : "";
  if (!part) setTimeout(draw, AGAIN); // a small computer works it out the first time for longer than anybody waits; then it knows
  changing(() => {
    find("div", box()).replaceChildren(...(part ? [part] : []));
    if (part) find("summary", box()).textContent = part.dataset.title;
  });
}

let started = false;

/** Once a page, however often it is ready. */
export function start() {
  if (started) return;
  started = true;
  const toggled = () => {
    kept(OPEN, box().open ? "1" : "");
    draw();
  };
  box().addEventListener("toggle", toggled);
  for (const name of ["patched", "drawn"]) document.addEventListener(name, draw);
  addEventListener("online", draw);
  if (kept(OPEN)) box().open = true;
  else if (box().open) toggled();
}
