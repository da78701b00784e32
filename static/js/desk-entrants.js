// Entering pairs without leaving the keyboard; the button for the seeds appears once one is typed.

import { begin, find } from "./parts.js";

const form = find("#enter");

document.documentElement.classList.add("js");
form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.name?.startsWith("player-")) return;
  const empty = [...form.querySelectorAll("[name^='player-']")].find((field) => !field.value.trim());
  if (!empty) return;
  event.preventDefault();
  empty.focus();
});
document.addEventListener("input", ({ target }) => {
  if (target.name?.startsWith("seed-")) find("[data-order]").hidden = false;
});
if (form && location.hash === "#enter") find("[name='player-0']", form)?.focus();
else begin(form);
