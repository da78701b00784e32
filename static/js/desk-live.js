// Drawing layer. The live desk: shows players' reports within seconds, runs the clock, and takes results by keyboard alone.

import { focusFirstField, takeTypedKeys } from "./autofocus.js";
import { countSecondsLeft } from "./clock.js";
import { basePath, makeKey, rooted } from "./identifiers.js";
import { announce, find, parseParts, patchPage, readStamps, requestParts, startPolling } from "./live-parts.js";
import { Log } from "./log.js";
import { showOutbox } from "./outbox.js";
import { Sender } from "./sender.js";

const EVERY = 4000;
const PATIENCE = 6000;
const SLOWEST = 60000;

let busy = 0;
let sending = false; // a result is being sent
let ahead = []; // keys typed in the meantime

const state = () => JSON.parse(find("#desk-state").textContent);
const form = () => find("#entry");
const scores = () => [...(form()?.querySelectorAll("[name^='score-']") ?? [])].filter((field) => !field.closest("[hidden]"));
const number = () => find("#entry-table").value.trim();

// ---- changes by others

async function refresh() {
  const { url, revision } = state();
  const html = await requestParts(url, "data-stamp=", { known: readStamps(), signal: AbortSignal.timeout(PATIENCE) }).catch(notShown);
  if (html === undefined) return;
  signedOut(false);
  // Requested before a result was entered here, so older than the page.
  if (!html || busy || state().revision !== revision) return;
  // Keep the minutes or the table number being typed.
  place(html, ["desk-clock", "desk-hall"].filter((id) => find(`#${id} .input:focus`)));
}

/** Handle an error: the server no longer shows this page, or did not answer. */
function notShown({ status, url }) {
  if (!status) throw new TypeError("no network"); // the next requests are less frequent
  if (url || status === 401) signedOut(true);
  // This person may no longer open the desk, or it was deleted: reload to show the server's page.
  if ([403, 404].includes(status) && !scores().some(({ value }) => value)) location.reload();
}

/** Show or hide the note that nothing is updated until someone signs in. */
function signedOut(is) {
  const note = find("#signed-out");
  if (note) note.hidden = !is;
}

function place(html, except = []) {
  const parts = parseParts(html);
  const told = parts.find(({ id }) => id === "desk-state");
  const older = told && JSON.parse(told.textContent).revision < state().revision;
  // If a newer answer came first, use only the result line of this one: it has the outcome of the result that was sent.
  patchPage(html, older ? parts.map(({ id }) => id).filter((id) => id !== "entry") : except);
  label();
}

// ---- the clock

function tick() {
  const time = find(".desk-time");
  if (!time || time.dataset.runs !== "1") return;
  const left = countSecondsLeft(time);
  const whole = Math.abs(left);
  time.textContent = `${left < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  find("#desk-clock").classList.toggle("is-over", left <= 0);
  find("#desk-clock").classList.toggle("is-short", left > 0 && left < 300);
}

// ---- results from slips

/** Show the names at the typed table above the fields, with a third field only for three pairs. */
function label() {
  if (!form()) return;
  const table = state().tables[number()];
  for (const field of form().querySelectorAll("[data-name]")) {
    const side = Number(field.dataset.name);
    field.textContent = field.dataset.game + (table ? (table.names[side] ?? "") : "–");
    field.parentElement.hidden = Boolean(table && side >= table.names.length);
  }
  for (const row of document.querySelectorAll(".desk-table")) row.classList.toggle("is-typed", row.id === `table-${number()}`);
}

/** Show a message at once, before anything is sent. */
function hear(text, bad = false) {
  const heard = find("#heard");
  heard.className = `row row--apart desk-entry-notice${bad ? " is-bad" : ""}`;
  heard.textContent = text;
  announce(text);
}

/** Fill in the table's result, so that the same keys correct it. */
function fill() {
  const { tables } = state();
  const table = tables[number()];
  if (!table || !table.done || scores().some((field) => field.value)) return;
  hear(form().dataset.stands.replace("{n}", number()).replace("{what}", table.text));
  table.games.forEach((game, g) => game.forEach((score, s) => {
    const field = find(`#entry-${g}-${s}`);
    if (field) field.value = score;
  }));
}

