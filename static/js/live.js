// What others record shows here within seconds, for players and for those who watch.

import { runClocks } from "./clock.js";
import { aloud, find, patch, say, state } from "./parts.js";

const EVERY = 4000;
const SLOWEST = 60000;

let wait = EVERY;
let timer = null;
let busy = 0;

/** Nothing is asked while the page itself is saving. */
export async function undisturbed(work) {
  busy += 1;
  try {
    return await work();
  } finally {
    busy -= 1;
  }
}

/** Whether a hand is being told that a fresh form would lose. */
function started() {
  const form = find("form#pad");
  return Boolean(form && (form.querySelector("[data-step] :checked:not(.none)") || find(".auction[data-made]", form) || find("#clash")));
}

/** Bring the page up to date; `force`: all of it, also where a hand has been begun. */
export async function refresh({ force = false } = {}) {
  const { game, tag } = state();
  const known = force ? {} : { "If-None-Match": `W/"${tag}"` };
  const answer = await fetch(`/games/${game}/live`, { headers: { ...known, "X-Fragment": "1" }, cache: "no-store" });
  if (answer.status === 304 || !answer.ok) return;
  const html = await answer.text();
  if (busy && !force) return;
  const kept = started() && !force ? ["pad", "state"] : [];
  patch(html, [...kept, "say"]);
  if (kept.length) {
    find("#state").textContent = JSON.stringify({ ...state(), tag: answer.headers.get("ETag")?.replace(/^W\/"|"$/g, "") });
    say(find("#words").content.firstElementChild.dataset.news);
  } else {
    say([...document.querySelectorAll(".board-side")].map(aloud).join(". "));
  }
}

const lost = (is) => find("#watching")?.classList.toggle("is-old", is);

async function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    if (!busy) await refresh();
    wait = EVERY;
    lost(false);
  } catch {
    lost(true);
    wait = Math.min(wait * 2, SLOWEST); // no network: look less often
  }
  timer = setTimeout(look, wait);
}

/** Whether the browser shows the page as it once was: going back asks nobody. */
const old = ({ persisted }) => persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";

export function watch() {
  timer = setTimeout(look, EVERY);
  runClocks(look);
  addEventListener("pageshow", (event) => old(event) && look());
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
}
