// The game page, better with script: shows what saving will do, saves without leaving, keeps hands without a network.

import { draw, question } from "./auction.js";
import { keepAwake } from "./awake.js";
import { draft, told } from "./draft.js";
import { refresh, undisturbed, watch } from "./live.js";
import { catchUp, find, patch, say, state, uuid } from "./parts.js";
import * as steps from "./steps.js";

const PATIENCE = 8000;

// What works without a network comes when the browser has nothing better to do, or when it is wanted.
let offline = null;
const kept = () => (offline ??= import("./kept.js").then((module) => module.start(() => refresh({ force: true })).then(() => module)).catch(forget));
const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 300));
let asking = null;

/** It could not be fetched: the network went too early. The next one who wants it asks again. */
function forget(error) {
  offline = null;
  throw error;
}

const pad = () => find("form#pad");
const post = (url, body, options) => fetch(url, { method: "POST", headers: { "X-Fragment": "1" }, body, ...options });

function show(html) {
  const before = find("#result")?.dataset.said;
  patch(html);
  const { said, missing } = find("#result").dataset;
  if (said !== before) say(said || missing);
  allow();
}

/** Save can be tapped once everything is told that the score depends on. */
function allow() {
  const form = pad();
  const save = find("[data-save]", form ?? undefined);
  const event = form && draft(form);
  if (!save) return;
  save.disabled = Boolean(event && told(event) && find("#result")?.dataset.complete === "0");
  const { lack } = find("#result")?.dataset ?? {};
  if (save.disabled && lack) {
    save.dataset.says ??= save.textContent;
    save.textContent = lack; // why it cannot be tapped
  } else if (save.dataset.says) {
    save.textContent = save.dataset.says;
    delete save.dataset.says;
  }
}

async function preview() {
  const form = pad();
  asking?.abort();
  if (!form || !find("#result")) return;
  const event = draft(form);
  if (!told(event)) {
    // An answer stays while another chip is looked for.
    for (const part of find("#result").querySelectorAll(".receipt, .error")) part.remove();
    return allow();
  }
  asking = new AbortController();
  const { signal } = asking;
  try {
    if (offline && (await (await offline).any())) throw new TypeError("hands are kept here");
    const answer = await post(`/games/${state().game}/preview`, new URLSearchParams(new FormData(form)), { signal });
    if (answer.ok) return show(await answer.text());
    delete find("#result").dataset.complete; // saving will say what is the matter
    allow();
  } catch (error) {
    if (error.name === "AbortError") return;
    await kept().then((here) => here.preview(form, event, signal), () => delete find("#result")?.dataset.complete);
    allow();
  }
}

/** Neither a network nor what would keep it here: nothing is lost as long as nobody leaves the page. */
function stay() {
  const { nonet } = find("#words").content.firstElementChild.dataset;
  find("#notice").textContent = nonet;
  say(nonet);
}

function leave(form, submitter) {
  // What only a whole page can say is left to the browser.
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value });
  form.append(field);
  form.action = submitter.formAction;
  form.submit();
}

async function save(form, submitter) {
  const url = submitter.getAttribute("formaction") ?? form.getAttribute("action");
  const body = new URLSearchParams(new FormData(form, submitter));
  form.inert = true;
  try {
    if (offline && (await (await offline).any())) return await (await kept()).keep(form, submitter);
    const answer = await post(url, body, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status >= 500 || answer.status === 400) return await (await kept()).keep(form, submitter);
    const html = await answer.text();
    if (answer.status === 409) return clash(html);
    if (answer.ok || answer.status === 422) return saved(html);
    return leave(form, submitter);
  } catch {
    return await kept().then((here) => here.keep(form, submitter), stay);
  } finally {
    form.inert = false;
  }
}

let bidding = Promise.resolve();

/** A call, one taken back, or somebody who wants to speak: by the engine here if it runs, by the server if not. */
async function bid(form, submitter) {
  const asked = question(form, submitter);
  const here = offline && (await offline);
  try {
    if (here && (here.ready() || (await here.any()))) return drawn(form, await here.bidding(asked));
    const url = submitter.getAttribute("formaction");
    const answer = await post(url, new URLSearchParams(new FormData(form, submitter)), { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new TypeError("no answer");
    return drawn(form, await answer.json());
  } catch {
    return drawn(form, await (await kept()).bidding(asked));
  }
}

function drawn(form, told) {
  draw(form, told);
  find("#result")?.replaceChildren();
  steps.help(form);
  preview();
}

/** The other form of telling an auction: only the server has it. */
async function change(form, submitter) {
  const url = submitter.getAttribute("formaction");
  try {
    const answer = await post(url, new URLSearchParams(new FormData(form, submitter)), { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return leave(form, submitter);
    patch(await answer.text());
  } catch {
    stay();
  }
}

function saved(html) {
  patch(html);
  const problem = find("#problem");
  // Saving takes its own button away: whoever types goes on with the next hand, not from the top of the page.
  if (document.activeElement === document.body) find('[name="contractor"]:not(.none, :disabled), .call-chips button, .after .btn--go')?.focus({ preventScroll: true });
  if (problem) say(problem.textContent);
  else if (matchMedia("(max-width: 59.99rem)").matches) scrollTo({ top: 0 });
}

function clash(html) {
  find("#clash")?.remove();
  pad().insertAdjacentHTML("beforebegin", html);
  const section = find("#clash");
  section.tabIndex = -1;
  section.scrollIntoView({ block: "start" });
  section.focus({ preventScroll: true });
}

function fresh() {
  const form = pad();
  if (!form) return;
  form.elements.uuid.value = uuid();
  steps.help(form);
  allow();
}

document.documentElement.classList.add("js");
steps.listen();
document.addEventListener("change", ({ target }) => {
  if (target.form !== pad()) return;
  if (target.name === "contractor") find("#result")?.replaceChildren(); // others are asked then
  preview();
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form !== pad() || !submitter) return;
  event.preventDefault();
  if (["call", "back", "who"].includes(submitter.name)) {
    bidding = bidding.then(() => bid(form, submitter)).catch(() => leave(form, submitter));
    return;
  }
  if (submitter.name === "mode") return undisturbed(() => change(form, submitter));
  if (!form.inert) undisturbed(() => save(form, submitter));
});
document.addEventListener("parts", () => {
  fresh();
});
fresh();
say(find("#notice")?.textContent.trim());
catchUp(pad());
watch();
keepAwake();
const getReady = () => idle(() => kept().catch(() => {}), { timeout: 3000 });
addEventListener("load", getReady);
addEventListener("online", getReady);
if (document.readyState === "complete") getReady();
