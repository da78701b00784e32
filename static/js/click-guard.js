// Drawing layer. Ignores taps on something that changed under the finger. Buttons that record or undo also wait a moment: `settle` in core/page.css.

import { prefixName } from "./identifiers.js";

const SOON = 800; // milliseconds between the halves of a double tap
const NEAR = 24; // pixels between them

const ACTS = "form[method=post] button, button[data-do]";
const WRITES = "input:not([type=radio], [type=checkbox], [type=submit], [type=button], [type=file]), textarea, select";

const menu = () => document.querySelector(".menu[open]");
const settle = (one) => one.getAnimations().find(({ animationName }) => animationName === "settle");
const close = (one, two) => Math.hypot(one.x - two.x, one.y - two.y) < NEAR;

/** Return what a tap there would do. A form means something else once its game has changed. */
function meaning(target) {
  const one = target.closest?.("a, button, summary, label, input, select, textarea");
  if (!one) return "";
  const field = one.control ?? one;
  // A chip means the same after a redraw, even if the dealer's badge moved. A button that records or undoes does not.
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
  // Harmless taps, such as the calls of a ruling, may be as fast as anyone likes.
  const hasty = last && at - last.at < SOON && close(press, last) && press.means !== last.means;
  press.void = Boolean(hasty && !target.closest?.("[data-live]"));
  const open = menu();
  if (!open || open.contains(target)) return;
  // With a menu open, a tap elsewhere only closes it.
  open.open = false;
  press.void = true;
  last = { ...press, means: "menu" };
}

/** Return the chip that was redrawn under the finger while it was down. */
function redrawn() {
  const chip = document.elementFromPoint(press.x, press.y)?.closest("label")?.control;
  return chip && meaning(chip) === press.means ? chip : null;
}

function click(event) {
  if (!event.isTrusted) return;
  if (event.detail && press) {
    // A label's click also clicks its field.
    const changed = !press.done && !press.void && meaning(event.target) !== press.means;
    press.void ||= changed;
    press.done = true;
    if (changed) redrawn()?.click();
    if (press.void) return stop(event);
    last = { ...press, at: event.timeStamp };
  } else if (key && event.timeStamp - key < SOON) {
    // A click without a key comes from a screen reader, which has announced the button.
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

/** Change a part of the page. Controls that mean the same in the same place need no wait. */
export function guardChange(change) {
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

/** Show what is waiting on this phone, and send it. Pages with their own log do this themselves. */
function elsewhere() {
  if (document.querySelector("[data-outbox]")) return;
  let kept = "1";
  try {
    kept = localStorage.getItem(prefixName("scorekeeper-log"));
  } catch {
    // check the storage itself
  }
  if (Number(kept) || document.documentElement.dataset.asOf) import("./outbox.js").then((module) => module.startOutbox(), () => {});
}

addEventListener("load", elsewhere);

/** Offline, mark everything that needs a network. Pages with their own log do this themselves. */
function alone() {
  const { dataset } = document.documentElement;
  const serverless = dataset.serverless !== undefined;
  if (!serverless && (document.querySelector("[data-outbox]") || (navigator.onLine && dataset.alone === undefined && !dataset.asOf))) return;
  import("./offline-marks.js").then((module) => module.startMarking(), () => {});
}

addEventListener("load", alone);
addEventListener("offline", alone);
