// Drawing layer. The script of the game page: previews a save, and logs every command on this phone at the tap.

import { clearForm, isComplete, readContract, readHand, readOutcome, replaceForm } from "./draft.js";
import { makeKey, rooted } from "./identifiers.js";
import { applyAnswer, patchGame, readState, refreshGame, watchGame } from "./live-game.js";
import { announce, find, replayChanges, requestParts } from "./live-parts.js";
import { Log } from "./log.js";
import * as steps from "./steps.js";

const PATIENCE = 4000;
const A_MOMENT = 300;

const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 300));
const pad = () => find("form#pad");
const game = () => readState().game;
const words = () => find("#words").content.firstElementChild.dataset;

// ---- commands: into the log, and from there to the server

const log = new Log();
let coming = null;

/** Load the sender after the page is ready. Until then commands are only stored. */
const sending = () =>
  (coming ??= import("./sender.js").then(
    ({ Sender }) => {
      const sender = new Sender(log, told);
      sender.addEventListener("answer", ({ detail }) => answered(detail));
      return sender;
    },
    (error) => {
      coming = null;
      throw error;
    },
  ));

/** Return what the page has, so that it is not sent again. */
function told(subject) {
  if (subject !== game()) return null;
  const grids = [...document.querySelectorAll("#pad [data-grid]")].map((grid) => `has=${grid.dataset.grid}`);
  return `?${[`at=${readState().revision}`, ...grids].join("&")}`;
}

async function answered({ entry: { subject }, reply }) {
  if (subject !== game()) return;
  if (reply.state !== "done") return arrived(reply);
  tell("");
  arrived(reply, here ? here.hasWaiting() : (await log.all(subject).catch(() => [])).length);
}

function arrived({ html }, more) {
  if (html && applyAnswer(html, more)) return said();
  refreshGame({ force: true }).catch(() => {}); // earlier news left the form alone
}

let typed = false;
for (const name of ["keydown", "pointerdown"]) addEventListener(name, () => (typed = name === "keydown"), true);

function said() {
  const form = pad();
  // Saving removes its own button. Keyboard users continue with the next hand.
  if (!typed || document.activeElement !== document.body) return;
  find('[name="contractor"]:not(.none, :disabled), .call-chips button', form ?? undefined)?.focus({ preventScroll: true });
  if (!form) find(".after .btn--primary")?.focus({ preventScroll: true });
}

/** Return the command of a button, and its text for people. */
function actOf(form, { value }) {
  const { players } = readState().record;
  const name = ({ contractor, bid }) => (contractor === undefined ? words().hands : `${players[contractor]}, ${bid}`);
  const note = form.elements.note?.value.trim();
  if (value === "passed_out" || value === "misdeal") return [{ do: "record", event: { kind: value, ...(note && { note }) } }, words()[value]];
  if (value === "cancel") return [{ do: "cancel" }, words().cancel_contract];
  const event = value === "open" ? readContract(form) : readHand(form);
  const calls = event.auction ? { short: readOutcome(form), dealer: Number(form.elements.dealer.value) } : {};
  const summary = `${name({ ...event, ...calls.short })}${event.points ? ` · ${event.points.join(" – ")}` : ""}`;
  return [{ do: value === "open" ? "open" : "record", event, ...calls }, summary];
}

/** Return the data that every command of this game is logged with. */
function about() {
  const { events: _events, ...header } = readState().record;
  return { subject: game(), url: rooted(`/games/${game()}/log`), seen: readState().revision, header };
}

let saving = false;
let judged = null; // whether the hand can be saved

