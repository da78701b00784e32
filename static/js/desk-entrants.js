// Drawing layer. Entering pairs by keyboard alone: typing can go on with the next pair while one is being sent. The button for the seeds
// appears once one is typed.

import { focusFirstField } from "./autofocus.js";
import { guardChange } from "./click-guard.js";
import { makeKey } from "./identifiers.js";
import { announce, find } from "./live-parts.js";

const form = () => find("#enter");
const names = () => [...form().querySelectorAll("[name^='player-']")];
const seeds = () => [...document.querySelectorAll("[name^='seed-']")];

let sending = Promise.resolve();

/** Send one pair, based on the page's latest revision. The answer is the whole page. */
async function send(body) {
  body.set("uuid", makeKey());
  for (const name of ["csrf_token", "revision"]) body.set(name, form().elements[name].value);
  const answer = await fetch(form().action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("#enter .desk-pair")) return leave(body); // the user must see another page: a conflict, a sign-in
  guardChange(() => place(page.querySelector("#main"), answer.ok ? null : body));
  return undefined;
}

/** Replace the page, but keep the fields with their input. Refused names return to the fields if these are still empty. */
function place(main, refused) {
  const pair = find(".desk-pair", form());
  const held = document.activeElement;
  const ours = pair.contains(held) || held === document.body;
  const { selectionStart: from, selectionEnd: to } = ours && held !== document.body ? held : {};
  const typed = seeds().filter((field) => field.value !== field.defaultValue).map(({ name, value }) => [name, value]);
  main.querySelector("#enter .desk-pair").replaceWith(pair);
  find("#main").replaceWith(main);
  for (const [name, value] of typed) if (find(`[name="${name}"]`)) find(`[name="${name}"]`).value = value;
  if (typed.length) show();
  const fields = names();
  const empty = !fields.some((field) => field.value);
  if (refused && empty) for (const field of fields) field.value = refused.get(field.name);
  announce(find(":is(.faults, .desk-said)", main)?.textContent.replace(/\s+/g, " ").trim());
  if (!ours) return;
  const next = pair.contains(held) && !empty ? held : fields[0];
  next.focus();
  if (next !== held || empty) next.select?.();
  else if (from !== undefined) next.setSelectionRange?.(from, to);
}

/** Submit the form normally, so that the browser shows the full page. */
function leave(body) {
  for (const field of names()) field.value = body.get(field.name);
  form().submit();
}

function show() {
  const button = find("[data-order]");
  if (button) button.hidden = false;
}

document.documentElement.classList.add("js");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.closest?.(".desk-pair input")) return;
  const empty = names().find((field) => !field.value.trim());
  if (!empty) return;
  event.preventDefault();
  empty.focus();
});
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target !== form() || !submitter?.closest(".desk-pair") || !names().some((field) => field.value.trim())) return;
  event.preventDefault();
  const body = new FormData();
  for (const field of names()) {
    body.set(field.name, field.value);
    field.value = "";
  }
  names()[0].focus();
  sending = sending.then(() => send(body)).catch(() => leave(body));
});
document.addEventListener("input", ({ target }) => target.name?.startsWith("seed-") && show());
if (form() && location.hash === "#enter") requestAnimationFrame(() => names()[0]?.focus());
else focusFirstField(form());
