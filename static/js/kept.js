// Hands kept on this phone: previewed by the engine here, shown on the sheet as what they are, sent once later.

import { draw } from "./auction.js";
import { contract, draft, outcome } from "./draft.js";
import { createEngine } from "./engine.js";
import { createOutbox, keepOffline, keepPage } from "./offline.js";
import { showOutbox } from "./outbox.js";
import { find, say, state, uuid } from "./parts.js";
import { help } from "./steps.js";
import { drawBoard, drawNext, drawQuestion, drawReceipt, drawRows } from "./drawn.js";

let engine = null;
let started = false;
let outbox = null;

const words = () => find("#words").content.firstElementChild.dataset;

/** Hands of this game that are still here, in order. */
const pending = () => outbox?.pending(state().game) ?? [];

export const any = async () => (await pending()).length > 0;

/** The record as it will be when everything kept here has been sent. */
async function record() {
  const waiting = (await pending()).filter((entry) => entry.operation === "record");
  const { record } = state();
  return { ...record, events: [...record.events, ...waiting.map((entry) => entry.event)] };
}

/** Whether the engine has started: then nobody waits for it. */
export const ready = () => started;

/** How an auction stands, told by the engine on this phone. */
export const bidding = async (asked) => engine.bidding(await record(), asked.calls, asked);

/** What saving will do, told by the engine on this phone. */
export async function preview(form, event, signal) {
  const game = await record();
  try {
    if (event.auction) find("#result").replaceChildren(); // the calls tell who bid
    else {
      const needs = await engine.needs(game, { contractor: event.contractor, bid: event.bid, points: event.points, called_seat: event.called_seat });
      if (signal?.aborted) return;
      if (!drawQuestion(form, needs, event)) return;
    }
    drawReceipt(await engine.preview(game, draft(form)), state().record, words());
  } catch (error) {
    const result = find("#result");
    // Without an engine the hand can still be kept; its result will be known when it has been sent.
    result.dataset.complete = error.code ? "0" : "1";
    result.replaceChildren(Object.assign(document.createElement("p"), { className: error.code ? "error" : "soft small", textContent: error.code ? error.message : words().later }));
  }
}

const operations = {
  record: (form) => ["record", draft(form)],
  passed_out: () => ["record", { kind: "passed_out" }],
  misdeal: () => ["record", { kind: "misdeal" }],
  open: (form) => ["open_contract", contract(form)],
  cancel: () => ["cancel_contract", null],
};

/** Keep what was to be saved; it is sent when there is a network. */
export async function keep(form, submitter) {
  const [operation, event] = operations[submitter.value]?.(form) ?? ["undo", { change: Number(submitter.value) }];
  const summary = await summaryOf(form, operation, event);
  const { game, revision } = state();
  if (!(await any())) keepPage(location.pathname, asItCame());
  const short = event?.auction ? outcome(form) : null;
  await outbox.add(game, { revision, event, operation, summary, short, id: form.elements.uuid.value });
  say(words().kept);
  if (operation === "record") clear(form);
  help(form);
  find("#result")?.replaceChildren();
  outbox.flush();
  await show();
}

/** The page as the server last had it, for whoever loads it again before there is a network. */
function asItCame() {
  const page = document.documentElement.cloneNode(true);
  for (const part of page.querySelectorAll("[inert]")) part.inert = false;
  for (const part of page.querySelectorAll("#clash, #result > *, [data-outbox-list] > *")) part.remove();
  return `<!doctype html>${page.outerHTML}`;
}

function clear(form) {
  form.reset();
  const auction = find(".auction", form);
  if (!auction) return;
  form.elements.calls.value = "";
  for (const radio of auction.querySelectorAll('[type="radio"]')) {
    radio.value = "";
    radio.classList.add("none");
  }
}

const A_MOMENT = 600;

/** What is kept, in sentences. Nobody's hand waits for an engine that is still starting: then in a few words. */
async function summaryOf(form, operation, event) {
  if (operation !== "record") return [words()[operation]];
  const game = await record();
  const { contractor, bid } = event.auction ? outcome(form) : event;
  const brief = [event.kind === "played" ? `${game.players[contractor]}, ${bid}` : words()[event.kind]];
  const late = new Promise((resolve) => setTimeout(resolve, A_MOMENT, brief));
  const whole = engine.preview(game, event).then(({ hand }) => (hand?.why.length ? hand.why.map((line) => line.text) : brief));
  return Promise.race([whole.catch(() => brief), late]);
}

let turn = 0;
let drawn = false;
let bringUpToDate = null;

/** Draw what is kept: rows on the sheet, the scores they lead to, who deals next. */
async function show() {
  const mine = ++turn;
  const waiting = (await pending()).filter((entry) => entry.operation === "record");
  const game = await record();
  const replay = waiting.length ? await engine.replay(game).catch(() => null) : null;
  if (mine !== turn) return; // something newer is being drawn
  for (const row of document.querySelectorAll(".is-kept")) row.remove();
  if (!waiting.length && drawn) await bringUpToDate().catch(() => {}); // what was drawn here stands no more
  drawn = waiting.length > 0;
  if (!drawn) return;
  const form = find("form#pad");
  drawRows(waiting, replay, game, words());
  if (replay) drawBoard(replay);
  if (!form) return;
  if (replay) drawNext(form, replay, waiting.filter(({ event }) => ["played", "passed_out"].includes(event.kind)).length, words());
  form.elements.uuid.value = uuid();
  // The next auction begins at the left of another dealer.
  if (replay && find(".auction", form)) draw(form, await bidding({ calls: form.elements.calls.value }), false);
}

/** Get ready; `refresh` brings the page up to date after something was sent. */
export async function start(refresh) {
  keepOffline();
  bringUpToDate = refresh;
  if (!state().record) return;
  engine = createEngine({ workerUrl: "/phone/worker.js", lang: document.documentElement.lang });
  for (const [name, runs] of Object.entries({ ready: true, crashed: false, unavailable: false })) engine.addEventListener(name, () => (started = runs));
  outbox = createOutbox();
  showOutbox(find("[data-outbox]"), outbox);
  outbox.addEventListener("sent", async ({ detail }) => {
    if (detail.gameId !== state().game) return;
    drawn = false;
    await refresh().catch(() => {});
    keepPage();
  });
  outbox.addEventListener("change", ({ detail }) => detail.gameId === state().game && show());
  document.addEventListener("parts", () => show());
  // A phone that is put away has its page as it is by then, should there be no network when it is taken up again.
  let tag = state().tag;
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || state().tag === tag) return;
    ({ tag } = state());
    keepPage();
  });
  await show();
}
