// Drawing layer. Shows a game as QR codes, one after the other, for another phone's camera. They are drawn on this phone.

import { isSupported, makeCodes } from "./game-codes.js";
import { rooted } from "./identifiers.js";

const place = document.querySelector("[data-codes]");
const find = (name) => document.querySelector(`[data-${name}]`);
const BORDER = 4; // cameras need this white border
const SVG = "http://www.w3.org/2000/svg";
const drawn = new Map();
let codes = null;
let shown = 0;

function failed(why) {
  find("busy").hidden = true;
  for (const one of document.querySelectorAll("[data-failed]")) one.hidden = one.dataset.failed !== why;
}

function picture(rows) {
  const size = rows.length + 2 * BORDER;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("shape-rendering", "crispEdges");
  const white = document.createElementNS(SVG, "rect"); // dark on light even in dark mode, for cameras
  for (const [name, value] of [["width", size], ["height", size], ["fill", "#fff"]]) white.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  const runs = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index + BORDER} ${y + BORDER}h${run.length}v1h-${run.length}z`));
  path.setAttribute("d", runs.join(""));
  svg.append(white, path);
  return svg;
}

/** Return the rows of a code, which the phone's own program draws. */
function draw(n) {
  if (!drawn.has(n)) {
    const body = JSON.stringify({ address: codes.address, text: codes.texts[n] });
    const asking = (async () => {
      const answer = await fetch(rooted("/games/codes"), { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (!answer.ok) throw new Error("here");
      return (await answer.json()).rows;
    })();
    drawn.set(n, asking);
    asking.catch(() => drawn.delete(n));
  }
  return drawn.get(n);
}

async function show(n) {
  shown = n;
  const of = codes.texts.length;
  const rows = await draw(n);
  if (shown !== n) return;
  const told = place.dataset.codes.replace("{i}", n + 1).replace("{n}", of);
  const svg = picture(rows);
  svg.setAttribute("aria-label", told);
  place.replaceChildren(svg);
  find("busy").hidden = true;
  find("told").textContent = told;
  find("steps").hidden = of === 1;
  find("before").disabled = n === 0;
  find("next").disabled = n === of - 1;
  find("last").hidden = n < of - 1;
  if (n + 1 < of) draw(n + 1).catch(() => {}); // prepare the next one
}

const trying = (n) => show(n).catch(() => failed("here"));

async function start() {
  if (!isSupported()) return failed("unable");
  if (!navigator.serviceWorker?.controller) return failed("here");
  try {
    const answer = await fetch(place.dataset.record);
    if (!answer.ok) throw new Error("network");
    codes = await makeCodes(JSON.stringify(await answer.json()));
  } catch (error) {
    return failed(["long", "large"].includes(error.message) ? "long" : "network");
  }
  await trying(0);
}

find("before").addEventListener("click", () => trying(Math.max(0, shown - 1)));
find("next").addEventListener("click", () => trying(Math.min(codes.texts.length - 1, shown + 1)));
start();
