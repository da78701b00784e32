// Two places of the draft to be exchanged: two ticks at most, and the button says whose.

import { begin, typeForNextPage } from "./begin.js";
import { find } from "./parts.js";

const form = find("#swap");
const ticked = [];

function show() {
  const button = find("[data-swap]", form);
  if (!button) return;
  button.disabled = ticked.length !== 2;
  button.classList.toggle("btn--go", ticked.length === 2);
}

document.documentElement.classList.add("js");
for (const box of form.querySelectorAll("[name=swap]:checked")) ticked.push(box);
form.addEventListener("change", ({ target }) => {
  if (target.name !== "swap") return;
  const place = ticked.indexOf(target);
  if (place >= 0) ticked.splice(place, 1);
  else if (ticked.push(target) > 2) ticked.shift().checked = false;
  show();
});
show();
const publish = find("[data-first]")?.form;
begin(publish); // to publish is all that most drafts want
// Slips may lie there already: their keys are those of the desk, which is on its way.
const MEANT = ["Enter", "Backspace", "Tab"];
publish?.addEventListener("submit", () => typeForNextPage(({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
  const writes = key.length === 1 && key !== " ";
  return !ctrlKey && !metaKey && !altKey && !(shiftKey && key === "Tab") && (writes || MEANT.includes(key));
}), { once: true });