async function save(form, submitter) {
  const [act, summary] = actOf(form, submitter);
  // The last tap may still be under review.
  await Promise.race([judged, new Promise((resolve) => setTimeout(resolve, A_MOMENT))]);
  const { mends } = form.dataset;
  const { complete: whether, lack, missing } = find("#result", form)?.dataset ?? {};
  // Enter in an unfinished hand saves nothing.
  const played = act.event?.kind === "played" && submitter.value === "record";
  if (played && (!isComplete(act.event) || whether === "0")) return announce(lack || missing);
  const written = () => next(form, act);
  const whole = { ...about(), act, seen: parseInt(form.elements.revision.value), summary: [summary], written };
  try {
    if (mends) await mended(whole, mends);
    else await log.add(whole);
  } catch {
    return alone(form, whole);
  }
  if (matchMedia("(width < 60rem)").matches) scrollTo({ top: 0 });
  import("./haptics.js").then(({ signalSave }) => signalSave(), () => {});
  sending().catch(() => {});
  kept().catch(() => tell(`${summary} · ${words().kept}`)); // the sheet can't show it yet
}

/** Save a correction: in place of an entry that is waiting or refused, else as a command on top of it. */
async function mended(told, key) {
  const { do: does = "record", of, before, keep_deals } = JSON.parse((await log.all(game())).find((entry) => entry.key === key)?.act ?? "{}");
  const whole = { ...told, act: { ...told.act, do: does, of, before, keep_deals } };
  const corrects = { ...whole, act: { ...whole.act, do: "correct", of: of ?? (Number(key) || key) } };
  if (Number(key)) await log.add(corrects); // the server has it
  else await log.add({ ...whole, instead: key }).catch(() => log.add(corrects));
}

let emptying = false; // the next steps are done here

/** Show the next hand's form, or the same one with its contract saved. */
function next(form, { do: does }) {
  announce(words().kept);
  drop();
  if (does === "open") {
    form.dataset.opened = JSON.stringify(readHand(form));
  } else {
    emptying = true;
    clearForm(form);
    emptying = false;
    // At once, because the next tap is for the next hand and must not keep this contract.
    if (form.elements.kept) replaceForm(form);
  }
  if (!pad()) return; // the game has ended
  // A second tap of the same finger no longer counts: see click-guard.js.
  pad().dataset.turn = makeKey();
  // The old undo button ignores taps until it is redrawn.
  for (const news of pad().querySelectorAll(".news")) news.inert = true;
  fresh();
}

/** Save who else bid with the bid while the hand is played, for the person who saves the result. */
async function bidsToo(form, { name }) {
  if (!/^(also_bid$|bidder-|bids-)/.test(name) || !(form.elements.kept || form.dataset.opened)) return;
  const event = readHand(form);
  if (isComplete(event) || !event.bids) return;
  const [act, summary] = actOf(form, { value: "open" });
  const written = () => form.dataset.opened && (form.dataset.opened = JSON.stringify(event));
  await log.add({ ...about(), act, seen: parseInt(form.elements.revision.value), summary: [summary], written });
  sending().catch(() => {});
}

/** Set the dealer by a tap on a name, or by a draw. */
async function deal(form, button) {
  const { chooseDealer } = await import("./first-dealer.js");
  const chosen = await chooseDealer(form, button, { players: readState().record.players, view: kept, told: words().deals });
  if (!chosen) return;
  const { mends, ...rest } = chosen;
  const whole = { ...about(), ...rest };
  try {
    await (mends ? mended(whole, mends) : log.add(whole));
  } catch {
    return alone(form, whole);
  }
  sending().catch(() => {});
  kept().catch(() => {});
}

/** Without storage, the hand stays in the form until the server has it. */
async function alone(form, whole) {
  tell(words().nothing);
  const reply = await import("./no-storage.js").then(({ askDirectly }) => askDirectly(sending(), whole)).catch(() => null);
  if (reply?.state !== "done") return tell(reply?.detail ?? reply?.question?.title ?? words().nonet);
  drop();
  clearForm(form);
  fresh();
  arrived(reply);
}

/** Show a message, and announce it. */
function tell(text) {
  const place = find("#told");
  if (!place) return announce(text);
  place.textContent = text;
  place.hidden = !text;
  announce(text);
}

/** Undo: remove what is only here, and log a command for the rest. */
async function undo({ dataset: { key, waits }, value }) {
  const whole = { ...about(), summary: [words().undo] };
  const again = waits && { waits: JSON.parse(waits) };
  try {
    if (!(key && (await log.take(key)))) await log.add({ ...whole, act: { do: "undo", of: key ?? Number(value), ...again } });
    const form = pad();
    if (form) form.dataset.turn = makeKey();
    announce(words().undo);
    kept().catch(() => {});
  } catch {
    await alone(pad() ?? document.createElement("form"), { ...whole, act: { do: "undo", of: Number(value) } });
  }
}

