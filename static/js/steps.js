// Drawing layer. Helps while a hand is entered: the remaining points, points below the bid, and choices that are no longer possible.

import { find } from "./live-parts.js";

const value = (form, name) => form.elements[name]?.value ?? "";

/** Mark points below the bid. After a contractor is chosen, "passed out" is not possible. */
function mark(form, rest) {
  const bid = Number(value(form, "bid")) || 0;
  const own = form.dataset.sideOf.split(",")[value(form, "contractor")];
  for (const chip of form.querySelectorAll('[name^="points"]:not(.none)')) {
    const counted = chip.value === "rest" ? rest : Number(chip.value);
    chip.parentElement.toggleAttribute("data-short", ["points", `points-${own}`].includes(chip.name) && counted < bid);
  }
  const passed = find(".passed", form);
  if (passed) passed.disabled = value(form, "contractor") !== "";
}

/** With several piles, disable chips above the rest of the hundred. The last pile gets the rest, unless it is entered. */
function tally(form) {
  if (form.dataset.piles !== "many") return 0;
  const names = form.dataset.pileSides.split(",").map((side) => `points-${side}`);
  const counts = names.map((name) => Number(value(form, name)) || 0);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  names.forEach((name, i) => {
    const left = 100 - counted + counts[i];
    for (const chip of form.querySelectorAll(`[name="${name}"]`)) chip.disabled = Number(chip.value) > left;
  });
  const rest = 100 - counted + counts.at(-1);
  find("[data-rest]", form).textContent = ` ${rest}`;
  const last = find('[value="rest"]', form);
  if (!value(form, last.name) && names.slice(0, -1).every((name) => value(form, name))) last.checked = true;
  return rest;
}

/** Make "Neither" and names exclude each other. */
function exclude(form, target) {
  if (target.name === "also_bid" && target.checked) {
    for (const box of form.querySelectorAll('[name^="bidder-"]')) box.checked = false;
  } else if (target.name.startsWith("bidder-") && target.checked) {
    const none = find('[name="also_bid"]', form);
    if (none) none.checked = false;
  }
}

export function updateHelp(form) {
  mark(form, tally(form));
}

/** In a low window, scroll to the next step: the points after the bid, the next pile after the last. */
function onward(form, { name, value: told }) {
  const pile = form.elements[name]?.[0]?.closest(".result");
  const next = name === "bid" && told ? find(".result", form) : name.startsWith("points-") ? pile?.nextElementSibling : null;
  next?.scrollIntoView({ block: "nearest" });
}

export function watchForm() {
  // Before other listeners.
  document.addEventListener(
    "change",
    ({ target }) => {
      const form = target.form;
      if (!form?.classList.contains("pad")) return;
      exclude(form, target);
      updateHelp(form);
      onward(form, target);
    },
    true,
  );
}
