// Drawing layer. The draft page: at most two places can be selected to swap, and publishing opens the desk without losing keys.

import { collectKeys, focusFirstField } from "./autofocus.js";
import { find } from "./live-parts.js";

const form = find("#swap");
const ticked = [];

function show() {
  const button = find("[data-swap]", form);
  if (!button) return;
  button.disabled = ticked.length !== 2;
  button.classList.toggle("btn--primary", ticked.length === 2);
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
focusFirstField(find("[data-first]")?.form); // most drafts only need publishing
const publish = find("form[action$='/publish']:has([data-first])");
// The first slips may already be there: keys typed now belong to the desk, which is loading.
const MEANT = ["Enter", "Backspace", "Tab"];
const PATIENCE = 15000;

function means({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const writes = key.length === 1 && key !== " ";
  return !ctrlKey && !metaKey && !altKey && !(shiftKey && key === "Tab") && (writes || MEANT.includes(key));
}

/** Replace this page with the desk. Going to another page would drop keys, and a score would lack a digit. */
async function publishHere(body) {
  const answer = await fetch(publish.action, { method: "POST", body, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !page.querySelector("#entry")) throw new Error("not the desk");
  const scripts = [...page.head.querySelectorAll("script[type=module]")].map(({ src }) => src);
  history.replaceState(null, "", answer.url);
  document.title = page.title;
  document.body.replaceWith(page.body);
  scrollTo(0, 0);
  await Promise.all(scripts.map((src) => import(src)));
}

publish?.addEventListener("submit", (event) => {
  event.preventDefault();
  collectKeys(means);
  const body = new URLSearchParams(new FormData(publish, event.submitter));
  // Sent again as a form, it has the same idempotency key, and the answer is a full page.
  publishHere(body).catch(() => publish.isConnected ? publish.submit() : location.reload());
}, { once: true });
