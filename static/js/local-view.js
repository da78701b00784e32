// Drawing layer. The game page with this phone's log applied to the server's newest state. The engine on this phone makes previews.

import { applyLog } from "./apply-log.js";
import { drawAuction } from "./auction.js";
import { fitForm, hasHand, showContract } from "./contract.js";
import { patchPart, restoreParts } from "./dom-patch.js";
import { clearForm, readHand, replaceForm } from "./draft.js";
import { createEngine } from "./engine.js";
import { drawDealer } from "./first-dealer.js";
import { rooted } from "./identifiers.js";
import { hasUnsavedHand, holdFormWhile, readState, refreshGame } from "./live-game.js";
import { find } from "./live-parts.js";
import { readAnswered } from "./log.js";
import { countHands, drawBoard, drawNext, drawQuestion, drawReceipt, drawRows, drawUncounted, initials, makeElement, showHandNumber } from "./optimistic-ui.js";
import { showOutbox } from "./outbox.js";
import { storeSnapshot } from "./page-snapshot.js";
import { fillForm } from "./prefill.js";
import { drawCorrection, drawMends, drawRecent, nameOf } from "./recent-hands.js";
import { installOffline } from "./service-worker.js";
import { makeRespeller, showSpelling } from "./spelling.js";
import { updateHelp } from "./steps.js";
import { startStoring, storeTaps } from "./unsaved-hand.js";

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
export const hasWaiting = () => waiting.some((entry) => !answered.some(({ key }) => key === entry.key));

/** Whether the engine has started, so that no one has to wait for it. */
export const isReady = () => started;

const told = () => applyLog(readState(), waiting, known);

/** Return a test for a line with this name: a server entry's number, or a key of the log. */
const named = (name) => (line) => [line.id, line.key, line.by].some((one) => one !== undefined && String(one) === String(name));

/** Return the record as it will be when everything here is sent. */
function record({ lines, dealer, names } = told()) {
  const { players, ...rest } = readState().record;
  const other = makeRespeller(names);
  const spelt = (seated) => seated.map(other);
  const events = lines.filter((line) => !line.struck).map(({ event }) => (event.players ? { ...event, players: spelt(event.players) } : event));
  return { ...rest, players: spelt(players), first_dealer: dealer, events };
}

/** Resolves to the state of an auction, from the engine on this phone. */
export const askBidding = (asked) => reckoned().then(() => engine.bidding(record(), asked.calls, asked));

/** Resolves to a draw for the first dealer, from the engine on this phone. */
export const pickDealer = () => reckoned().then(() => engine.draw(record()));

/** Return the name of the last line if it sets the dealer, which is then corrected, or undefined. */
export async function readLastDealer() {
  await reckoned();
  const last = told().lines.findLast(({ struck }) => !struck);
  return last?.event.kind === "deal" ? nameOf(last) : undefined;
}

/** Show the effect of saving, from the engine on this phone. */
export async function previewHand(form, event, signal) {
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
    drawReceipt(receipt, words(), at === null ? undefined : (await replayOf(game).coming)?.scores);
    if (signal?.aborted) return;
    if (receipt.changes.some(otherwise)) find("#result").append(makeElement("p", "small", words().otherwise));
    if (!mends) scoreAhead(event);
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
  const [head, change] = readState().mine ?? [];
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
  if ((change ?? revision) > readState().revision) return true;
  arrived(key, change);
  return false;
}

/** Note that the server has an entry. It stays visible until the page's record has it. */
function hasIt({ done, change, revision, elsewhere }) {
  if (done?.subject !== readState().game) return;
  answered = [...answered.filter(({ key }) => key !== done.key), { ...done, change, revision, when: Date.now() }]; // only once
  if (elsewhere) refreshGame().catch(() => {}); // another tab got the answer
}

/** The page is current: an old answer that is not on it is no longer on the server. */
function current() {
  const before = answered.length;
  answered = answered.filter(({ when }) => Date.now() - when < A_WHILE);
  if (answered.length < before) showWaiting();
}

/** Return the game with everything here, for the engine. */
export const readRecord = () => record();

const entriesOf = (game) => (log ? log.all(game).catch(() => []) : []);

/** Apply the waiting entries to the page's current record. */
function reckon(entries) {
  for (const { act, is } of entries) if (is) known.set(JSON.parse(act).of, is); // answered before this page
  answered = answered.filter(behind);
  const { mends } = find("form#pad")?.dataset ?? {};
  const done = new Set(answered.map(({ key }) => key));
  waiting = [...answered, ...unknown(entries).filter(({ state, key }) => !done.has(key) && (state === "waiting" || key === mends))];
  ownBid = waiting.findLast(isBid)?.key ?? ownBid;
  upTo = readState().revision;
}

