// The live desk: what players report shows within seconds, the clock runs, and results are typed by keyboard alone.

import { begin, typedBefore } from "./begin.js";
import { leftOn } from "./clock.js";
import { Log } from "./log.js";
import { ask, find, lookAgain, patch, read, say, stamps, uuid } from "./parts.js";
import { Sender } from "./sender.js";
import { showKept } from "./waiting.js";
import { root, rooted } from "./root.js";

const EVERY = 4000;
const PATIENCE = 6000;
const SLOWEST = 60000;

let busy = 0;
let sending = false; // a result is on its way
let ahead = []; // keys typed meanwhile

const state = () => JSON.parse(find("#desk-state").textContent);
const form = () => find("#entry");
const scores = () => [...(form()?.querySelectorAll("[name^='score-']") ?? [])].filter((field) => !field.closest("[hidden]"));
const number = () => find("#entry-table").value.trim();

// ---- what others do

async function refresh() {
  const { url, revision } = state();
  const html = await ask(url, "data-stamp=", { known: stamps(), signal: AbortSignal.timeout(PATIENCE) }).catch(notShown);
  if (html === undefined) return;
  signedOut(false);
  // What was asked before something was entered here is older than the page.
  if (!html || busy || state().revision !== revision) return;
  // Minutes that are being typed stay.
  place(html, find("#desk-clock input:focus") ? ["desk-clock"] : []);
}

/** The server shows this page no more, or did not answer. */
function notShown({ status, url }) {
  if (!status) throw new TypeError("no network"); // it is looked for less often
  if (url || status === 401) signedOut(true);
  // The desk is open to somebody else now, or deleted: the browser's own page says so.
  if ([403, 404].includes(status) && !scores().some(({ value }) => value)) location.reload();
}

/** Say that nothing comes and goes before somebody signs in, and where. */
function signedOut(is) {
  const note = find("#signed-out");
  if (note) note.hidden = !is;
}

function place(html, except = []) {
  const parts = read(html);
  const told = parts.find(({ id }) => id === "desk-state");
  const older = told && JSON.parse(told.textContent).revision < state().revision;
  // Of an answer that another one has overtaken, the line counts still: it says what became of what was in it.
  patch(html, older ? parts.map(({ id }) => id).filter((id) => id !== "entry") : except);
  label();
}

// ---- the clock

