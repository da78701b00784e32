// Parts of a page that live: asked for again and again, put in place by their ids, said aloud; see base/pages/live.py.

import { swapping } from "./guard.js";

export const find = (selector, root = document) => root.querySelector(selector);

/** The page is as the server has it: one that was kept for a time without a network says so no more. */
export function current() {
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

/** What was chosen before the script was there, or put back by the browser, is heard now: as if it were chosen again. */
export function catchUp(form) {
  for (const field of [...(form?.elements ?? [])]) {
    if (!field.matches("input:not([type=hidden]), select, textarea") || !changed(field)) continue;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
}

/** A key for one submission. `crypto.randomUUID` is missing without HTTPS. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Tell whoever cannot see. The same words twice are said twice. */
export function say(text) {
  const place = find("#said");
  if (!text || !place) return;
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

/** A part of the page as it is read out: what stands in blocks of its own is kept apart. */
export function aloud(part) {
  const blocks = part.matches(".board-side") ? [...part.children] : [part];
  return blocks.map((one) => one.textContent.replace(/\s+/g, " ").trim()).filter(Boolean).join(", ");
}

// ---- asked for

/** The stamps of the parts as they are shown: what need not be sent again. */
export const stamps = () => [...document.querySelectorAll("[data-stamp]")].map(({ dataset }) => dataset.stamp).join(".");

/**
 * Parts from the server; null where none is new to whoever shows `known`. `ours`: what such an answer has in it. Another one rejects
 * with its `status`, and its `url` where it led elsewhere. `heard` is told of the answer first.
 */
export async function ask(url, ours, { known, heard, ...how } = {}) {
  const headers = { "X-Fragment": "1", ...(known && { "If-None-Match": `W/"${known}"` }) };
  const answer = await fetch(url, { headers, cache: "no-store", ...how });
  heard?.(answer);
  if (answer.status === 304) return null;
  const html = await answer.text();
  if (answer.ok && !answer.redirected && html.includes(ours)) return html;
  throw Object.assign(new TypeError("not ours"), { status: answer.status, url: answer.redirected && answer.url });
}

/** Whether the browser shows the page as it once was: going back asks nobody. */
const old = ({ persisted }) => persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";

/** Look every so many milliseconds, or after as many as `look` says: not while nobody sees it, at once when somebody is back. */
export function lookAgain(look, every, slowest) {
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
      wait = Math.min(wait * 2, slowest); // no network: look less often
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

// ---- put in place

/** Whatever is held by its id or name is held again after a change. */
export function keepFocus(change) {
  const held = document.activeElement;
  const { id, name, value } = held ?? {};
  change();
  if (!held || held.isConnected || !(id || name)) return;
  const chosen = held.matches("button, [type=radio], [type=checkbox]") ? `[value="${CSS.escape(value)}"]` : "";
  const twin = id ? document.getElementById(id) : find(`[name="${CSS.escape(name)}"]${chosen}:not(.vh, [type=hidden])`);
  twin?.focus({ preventScroll: true });
}

const frames = (part) => [...part.querySelectorAll(".wide, .br-frame, .tabs")];

/** A part in the place of the one with its id; what people have opened, chosen and pushed in it stays so. */
export function swap(part) {
  const old = document.getElementById(part.id);
  if (!old) return;
  const left = [...old.querySelectorAll("details[id], input[id]:not(form *)")];
  const pushed = frames(old).map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  old.replaceWith(part);
  for (const { id, open, checked } of left) Object.assign(document.getElementById(id) ?? {}, { open, checked });
  frames(part).forEach((frame, i) => pushed[i] && frame.scrollTo(...pushed[i]));
}

/** The parts in an answer: its outermost elements with an id. */
export function read(html) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  return [...answer.content.querySelectorAll("[id]:not([id] [id])")];
}

/** Change parts of the page; then it is said that they are others. */
export function changing(change) {
  swapping(() => keepFocus(change));
  document.dispatchEvent(new CustomEvent("parts"));
}

/** Put the parts of an answer in place, but those whose ids are excepted. */
export function patch(html, except = []) {
  const parts = read(html).filter(({ id }) => !except.includes(id));
  changing(() => parts.forEach(swap));
}
