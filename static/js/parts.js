// The page's parts: put in place by their ids, and said aloud.

import { swapping } from "./guard.js";

export const find = (selector, root = document) => root.querySelector(selector);

/** What the page was made from: game, revision, tag of its content, record and entry ids for the engine on the phone. */
export function state() {
  return JSON.parse(find("#state").textContent);
}

const changed = (field) => {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
};

/** What was chosen before the script was there, or put back by the browser, is heard now: as if it were chosen again. */
export function catchUp(form) {
  for (const field of [...(form?.elements ?? [])]) {
    if (!field.matches("input:not([type=hidden]), select, textarea") || !changed(field)) continue;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
}

/**
 * The field to begin with. The browser's own `autofocus` comes too early where Enter means another thing to the script: keys typed
 * before it is there would send the form.
 */
export function begin(form) {
  const first = form?.querySelector("[data-first]");
  if (!first || form.contains(document.activeElement)) return;
  first.focus();
  first.select?.();
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

function keepFocus(change) {
  const held = document.activeElement;
  const { id, name, value } = held ?? {};
  change();
  if (!held || held.isConnected || !(id || name)) return;
  const twin = id ? document.getElementById(id) : find(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
  twin?.focus({ preventScroll: true });
}

/** Rows that come after the last one written; a blank row makes room for each. */
function append(rows) {
  const body = find("#rows");
  for (const row of [...rows.children]) {
    const blanks = body.querySelectorAll(".sheet-blank");
    const there = document.getElementById(row.id);
    if (there) there.replaceWith(row);
    else if (blanks.length) body.insertBefore(row, blanks[0]);
    else body.append(row);
    if (!there && blanks.length > 1) blanks[blanks.length - 1].remove();
  }
}

/** One more entry: what the page was made from grows by it. */
function grow({ event, entry, ...rest }) {
  const old = state();
  const record = { ...old.record, events: [...old.record.events, event] };
  find("#state").textContent = JSON.stringify({ ...old, ...rest, record, entries: [...old.entries, entry] });
}

/** Grids of chips are not sent again: the page's own go into the new form, nothing tapped. */
function reuse(part) {
  for (const gap of part.querySelectorAll("[data-keep]")) {
    const grid = find(`[data-grid="${gap.dataset.keep}"]`);
    for (const chip of grid.querySelectorAll("input")) {
      Object.assign(chip, { checked: false, disabled: false });
      chip.removeAttribute("checked");
      chip.parentElement.removeAttribute("data-fails");
    }
    if (gap.dataset.keep === "calls") for (const chip of grid.querySelectorAll("[data-fails]")) chip.removeAttribute("data-fails");
    gap.replaceWith(grid);
  }
}

/** Put the parts of an answer in place. `except`: ids of parts that stay as they are. */
export function patch(html, except = []) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  const put = () => {
    for (const part of answer.content.querySelectorAll("[id]:not([id] [id])")) {
      if (except.includes(part.id)) continue;
      reuse(part);
      if (part.id === "new-rows") append(part);
      else if (part.id === "news") grow(JSON.parse(part.textContent));
      else if (part.id === "say") say(part.textContent.trim());
      else document.getElementById(part.id)?.replaceWith(part);
    }
  };
  swapping(() => keepFocus(put));
  document.dispatchEvent(new CustomEvent("parts"));
}
