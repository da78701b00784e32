// Drawing layer. The tabs of a game: says which one is open. Without it they work too, but Chances is a page of its own.

import { find } from "./live-parts.js";
import { startOdds } from "./odds.js";

const wide = matchMedia("(width >= 60rem)");

/** Mark the tab of what is shown. A wide window always shows the pad, with the sheet next to it. */
function markTab() {
  const { hash } = location;
  const shown = ["#sheet", "#odds"].includes(hash) ? hash : wide.matches ? "#sheet" : "#score";
  for (const tab of document.querySelectorAll(".game-tabs > a")) tab.ariaCurrent = tab.hash === shown ? "page" : null;
}

let started = false;

/** Start once per page, however often this is called. */
export function startTabs() {
  if (started) return;
  started = true;
  const chances = find('.game-tabs [href$="odds"]');
  if (chances) {
    chances.href = "#odds";
    startOdds();
  }
  addEventListener("hashchange", markTab);
  wide.addEventListener("change", markTab);
  markTab();
}
