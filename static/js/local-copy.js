// The page of a game: the server's newest state with this phone's log upon it. Previews come from the engine on this phone.

import { draw as drawCalls } from "./auction.js";
import { drawDealer } from "./dealing.js";
import { fitting, telling, waitFor } from "./contract.js";
import { anew, draft, empty } from "./draft.js";
import { countedIn, drawBoard, drawUncounted, drawNext, drawQuestion, drawReceipt, drawRows, make, number } from "./optimistic.js";
import { createEngine } from "./engine.js";
import { fill } from "./prefill.js";
import { fold } from "./fold.js";
import { begun, held, refresh, state } from "./live.js";
import { answeredOf } from "./log.js";
import { keepOffline } from "./offline.js";
import { find } from "./parts.js";
import { drawMending, drawRecent } from "./recent.js";
import { respelt, spell } from "./spelling.js";
import { help } from "./steps.js";
import { keep } from "./page-kept.js";
import { bare, upon } from "./upon.js";
import { start as keepTaps, store } from "./unsaved.js";
import { showKept } from "./waiting.js";
import { rooted } from "./root.js";

const A_MOMENT = 60;
const A_WHILE = 60000;
const UNSEEN = 100; // after which nobody waits for a page to be shown
const REPLAYS = 3; // that are remembered

let engine = null;
let started = false;
let log = null;
let waiting = [];
let upTo; // the revision of the record that it waits upon
let answered = []; // what the server has, and this page does not show yet: its news are on their way, or it was answered in another tab
let unanswered; // what the record has by now, while its answer is still waited for: it can be taken back
let ownBid; // the key of the bid that was saved last, as long as only this phone has it
const known = new Map(); // entries of the server by the keys under which they were sent

const words = () => find("#words").content.firstElementChild.dataset;

/** Whether something of this game is still only here. */
export const any = () => waiting.some((entry) => !answered.some(({ key }) => key === entry.key));

/** Whether the engine has started: then nobody waits for it. */
export const ready = () => started;

const told = () => fold(state(), waiting, known);

/** Whether a line is known by this name: the server's number of it, or a key of the log. */
const named = (name) => (line) => [line.id, line.key, line.by].some((one) => one !== undefined && String(one) === String(name));

/** The record as it will be when everything kept here has been sent. */
function record({ lines, dealer, names } = told()) {
  const { players, ...rest } = state().record;
  const other = respelt(names);
  const spelt = (seated) => seated.map(other);
  const events = lines.filter((line) => !line.struck).map(({ event }) => (event.players ? { ...event, players: spelt(event.players) } : event));
  return { ...rest, players: spelt(players), first_dealer: dealer, events };
}

/** How an auction stands, told by the engine on this phone. */
export const bidding = (asked) => reckoned().then(() => engine.bidding(record(), asked.calls, asked));

/** The first dealer drawn, told by the engine on this phone. */
export const drawing = () => reckoned().then(() => engine.draw(record()));

/** What saving will do, told by the engine on this phone. */
export async function preview(form, event, signal) {
  await reckoned();
  if (signal?.aborted) return;
  const shown = told();
  const { lines } = shown;
  const game = record(shown);
  const { mends } = form.dataset;
  const place = mends ? lines.filter(({ struck }) => !struck).findIndex(named(known.get(mends) ?? mends)) : -1;
  const at = place < 0 ? null : place;
  try {
    if (event.auction) find("#result").replaceChildren(); // the calls tell who bid
    else {
      const needs = await engine.needs(game, { contractor: event.contractor, bid: event.bid, points: event.points, called_seat: event.called_seat }, { at });
      if (signal?.aborted) return;
      if (!drawQuestion(form, needs, event)) return;
    }
    const receipt = await engine.preview(game, event, { replaceIndex: at });
    if (signal?.aborted) return;
    drawReceipt(receipt, words());
    if (receipt.changes.some(otherwise)) find("#result").append(make("p", "small", words().otherwise));
    if (!mends) foresee(event);
  } catch (error) {
    if (signal?.aborted) return;
    const result = find("#result");
    // Without an engine the hand can still be kept; its result will be known when it has been sent.
    result.dataset.complete = error.code ? "0" : "1";
    result.replaceChildren(Object.assign(document.createElement("p"), { className: error.code ? "error" : "soft small", textContent: error.code ? error.message : words().later }));
  }
}

