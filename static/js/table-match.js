// Drawing layer. The page of a table's match: saves each action on this phone first, then sends it until the server has it. It counts once.

import { rooted } from "./identifiers.js";
import { announce, find, readAloud, replayChanges } from "./live-parts.js";
import { Log } from "./log.js";
import { countMinutes } from "./minutes-ago.js";
import { askDirectly } from "./no-storage.js";
import { showOutbox } from "./outbox.js";
import { refreshPage } from "./poll.js";
import { Sender } from "./sender.js";
import { installOffline, storePage } from "./service-worker.js";

const { subject } = find("[data-subject]").dataset;
const log = new Log();
const sender = new Sender(log);

const value = (form, name) => form.elements[name]?.value ?? "";

/** Return a side's total from its chips or as typed; null if it is not complete. */
function total(form, count) {
  const typed = value(form, `x-${count}`).trim();
  if (typed) return typed.replace("-", "−");
  const [hundreds, rest] = [value(form, `h-${count}`), value(form, `r-${count}`)];
  if (hundreds === "" || rest === "") return null;
  const score = Number(hundreds) * 100 + Number(rest);
  return form.elements[`neg-${count}`].checked && score ? `−${score}` : String(score);
}

function drawTotals(form) {
  for (const part of form.querySelectorAll("[data-count]")) find("[data-total]", part).value = total(form, part.dataset.count) ?? "";
}

/** Return the summary shown while the action waits here: for a result, each side's score by game. */
function summary(form) {
  const games = [];
  for (const part of form.querySelectorAll("[data-count]")) {
    const score = total(form, part.dataset.count);
    if (score === null) continue;
    (games[Number(part.dataset.count.split("-")[0])] ??= []).push(`${find("[data-name]", part).textContent} ${score}`);
  }
  return [form.dataset.summary, ...games.filter(Boolean).map((sides) => sides.join(", "))];
}

/** Show a problem next to the button that was tapped. */
function complain(form, text) {
  find(".error", form)?.remove();
  const place = Object.assign(document.createElement("p"), { className: "error", textContent: text });
  place.setAttribute("role", "alert");
  find(".btns", form).before(place);
  place.scrollIntoView({ block: "center" });
}

async function send(form, button) {
  const { revision, uuid: _key, csrf_token: _token, ...fields } = Object.fromEntries(new FormData(form, button));
  const lines = button?.name ? [`${form.dataset.summary} ${button.textContent.trim()}`] : summary(form);
  const whole = { subject, url: rooted(`/t/${subject.slice(2)}/${form.dataset.send}/send`), act: fields, seen: Number(revision), summary: lines };
  find(".error", form)?.remove();
  try {
    await log.add(whole);
    await hold();
  } catch {
    // This browser cannot store anything: ask the server directly.
    const reply = await askDirectly(sender, whole);
    if (reply?.state === "done") await refreshPage({ force: true });
    else complain(form, reply?.detail ?? reply?.question?.title ?? find("[data-nothing]").dataset.nothing);
  }
}

let sending = false; // the second tap of a double tap may come before the first is saved
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.send) return;
  event.preventDefault();
  if (sending) return;
  sending = true;
  send(form, event.submitter).finally(() => (sending = false));
});
document.addEventListener("input", ({ target }) => target.form?.matches(".tell") && drawTotals(target.form));

const isCall = ({ url }) => /\/(call|withdraw)\/send$/.test(url);

/** Disable what an action that waits here has changed, because the page is older: the result, or the call to the director. */
async function hold() {
  const kept = (await log.all(subject).catch(() => [])).filter(({ state }) => state === "waiting");
  const result = kept.some((entry) => !isCall(entry));
  for (const part of document.querySelectorAll(".told, .alone")) part.inert = result;
  for (const part of document.querySelectorAll(".call")) part.inert = kept.some(isCall);
}

log.addEventListener("change", hold);
document.addEventListener("parts", () => {
  hold();
  const form = find("form.tell");
  if (form) drawTotals(form);
  announce([...document.querySelectorAll(".board-side, .table-message")].map(readAloud).join(". "));
});
sender.addEventListener("answer", async ({ detail: { entry, reply } }) => {
  if (entry.subject !== subject) return;
  const form = find("form.tell");
  if (reply.state === "refused" && reply.code === "result" && form) {
    // The input is not a valid result: show the problem and drop the action.
    await log.drop(entry.key);
    return complain(form, reply.detail);
  }
  await refreshPage({ force: reply.state === "done" }).catch(() => {});
  storePage();
});
showOutbox(log, sender, null);
hold();
countMinutes();
installOffline();
replayChanges(find("form.tell"));
// The answer to a form is not cached when it arrives, so cache it now, and again when the page is hidden.
storePage();
document.addEventListener("visibilitychange", () => document.hidden && storePage());