/** Void a waiting hand. Removing it from the log would leave its saved bid waiting. */
const strike = (key) => log.add({ ...about(), summary: [words().strike], act: { do: "strike", of: key } });

// ---- after the page is ready: the engine, and the log applied to the sheet

let later = null;
let here = null;
const kept = () =>
  (later ??= Promise.all([import("./local-view.js"), sending()]).then(
    ([module, sender]) => {
      module.startView(log, sender);
      return (here = module);
    },
    (error) => {
      later = null; // the network failed, so the next call tries again
      throw error;
    },
  ));

// ---- the effect of saving

let asking = null;

/** Cancel pending previews, because the form has another hand. */
function drop() {
  asking?.abort();
  asking = null;
}

function show(html) {
  const before = find("#result")?.dataset.said;
  patchGame(html);
  find("[data-filled]", pad())?.remove(); // the answer includes its text
  const { said: now, missing } = find("#result").dataset;
  if (now !== before) announce(now || missing);
  allow();
}

/** Enable Save when the hand has everything that its score depends on. */
function allow() {
  const form = pad();
  const button = find("[data-save]", form ?? undefined);
  const event = form && readHand(form);
  if (!button) return;
  button.disabled = Boolean(event && isComplete(event) && find("#result")?.dataset.complete === "0");
  const { lack } = find("#result")?.dataset ?? {};
  if (button.disabled && lack) {
    button.dataset.says ??= button.textContent;
    button.textContent = lack; // why it can't be tapped
  } else if (button.dataset.says) {
    button.textContent = button.dataset.says;
    delete button.dataset.says;
  }
}

const post = (url, ours, form, tapped = [], signal = AbortSignal.timeout(PATIENCE)) =>
  requestParts(url, ours, { method: "POST", body: new URLSearchParams([...new FormData(form), ...tapped]), signal });

/** Post a button to the server. Its form may have been replaced by now. */
const asks = (form, { name, value, formAction }, ours) => post(formAction, ours, form, [[name, value]]);

async function preview() {
  const form = pad();
  drop();
  if (!form || !find("#result")) return;
  const event = readHand(form);
  if (form.dataset.was === JSON.stringify(event)) {
    for (const part of find("#result").querySelectorAll(".receipt, .error, .small")) part.remove();
    Object.assign(find("#result").dataset, { complete: "0", lack: words().wrong });
    return allow();
  }
  if (!isComplete(event)) {
    // The answer to a question stays while another chip is being chosen.
    for (const part of find("#result").querySelectorAll(".receipt, .error")) part.remove();
    return allow();
  }
  delete find("#result").dataset.complete; // it was about the old values
  const mine = (asking = new AbortController());
  const late = setTimeout(() => mine.abort("late"), PATIENCE);
  try {
    const mends = form.dataset.mends ?? "";
    if (here?.hasWaiting() || (mends && !Number(mends))) throw new TypeError("hands are kept here");
    const html = await post(rooted(`/games/${game()}/preview${mends && `?of=${mends}`}`), 'id="result"', form, undefined, mine.signal);
    if (mine !== asking) return;
    show(html);
    if (!mends) here?.scoreAhead(event);
    return;
  } catch {
    if (mine !== asking || (mine.signal.aborted && mine.signal.reason !== "late")) return;
    delete find("#result").dataset.complete;
    allow(); // don't wait for what can't be asked
    const signal = { get aborted() { return mine !== asking; } };
    await kept().then((module) => module.previewHand(form, event, signal), () => {});
    if (mine === asking) allow();
  } finally {
    clearTimeout(late);
  }
}

// ---- the auction call by call

let bidding = Promise.resolve();
let dealing = Promise.resolve();