/** Whether another hand scores otherwise, and not only stands at other totals. */
function otherwise({ before, after }) {
  return JSON.stringify(before.hand?.deltas) !== JSON.stringify(after.hand?.deltas);
}

// ---- drawn upon what the server last said

let turn = 0;

/** Without what the page's record has already, though its answer never came: that is the first of the log, if any. */
function unknown(entries) {
  const [head, change] = state().mine ?? [];
  unanswered = head && entries[0]?.key.startsWith(head) ? entries[0] : undefined;
  if (!unanswered) return entries;
  arrived(unanswered.key, change);
  return entries.slice(1);
}

/** The page's record has this one. */
function arrived(key, change) {
  if (change) known.set(key, change);
  if (key === ownBid) ownBid = undefined;
}

/** Whether the page's record is older than the change that this entry has made. */
function behind({ key, change, revision }) {
  if ((change ?? revision) > state().revision) return true;
  arrived(key, change);
  return false;
}

/** The server has an entry: it goes on being drawn until the page's record has it. */
function hasIt({ done, change, revision, elsewhere }) {
  if (done?.subject !== state().game) return;
  answered = [...answered.filter(({ key }) => key !== done.key), { ...done, change, revision, when: Date.now() }]; // once, however often it is told
  if (elsewhere) refresh().catch(() => {}); // its answer went to another tab
}

/** The page is as the server has it: what was answered long ago and is not on it, the server has no more. */
function current() {
  const before = answered.length;
  answered = answered.filter(({ when }) => Date.now() - when < A_WHILE);
  if (answered.length < before) show();
}

/** The game with all that is kept here, as the engine is asked about it. */
export const folded = () => record();

const entriesOf = (game) => (log ? log.all(game).catch(() => []) : []);

/** What waits upon the record that the page has now. */
function reckon(entries) {
  for (const { act, is } of entries) if (is) known.set(JSON.parse(act).of, is); // answered before this page came
  answered = answered.filter(behind);
  const { mends } = find("form#pad")?.dataset ?? {};
  const done = new Set(answered.map(({ key }) => key));
  waiting = [...answered, ...unknown(entries).filter(({ state, key }) => !done.has(key) && (state === "waiting" || key === mends))];
  ownBid = waiting.findLast(isBid)?.key ?? ownBid;
  upTo = state().revision;
}

/** News have come, and the log has not been read since: a hand that both have counts twice until it is. */
async function reckoned() {
  if (upTo === state().revision) return;
  const entries = await entriesOf(state().game);
  if (upTo !== state().revision) reckon(entries);
}

const replays = new Map(); // the last of them, by their records

/** The scored game: its `answer` at once where the same was asked before, and in any case as it is `coming`, null where there is none. */
function replayOf(game) {
  const asked = JSON.stringify(game);
  if (!replays.has(asked)) {
    const replay = { answer: null };
    const failed = () => {
      replays.delete(asked);
      return null;
    };
    replay.coming = engine.replay(game).then((answer) => (replay.answer = answer), failed);
    replays.set(asked, replay);
    if (replays.size > REPLAYS) replays.delete(replays.keys().next().value);
  }
  return replays.get(asked);
}

/** What the game will be with this hand is reckoned while people read what it brings. */
export function foresee(event) {
  if (!started || upTo !== state().revision) return;
  const shown = told();
  replayOf(record({ ...shown, lines: [...shown.lines, { event }] }));
}

/**
 * Draw what is kept: rows, the scores they lead to, the form of the hand that comes next. `all`: what the log has, where it tells that
 * something was just done; whoever did that looks at scores and form, and the rows follow once those are seen.
 */
