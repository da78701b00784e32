// Drawing layer. Live updates of public pages and table pages: asks every few seconds for the parts that changed, and runs the clocks.

import "./tabs.js";
import { runClocks } from "./clock.js";
import { makeKey } from "./identifiers.js";
import { find, markCurrent, patchPage, readStamps, requestParts, startPolling } from "./live-parts.js";

const FIRST = 1000;
const SLOWEST = 30000;
const PATIENCE = 30000;

const root = find("[data-follow]");
const every = Number(root.dataset.follow) * 1000;

/** Return whether someone is filling in a form that an update would empty. */
const busy = () =>
  [...root.querySelectorAll("form[data-mine], form[role=search]")].some(
    (form) => form.matches(":focus-within") || form.querySelector(":checked:not(:disabled, .none, [hidden])"),
  );

let reached = new Date();
let looks = 0;
let shown = 0; // the newest request with an answer: late answers to earlier ones are older than the page

/** Show or hide the note that the page may be out of date, with the time of the last update. */
function lost(is) {
  const note = document.querySelector("[data-lost]");
  if (!is) reached = new Date();
  if (!note || note.hidden === !is) return;
  note.hidden = !is;
  const time = note.querySelector("time");
  time.dateTime = reached.toISOString();
  time.textContent = reached.toLocaleTimeString(`${document.documentElement.lang}-CA`, { hour: "numeric", minute: "2-digit" }).replace(/^0/, "").replaceAll(" ", "\u00a0");
}

/** Update the page; `force`: even while a form is being filled in. */
export async function refreshPage({ force = false } = {}) {
  const mine = (looks += 1);
  let html;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    html = await requestParts(root.dataset.url ?? location.href, "data-stamp=", { known: !force && readStamps(), signal });
  } catch (error) {
    const { status, url } = error;
    lost(!status || status >= 500);
    if (!status) throw error;
    if (url && !busy()) location.replace(url);
    // A revoked link or a removed tournament: reload to show the server's page.
    if ([403, 404].includes(status)) location.reload();
    return;
  }
  lost(false);
  if (mine < shown || (html && !force && busy())) return;
  shown = mine;
  if (html) {
    patchPage(html);
    for (const field of root.querySelectorAll("form input[name=uuid]")) field.value = makeKey();
  }
  markCurrent();
}

document.documentElement.classList.add("js");
const again = startPolling(refreshPage, every, SLOWEST);
setTimeout(again, FIRST);
runClocks(again);
