// The page's parts: put in place by their ids, and said aloud.

import { swapping } from "./guard.js";

export const find = (selector, root = document) => root.querySelector(selector);

/** What the page was made from: game, revision, tag of its content, record and entry ids for the engine on the phone. */
export function state() {
  return JSON.parse(find("#state").textContent);
}

/** The page is as the server has it: one that was kept for a time without a network says so no more. */
export function current() {
  delete document.documentElement.dataset.asOf;
  document.dispatchEvent(new Event("current"));
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
  const twin = id ? document.getElementById(id) : find(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:not(.vh)`);
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
  const { contract: _played, ...old } = state();
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

/** What a form asks, apart from what is told in it: the next hand's is usually the same, and a finger may be on its way to it. */
function shape(form) {
  if (form?.tagName !== "FORM" || find(".auction", form)) return null;
  const { piles, pileSides } = form.dataset;
  const parts = form.querySelectorAll("[data-step], .seat, [name=kept], [value=passed_out], [value=misdeal], .ask--bad, .contract");
  return JSON.stringify([piles, pileSides, [...parts].map((part) => [part.className, part.dataset.step, part.value])]);
}

/** A form that stays, because it is the same or somebody is filling it; what it says around that is put right. */
function blend(form, fresh, seen) {
  if (seen) for (const name of ["revision", "uuid"]) form.elements[name].value = fresh.elements[name].value;
  for (const selector of [".news", "[data-hand]"]) {
    const [old, part] = [find(`${selector}:not(.kept-news)`, form), find(selector, fresh)];
    if (!old || !part) continue;
    part.hidden = old.hidden; // something newer may be said there
    old.replaceWith(part);
  }
  const [save, next] = [find("[data-save]", form), find("[data-save]", fresh)];
  if (save?.dataset.says) save.dataset.says = next?.textContent ?? save.dataset.says;
  else if (save && next) save.textContent = next.textContent;
  form.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  form.dataset.left = fresh.dataset.left ?? "Infinity";
  delete form.dataset.badge;
  const [badge, seat] = [find(".deals", form), [...fresh.querySelectorAll(".seat")].findIndex((one) => find(".deals", one))];
  if (badge && seat >= 0) find("span", form.querySelectorAll(".seat")[seat])?.append(badge);
}

const revisionIn = (root) => {
  const part = find("#news, #state, #dk-state", root);
  return part ? JSON.parse(part.textContent).revision : null;
};

/**
 * Put the parts of an answer in place. `except`: ids of parts that stay as they are. False where they do not fit: the page is newer,
 * or lacks something that they go on from.
 */
export function patch(html, except = []) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  const { content } = answer;
  const [fresh, shown] = [revisionIn(content), revisionIn(document)];
  if (fresh !== null && fresh < shown) return false;
  if (find("#news", content) && fresh !== shown + 1) return false;
  const parts = [...content.querySelectorAll("[id]:not([id] [id])")];
  const gaps = parts.filter(({ id }) => !except.includes(id)).flatMap((part) => [...part.querySelectorAll("[data-keep]")]);
  if (gaps.some((gap) => !find(`[data-grid="${gap.dataset.keep}"]`))) return false;
  const put = () => {
    if (fresh !== null) document.dispatchEvent(new CustomEvent("patching"));
    for (const part of parts) {
      const old = document.getElementById(part.id);
      const stays = except.includes(part.id);
      if (part.id === "pad" && old && (stays || (shape(old) && shape(old) === shape(part)))) {
        if (part.tagName === "FORM") blend(old, part, !stays);
        continue;
      }
      if (stays) continue;
      reuse(part);
      if (old && find(".rare[open]", old)) find(".rare", part)?.setAttribute("open", "");
      if (part.id === "new-rows") append(part);
      else if (part.id === "news") grow(JSON.parse(part.textContent));
      else if (part.id === "say") say(part.textContent.trim());
      else old?.replaceWith(part);
    }
  };
  swapping(() => keepFocus(put));
  document.dispatchEvent(new CustomEvent("parts"));
  if (fresh !== null) document.dispatchEvent(new CustomEvent("patched"));
  return true;
}