function tick() {
  const time = find(".desk-time");
  if (!time || time.dataset.runs !== "1") return;
  const left = leftOn(time);
  const whole = Math.abs(left);
  time.textContent = `${left < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  find("#desk-clock").classList.toggle("is-over", left <= 0);
  find("#desk-clock").classList.toggle("is-short", left > 0 && left < 300);
}

// ---- results from slips

/** Who sits at the table that is typed, above the fields; a third field only where three pairs sit. */
function label() {
  if (!form()) return;
  const table = state().tables[number()];
  for (const field of form().querySelectorAll("[data-name]")) {
    const side = Number(field.dataset.name);
    field.textContent = field.dataset.game + (table ? (table.names[side] ?? "") : "–");
    field.parentElement.hidden = Boolean(table && side >= table.names.length);
  }
  for (const row of document.querySelectorAll(".desk-t")) row.classList.toggle("is-typed", row.id === `table-${number()}`);
}

/** A word at once, before anything is sent. */
function hear(text, bad = false) {
  const heard = find("#heard");
  heard.className = `row row--apart desk-heard${bad ? " is-bad" : ""}`;
  heard.textContent = text;
  say(text);
}

/** What stands already is filled in: the same keys correct it. */
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
    return typeAhead(); // this slip is put aside: on with the next ones
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

let left = null; // the field of the line that had the cursor last

/** The cursor is where the next result is typed: after a button, where typing stopped. */
function back() {
  if (!form() || form().inert || form().contains(document.activeElement)) return;
  if (left?.isConnected && !left.closest("[hidden]")) left.focus(); // with what was selected in it
  else take(find("#entry [data-first]") ?? find("#entry-table"));
}

/** The keys that mean something in the line for results, besides those that write. */
const MEANT = ["Enter", "Backspace", "Tab", "Escape", "ArrowUp", "ArrowDown"];

/** Keys that begin a result: a digit, a minus, a forfeit. */
const BEGINS = /^[\d\-−f]$/i;

/** Keys go into the line also where nothing has the cursor, and none is lost that is typed faster than the network answers. */
function keep(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (key.length > 1 && !MEANT.includes(key))) return;
  const nowhere = target === document.body;
  const button = target.matches?.("button, a, summary") && !form()?.contains(target);
  // The clock's minutes are typed there, and Enter on a button presses it, unless keys are waiting already.
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
    if (!field?.matches("#entry :is(input, select, .desk-in--go)")) break;
    type(field, ahead.shift());
  }
  if (!sending) ahead = [];
}

/** One key, as if it were typed now. */
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

/** From field to field, and to the button that enters them: nothing else is reached by keys that were typed blindly. */
function move(field, by) {
  const stops = [...form().querySelectorAll(":is(input:not([type=hidden]), select, .desk-in--go)")].filter((one) => one.offsetParent);
  const next = stops[stops.indexOf(field) + by];
  if (!next) return;
  if (field.id === "entry-table") fill();
  take(next);
}

/** Keys of the next slips that wait for this one to be settled. */
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

// ---- into the log first; the line waits a moment for the answer, and goes on without it

const log = new Log();
const sender = new Sender(log, () => "");
const heard = new Map(); // by key: who waits at the line for an answer

sender.addEventListener("silence", ({ detail: { entry } }) => sender.signIn(entry.subject) !== undefined && signedOut(true));
sender.addEventListener("answer", ({ detail: { entry, reply } }) => {
  signedOut(false);
  const waits = heard.get(entry.key);
  heard.delete(entry.key);
  if (waits) waits(reply);
  else if (reply.state === "done") refresh().catch(() => {});
});

/** The answer to what was just written down, null where there is none in time: it is sent all the same. */
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

/** The desk of this tournament, below the path of the host. */
const here = () => location.pathname.slice(root.length).match(/^\/desk\/\d+/)?.[0] ?? "";

async function enterResult(sent) {
  const { revision, uuid: _key, csrf_token: _token, back: _back, ...fields } = Object.fromEntries(new FormData(sent));
  const told = JSON.stringify(fields);
  if (last.told !== told) last = { told, key: uuid() };
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
    if (reply.state !== "done") await log.drop(key).catch(() => {}); // it is in the line again, to be looked at
    if (reply.go) return location.assign(reply.go);
    if (reply.html) place(reply.html);
    // What was done before this result, with an *Undo* of its own beside the result's.
    if (reply.state === "done") find(".desk-said")?.remove();
    say(find("#heard").textContent);
    fill();
    take(find("#entry [data-first]") ?? find("#entry-table"));
    free = reply.state === "done";
  } finally {
    sent.inert = false;
    busy -= 1;
    if (sent.isConnected && !free) take(scores().at(-1));
    sending = false;
    if (free) typeAhead();
    else held(); // what was refused has to be looked at first; the next slip's keys wait
  }
  return undefined;
}

/** No answer yet: it is kept, and the line is free for the next slip. */
function kept(sent, out) {
  hear((out ? sent.dataset.signedOut : sent.dataset.kept).replace("{n}", number()), out);
  find(`#table-${number()}`)?.classList.add("is-kept");
  for (const one of scores()) one.value = "";
  const open = Object.entries(state().tables).find(([n, table]) => !table.done && !find(`#table-${n}.is-kept`));
  find("#entry-table").value = open?.[0] ?? "";
  label();
  sent.inert = false; // else nothing in it takes the cursor, and keys go nowhere
  take(find("#entry-table")); // as after an answer: the next slip's keys begin with its table
  return true;
}

/** The page after a button; false where no answer came, or it shows another page. */
async function pressed(url, body) {
  try {
    const html = await ask(url, 'id="desk-state"', { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
    const round = JSON.parse(read(html).find(({ id }) => id === "desk-state").textContent).url;
    if (round !== state().url) location.assign(body.get("back") ?? rooted(here())); // another round is played by now
    else return html;
  } catch ({ status, url: elsewhere }) {
    if (status === 401) signedOut(true);
    if (elsewhere) location.assign(elsewhere);
    else if (form()) hear(form().dataset.unheard, true);
  }
  return "";
}

/** A button of the clock: the line for results has the cursor meanwhile, too. */
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

/** *Undo* beside what was heard last; what is half typed stays. */
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
begin(form());
ahead = form() ? typedBefore() : [];
typeAhead();
lookAgain(async () => busy || refresh(), EVERY, SLOWEST);
showKept(log, sender, null);
