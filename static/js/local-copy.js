// The game page with this phone's log applied to the server's newest state. The engine on this phone makes previews.

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
const UNSEEN = 100; // after this, no one waits for a repaint
const REPLAYS = 3; // cached replays

let engine = null;
let started = false;
let log = null;
let waiting = [];
let upTo; // the revision of its record
let answered = []; // on the server but not on this page: the news is on its way, or another tab has it
let unanswered; // on the record but not answered yet: it can be undone
let ownBid; // the key of the last saved bid while only this phone has it
const known = new Map(); // server entries by the keys they were sent under

const words = () => find("#words").content.firstElementChild.dataset;

/** Whether something of this game is not on the server yet. */
export const any = () => waiting.some((entry) => !answered.some(({ key }) => key === entry.key));

/** Whether the engine has started, so that no one has to wait for it. */
export const ready = () => started;

const told = () => fold(state(), waiting, known);

/** Return a test for a line with this name: a server entry's number, or a key of the log. */
const named = (name) => (line) => [line.id, line.key, line.by].some((one) => one !== undefined && String(one) === String(name));

/** Return the record as it will be when everything here is sent. */
function record({ lines, dealer, names } = told()) {
  const { players, ...rest } = state().record;
  const other = respelt(names);
  const spelt = (seated) => seated.map(other);
  const events = lines.filter((line) => !line.struck).map(({ event }) => (event.players ? { ...event, players: spelt(event.players) } : event));
  return { ...rest, players: spelt(players), first_dealer: dealer, events };
}

/** Resolves to the state of an auction, from the engine on this phone. */
export const bidding = (asked) => reckoned().then(() => engine.bidding(record(), asked.calls, asked));

/** Resolves to a draw for the first dealer, from the engine on this phone. */
export const drawing = () => reckoned().then(() => engine.draw(record()));

/** Show the effect of saving, from the engine on this phone. */
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
    if (event.auction) find("#result").replaceChildren(); // the calls say who bid
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
    // Without the engine the hand can still be saved. Its result is known once it is sent.
    result.dataset.complete = error.code ? "0" : "1";
    result.replaceChildren(Object.assign(document.createElement("p"), { className: error.code ? "error" : "soft small", textContent: error.code ? error.message : words().later }));
  }
}

/** Whether another hand's points change, and not only its totals. */
function otherwise({ before, after }) {
  return JSON.stringify(before.hand?.deltas) !== JSON.stringify(after.hand?.deltas);
}

// ---- applied to the server's state

let turn = 0;

/** Remove the entry that the page's record already has although its answer never came. It can only be the first. */
function unknown(entries) {
  const [head, change] = state().mine ?? [];
  unanswered = head && entries[0]?.key.startsWith(head) ? entries[0] : undefined;
  if (!unanswered) return entries;
  arrived(unanswered.key, change);
  return entries.slice(1);
}

/** Note that the page's record has this entry. */
function arrived(key, change) {
  if (change) known.set(key, change);
  if (key === ownBid) ownBid = undefined;
}

/** Whether the page's record is older than this entry's change. */
function behind({ key, change, revision }) {
  if ((change ?? revision) > state().revision) return true;
  arrived(key, change);
  return false;
}

/** Note that the server has an entry. It stays visible until the page's record has it. */
function hasIt({ done, change, revision, elsewhere }) {
  if (done?.subject !== state().game) return;
  answered = [...answered.filter(({ key }) => key !== done.key), { ...done, change, revision, when: Date.now() }]; // only once
  if (elsewhere) refresh().catch(() => {}); // another tab got the answer
}

/** The page is current: an old answer that is not on it is no longer on the server. */
function current() {
  const before = answered.length;
  answered = answered.filter(({ when }) => Date.now() - when < A_WHILE);
  if (answered.length < before) show();
}

/** Return the game with everything here, for the engine. */
export const folded = () => record();

const entriesOf = (game) => (log ? log.all(game).catch(() => []) : []);

/** Apply the waiting entries to the page's current record. */
function reckon(entries) {
  for (const { act, is } of entries) if (is) known.set(JSON.parse(act).of, is); // answered before this page
  answered = answered.filter(behind);
  const { mends } = find("form#pad")?.dataset ?? {};
  const done = new Set(answered.map(({ key }) => key));
  waiting = [...answered, ...unknown(entries).filter(({ state, key }) => !done.has(key) && (state === "waiting" || key === mends))];
  ownBid = waiting.findLast(isBid)?.key ?? ownBid;
  upTo = state().revision;
}

/** Wait until the log has been read since the last news. Before that, a hand in both would count twice. */
async function reckoned() {
  if (upTo === state().revision) return;
  const entries = await entriesOf(state().game);
  if (upTo !== state().revision) reckon(entries);
}

const replays = new Map(); // the latest, by record

/** Return the scored game: `answer` if it is cached, and `coming`, a promise of it, or of null if there is none. */
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

/** Score the game with this hand while people read its preview. */
export function foresee(event) {
  if (!started || upTo !== state().revision) return;
  const shown = told();
  replayOf(record({ ...shown, lines: [...shown.lines, { event }] }));
}

/**
 * Show what is waiting: rows, scores, and the next hand's form. `all` are the log's entries if a command was just added. Scores and form
 * then come first, and the rows after the browser has shown them.
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

/** Show the scores and the next hand's form. */
function putTop(shown, replay) {
  spell({}); // compare with the original names
  const form = dress(shown.contract);
  if (waiting.length) drawTop(form, shown, replay);
  else drawBare(form);
  if (form) drawDealer(form, shown);
  spell(shown.names);
}

