// Drawing layer. Keeps the game page up to date: other people's changes appear within seconds, for players and viewers.

import { readHand } from "./draft.js";
import { rooted } from "./identifiers.js";
import { announce, changeParts, find, markCurrent, parseParts, readAloud, requestParts, startPolling, swapPart } from "./live-parts.js";

/** Where a form shows players' names. */
export const NAME_PLACES = '.seat b, .if-seat, .legend:not(:has(*)), .contract-line, [data-step="called"] .chip > span';

const EVERY = 4000;
const SLOWEST = 60000;
const PATIENCE = 8000;

let made = {};

/** Return the data that the page was made from: game, revision, tag, and for the engine the record and its entry ids. */
export function readState() {
  const { textContent } = find("#state");
  if (textContent !== made.text) made = { text: textContent, is: JSON.parse(textContent) };
  return made.is;
}

/** Whether the form has a hand that a new form would lose. A contract that was just saved is safe. */
export function hasUnsavedHand() {
  const form = find("form#pad");
  if (!form) return false;
  const note = form.elements.note;
  const told = form.querySelector("[data-step] :checked:not(.none)") || find(".auction[data-made]", form) || (note && note.value !== note.defaultValue);
  return Boolean(told && form.dataset.opened !== JSON.stringify(readHand(form)));
}

let holding = () => false;

export const holdFormWhile = (by) => (holding = by);

// ---- the page's own parts

/** Append rows after the last one. Each replaces a blank row. */
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

/** Add one entry to the page's data. */
function grow({ event, entry, ...rest }) {
  const { contract: _played, ...old } = readState();
  const record = { ...old.record, events: [...old.record.events, event] };
  find("#state").textContent = JSON.stringify({ ...old, ...rest, record, entries: [...old.entries, entry] });
}

/** Move the page's grids of chips into the new form, with nothing chosen, so that they need not be sent again. */
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

/** Return the questions of a form without its answers. The next hand's are often the same, and the form can stay. */
function shape(form) {
  if (form?.tagName !== "FORM" || find(".auction", form)) return null;
  const { piles, pileSides } = form.dataset;
  const parts = form.querySelectorAll(`[data-step], .seat, [name=kept], [name=kept] ~ input, [value=passed_out], [value=misdeal], .ask--bad, .contract, ${NAME_PLACES}`);
  const asks = (part) => [part.className, part.dataset.step, part.name, part.value, part.matches(NAME_PLACES) && part.textContent];
  return JSON.stringify([piles, pileSides, [...parts].map(asks)]);
}

/** Keep a form that is the same or in use, and update the text around it. */
function blend(form, fresh, seen) {
  if (seen) for (const name of ["revision", "uuid"]) form.elements[name].value = fresh.elements[name].value;
  for (const selector of [".news", "[data-hand]"]) {
    const [old, part] = [find(`${selector}:not(.pending-news)`, form), find(selector, fresh)];
    if (!old || !part) continue;
    Object.assign(part, { hidden: old.hidden, inert: old.inert }); // it may have newer text, or soon will
    old.replaceWith(part);
  }
  const [names, spelt] = [form.querySelectorAll(NAME_PLACES), fresh.querySelectorAll(NAME_PLACES)];
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

// ---- apply an update

const revisionIn = (part) => (part ? JSON.parse(part.textContent).revision : null);

function put(part, stays) {
  const old = document.getElementById(part.id);
  if (part.id === "pad" && old && (stays || (shape(old) && shape(old) === shape(part)))) {
    if (part.tagName === "FORM") blend(old, part, !stays);
    return;
  }
  // The placeholder for a form that kept its contract, when the server has nothing for it any longer.
  if (part.id === "fresh" && !part.content.firstElementChild && find("#pad [name=kept]")) return;
  if (stays) return;
  reuse(part);
  if (old && find(".pad-more[open]", old)) find(".pad-more", part)?.setAttribute("open", "");
  if (part.id === "new-rows") append(part);
  else if (part.id === "news") grow(JSON.parse(part.textContent));
  else if (part.id === "say") announce(part.textContent.trim());
  else if (part.id === "pad") steady(old, part);
  else swapPart(part);
}

/** Show a saved bid so that the next buttons stay under the finger and above a question in the bar. Keep the note. */
function steady(old, part) {
  const top = (form) => find(".result", form)?.getBoundingClientRect().top;
  const was = top(old);
  const [told, note] = [old.elements?.note, part.elements?.note];
  swapPart(part);
  if (note && old.dataset.opened) note.value ||= told?.value ?? "";
  const bid = find(".contract", part);
  const up = bid && was - top(part) - (find(".savebar .ask", part)?.offsetHeight ?? 0);
  if (up > 0) bid.style.minHeight = `${bid.offsetHeight + up}px`;
}

/**
 * Apply the parts of an answer, except parts with the ids in `except`. Returns false if they don't fit, because the page is newer or lacks
 * what they build on.
 */
export function patchGame(html, except = []) {
  const parts = parseParts(html);
  const news = parts.some(({ id }) => id === "news");
  const [fresh, shown] = [revisionIn(parts.find(({ id }) => id === "news" || id === "state")), readState().revision];
  if (fresh !== null && fresh < shown) return false;
  if (news && fresh !== shown + 1) return false;
  const stays = ({ id }) => except.includes(id);
  const gaps = parts.filter((part) => !stays(part)).flatMap((part) => [...part.querySelectorAll("[data-keep]")]);
  if (gaps.some((gap) => !find(`[data-grid="${gap.dataset.keep}"]`))) return false;
  changeParts(() => {
    if (fresh !== null) document.dispatchEvent(new CustomEvent("patching"));
    for (const part of parts) put(part, stays(part));
  });
  if (fresh !== null) document.dispatchEvent(new CustomEvent("patched"));
  return true;
}

/** Apply the server's parts, but not to a form in use or with waiting commands (`more`). Returns whether they fit. */
export const applyAnswer = (html, more) => patchGame(html, more || hasUnsavedHand() ? ["pad"] : []);

/** Update the page; with `force`, all of it. `held` are the options from long-poll.js. */
export async function refreshGame({ force = false, held } = {}) {
  const { game, tag, revision } = readState();
  const how = { known: !force && tag, signal: AbortSignal.timeout(PATIENCE), ...held };
  const html = await requestParts(rooted(`/games/${game}/live${held ? "?wait" : ""}`), 'id="state"', how);
  // The request is older than a save here: the page already has that, with its undo.
  if (html === null || (!force && readState().revision !== revision)) return;
  const busy = hasUnsavedHand();
  if (!patchGame(html, ["say", ...(busy || holding() ? ["pad"] : [])]) || readState().revision === revision) return;
  announce(busy ? find("#words").content.firstElementChild.dataset.news : [...document.querySelectorAll(".board-side")].map(readAloud).join(". "));
}

function lost(is) {
  find("#watching")?.classList.toggle("is-old", is);
  if (!is) markCurrent();
}

async function heard(held) {
  try {
    await refreshGame({ held });
  } catch (error) {
    if (error.name !== "AbortError") lost(true);
    throw error;
  }
  lost(false);
}

export async function watchGame() {
  // Viewers use a long poll. A pad sends hands, and must not wait for its own news.
  const look = find("#watching") ? (await import("./long-poll.js")).makeLongPoll(heard) : () => heard();
  const again = startPolling(look, EVERY, SLOWEST);
  if (find("[data-clock]")) import("./clock.js").then(({ runClocks }) => runClocks(again));
}
