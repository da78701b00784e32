// Drawing layer. Shows on every page what is waiting on this phone, and sends it. Its texts are fetched once and then stored.

import { rooted } from "./identifiers.js";
import { Log } from "./log.js";
import { Sender } from "./sender.js";

const A_MOMENT = 2500; // a server this fast needs no notice
const WORDS_TAKE = 4000;

const { lang } = document.documentElement;
// Like the server's `time_of_day`.
const time = (at) => new Date(at).toLocaleTimeString(`${lang}-CA`, { hour: "numeric", minute: "2-digit" }).replace(/^0/, "").replaceAll(" ", "\u00a0");

let section = null;
let waitingBox = null;
let coming = null;

async function fetched() {
  const answer = await fetch(rooted(`/kept/${lang}`), { signal: AbortSignal.timeout(WORDS_TAKE) }).catch(() => null);
  const page = document.createElement("template");
  page.innerHTML = answer?.ok ? await answer.text().catch(() => "") : "";
  section = page.content.querySelector(".outbox");
  waitingBox = section?.querySelector("[data-waiting]");
}

/** Return the section with its templates, or null if it can't be fetched. Calls at the same time share one request. */
async function ready() {
  if (!section) await (coming ??= fetched().finally(() => (coming = null)));
  return section;
}

/** Put the section where the page has room, again if that part was replaced. */
function settle() {
  const host = document.querySelector("[data-outbox]");
  if (!section.isConnected && host) host.append(section);
  else if (!section.isConnected) (document.querySelector("main") ?? document.body).prepend(section);
  // If the page has a place for it, nothing moves under the finger.
  const place = document.querySelector("[data-kept-here]") ?? section;
  if (waitingBox.parentElement !== place) place.append(waitingBox);
}

const lines = (texts) => texts.map((textContent) => Object.assign(document.createElement("p"), { textContent }));

const isHand = ({ act }) => JSON.parse(act).do === "record";

/** Fill a template part that only some entries have, or remove it. */
function offer(part, whether, fit) {
  if (part && whether) fit(part);
  else part?.remove();
}

function fill(template, entry, subject) {
  const part = template.content.firstElementChild.cloneNode(true);
  const question = entry.reply?.question ?? {};
  const told = { yours: entry.summary, ...question, summary: entry.summary.join(" "), detail: entry.reply?.detail ?? "", at: time(entry.at) };
  for (const slot of part.querySelectorAll("[data-slot]")) {
    const value = told[slot.dataset.slot];
    if (Array.isArray(value)) slot.replaceChildren(...lines(value));
    else slot.textContent = value ?? "";
    if (slot.tagName === "TIME") slot.dateTime = entry.at;
  }
  for (const button of part.querySelectorAll("[data-do]")) button.dataset.entry = entry.key;
  const here = entry.subject === subject;
  offer(part.querySelector("[data-mend]"), isHand(entry) && here, (button) => (button.dataset.mend = entry.key));
  offer(part.querySelector("[data-game]"), typeof entry.subject === "number" && !here, (link) => (link.href = rooted(`/games/${entry.subject}`)));
  for (const name of ["effect", "replace"]) offer(part.querySelector(`[data-slot="${name}"]`), question[name], () => {});
  if (question.same) part.querySelector('[data-do="drop"]').classList.add("btn--primary");
  return part;
}