export async function show(all) {
  const mine = ++turn;
  const { game } = state();
  const entries = all?.filter(({ subject }) => subject === game) ?? (await entriesOf(game));
  if (mine !== turn) return;
  reckon(entries);
  if (!state().record) return;
  const shown = told();
  const { answer, coming } = waiting.length && engine ? replayOf(record(shown)) : {};
  let replay = answer ?? (coming && (await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, A_MOMENT, null))])));
  if (mine !== turn) return; // something newer is being drawn
  if (coming && !replay) coming.then((late) => late && mine === turn && put(shown, (replay = late)));
  if (!all) return put(shown, replay);
  putTop(shown, replay);
  await seen();
  if (mine === turn) putSheet(shown, replay);
}

function put(shown, replay) {
  putTop(shown, replay);
  putSheet(shown, replay);
}

/** The scores, and the form of the hand that comes next. */
function putTop(shown, replay) {
  spell({}); // what comes is compared with what was there
  const form = dress(shown.contract);
  if (waiting.length) drawTop(form, shown, replay);
  else drawBare(form);
  if (form) drawDealer(form, shown);
  spell(shown.names);
}

/** The sheet, and the last hands of it below the form. */
function putSheet(shown, replay) {
  const form = find("form#pad");
  spell({});
  if (waiting.length) upon("sheet-table", (sheet) => drawRows(sheet, shown.lines, shown.unsure ? null : replay, state().record, words()));
  spell(shown.names);
  recent(shown);
  if (form && replay && find(".kept-end", form) && !find("#strip")) ending(form, shown).catch(() => {}); // then the sentence stands
  if (form && !form.dataset.mends) find(".mending", form)?.remove();
  document.dispatchEvent(new Event("drawn"));
}

/** The browser has shown what the page is like now, or has nothing to show it on. */
const seen = () => new Promise((resolve) => (requestAnimationFrame(() => setTimeout(resolve)), setTimeout(resolve, UNSEEN)));

const address = () => rooted(`/games/${state().game}`);
const recent = ({ lines, names }) => drawRecent(lines, { players: state().record.players.map(respelt(names)), url: address(), words: words() });

/** What the server would say of an end that it does not know of yet. */
async function ending(form, shown) {
  const mine = turn;
  const [{ drawEnding }, { end }] = await Promise.all([import("./ending.js"), engine.ending(record(shown))]);
  const place = find(".kept-end", form);
  if (mine !== turn || !end || !place) return;
  const game = { url: address(), began: state().began, title: find("h1").textContent, kept: words().kept };
  drawEnding(place, end, shown.lines.filter(({ struck }) => !struck), game);
  recent(shown);
}

const scores = ({ act }) => !/"do":"(open|cancel|deal|rename|about|dispute)"/.test(act);
const isBid = ({ act }) => act.includes('"do":"open"');

/** What can be taken back in the bar: who deals first stands there already, and is tapped anew. */
const backOf = (entry) => (entry?.act.includes('"do":"deal"') ? undefined : entry);

/** As the server has it. */
function drawBare(form) {
  bare();
  if (!form) return;
  drawNext(form, null, null, words(), backOf(unanswered));
  number(form, countedIn(state().record.events) + 1, words());
}

/** With what is kept here. */
function drawTop(form, shown, replay) {
  const clear = replay && !shown.unsure;
  const whole = clear && (!replay.error || replay.outcome.status === "won"); // else the game stands still before what is wrong
  upon("board", (board) => {
    if (clear) drawBoard(board, replay);
    else if (waiting.some(scores)) drawUncounted(board, words());
  });
  if (!form) return;
  drawNext(form, whole ? replay : null, { lines: shown.lines, waits: shown.waits, last: backOf(waiting.at(-1)) }, words());
  // The next auction begins at the left of another dealer.
  if (replay && !replay.error && started && find(".auction", form)) bidding({ calls: form.elements.calls.value }).then((next) => drawCalls(form, next, false), () => {});
}

