// For every page: a press is meant for what stood there when the finger or the key set out. What records or undoes also waits a
// moment after it has come, by the style sheet alone (`settle` in base.css), so that the scripts may come late, or never.

const SOON = 800; // milliseconds: the second half of a double tap comes within them
const NEAR = 24; // pixels: no finger hits the same point twice

const ACTS = "form[method=post] button, button[data-do]";
const WRITES = "input:not([type=radio], [type=checkbox], [type=submit], [type=button], [type=file]), textarea, select";

const menu = () => document.querySelector(".menu[open]");
const settle = (one) => one.getAnimations().find(({ animationName }) => animationName === "settle");
const close = (one, two) => Math.hypot(one.x - two.x, one.y - two.y) < NEAR;

/** What pressing there would do, in a word; the same form of a game that has gone on means another thing. */
function meaning(target) {
  const one = target.closest?.("a, button, summary, label, input, select, textarea");
  if (!one) return "";
  const field = one.control ?? one;
  const { form } = field;
  const told = [form?.getAttribute("action"), form?.elements.namedItem("revision")?.value, field.getAttribute("formaction")];
  return [...told, field.name, field.value, one.href, one.textContent].join();
}

let press = null; // the finger that is down, or was last
let last = null; // the last press that counted
let key = null; // the last Enter or space

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function down({ target, timeStamp: at, clientX: x, clientY: y }) {
  press = { at, x, y, means: meaning(target) };
  press.void = Boolean(last && at - last.at < SOON && close(press, last) && press.means !== last.means);
  const open = menu();
  if (!open || open.contains(target)) return;
  // Beside an open menu: it closes, and nothing else happens.
  open.open = false;
  press.void = true;
  last = { ...press, means: "menu" };
}

function click(event) {
  if (!event.isTrusted) return;
  if (event.detail && press) {
    // One press may click twice: a label's is its field's.
    press.void ||= !press.done && meaning(event.target) !== press.means;
    press.done = true;
    if (press.void) return stop(event);
    last = { ...press, at: event.timeStamp };
  } else if (key && event.timeStamp - key < SOON) {
    // Without a key it comes from a screen reader, which has read out what it presses.
    const button = event.target.closest?.("button");
    if (button && settle(button)) stop(event);
  }
}

function keydown(event) {
  const { key: name, target, repeat, timeStamp } = event;
  if (name === "Escape" && menu()) {
    const open = menu();
    open.open = false;
    open.querySelector("summary").focus();
  }
  if (name === "Enter" && repeat && !target.matches?.("textarea")) return stop(event); // still held down
  key = (name === "Enter" || name === " ") && !target.matches?.(WRITES) ? timeStamp : null;
}

/** Change a part of the page. What means the same at the same place afterwards may be pressed at once. */
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
