// The game's page: what others record shows here within seconds, for players and for those who watch.

import { draft } from "./draft.js";
import { aloud, ask, changing, current, find, lookAgain, read, say, swap } from "./parts.js";
import { rooted } from "./root.js";
import { NAMED } from "./spelling.js";

const EVERY = 4000;
const SLOWEST = 60000;
const PATIENCE = 8000;

let made = {};

/** What the page was made from: game, revision, tag of its content, record and entry ids for the engine on the phone. */
export function state() {
  const { textContent } = find("#state");
  if (textContent !== made.text) made = { text: textContent, is: JSON.parse(textContent) };
  return made.is;
}

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

// ---- parts of its own

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
      chip.parentElement.removeAttribute("data-short");
    }
    if (gap.dataset.keep === "calls") for (const chip of grid.querySelectorAll("[data-fails]")) chip.removeAttribute("data-fails");
    gap.replaceWith(grid);
  }
}

/** What a form asks, apart from what is told in it: the next hand's is usually the same, and a finger may be on its way to it. */
function shape(form) {
  if (form?.tagName !== "FORM" || find(".auction", form)) return null;
  const { piles, pileSides } = form.dataset;
  const parts = form.querySelectorAll(`[data-step], .seat, [name=kept], [name=kept] ~ input, [value=passed_out], [value=misdeal], .ask--bad, .contract, ${NAMED}`);
  const asks = (part) => [part.className, part.dataset.step, part.name, part.value, part.matches(NAMED) && part.textContent];
  return JSON.stringify([piles, pileSides, [...parts].map(asks)]);
}

/** A form that stays, because it is the same or somebody is filling it; what it says around that is put right. */
function blend(form, fresh, seen) {
  if (seen) for (const name of ["revision", "uuid"]) form.elements[name].value = fresh.elements[name].value;
  for (const selector of [".news", "[data-hand]"]) {
    const [old, part] = [find(`${selector}:not(.kept-news)`, form), find(selector, fresh)];
    if (!old || !part) continue;
    Object.assign(part, { hidden: old.hidden, inert: old.inert }); // something newer may be said there, or is about to be
    old.replaceWith(part);
  }
  const [names, spelt] = [form.querySelectorAll(NAMED), fresh.querySelectorAll(NAMED)];
  if (names.length === spelt.length) names.forEach((name, i) => name.replaceChildren(...spelt[i].cloneNode(true).childNodes));
  const [save, next] = [form.dataset.mends ? null : find("[data-save]", form), find("[data-save]", fresh)];
  if (save?.dataset.says) save.dataset.says = next?.textContent ?? save.dataset.says;
  else if (save && next) save.textContent = next.textContent;
  const [asked, asks] = [find(".deals-first", form), find(".deals-first", fresh)];
  if (!asks) asked?.remove();
  else if (!asked) find("#result", form).before(asks);
  form.setAttribute("aria-label", fresh.getAttribute("aria-label"));
  form.dataset.left = fresh.dataset.left ?? "Infinity";
  delete form.dataset.badge;
  const [badge, seat] = [find(".deals", form), [...fresh.querySelectorAll(".seat")].findIndex((one) => find(".deals", one))];
  if (badge && seat >= 0) find("span", form.querySelectorAll(".seat")[seat])?.append(badge);
}

// ---- what is new, put in place

const revisionIn = (part) => (part ? JSON.parse(part.textContent).revision : null);

function put(part, stays) {
  const old = document.getElementById(part.id);
  if (part.id === "pad" && old && (stays || (shape(old) && shape(old) === shape(part)))) {
    if (part.tagName === "FORM") blend(old, part, !stays);
    return;
  }
  // What takes the place of a form that stayed with its contract, though by now the server has nothing to say there.
  if (part.id === "fresh" && !part.content.firstElementChild && find("#pad [name=kept]")) return;
  if (stays) return;
  reuse(part);
  if (old && find(".rare[open]", old)) find(".rare", part)?.setAttribute("open", "");
  if (part.id === "new-rows") append(part);
  else if (part.id === "news") grow(JSON.parse(part.textContent));
  else if (part.id === "say") say(part.textContent.trim());
  else if (part.id === "pad") steady(old, part);
  else swap(part);
}

/** A saved bid stands where it was told: what is tapped next stays under the finger, and above a question in the bar; its note goes along. */
function steady(old, part) {
  const top = (form) => find(".result", form)?.getBoundingClientRect().top;
  const was = top(old);
  const [told, note] = [old.elements?.note, part.elements?.note];
  swap(part);
  if (note && old.dataset.opened) note.value ||= told?.value ?? "";
  const bid = find(".contract", part);
  const up = bid && was - top(part) - (find(".savebar .ask", part)?.offsetHeight ?? 0);
  if (up > 0) bid.style.minHeight = `${bid.offsetHeight + up}px`;
}

/**
 * Put the parts of an answer in place. `except`: ids of parts that stay as they are. False where they do not fit: the page is newer,
 * or lacks something that they go on from.
 */
export function patch(html, except = []) {
  const parts = read(html);
  const news = parts.some(({ id }) => id === "news");
  const [fresh, shown] = [revisionIn(parts.find(({ id }) => id === "news" || id === "state")), state().revision];
  if (fresh !== null && fresh < shown) return false;
  if (news && fresh !== shown + 1) return false;
  const stays = ({ id }) => except.includes(id);
  const gaps = parts.filter((part) => !stays(part)).flatMap((part) => [...part.querySelectorAll("[data-keep]")]);
  if (gaps.some((gap) => !find(`[data-grid="${gap.dataset.keep}"]`))) return false;
  changing(() => {
    if (fresh !== null) document.dispatchEvent(new CustomEvent("patching"));
    for (const part of parts) put(part, stays(part));
  });
  if (fresh !== null) document.dispatchEvent(new CustomEvent("patched"));
  return true;
}

/** Put the server's parts in place, around a hand that is told, or comes after what is kept here (`more`). Whether they fitted. */
export const take = (html, more) => patch(html, more || begun() ? ["pad"] : []);

/** Bring the page up to date; `force`: all of it, whatever the page has. `held`: as hold.js has it asked. */
export async function refresh({ force = false, held } = {}) {
  const { game, tag, revision } = state();
  const how = { known: !force && tag, signal: AbortSignal.timeout(PATIENCE), ...held };
  const html = await ask(rooted(`/games/${game}/live${held ? "?wait" : ""}`), 'id="state"', how);
  // Asked before something was saved here: the page has it, and its undo.
  if (html === null || (!force && state().revision !== revision)) return;
  const busy = begun();
  if (!patch(html, ["say", ...(busy || holding() ? ["pad"] : [])]) || state().revision === revision) return;
  say(busy ? find("#words").content.firstElementChild.dataset.news : [...document.querySelectorAll(".board-side")].map(aloud).join(". "));
}

function lost(is) {
  find("#watching")?.classList.toggle("is-old", is);
  if (!is) current();
}

async function heard(held) {
  try {
    await refresh({ held });
  } catch (error) {
    if (error.name !== "AbortError") lost(true);
    throw error;
  }
  lost(false);
}

export async function watch() {
  // Whoever watches does nothing else; a pad sends its hands, and need not wait for what it did itself.
  const look = find("#watching") ? (await import("./hold.js")).held(heard) : () => heard();
  const again = lookAgain(look, EVERY, SLOWEST);
  if (find("[data-clock]")) import("./clock.js").then(({ runClocks }) => runClocks(again));
}