/** Keep the section in step with the log. The page shows `subject` itself until the network fails. */
export function showOutbox(log, sender, subject) {
  let turn = 0;
  async function draw() {
    const mine = ++turn;
    const entries = await log.all().catch(() => []);
    const asOf = document.documentElement.dataset.asOf;
    if (mine !== turn || (!entries.length && !section && !asOf)) return;
    const words = await ready();
    if (mine !== turn) return;
    if (!words) {
      setTimeout(() => mine === turn && draw(), 2 * A_MOMENT); // they may come
      return;
    }
    settle();
    const old = Date.now() - A_MOMENT;
    const waiting = entries.filter(({ state }) => state === "waiting");
    const worth = waiting.some((entry) => entry.subject !== subject || sender.failing(entry.subject) || Date.parse(entry.at) < old);
    const asked = entries.filter(({ state }) => state !== "waiting");
    show(asked.map((entry) => fill(section.querySelector(`[data-state="${entry.state}"]`), entry, subject)));
    box(waitingBox, worth ? waiting : []);
    section.querySelector(".as-of")?.remove();
    if (asOf) section.prepend(Object.assign(document.createElement("p"), { className: "as-of small soft", textContent: section.dataset.asOf.replace("%t", time(asOf)) }));
    section.hidden = !asked.length && !asOf && (!worth || !section.contains(waitingBox));
    if (waiting.length && !worth) setTimeout(draw, A_MOMENT);
  }

  /** Show the questions. An unchanged one stays, because a finger may be on it. */
  function show(slips) {
    const old = [...section.querySelectorAll(":scope > .slip--clash")];
    if (old.length === slips.length && old.every((slip, n) => slip.isEqualNode(slips[n]))) return;
    for (const slip of old) slip.remove();
    section.append(...slips);
  }

  function box(part, waiting) {
    part.hidden = !waiting.length;
    const n = waiting.length;
    const words = waiting.every(isHand) ? ["hand", "hands"] : ["thing", "things"];
    part.querySelector("[data-count]").textContent = `${section.dataset[words[n === 1 ? 0 : 1]].replace("%n", n)}.`;
    const signIn = waiting.map((entry) => sender.signIn(entry.subject)).find((where) => where !== undefined);
    for (const one of part.querySelectorAll("[data-signed-out]")) one.hidden = signIn === undefined;
    for (const one of part.querySelectorAll("[data-network]")) one.hidden = signIn !== undefined;
    const link = part.querySelector("a[data-signed-out]");
    if (link && signIn) link.href = `${signIn}?next=${encodeURIComponent(location.pathname + location.search)}`;
    part.querySelector("[data-plain]").hidden = window.isSecureContext && "serviceWorker" in navigator;
    const line = section.querySelector("[data-line]");
    const items = waiting.map((entry) => {
      const item = fill(line, entry, subject);
      if (entry.left) item.querySelector("[data-do]").remove(); // the server may have it
      return item;
    });
    part.querySelector("[data-list]").replaceChildren(...items);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".outbox [data-do], [data-waiting] [data-do]");
    if (!button) return;
    const { do: does, entry } = button.dataset;
    if (does === "wake") sender.wake();
    else if (does === "file") save(log, entry);
    else if (does === "replace") replace(log, entry).catch(() => {});
    else log[does](entry).catch(() => {});
  });
  log.addEventListener("change", draw);
  document.addEventListener("current", () => section?.querySelector(".as-of") && draw());
  for (const name of ["answer", "silence"]) sender.addEventListener(name, draw);
  draw();
}

/** Send the command that the question offers, in place of the entry. */
async function replace(log, key) {
  const entry = (await log.all()).find((one) => one.key === key);
  const { subject, url, summary, header, reply } = entry;
  await log.add({ subject, url, summary, header, act: reply.question.instead, instead: key });
}

/** Save an entry that can't be sent as a file: a game record for hands. */
async function save(log, key) {
  const all = await log.all();
  const { subject, header } = all.find((entry) => entry.key === key) ?? {};
  const mine = all.filter((entry) => entry.subject === subject);
  const events = mine.filter(isHand).map(({ act }) => JSON.parse(act).event);
  const record = header ? { ...header, events } : mine.map(({ summary, at, act }) => ({ at, summary, ...JSON.parse(act) }));
  const file = new Blob([JSON.stringify(record, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "kept-on-this-phone.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Start on a page without its own log. */
export function startOutbox() {
  const log = new Log();
  showOutbox(log, new Sender(log), null);
  // When the user is leaving for another page, this one must not reload.
  let leaving = false;
  addEventListener("beforeunload", () => (leaving = true));
  addEventListener("pageshow", () => (leaving = false));
  // The page can't update itself, so it reloads, unless something is being entered.
  addEventListener("online", () => !leaving && navigator.onLine && document.documentElement.dataset.asOf && !document.querySelector("form :focus") && location.reload());
}
