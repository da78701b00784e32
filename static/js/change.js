// Correcting a hand: what it changes shows at every tap, before it is written down in this phone's log for good.

import "./acting.js";
import { ask, catchUp, find, patch, say } from "./parts.js";
import * as steps from "./steps.js";

const form = find("#pad");
let asking = null;
const PATIENCE = 8000;

async function look() {
  asking?.abort();
  const mine = (asking = new AbortController());
  form.dataset.stale = ""; // what is shown is not of what is told
  const body = new URLSearchParams(new FormData(form));
  body.set("action", "preview");
  try {
    const late = setTimeout(() => mine.abort(), PATIENCE);
    const html = await ask(location.href, 'id="change"', { method: "POST", body, signal: mine.signal });
    clearTimeout(late);
    patch(html);
    delete form.dataset.stale;
    say(find(".error, .effect-end", find("#change"))?.textContent ?? find("#result")?.dataset.said ?? "");
  } catch {
    // without a network the button asks
  }
}

/** What each step held last: "change it" opens the step and empties nothing. */
const held = new Map();
for (const chip of form.querySelectorAll("[data-step] :checked:not(.none)")) held.set(chip.name, chip);

function reopen(again) {
  const chip = held.get(again.name);
  if (!chip?.isConnected) return false;
  chip.checked = true;
  again.closest(".step--folds").classList.replace("step--folds", "step--open");
  chip.focus({ preventScroll: true });
  return true;
}

/** A chip was tapped, be it the one that was there: its step is one line again. */
function fold(chip) {
  held.set(chip.name, chip);
  chip.closest(".step--open")?.classList.replace("step--open", "step--folds");
}

document.documentElement.classList.add("js");
// Before the others hear of it: for them nothing was emptied.
document.addEventListener(
  "change",
  (event) => {
    if (event.target.matches(".again > input") && reopen(event.target)) event.stopImmediatePropagation();
  },
  true,
);
steps.listen();
steps.help(form);
form.addEventListener("click", ({ target, detail }) => {
  // Arrow keys click too, without a pointer: whoever walks is not done.
  if (detail && target.matches("[data-step] .chip > [type=radio]:not(.none)")) fold(target);
});
form.addEventListener("change", ({ target }) => {
  if (target.name === "contractor") for (const box of form.querySelectorAll('[name^="bidder-"], [name="also_bid"]')) box.remove();
  if (target.name !== "note" || find('[name="seen"]').value) look();
});
catchUp(form);
