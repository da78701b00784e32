// Drawing layer. The door: a tap is shown and stored here at once, and sent as often as it takes. Taps of other devices appear within seconds.

import { basePath, makeKey } from "./identifiers.js";
import { announce, find, patchPage, readStamps, requestParts, startPolling } from "./live-parts.js";
import { Log } from "./log.js";
import { showOutbox } from "./outbox.js";
import { Sender } from "./sender.js";

const EVERY = 4000;
const PATIENCE = 6000;
const SLOWEST = 60000;

const form = find("#door");
const subject = location.pathname.slice(basePath.length);
const log = new Log();
const sender = new Sender(log, () => "");
const sent = new Map(); // by row: the keys of the taps made here

const rowOf = (button) => button.closest(".door-row");

/** Show or hide the note that nothing is updated until someone signs in. */
function signedOut(is) {
  find("#signed-out").hidden = !is;
}

/** Show a message above the list, or remove it. */
function say(text = "") {
  const place = find("#door-said");
  place.textContent = text;
  place.hidden = !text;
}

// ---- what a tap shows before the server has answered

/** Make a button show, and its next tap do, the opposite. */
function flip(button) {
  const { value, dataset } = button;
  [button.value, dataset.other] = [dataset.other, value];
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
}

/** Show a tap's effect on its row. */
function paintRow(row, act) {
  const button = row.querySelector(`[value="${act}-${row.id.slice(5)}"]`);
  if (!button) return;
  row.classList.add("is-pending");
  if (act.startsWith("price.")) {
    const choice = button.closest("details");
    choice.open = false;
    find("summary", choice).textContent = button.textContent;
    return;
  }
  const pressed = [...row.querySelectorAll(".door-tap[aria-pressed=true]")];
  const states = ["here", "missing", "expected"];
  const money = !states.includes(act);
  for (const one of pressed) if (one !== button && Boolean(one.value.startsWith("expected")) !== money) flip(one);
  flip(button);
  if (!money) row.dataset.state = act;
  else if (act === "unpay" || act === "refund") delete row.dataset.paid;
  else row.dataset.paid = act;
}

function paint(act) {
  const [does, who] = act.split("-");
  if (does !== "rest") {
    const row = document.getElementById(`door-${who}`);
    return row && paintRow(row, does);
  }
  return document.querySelectorAll("#door-rows > ul:first-child .door-row[data-state=expected]").forEach((row) => paintRow(row, "here"));
}

/** Show again what is still waiting, after a part was replaced by an older one. */
async function paintWaiting() {
  const waiting = (await log.all(subject).catch(() => [])).filter(({ state }) => state === "waiting");
  for (const { act } of waiting) paint(JSON.parse(act).do);
}

// ---- taps

async function tap(button) {
  const row = rowOf(button);
  const act = { do: button.value, over: (sent.get(row?.id) ?? []).join(" ") };
  const key = makeKey();
  const seen = Number(row?.dataset.seen ?? form.elements.revision.value);
  const summary = [button.getAttribute("aria-label") ?? button.textContent.trim()];
  if (row) sent.set(row.id, [...(sent.get(row.id) ?? []), key].slice(-20));
  say();
  paint(act.do);
  try {
    await log.add({ key, subject, url: form.dataset.log, act, seen, summary });
  } catch {
    // This browser has no storage, so send it now.
    const entry = { key, subject, url: form.dataset.log, act: JSON.stringify(act), seen, after: null };
    const reply = await sender.ask(entry);
    if (reply) heard(entry, reply);
    else say(form.dataset.unheard);
  }
}

async function heard({ key, subject: about }, reply) {
  if (about !== subject) return;
  signedOut(false);
  if (reply.state !== "done") await log.drop(key).catch(() => {});
  if (reply.html) patchPage(reply.html);
  else if (reply.state !== "done") location.reload();
  if (reply.state === "done") announce(reply.detail);
  else say(reply.detail);
  filter();
  await paintWaiting();
}

sender.addEventListener("answer", ({ detail: { entry, reply } }) => heard(entry, reply));
sender.addEventListener("silence", ({ detail: { entry } }) => sender.signIn(entry.subject) !== undefined && signedOut(true));

// ---- taps of others

let looks = 0;

async function refresh() {
  const mine = (looks += 1);
  const waits = (await log.all(subject).catch(() => [])).length;
  if (waits) return;
  const html = await requestParts(location.href, "data-stamp=", { known: readStamps(), signal: AbortSignal.timeout(PATIENCE) }).catch(({ status, url }) => {
    if (!status) throw new TypeError("no network");
    if (url || status === 401) signedOut(true);
    if ([403, 404].includes(status)) location.reload();
  });
  if (html !== undefined) signedOut(false);
  if (!html || mine !== looks || (await log.all(subject).catch(() => [])).length) return;
  patchPage(html);
  filter();
}

// ---- finding a name

const field = find("[data-seek]");
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[-–’']/g, " ").toLowerCase();

/** Show only rows with every word typed. */
function filter() {
  const words = folded(field.value).split(" ").filter(Boolean);
  for (const row of document.querySelectorAll(".door-row")) {
    const text = folded(find(".door-name", row).textContent);
    row.hidden = !words.every((word) => text.includes(word));
  }
}

document.documentElement.classList.add("js");
find(".door-seek").hidden = false;
field.addEventListener("input", filter);
// Enter must not press the first button; it makes room for the next name.
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  field.value = "";
  filter();
});
form.addEventListener("submit", (event) => {
  const { submitter } = event;
  if (!submitter || submitter.hasAttribute("formaction")) return;
  event.preventDefault();
  looks += 1; // an answer on its way is older than this tap
  tap(submitter);
});
log.addEventListener("change", ({ detail }) => detail.elsewhere && detail.done && refresh().catch(() => {}));
startPolling(refresh, EVERY, SLOWEST);
showOutbox(log, sender, subject);
paintWaiting();
