// Drawing layer. Live parts of a page: requested repeatedly, replaced by id, and announced; see core/pages/live_parts.py.

import { guardChange } from "./click-guard.js";

export const find = (selector, root = document) => root.querySelector(selector);

/** Mark the page as current, so that it no longer says that it is stored. */
export function markCurrent() {
  delete document.documentElement.dataset.asOf;
  document.dispatchEvent(new Event("current"));
}

const changed = (field) => {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    const options = [...field.options];
    const marked = options.some((option) => option.defaultSelected);
    if (!marked && !field.multiple) return field.selectedIndex > 0; // without a mark, the first is chosen
    return options.some((option) => option.selected !== option.defaultSelected);
  }
  return field.value !== field.defaultValue;
};

/** Send change events for values chosen before the script ran, or restored by the browser. */
export function replayChanges(form) {
  for (const field of [...(form?.elements ?? [])]) {
    if (!field.matches("input:not([type=hidden]), select, textarea") || !changed(field)) continue;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
}

/** Announce a text to screen readers. The same text is announced again. */
export function announce(text) {
  const place = find("#said");
  if (!text || !place) return;
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

/** Return a part of the page as it is read aloud, with its blocks kept apart. */
export function readAloud(part) {
  const blocks = part.matches(".board-side") ? [...part.children] : [part];
  return blocks.map((one) => one.textContent.replace(/\s+/g, " ").trim()).filter(Boolean).join(", ");
}

// ---- requests

/** Return the stamps of the parts on the page, which need not be sent again. */
export const readStamps = () => [...document.querySelectorAll("[data-stamp]")].map(({ dataset }) => dataset.stamp).join(".");

/**
 * Request parts from the server, or null if nothing is newer than `known`. `ours` is text that a valid answer contains. Another answer
 * rejects with its `status`, and its `url` after a redirect. `heard` gets the response first.
 */
export async function requestParts(url, ours, { known, heard, ...how } = {}) {
  const headers = { "X-Fragment": "1", ...(known && { "If-None-Match": `W/"${known}"` }) };
  const answer = await fetch(url, { headers, cache: "no-store", ...how });
  heard?.(answer);
  if (answer.status === 304) return null;
  const html = await answer.text();
  if (answer.ok && !answer.redirected && html.includes(ours)) return html;
  throw Object.assign(new TypeError("not ours"), { status: answer.status, url: answer.redirected && answer.url });
}

/** Whether the browser restored an old page, for which going back makes no request. */
const old = ({ persisted }) => persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";

/** Call `look` every so many milliseconds, or after the number it returns: not while hidden, and at once on return. */
export function startPolling(look, every, slowest) {
  let wait = every;
  let timer = null;
  async function again() {
    clearTimeout(timer);
    if (document.hidden) return;
    let soon;
    try {
      soon = await look();
      wait = every;
    } catch {
      wait = Math.min(wait * 2, slowest); // offline: look less often
    }
    clearTimeout(timer);
    timer = setTimeout(again, soon ?? wait);
  }
  timer = setTimeout(again, every);
  addEventListener("pageshow", (event) => (old(event) || document.documentElement.dataset.asOf) && again());
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);
  return again;
}

// ---- replacement

/** Restore the focus after a change, by id or name. */
export function keepFocus(change) {
  const held = document.activeElement;
  const { id, name, value } = held ?? {};
  change();
  if (!held || held.isConnected || !(id || name)) return;
  const chosen = held.matches("button, [type=radio], [type=checkbox]") ? `[value="${CSS.escape(value)}"]` : "";
  const twin = id ? document.getElementById(id) : find(`[name="${CSS.escape(name)}"]${chosen}:not(.sr-only, [type=hidden])`);
  twin?.focus({ preventScroll: true });
}

const frames = (part) => [...part.querySelectorAll(".wide, .bracket-frame, .tabs")];

/** Replace the part with the same id. What people have opened, chosen or pressed in it stays. */
export function swapPart(part) {
  const old = document.getElementById(part.id);
  if (!old) return;
  const left = [...old.querySelectorAll("details[id], input[id]:not(form *)")];
  const pushed = frames(old).map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  old.replaceWith(part);
  for (const { id, open, checked } of left) Object.assign(document.getElementById(id) ?? {}, { open, checked });
  frames(part).forEach((frame, i) => pushed[i] && frame.scrollTo(...pushed[i]));
}

/** Return the parts in an answer: its outermost elements with an id. */
export function parseParts(html) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  return [...answer.content.querySelectorAll("[id]:not([id] [id])")];
}

/** Change parts of the page, and send an event. */
export function changeParts(change) {
  guardChange(() => keepFocus(change));
  document.dispatchEvent(new CustomEvent("parts"));
}

/** Apply the parts of an answer, except the ids in `except`. */
export function patchPage(html, except = []) {
  const parts = parseParts(html).filter(({ id }) => !except.includes(id));
  changeParts(() => parts.forEach(swapPart));
}
