// Shortcuts and small help while a hand is being told: just made, all 100, the rest, which points fail.

import { find } from "./parts.js";

const value = (form, name) => form.elements[name]?.value ?? "";

function choose(form, name, wanted) {
  const chip = form.querySelector(`[name="${name}"][value="${wanted}"]`);
  if (!chip) return;
  chip.checked = true;
  chip.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Points below the bid stand back; the shortcuts say what they would tap. */
function mark(form) {
  const bid = Number(value(form, "bid")) || 0;
  for (const chip of form.querySelectorAll('[name="points"]')) {
    chip.parentElement.toggleAttribute("data-fails", chip.value !== "" && Number(chip.value) < bid);
  }
  const just = find("[data-just]", form);
  if (just) {
    just.hidden = !bid;
    find("[data-bid]", just).textContent = ` ${bid}`;
    find("[data-all]", form).hidden = !bid;
  }
}

/** Several piles: what is left of the hundred, and no chip above it. */
function tally(form) {
  if (form.dataset.piles !== "many") return;
  const names = form.dataset.pileSides.split(",").map((side) => `points-${side}`);
  const counts = names.map((name) => Number(value(form, name)) || 0);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  names.forEach((name, i) => {
    const left = 100 - counted + counts[i];
    for (const chip of form.querySelectorAll(`[name="${name}"]`)) chip.disabled = Number(chip.value) > left;
  });
  const rest = find("[data-rest]", form);
  if (rest) rest.textContent = ` ${100 - counted + counts.at(-1)}`;
}

/** "Neither" and a name exclude each other. */
function exclude(form, target) {
  if (target.name === "also_bid" && target.checked) {
    for (const box of form.querySelectorAll('[name^="bidder-"]')) box.checked = false;
  } else if (target.name.startsWith("bidder-") && target.checked) {
    const none = find('[name="also_bid"]', form);
    if (none) none.checked = false;
  }
}

export function help(form) {
  mark(form);
  tally(form);
}

export function listen() {
  document.addEventListener("click", ({ target }) => {
    const form = target.closest?.("form.pad");
    if (!form) return;
    if (target.closest("[data-just]")) choose(form, "points", value(form, "bid").replace(/\D.*$/, ""));
    if (target.closest("[data-all]")) choose(form, "points", "100");
  });
  // Before the others hear of it.
  document.addEventListener(
    "change",
    ({ target }) => {
      const form = target.form;
      if (!form?.classList.contains("pad")) return;
      exclude(form, target);
      help(form);
    },
    true,
  );
}
