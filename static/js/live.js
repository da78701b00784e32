// What others record shows here within seconds, for players and for those who watch.

import { draft } from "./draft.js";
import { aloud, current, find, patch, say, state } from "./parts.js";

const EVERY = 4000;
const SLOWEST = 60000;
const PATIENCE = 8000;

let wait = EVERY;
let timer = null;

/** Whether a hand is being told that a fresh form would lose; a contract that was just saved is not lost. */
export function begun() {
  const form = find("form#pad");
  if (!form) return false;
  const note = form.elements.note;
  const told = form.querySelector("[data-step] :checked:not(.none)") || find(".auction[data-made]", form) || (note && note.value !== note.defaultValue);
  return Boolean(told && form.dataset.opened !== JSON.stringify(draft(form)));
}

let holding = () => false;

export const held = (by) => (holding = by);

/** Put the server's parts in place, around a hand that is told, or comes after what is kept here (`more`). Whether they fitted. */
export const take = (html, more) => patch(html, more || begun() ? ["pad"] : []);

/** Bring the page up to date; `force`: all of it, whatever the page has. */
export async function refresh({ force = false } = {}) {
  const { game, tag, revision } = state();
  const known = force ? {} : { "If-None-Match": `W/"${tag}"` };
  const headers = { ...known, "X-Fragment": "1" };
  const answer = await fetch(`/games/${game}/live`, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status === 304) return;
  const html = await answer.text();
  if (!answer.ok || answer.redirected || !html.includes('id="state"')) throw new TypeError("not ours");
  // Asked before something was saved here: the page has it, and its undo.
  if (!force && state().revision !== revision) return;
  const busy = begun();
  if (!patch(html, ["say", ...(busy || holding() ? ["pad"] : [])]) || state().revision === revision) return;
  say(busy ? find("#words").content.firstElementChild.dataset.news : [...document.querySelectorAll(".board-side")].map(aloud).join(". "));
}

function lost(is) {
  find("#watching")?.classList.toggle("is-old", is);
  if (!is) current();
}

async function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    await refresh();
    wait = EVERY;
    lost(false);
  } catch {
    lost(true);
    wait = Math.min(wait * 2, SLOWEST); // no network: look less often
  }
  clearTimeout(timer);
  timer = setTimeout(look, wait);
}

/** Whether the browser shows the page as it once was: going back asks nobody. */
const old = ({ persisted }) => persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";

export function watch() {
  timer = setTimeout(look, EVERY);
  if (find("[data-clock]")) import("./clock.js").then(({ runClocks }) => runClocks(look));
  addEventListener("pageshow", (event) => (old(event) || document.documentElement.dataset.asOf) && look());
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
}