function enter(event) {
  const field = event.target;
  if (event.key === "Escape") {
    for (const one of scores()) one.value = "";
    take(find("#entry-table"));
    return typeAhead(); // skip this slip and continue with the next ones
  }
  if (field.name === "table" && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    return step(event.key === "ArrowDown" ? 1 : -1);
  }
  if (event.key !== "Enter" || field.tagName !== "INPUT") return;
  const all = scores();
  const place = all.indexOf(field);
  const next = all[place + 1];
  const ended = place >= 0 && (!next || (!field.value && place > 1));
  const asked = find("[name=sure], [name=earlier]", form());
  const meant = asked && (asked.dataset.typed ?? asked.value) === all.map((one) => one.value.trim()).join("|");
  if (ended || (meant && place >= 0)) return; // the form is sent
  event.preventDefault();
  if (field.name === "table") {
    if (!state().tables[number()]) {
      hear(form().dataset.none.replace("{n}", number()), true);
      return take(field);
    }
    fill();
  }
  take(next);
}

function step(by) {
  const numbers = Object.keys(state().tables).map(Number).sort((a, b) => a - b);
  const here = numbers.indexOf(Number(number()));
  const field = find("#entry-table");
  field.value = numbers[(here + by + numbers.length) % numbers.length] ?? "";
  field.select();
  for (const one of scores()) one.value = "";
  label();
}

function take(field) {
  field?.focus();
  field?.select?.();
}

/** Return whether every table has its result. Then Enter presses the button of the next step; a digit still begins a result. */
function allIn() {
  return Object.values(state().tables).every(({ done }) => done);
}

let left = null; // the field of the line that had the cursor last

/** Focus the field for the next result: after a button, the one where typing stopped. */
function back() {
  if (!form() || form().inert || form().contains(document.activeElement)) return;
  if (left?.isConnected && !left.closest("[hidden]")) left.focus(); // with its selection
  else take(find("#entry [data-first]") ?? find("#entry-table"));
}

/** The keys that the result line uses, besides characters. */
const MEANT = ["Enter", "Backspace", "Tab", "Escape", "ArrowUp", "ArrowDown"];

/** The keys that can begin a result: a digit, a minus sign, the “f” of a forfeit. */
const BEGINS = /^[\d\-−f]$/i;

/** Put keys into the result line even without focus, and queue keys typed while a result is being sent. */
function keep(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (key.length > 1 && !MEANT.includes(key))) return;
  const nowhere = target === document.body;
  const button = target.matches?.("button, a, summary") && !form()?.contains(target);
  // Other fields keep their keys, and Enter presses a button, unless keys are already queued.
  if (!nowhere && !form()?.contains(target) && !(button && (ahead.length || BEGINS.test(key)))) return;
  if (sending) {
    event.preventDefault();
    ahead.push(event.shiftKey && event.key === "Tab" ? "Back" : event.key);
  } else if ((nowhere || button) && form() && BEGINS.test(key)) {
    event.preventDefault();
    back();
    type(document.activeElement, key);
  }
}

function typeAhead() {
  while (ahead.length && !sending) {
    const field = document.activeElement;
    if (!field?.matches("#entry :is(input, select, .desk-entry-submit)")) break;
    type(field, ahead.shift());
  }
  if (!sending) ahead = [];
}