/** Handle a call, an undone one, or a player who wants to call: by the engine if it runs, else by the server. */
async function bid(form, submitter) {
  const { drawAuction, makeQuestion } = await import("./auction.js");
  const asked = makeQuestion(form, submitter);
  const drawn = (answer) => {
    if (!form.isConnected && pad()) return bid(pad(), submitter); // replaced by now
    drawAuction(form, answer);
    find("#result")?.replaceChildren();
    steps.updateHelp(form);
    form.dispatchEvent(new CustomEvent("told", { bubbles: true }));
  };
  try {
    if (here && (here.isReady() || here.hasWaiting())) return drawn(await here.askBidding(asked));
    return drawn(JSON.parse(await asks(form, submitter, "")));
  } catch {
    return drawn(await (await kept()).askBidding(asked));
  }
}

/** Remove what was shown when nothing is left in the form. */
function cleared() {
  if (readHand(pad()).contractor !== undefined) return;
  find("#result")?.replaceChildren();
  fresh();
}

function fresh() {
  const form = pad();
  if (!form) return;
  steps.updateHelp(form);
  allow();
}

document.documentElement.classList.add("js");
steps.watchForm();
document.addEventListener("change", ({ target }) => {
  if (target.form !== pad()) return;
  if (target.name === "contractor") {
    find("#result")?.replaceChildren(); // the question changes
    find("[data-filled]", pad())?.remove();
  }
  tell("");
  judged = preview();
  bidsToo(pad(), target).catch(() => {}); // else it goes with the result
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!submitter || (form !== pad() && submitter.name !== "change")) return;
  event.preventDefault();
  if (["call", "back", "who"].includes(submitter.name)) {
    bidding = bidding.then(() => bid(form, submitter)).catch(() => tell(words().nonet));
  } else if (submitter.closest(".deals-first")) {
    dealing = dealing.then(() => deal(form, submitter)).catch(() => location.assign(submitter.formAction));
  } else if (submitter.name === "mode") {
    import("./auction.js").then(({ switchForm }) => switchForm(form, submitter, asks)).catch(() => tell(words().nonet));
  } else if (!saving) {
    saving = true;
    (submitter.name === "change" ? undo(submitter) : save(form, submitter)).finally(() => (saving = false));
  }
});
document.addEventListener("click", async (event) => {
  const { target } = event;
  const form = pad();
  if (form && target.closest?.(".deals, .step-tools > a") && !find("[data-made], [name=contractor]:checked:not(.none)", form)) {
    event.preventDefault();
    const { askDealer } = await import("./first-dealer.js");
    return askDealer(form, readState().record.players, words(), rooted(`/games/${game()}/dealer`));
  }
  const sent = target.closest?.("[data-picture]");
  if (sent) return (await import("./picture.js")).sendPicture(sent);
  const button = target.closest?.("[data-mend], [data-strike], [data-leave]");
  if (!button) return;
  const { mend, strike: out } = button.dataset;
  if (out) return strike(out);
  if (!mend) {
    drop();
    return (await kept()).cancelCorrection();
  }
  await (await kept()).correctHand(mend);
});
document.addEventListener("told", () => (judged = preview()));
// After the form itself has been reset.
document.addEventListener("reset", ({ target }) => target === pad() && !emptying && setTimeout(cleared));
document.addEventListener("parts", fresh);
let over = find("#ending");
document.addEventListener("patched", () => {
  const ending = find("#ending");
  if (ending && !over) import("./celebration.js").then(({ celebrate }) => celebrate(ending), () => {});
  over = ending;
});
fresh();
announce(find("#notice")?.textContent.trim());
replayChanges(pad());
watchGame();
const getReady = () =>
  idle(
    () => {
      import("./haptics.js").catch(() => {}); // load it while there is a network
      import("./wake-lock.js").then(({ keepScreenAwake }) => keepScreenAwake(), () => {});
      if (!window.isSecureContext) import("./install-note.js").then(({ explainInstall }) => explainInstall(), () => {});
      if (readState().record) kept().catch(() => {});
      import("./game-tabs.js").then(({ startTabs }) => startTabs(), () => {});
    },
    { timeout: 3000 },
  );
addEventListener("load", getReady);
addEventListener("online", getReady);
if (document.readyState === "complete") getReady();
