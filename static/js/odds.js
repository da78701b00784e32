// What each side needs, and how likely it is, where somebody has opened it on the pad. Drawn by whoever answers its address.

import { state } from "./live.js";
import { ask, changing, find } from "./parts.js";

const OPEN = "scorekeeper-odds";
const PATIENCE = 8000;

const box = () => find("#odds");
const style = () => find("link[data-odds]");

function dress() {
  if (style()) return;
  const href = new URL("../css/games/odds.css", import.meta.url);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  document.head.lastElementChild.dataset.odds = "";
}

/** Whether somebody on this phone wants to see it: asked once, kept for the next game. */
function wanted(now) {
  try {
    if (now !== undefined) localStorage.setItem(OPEN, now ? "1" : "");
    return Boolean(localStorage.getItem(OPEN));
  } catch {
    return false;
  }
}

let asked = 0;
let started = false;

async function draw() {
  const place = find("div", box());
  if (!box().open || place.dataset.revision === String(state().revision)) return;
  const turn = ++asked;
  dress();
  let html = null;
  try {
    html = await ask(find("a[data-whole]", box()).href, 'id="odds-sides"', { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    // no network, and nothing here that could tell: the link stays, and nothing old beside it
  }
  if (turn !== asked) return;
  changing(() => {
    place.innerHTML = html ?? "";
    place.dataset.revision = html ? state().revision : "";
    if (html) find("summary", box()).textContent = find("[data-title]", place).dataset.title;
  });
}

/** Once a page, however often it is ready. */
export function start() {
  if (started) return;
  started = true;
  const toggled = () => {
    wanted(box().open);
    draw();
  };
  box().addEventListener("toggle", toggled);
  document.addEventListener("patched", draw);
  addEventListener("online", draw);
  if (wanted()) box().open = true;
  else if (box().open) toggled();
}
