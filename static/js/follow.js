// A page that others change: asked for again every few seconds, replaced where it has changed; clocks tick.

import "./tabs.js";
import { runClocks } from "./clock.js";
import { swapping } from "./guard.js";
import { current, uuid } from "./parts.js";

const SLOWEST = 30;

const root = document.querySelector("[data-follow]");
const every = Number(root.dataset.follow);
const url = () => root.dataset.url ?? location.href;

const tag = () => root.querySelector("#live").dataset.tag;
let wait = every;
let timer = null;

/** What people have opened, chosen, pushed or begun to write stays so. */
function keeping(change) {
  const open = [...root.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]);
  const chosen = [...root.querySelectorAll("input[id]:checked:not(form *)")].map(({ id }) => id);
  const pushed = [...root.querySelectorAll(".wide, .br-frame, .tabs")].map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const { id, name } = document.activeElement ?? {};
  change();
  for (const [key, was] of open) if (document.getElementById(key)) document.getElementById(key).open = was;
  for (const key of chosen) if (document.getElementById(key)) document.getElementById(key).checked = true;
  root.querySelectorAll(".wide, .br-frame, .tabs").forEach((part, i) => pushed[i] && part.scrollTo(...pushed[i]));
  if (id || name) (id ? document.getElementById(id) : root.querySelector(`[name="${CSS.escape(name)}"]`))?.focus({ preventScroll: true });
}

/** Whether somebody is filling a form that a fresh page would empty. */
const busy = () =>
  [...root.querySelectorAll("form[data-mine], form[role=search]")].some(
    (form) => form.matches(":focus-within") || form.querySelector(":checked:not(:disabled, .none, [hidden])"),
  );

/** Put a fresh page in the place of the old one. */
export function put(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  swapping(() => keeping(() => root.querySelector("#live").replaceWith(fresh.content.querySelector("#live"))));
  for (const field of root.querySelectorAll("form input[name=uuid]")) field.value = uuid();
  document.dispatchEvent(new CustomEvent("followed"));
}

let reached = new Date();

/** Say that what is shown may be old, and since when; or that it is not any more. */
function lost(is) {
  const note = document.querySelector("[data-lost]");
  if (!is) reached = new Date();
  if (!note || note.hidden === !is) return;
  note.hidden = !is;
  const time = note.querySelector("time");
  time.dateTime = reached.toISOString();
  time.textContent = reached.toLocaleTimeString(`${document.documentElement.lang}-CA`, { hour: "numeric", minute: "2-digit" });
}

/** Ask for the page again; `force`: also where a form is being filled. */
export async function refresh({ force = false } = {}) {
  const headers = { "X-Fragment": "1", ...(force ? {} : { "If-None-Match": `W/"${tag()}"` }) };
  let answer;
  try {
    answer = await fetch(url(), { headers, cache: "no-store" });
  } catch (error) {
    lost(true);
    throw error;
  }
  lost(answer.status >= 500);
  if (answer.status === 304) return current();
  if (!answer.ok) {
    // A link that was ended, a tournament taken off: the browser's own page says so.
    if ([403, 404].includes(answer.status)) location.reload();
    return undefined;
  }
  const html = await answer.text();
  if (!force && busy()) return undefined;
  put(html);
  return current();
}

async function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    await refresh();
    wait = every;
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
  }
  timer = setTimeout(look, wait * 1000);
}

document.documentElement.classList.add("js");
document.addEventListener("visibilitychange", look);
addEventListener("online", look);
runClocks(look);
timer = setTimeout(look, 1000);
