// Drawing layer. The new-game form: runs its steps, which the server does, without leaving the page.

import { guardChange } from "./click-guard.js";
import { replayChanges } from "./live-parts.js";
import { keepSelection, readFields, restoreFields } from "./pending-input.js";

let asking = null;
let pressing = Promise.resolve(); // pressed buttons, one after the other: a form sent again would lose a button's step

async function step(form, name, keep) {
  asking?.abort();
  asking = new AbortController();
  const sent = new FormData(form);
  const before = readFields(form);
  sent.set("do", name);
  let answer;
  try {
    const response = await fetch(form.action, { method: "POST", body: sent, signal: asking.signal });
    answer = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(form.id);
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  if (!answer) {
    // No network, or an expired session: load the whole page, which shows the problem.
    plainly(form, name);
    return;
  }
  replace(form, answer, keep, before);
}

function plainly(form, name) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: name });
  form.append(field);
  form.submit();
}

function replace(form, answer, keep, before) {
  keepSelection(() => put(form, answer, before));
  if (keep === "way") form.querySelector("#faults, .changed")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

function put(form, answer, before) {
  const open = [...form.querySelectorAll("details[open]")].map((details) => details.id);
  const now = readFields(form);
  const others = [...form.querySelectorAll('[value="other"]:checked')].map((radio) => radio.name);
  guardChange(() => form.replaceChildren(...answer.childNodes));
  for (const id of open) form.querySelector(`#${id}`)?.setAttribute("open", "");
  restoreFields(form, before, now);
  // Stepping to a number that has its own chip must not close the stepper.
  for (const name of others) form.querySelector(`[name="${name}"][value="other"]`)?.click();
  wake(form);
}

const seats = (form) => [...form.querySelectorAll(".seat input")];
let entered = null; // the tapped name: typing replaces a suggested name, a second tap edits it
let seat = ""; // the seat for a known name, else the first empty one

/** Disable known names that already have a seat. */
function greet(form) {
  const known = form.querySelector("[data-known]");
  if (!known) return;
  const seated = new Set(seats(form).map(({ value }) => value.trim()));
  for (const button of known.children) button.disabled = seated.has(button.dataset.name);
  known.hidden = !known.querySelector(":enabled");
}

function sit(form, name) {
  const place = seats(form).find((input) => input.name === seat) ?? seats(form).find((input) => !input.value.trim());
  if (!place) return seats(form)[0]?.focus();
  place.value = name;
  seat = "";
  place.dispatchEvent(new Event("change", { bubbles: true }));
}

function wake(form) {
  greet(form);
  for (const button of form.querySelectorAll("[data-add]")) button.hidden = false;
  for (const input of form.querySelectorAll(".stepper input")) input.inputMode = "none";
}

function add(button) {
  const input = button.parentElement.querySelector("input");
  if (Number(button.dataset.add) > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function started(form) {
  const last = form.dataset.last;
  form.addEventListener("submit", (event) => {
    const name = event.submitter?.value ?? last;
    if (name === last) return;
    event.preventDefault();
    pressing = pressing.then(() => step(form, name, name.split("-")[0]));
  });
  form.addEventListener("change", (event) => {
    const name = event.target.dataset.do;
    if (event.target.value === "other") return;
    const seated = event.target.closest(".seat");
    if (seated) greet(form);
    if (name || seated) pressing.then(() => step(form, name ?? "names", "names"));
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add]");
    if (button) add(button);
    const { name } = event.target.closest("[data-known] [data-name]")?.dataset ?? {};
    if (name) sit(form, name);
    if (event.target === entered) entered.select();
  });
  form.addEventListener("pointerdown", ({ target }) => {
    entered = target !== document.activeElement && target.matches(".seat input") ? target : null;
  });
  form.addEventListener("focusin", ({ target }) => {
    if (target.closest(".seat input")) seat = target.name;
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.closest?.(".seat input")) return;
    event.preventDefault();
    const inputs = seats(form);
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (next) return next.focus();
    event.target.blur();
    seat = "";
  });
  wake(form);
  replayChanges(form);
}

for (const form of document.querySelectorAll("form[data-last]")) started(form);