/** The form of the hand that comes next: with the contract that waits, or without the one that waits no more. */
function dress(contract) {
  let form = find("form#pad");
  if (!form) return null;
  if (telling(form)) {
    if (!contract) delete form.dataset.opened; // it is told like any other
    return form;
  }
  form = fitting(form, contract);
  if (putOff) tellAgain(form);
  else waitFor(form, contract, filling(contract));
  if (form.dataset.opened) asks(form).catch(() => {}); // without an engine it is asked with the result
  return form;
}

/** What the form is filled with; a bid that this phone has taken back goes on being told. */
function filling(contract) {
  const [mine, stays] = [turn, contract === undefined && ownBid !== undefined];
  if (stays) ownBid = undefined;
  const { short } = JSON.parse(waiting.findLast(isBid)?.act ?? "{}");
  return { short, stays, bidding: (calls) => bidding({ calls }).then((told) => (mine === turn ? told : Promise.reject(new Error("drawn anew")))) };
}

/** Under a saved bid: whether others bid too, asked while people know it. */
async function asks(form) {
  const { auction, contractor, bid } = draft(form);
  if (auction || contractor === undefined || bid === undefined) return;
  const needs = await engine.needs(record(), { contractor, bid });
  const event = draft(form);
  if (form.isConnected && form.dataset.opened && !event.points) drawQuestion(form, needs, event);
}

// ---- a hand that is corrected

let putOff = null; // what was told of the next hand when an older one came into the form

function tellAgain(form) {
  fill(form, putOff);
  putOff = null;
  help(form);
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

/** What stands to be corrected under this name: an entry of the log, or a hand that the server has. */
async function said(name) {
  const entry = [...(await log.all(state().game)), ...answered].find(({ key }) => key === name);
  if (entry) return JSON.parse(entry.act);
  return told().lines.find(named(name));
}

/** A hand of the sheet in the form again, to be saved otherwise. */
export async function mend(name) {
  const hand = await said(name);
  let form = find("form#pad");
  if (!hand || !form) return;
  if (begun() && !form.dataset.mends && !find(".auction", form)) putOff = draft(form);
  if (form.elements.kept) form = anew(form); // what is to be corrected is another hand than the one that waits
  const { event, short } = hand;
  const calls = event.auction && find(".auction", form) ? await bidding({ calls: event.auction.join(".") }).catch(() => null) : null;
  fill(form, event, short, calls);
  Object.assign(form.dataset, { mends: name, ...(hand.id && { was: JSON.stringify(draft(form)) }) });
  help(form);
  await show(); // one that was refused stands on the sheet again
  const save = find("[data-save]", form);
  save.textContent = words().correct;
  delete save.dataset.says;
  drawMending(form, name, words());
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
  form.scrollIntoView({ block: "start" });
}

/** Nothing is corrected after all. */
export function leave() {
  empty(find("form#pad"));
  help(find("form#pad"));
  return show();
}

/** Get ready, with the log of this phone. */
export function start(here, sender) {
  log = here;
  keepOffline();
  showKept(log, sender, state().game);
  if (!state().record) return;
  held(any);
  engine = createEngine({ workerUrl: rooted("/phone/worker.js"), lang: document.documentElement.lang });
  for (const [name, runs] of Object.entries({ ready: true, crashed: false, unavailable: false, again: false })) {
    engine.addEventListener(name, () => {
      started = runs;
      if (waiting.length) show();
    });
  }
  log.addEventListener("change", ({ detail }) => {
    if (!detail.elsewhere) store(); // what was just saved is no longer to be told
    hasIt(detail);
    show(detail.entries);
  });
  answered = answeredOf(state().game).filter(behind);
  if (answered.length) refresh().catch(() => {}); // what came here was made before that
  document.addEventListener("current", current);
  document.addEventListener("patching", () => {
    spell({}); // what comes is compared with what was there
    bare();
  });
  document.addEventListener("patched", () => {
    keep();
    show();
  });
  document.addEventListener("drawn", () => keepTaps(bidding), { once: true });
  show();
}
