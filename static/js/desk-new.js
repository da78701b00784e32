// Drawing layer. The form for a new tournament: updates the suggested formats while someone types.

import { focusFirstField } from "./autofocus.js";
import { find, patchPage, replayChanges, requestParts } from "./live-parts.js";

const ASKED = ["entrants", "day", "starts", "ends", "who", "counts", "counts-for", "offer", "offer-rounds", "offer-hands"];

const form = find("#new");
let waiting = null;
let asking = null;

async function look() {
  asking?.abort();
  const mine = (asking = new AbortController());
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (ASKED.includes(name)) values.set(name, value);
  try {
    patchPage(await requestParts(`${location.pathname}?${values}`, "", { signal: mine.signal }));
  } catch {
    // the button sends the form again
  }
}

/** Select a method that suits this kind of entrant, because the others are hidden. */
function fit() {
  const who = form.elements.who.value;
  if (find("[name=method]:checked", form)?.matches(`[data-who~="${who}"]`)) return;
  const first = find(`[name=method][data-who~="${who}"]`, form);
  if (first) first.checked = true;
}

function later({ target }) {
  if (target.name === "who") fit();
  if (!ASKED.includes(target.name)) return;
  clearTimeout(waiting);
  waiting = setTimeout(look, target.type === "radio" ? 0 : 350);
}

document.documentElement.classList.add("js");
if (form) {
  form.addEventListener("input", later);
  form.addEventListener("keydown", (event) => {
    // Enter moves to the next field; only the button creates the tournament.
    if (event.key === "Enter" && event.target.matches("input:not([type=checkbox], [type=radio])")) {
      event.preventDefault();
      const fields = [...form.querySelectorAll("input:not([type=hidden]), select, button")].filter((one) => one.offsetParent);
      fields[fields.indexOf(event.target) + 1]?.focus();
    }
  });
  focusFirstField(form);
  replayChanges(form);
  fit();
}
