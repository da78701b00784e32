// A table's match: what is tapped is kept on this phone until the server has it, and counts once.

import { refresh } from "./follow.js";
import { createOutbox, keepOffline, keepPage } from "./offline.js";
import { showOutbox } from "./outbox.js";
import { aloud, catchUp, find, say, uuid } from "./parts.js";

const { subject } = find("[data-subject]").dataset;
const outbox = createOutbox();

const value = (form, name) => form.elements[name]?.value ?? "";

/** What a side's chips add up to, or what was typed; null while that is not told. */
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

/** What people read about it while it is kept here: for a result, each side's score, game by game. */
function summary(form) {
  const games = [];
  for (const part of form.querySelectorAll("[data-count]")) {
    const score = total(form, part.dataset.count);
    if (score === null) continue;
    (games[Number(part.dataset.count.split("-")[0])] ??= []).push(`${find("[data-name]", part).textContent} ${score}`);
  }
  return [form.dataset.summary, ...games.filter(Boolean).map((sides) => sides.join(", "))];
}

/** What was tapped is no result: said where it was tapped, and nothing is kept. */
async function complain(form, { id, problem }) {
  await outbox.discard(id);
  find(".error", form)?.remove();
  const place = Object.assign(document.createElement("p"), { className: "error", textContent: problem.detail });
  place.setAttribute("role", "alert");
  find(".btns", form).before(place);
  place.scrollIntoView({ block: "center" });
}

async function send(form) {
  const { revision, uuid: id, csrf_token: _token, ...event } = Object.fromEntries(new FormData(form));
  form.inert = true;
  try {
    const done = await outbox.submit(subject, { operation: "table", entry: form.dataset.send, event, revision, id, summary: summary(form) });
    if (done.state === "sent") await refresh({ force: true });
    else if (done.state === "refused" && !done.entry.problem.code.startsWith("table.")) await complain(form, done.entry);
    else scrollTo({ top: 0 });
  } catch {
    form.submit(); // a browser that keeps nothing
  } finally {
    form.inert = false;
    form.elements.uuid.value = uuid();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.send) return;
  event.preventDefault();
  send(form);
});
document.addEventListener("input", ({ target }) => target.form?.matches(".tell") && drawTotals(target.form));
/** While something waits here, nothing else is told: what is on the screen is older. */
async function hold() {
  const kept = await outbox.pending(subject);
  const waiting = kept.some(({ state }) => state === "waiting");
  for (const part of document.querySelectorAll(".told, .alone")) part.inert = waiting;
}

outbox.addEventListener("change", ({ detail }) => detail.gameId === subject && hold());
document.addEventListener("followed", () => {
  hold();
  const form = find("form.tell");
  if (form) drawTotals(form);
  say([...document.querySelectorAll(".board-side, .told-what")].map(aloud).join(". "));
});
outbox.addEventListener("sent", async ({ detail }) => {
  if (detail.gameId !== subject) return;
  await refresh({ force: true }).catch(() => {});
  keepPage();
});
showOutbox(find("[data-outbox]"), outbox);
hold();
keepOffline();
catchUp(find("form.tell"));
// The page that answered a form was not kept when it came; one that is put away is kept as it is by then.
keepPage();
document.addEventListener("visibilitychange", () => document.hidden && keepPage());