/** Wait until the log has been read since the last news. Before that, a hand in both would count twice. */
async function reckoned() {
  if (upTo === readState().revision) return;
  const entries = await entriesOf(readState().game);
  if (upTo !== readState().revision) reckon(entries);
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

/** Score the game with this hand while people read its preview, and load what shows its end. */
export function scoreAhead(event) {
  if (!started || upTo !== readState().revision) return;
  const shown = told();
  const { coming } = replayOf(record({ ...shown, lines: [...shown.lines, { event }] }));
  coming.then((replay) => replay?.outcome.status === "won" && loadEnding().catch(() => {}));
}

/**
 * Show what is waiting: rows, scores, and the next hand's form. `all` are the log's entries if a command was just added. Scores and form
 * then come first, and the rows after the browser has shown them.
 */
export async function showWaiting(all) {
  const mine = ++turn;
  const { game } = readState();
  const entries = all?.filter(({ subject }) => subject === game) ?? (await entriesOf(game));
  if (mine !== turn) return;
  reckon(entries);
  if (!readState().record) return;
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
  showSpelling({}); // compare with the original names
  const form = dress(shown.contract);
  if (waiting.length) drawTop(form, shown, replay);
  else drawBare(form);
  if (form) drawDealer(form, shown);
  showSpelling(shown.names);
}

/** Show the sheet, and the last hands below the form. */
function putSheet(shown, replay) {
  const form = find("form#pad");
  showSpelling({});
  if (waiting.length) {
    patchPart("sheet-table", (sheet) => {
      drawRows(sheet, shown.lines, shown.unsure ? null : replay, readState().record, words());
      drawMends(shown.lines, sheet, words());
    });
  } else drawMends(shown.lines, document, words());
  showSpelling(shown.names);
  spellInitials(shown.names);
  recent(shown);
  if (form && replay && find(".pending-end", form) && !find("#strip")) ending(form, shown).catch(() => {}); // else the sentence stays
  if (form && !form.dataset.mends) find(".correcting", form)?.remove();
  document.dispatchEvent(new Event("drawn"));
}

/** Show the initials of the names as they are spelt here. */
function spellInitials(names) {
  const { players } = readState().record;
  const [old, fresh] = [initials(players), initials(players.map(makeRespeller(names)))];
  for (const { dataset } of document.querySelectorAll("#rows [data-i]")) {
    dataset.was ??= dataset.i;
    dataset.i = fresh[old.indexOf(dataset.was)] ?? dataset.was;
  }
}

/** Resolves when the browser has painted, or has nothing to paint on. */
const seen = () => new Promise((resolve) => (requestAnimationFrame(() => setTimeout(resolve)), setTimeout(resolve, UNSEEN)));

const address = () => rooted(`/games/${readState().game}`);
const recent = ({ lines }) => drawRecent(lines, { url: address(), words: words() });

const loadEnding = () => import("./offline-game-over.js");

/** Show the ending that the server does not know yet. */
async function ending(form, shown) {
  const mine = turn;
  const [{ drawEnding, styled }, { end }] = await Promise.all([loadEnding(), engine.ending(record(shown))]);
  await styled;
  const place = find(".pending-end", form);
  if (mine !== turn || !end || !place) return;
  const game = { url: address(), began: readState().began, title: find("h1").textContent, kept: words().kept };
  drawEnding(place, end, shown.lines.filter(({ struck }) => !struck), game);
  recent(shown);
}

const scores = ({ act }) => !/"do":"(open|cancel|deal|rename|about|dispute)"/.test(act);
const isBid = ({ act }) => act.includes('"do":"open"');

/** Return the entry for the undo button. The first dealer has none: it is changed by another tap. */
const backOf = (entry) => (entry?.act.includes('"do":"deal"') ? undefined : entry);

/** Show the server's state. */
function drawBare(form) {
  restoreParts();
  if (!form) return;
  drawNext(form, null, null, words(), backOf(unanswered));
  showHandNumber(form, countHands(readState().record.events) + 1, words());
}

/** Show the state with what is waiting here. */
function drawTop(form, shown, replay) {
  const clear = replay && !shown.unsure;
  const whole = clear && (!replay.error || replay.outcome.status === "won"); // if not, the game stops before the error
  patchPart("board", (board) => {
    if (clear) drawBoard(board, replay);
    else if (waiting.some(scores)) drawUncounted(board, words());
  });
  if (!form) return;
  drawNext(form, whole ? replay : null, { lines: shown.lines, waits: shown.waits, last: backOf(waiting.at(-1)) }, words());
  // The next auction starts to the left of another dealer.
  if (replay && !replay.error && started && find(".auction", form)) askBidding({ calls: form.elements.calls.value }).then((next) => drawAuction(form, next, false), () => {});
}

/** Return the next hand's form with the waiting contract, or without one that no longer waits. */
function dress(contract) {
  let form = find("form#pad");
  if (!form) return null;
  if (hasHand(form)) {
    if (!contract) delete form.dataset.opened; // it is an ordinary hand
    return form;
  }
  form = fitForm(form, contract);
  if (putOff) tellAgain(form);
  else showContract(form, contract, filling(contract));
  if (form.dataset.opened) asks(form).catch(() => {}); // without an engine, asked with the result
  return form;
}

/** Return what the form is filled with. A bid that this phone has undone stays in the form. */
function filling(contract) {
  const [mine, stays] = [turn, contract === undefined && ownBid !== undefined];
  if (stays) ownBid = undefined;
  const { short } = JSON.parse(waiting.findLast(isBid)?.act ?? "{}");
  return { short, stays, bidding: (calls) => askBidding({ calls }).then((told) => (mine === turn ? told : Promise.reject(new Error("drawn anew")))) };
}

/** Under a saved bid, ask whether others bid too, while people remember. */
async function asks(form) {
  const { auction, contractor, bid } = readHand(form);
  if (auction || contractor === undefined || bid === undefined) return;
  const needs = await engine.needs(record(), { contractor, bid });
  const event = readHand(form);
  if (form.isConnected && form.dataset.opened && !event.points) drawQuestion(form, needs, event);
}

// ---- correcting a hand

let putOff = null; // the next hand's answers, set aside for a correction

function tellAgain(form) {
  fillForm(form, putOff);
  putOff = null;
  updateHelp(form);
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

/** Return the hand to correct by its name: an entry of the log, or a hand on the server. */
async function said(name) {
  const entry = [...(await log.all(readState().game)), ...answered].find(({ key }) => key === name);
  if (entry) return JSON.parse(entry.act);
  return told().lines.find(named(name));
}

/** Put a hand of the sheet into the form to correct it. */
export async function correctHand(name) {
  const hand = await said(name);
  let form = find("form#pad");
  if (!hand || !form) return;
  if (hasUnsavedHand() && !form.dataset.mends && !find(".auction", form)) putOff = readHand(form);
  if (form.elements.kept) form = replaceForm(form); // the hand to correct is not the one that waits
  const { event, short } = hand;
  const calls = event.auction && find(".auction", form) ? await askBidding({ calls: event.auction.join(".") }).catch(() => null) : null;
  fillForm(form, event, short, calls);
  Object.assign(form.dataset, { mends: name, ...(hand.id && { was: JSON.stringify(readHand(form)) }) });
  updateHelp(form);
  await showWaiting(); // a refused hand is on the sheet again
  const save = find("[data-save]", form);
  save.textContent = words().correct;
  delete save.dataset.says;
  drawCorrection(form, told().lines.find(named(name)), words());
  form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
  if (location.hash === "#sheet") location.hash = "#score";
  form.scrollIntoView({ block: "start" });
}

/** Cancel the correction. */
export function cancelCorrection() {
  clearForm(find("form#pad"));
  updateHelp(find("form#pad"));
  return showWaiting();
}

/** Start with this phone's log. */
export function startView(here, sender) {
  log = here;
  installOffline();
  showOutbox(log, sender, readState().game);
  if (!readState().record) return;
  holdFormWhile(hasWaiting);
  engine = createEngine({ workerUrl: rooted("/phone/worker.js"), lang: document.documentElement.lang });
  for (const [name, runs] of Object.entries({ ready: true, crashed: false, unavailable: false, again: false })) {
    engine.addEventListener(name, () => {
      started = runs;
      if (waiting.length) showWaiting();
    });
  }
  log.addEventListener("change", ({ detail }) => {
    if (!detail.elsewhere) storeTaps(); // saved, so no longer a draft
    hasIt(detail);
    showWaiting(detail.entries);
  });
  answered = readAnswered(readState().game).filter(behind);
  if (answered.length) refreshGame().catch(() => {}); // the page may be older than these
  document.addEventListener("current", current);
  document.addEventListener("patching", () => {
    showSpelling({}); // compare with the original names
    restoreParts();
  });
  document.addEventListener("patched", () => {
    storeSnapshot();
    showWaiting();
  });
  document.addEventListener("drawn", () => startStoring(askBidding), { once: true });
  showWaiting();
}