/** Show the sheet, and the last hands below the form. */
function putSheet(shown, replay) {
  const form = find("form#pad");
  spell({});
  if (waiting.length) upon("sheet-table", (sheet) => drawRows(sheet, shown.lines, shown.unsure ? null : replay, state().record, words()));
  spell(shown.names);
  recent(shown);
  if (form && replay && find(".kept-end", form) && !find("#strip")) ending(form, shown).catch(() => {}); // else the sentence stays
  if (form && !form.dataset.mends) find(".mending", form)?.remove();
  document.dispatchEvent(new Event("drawn"));
}

/** Resolves when the browser has painted, or has nothing to paint on. */
const seen = () => new Promise((resolve) => (requestAnimationFrame(() => setTimeout(resolve)), setTimeout(resolve, UNSEEN)));

const address = () => rooted(`/games/${state().game}`);
const recent = ({ lines, names }) => drawRecent(lines, { players: state().record.players.map(respelt(names)), url: address(), words: words() });

/** Show the ending that the server does not know yet. */
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

/** Return the entry for the undo button. The first dealer has none: it is changed by another tap. */
const backOf = (entry) => (entry?.act.includes('"do":"deal"') ? undefined : entry);

/** Show the server's state. */
function drawBare(form) {
  bare();
  if (!form) return;
  drawNext(form, null, null, words(), backOf(unanswered));
  number(form, countedIn(state().record.events) + 1, words());
}

/** Show the state with what is waiting here. */
function drawTop(form, shown, replay) {
  const clear = replay && !shown.unsure;
  const whole = clear && (!replay.error || replay.outcome.status === "won"); // if not, the game stops before the error
  upon("board", (board) => {
    if (clear) drawBoard(board, replay);
    else if (waiting.some(scores)) drawUncounted(board, words());
  });
  if (!form) return;
  drawNext(form, whole ? replay : null, { lines: shown.lines, waits: shown.waits, last: backOf(waiting.at(-1)) }, words());
  // The next auction starts to the left of another dealer.
  if (replay && !replay.error && started && find(".auction", form)) bidding({ calls: form.elements.calls.value }).then((next) => drawCalls(form, next, false), () => {});
}

/** Return the next hand's form with the waiting contract, or without one that no longer waits. */
function dress(contract) {
  let form = find("form#pad");
  if (!form) return null;
  if (telling(form)) {
    if (!contract) delete form.dataset.opened; // it is an ordinary hand
    return form;
  }
  form = fitting(form, contract);
  if (putOff) tellAgain(form);
  else waitFor(form, contract, filling(contract));
  if (form.dataset.opened) asks(form).catch(() => {}); // without an engine, asked with the result
  return form;
}

/** Return what the form is filled with. A bid that this phone has undone stays in the form. */
function filling(contract) {
  const [mine, stays] = [turn, contract === undefined && ownBid !== undefined];
  if (stays) ownBid = undefined;
  const { short } = JSON.parse(waiting.findLast(isBid)?.act ?? "{}");
  return { short, stays, bidding: (calls) => bidding({ calls }).then((told) => (mine === turn ? told : Promise.reject(new Error("drawn anew")))) };
}

/** Under a saved bid, ask whether others bid too, while people remember. */
async function asks(form) {
  const { auction, contractor, bid } = draft(form);
  if (auction || contractor === undefined || bid === undefined) return;
  const needs = await engine.needs(record(), { contractor, bid });
  const event = draft(form);
  if (form.isConnected && form.dataset.opened && !event.points) drawQuestion(form, needs, event);
}

// ---- correcting a hand

let putOff = null; // the next hand's answers, set aside for a correction

function tellAgain(form) {
  fill(form, putOff);
  putOff = null;
  help(form);
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

/** Return the hand to correct by its name: an entry of the log, or a hand on the server. */
async function said(name) {
  const entry = [...(await log.all(state().game)), ...answered].find(({ key }) => key === name);
  if (entry) return JSON.parse(entry.act);
  return told().lines.find(named(name));
}

/** Put a hand of the sheet into the form to correct it. */
export async function mend(name) {
  const hand = await said(name);
  let form = find("form#pad");
  if (!hand || !form) return;
  if (begun() && !form.dataset.mends && !find(".auction", form)) putOff = draft(form);
  if (form.elements.kept) form = anew(form); // the hand to correct is not the one that waits
  const { event, short } = hand;
  const calls = event.auction && find(".auction", form) ? await bidding({ calls: event.auction.join(".") }).catch(() => null) : null;
  fill(form, event, short, calls);
  Object.assign(form.dataset, { mends: name, ...(hand.id && { was: JSON.stringify(draft(form)) }) });
  help(form);
  await show(); // a refused hand is on the sheet again
  const save = find("[data-save]", form);
  save.textContent = words().correct;
  delete save.dataset.says;
  drawMending(form, name, words());
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
  form.scrollIntoView({ block: "start" });
}

/** Cancel the correction. */
export function leave() {
  empty(find("form#pad"));
  help(find("form#pad"));
  return show();
}

/** Start with this phone's log. */
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
    if (!detail.elsewhere) store(); // saved, so no longer a draft
    hasIt(detail);
    show(detail.entries);
  });
  answered = answeredOf(state().game).filter(behind);
  if (answered.length) refresh().catch(() => {}); // the page may be older than these
  document.addEventListener("current", current);
  document.addEventListener("patching", () => {
    spell({}); // compare with the original names
    bare();
  });
  document.addEventListener("patched", () => {
    keep();
    show();
  });
  document.addEventListener("drawn", () => keepTaps(bidding), { once: true });
  show();
}
