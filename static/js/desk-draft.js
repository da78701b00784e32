// Two places of the draft to be exchanged: two ticks at most, and the button says whose.

import { begin } from "./begin.js";
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
begin(find("[data-first]")?.form); // to publish is all that most drafts want