/** Handle a queued key as if it were typed now. */
function type(field, key) {
  if (key === "Tab" || key === "Back") return move(field, key === "Tab" ? 1 : -1);
  if (key.length > 1 && key !== "Backspace") {
    const free = field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (key === "Enter" && free) form().requestSubmit();
  } else if (field.tagName === "INPUT") {
    const { selectionStart: from, selectionEnd: to } = field;
    if (key === "Backspace") field.setRangeText("", from === to ? Math.max(from - 1, 0) : from, to, "end");
    else field.setRangeText(key, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  return undefined;
}

/** Move between the fields and the button that sends them. Queued keys must not reach anything else. */
function move(field, by) {
  const stops = [...form().querySelectorAll(":is(input:not([type=hidden]), select, .desk-entry-submit)")].filter((one) => one.offsetParent);
  const next = stops[stops.indexOf(field) + by];
  if (!next) return;
  if (field.id === "entry-table") fill();
  take(next);
}

/** Say that keys of the next slips wait until this one is settled. */
function held() {
  if (!ahead.length || !form()) return;
  const note = Object.assign(document.createElement("small"), { textContent: form().dataset.held });
  find("#heard").append(" ", note);
}

async function send(event) {
  const sent = event.target;
  const { submitter } = event;
  if (submitter?.matches("#entry [data-undo]")) {
    event.preventDefault();
    await undo(sent, submitter);
  } else if (sent.id === "entry") {
    event.preventDefault();
    await enterResult(sent);
  } else if (sent.matches("[data-clock]")) {
    event.preventDefault();
    await wind(sent, new URLSearchParams(new FormData(sent, submitter)));
  }
}

// ---- sending: each result goes into the log first; the line waits briefly for the answer, then goes on without it

const log = new Log();
const sender = new Sender(log, () => "");
const heard = new Map(); // by key: the functions that wait for an answer

sender.addEventListener("silence", ({ detail: { entry } }) => sender.signIn(entry.subject) !== undefined && signedOut(true));
sender.addEventListener("answer", ({ detail: { entry, reply } }) => {
  signedOut(false);
  const waits = heard.get(entry.key);
  heard.delete(entry.key);
  if (waits) waits(reply);
  else if (reply.state === "done") refresh().catch(() => {});
});

/** Return the answer to the result just logged, null if there is none in time. It is sent anyway. */
function answerTo(key) {
  return new Promise((resolve) => {
    heard.set(key, resolve);
    const given = setTimeout(silence, PATIENCE);
    sender.addEventListener("silence", silence);
    function silence({ detail } = {}) {
      if (detail && detail.entry.key !== key) return;
      clearTimeout(given);
      sender.removeEventListener("silence", silence);
      heard.delete(key);
      resolve(null);
    }
  });
}

let last = {};

/** Return the path of this tournament's desk, without the base path. */
const here = () => location.pathname.slice(basePath.length).match(/^\/desk\/\d+/)?.[0] ?? "";

async function enterResult(sent) {
  const { revision, uuid: _key, csrf_token: _token, back: _back, ...fields } = Object.fromEntries(new FormData(sent));
  const told = JSON.stringify(fields);
  if (last.told !== told) last = { told, key: makeKey() };
  const { key } = last;
  const what = scores().map((one) => one.value.trim()).filter(Boolean).join(" – ");
  const summary = [`${sent.dataset.table} ${number()}: ${what}`];
  const subject = `${here()}#${number()}`;
  const whole = { key, subject, url: `${new URL(sent.action).pathname}/log`, act: fields, seen: Math.max(state().revision, Number(revision)), summary };
  busy += 1;
  sending = true;
  sent.inert = true;
  let free = false;
  try {
    const coming = answerTo(key);
    const reply = await log.add(whole).then(() => coming, () => sender.ask({ ...whole, act: told, after: null }).then((found) => found ?? "lost"));
    if (reply === "lost") return hear(sent.dataset.lost, true);
    if (reply?.state === "signed_out") {
      signedOut(true);
      return hear(reply.detail, true);
    }
    last = {};
    if (!reply) return (free = kept(sent, sender.signIn(subject) !== undefined));
    if (reply.state !== "done") await log.drop(key).catch(() => {}); // it is in the line again, to be checked
    if (reply.go) return location.assign(reply.go);
    if (reply.html) place(reply.html);
    // Remove the earlier message, whose *Undo* would be next to that of the result.
    if (reply.state === "done") find(".desk-said")?.remove();
    announce(find("#heard").textContent);
    fill();
    take(find("#entry [data-first]") ?? find("#entry-table"));
    free = reply.state === "done";
    if (free && !ahead.length && allIn()) find("#desk-next .desk-step .btn")?.focus();
  } finally {
    sent.inert = false;
    busy -= 1;
    if (sent.isConnected && !free) take(scores().at(-1));
    sending = false;
    if (free) typeAhead();
    else held(); // a refused result must be checked first, and the next slip's keys wait
  }
  return undefined;
}

/** Without an answer so far, say that the result is stored here, and clear the line for the next slip. */
function kept(sent, out) {
  hear((out ? sent.dataset.signedOut : sent.dataset.kept).replace("{n}", number()), out);
  find(`#table-${number()}`)?.classList.add("is-pending");
  for (const one of scores()) one.value = "";
  const open = Object.entries(state().tables).find(([n, table]) => !table.done && !find(`#table-${n}.is-pending`));
  find("#entry-table").value = open?.[0] ?? "";
  label();
  sent.inert = false; // an inert form cannot have the focus, and keys would be lost
  take(find("#entry-table")); // as after an answer: the next slip's keys begin with its table
  return true;
}

/** Send a button's form and return the new page; empty if there was no answer, or it leads to another page. */
async function pressed(url, body) {
  try {
    const html = await requestParts(url, 'id="desk-state"', { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
    const round = JSON.parse(parseParts(html).find(({ id }) => id === "desk-state").textContent).url;
    if (round !== state().url) location.assign(body.get("back") ?? rooted(here())); // another round has started
    else return html;
  } catch ({ status, url: elsewhere }) {
    if (status === 401) signedOut(true);
    if (elsewhere) location.assign(elsewhere);
    else if (form()) hear(form().dataset.unheard, true);
  }
  return "";
}

/** Send a command of the clock. The result line keeps the focus. */
async function wind(sent, body) {
  busy += 1;
  sent.inert = true;
  back();
  try {
    const html = await pressed(sent.action, body);
    if (html) place(html);
  } finally {
    sent.inert = false;
    busy -= 1;
    back();
  }
}

/** Undo the last result by its button. Input in the line stays. */
async function undo(sent, button) {
  const body = new URLSearchParams(new FormData(sent));
  const typed = scores().some(({ value }) => value) && [find("#entry-table"), ...scores()].map(({ id, value }) => [id, value]);
  const had = left?.id;
  busy += 1;
  sending = true;
  sent.inert = true;
  try {
    const html = await pressed(button.formAction, body);
    if (html) place(html);
    if (!html || !typed) return;
    for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
    label();
    left = document.getElementById(had);
    left?.setSelectionRange(left.value.length, left.value.length);
  } finally {
    sent.inert = false;
    busy -= 1;
    sending = false;
    back();
    typeAhead();
  }
}

document.documentElement.classList.add("js");
addEventListener("submit", send);
document.addEventListener("focusin", ({ target }) => target.matches("#entry :is(input, select)") && (left = target));
document.addEventListener("keydown", keep);
document.addEventListener("keydown", (event) => !event.defaultPrevented && event.target.closest?.("#entry") && enter(event));
document.addEventListener("input", ({ target }) => {
  if (target.id !== "entry-table") return;
  for (const one of scores()) one.value = "";
  label();
});
document.addEventListener("change", ({ target }) => target.id === "entry-table" && fill());
setInterval(tick, 500);
label();
focusFirstField(form());
ahead = form() ? takeTypedKeys() : [];
typeAhead();
startPolling(async () => busy || refresh(), EVERY, SLOWEST);
showOutbox(log, sender, null);
