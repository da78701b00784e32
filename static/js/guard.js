// A press is meant for what stood there when it set out. What records or undoes also waits a moment: `settle` in base/page.css.

import { named } from "./root.js";

const SOON = 800; // milliseconds between the halves of a double tap
const NEAR = 24; // pixels between them

const ACTS = "form[method=post] button, button[data-do]";
const WRITES = "input:not([type=radio], [type=checkbox], [type=submit], [type=button], [type=file]), textarea, select";

const menu = () => document.querySelector(".menu[open]");
const settle = (one) => one.getAnimations().find(({ animationName }) => animationName === "settle");
const close = (one, two) => Math.hypot(one.x - two.x, one.y - two.y) < NEAR;

/** What pressing there would do; a form means another thing once its game has gone on. */
function meaning(target) {
  const one = target.closest?.("a, button, summary, label, input, select, textarea");
  if (!one) return "";
  const field = one.control ?? one;
  // A chip chooses the same before and after, also where the dealer's badge moved; what records or undoes does not.
  if (field.tagName === "INPUT") return [field.name, field.value].join();
  const { elements, dataset } = field.form ?? {};
  return [elements?.revision?.value, dataset?.turn, field.name, field.value, field.formAction, one.href, one.textContent].join();
}

let press = null; // the finger that is down, or was
let last = null; // the press that counted last
let key = null; // when Enter or space went down

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function down({ target, timeStamp: at, clientX: x, clientY: y }) {
  press = { at, x, y, means: meaning(target) };
  // What is only asked, such as call after call of a ruling, may be tapped as fast as one likes.
  const hasty = last && at - last.at < SOON && close(press, last) && press.means !== last.means;
  press.void = Boolean(hasty && !target.closest?.("[data-live]"));
  const open = menu();
  if (!open || open.contains(target)) return;
  // Beside an open menu nothing else happens.
  open.open = false;
  press.void = true;
  last = { ...press, means: "menu" };
}

/** The chip that was under the finger and was drawn anew there while it was down. */
function redrawn() {
  const chip = document.elementFromPoint(press.x, press.y)?.closest("label")?.control;
  return chip && meaning(chip) === press.means ? chip : null;
}

function click(event) {
  if (!event.isTrusted) return;
  if (event.detail && press) {
    // A label's click is its field's too.
    const changed = !press.done && !press.void && meaning(event.target) !== press.means;
    press.void ||= changed;
    press.done = true;
    if (changed) redrawn()?.click();
    if (press.void) return stop(event);
    last = { ...press, at: event.timeStamp };
  } else if (key && event.timeStamp - key < SOON) {
    // Without a key it is a screen reader's, which has read out what it presses.
    if (settle(event.target.closest?.("button") ?? event.target)) stop(event);
  }
}

function keydown(event) {
  const { key: name, target, repeat, timeStamp } = event;
  const open = name === "Escape" && menu();
  if (open) {
    open.open = false;
    open.querySelector("summary").focus();
  }
  if (name === "Enter" && repeat && !target.matches?.("textarea")) return stop(event);
  key = (name === "Enter" || name === " ") && !target.matches?.(WRITES) ? timeStamp : null;
}

/** Change a part of the page. What means the same at the same place afterwards need not wait. */
export function swapping(change) {
  const place = (one) => one.getBoundingClientRect();
  const stood = new Map([...document.querySelectorAll(ACTS)].filter((one) => !settle(one)).map((one) => [meaning(one), place(one)]));
  change();
  for (const one of document.querySelectorAll(ACTS)) {
    const was = stood.get(meaning(one));
    if (was && close(was, place(one))) settle(one)?.finish();
  }
}

addEventListener("pointerdown", down, true);
addEventListener("click", click, true);
addEventListener("keydown", keydown, true);

/** What this phone has kept is said, and sent, from every page; pages with a log of their own see to it themselves. */
function elsewhere() {
  if (document.querySelector("[data-outbox]")) return;
  let kept = "1";
  try {
    kept = localStorage.getItem(named("scorekeeper-log"));
  } catch {
    // then it must be looked for
  }
  if (Number(kept) || document.documentElement.dataset.asOf) import("./waiting.js").then((module) => module.everywhere(), () => {});
}

addEventListener("load", elsewhere);

/** Without a network, what needs one is marked; pages with a log of their own say it in their own way. */
function alone() {
  const { dataset } = document.documentElement;
  const serverless = dataset.serverless !== undefined;
  if (!serverless && (document.querySelector("[data-outbox]") || (navigator.onLine && dataset.alone === undefined && !dataset.asOf))) return;
  import("./no-network.js").then((module) => module.begin(), () => {});
}

addEventListener("load", alone);
addEventListener("offline", alone);
