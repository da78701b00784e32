// Drawing layer. Offline, marks everything on the page that needs a network. The service worker knows what it can answer itself.

import { rooted } from "./identifiers.js";

const WORDS_TAKE = 4000;
const A_MOMENT = 60;

const { lang } = document.documentElement;
/** By path: whether it can be answered offline. */
const known = new Map();

/** Whether the app has no server, so that waiting for one is pointless. */
const serverless = () => document.documentElement.dataset.serverless !== undefined;

let words = null;

/** Return the texts: for each item, and once for the page. */
async function said() {
  if (words) return words;
  const answer = await fetch(rooted(`/kept/${lang}`), { signal: AbortSignal.timeout(WORDS_TAKE) }).catch(() => null);
  const page = document.createElement("template");
  page.innerHTML = answer?.ok ? await answer.text() : "";
  const { dataset } = page.content.querySelector(".outbox") ?? {};
  words = dataset ? { each: dataset.away, once: dataset.without } : null;
  return words;
}

/** Ask the service worker which of these paths this phone can answer. Without one, it can answer none. */
async function learn(paths) {
  const worker = navigator.serviceWorker?.controller;
  const answers = await new Promise((resolve) => {
    if (!worker) return resolve({});
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ can: paths }, [port2]);
  });
  for (const path of paths) known.set(path, Boolean(answers[path]));
}

/** Return the path of a link, form or picture if it is another page of the app. */
function path(address) {
  const url = new URL(address, location.href);
  const here = url.origin === location.origin && url.pathname.startsWith(rooted("/"));
  return here && (url.hash === "" || url.pathname !== location.pathname) ? url.pathname + url.search : null;
}

/** Return the controls of this page with the paths they need. A picture is opened by its folded section. */
function things() {
  const found = [...document.querySelectorAll("a[href]")].map((link) => [link, path(link.href)]);
  for (const form of document.forms) {
    const wanted = path(form.getAttribute("action") || location.href);
    for (const button of form.querySelectorAll("button:not([type=button])")) found.push([button, wanted?.split("?")[0]]);
  }
  for (const image of document.querySelectorAll("details img[src]")) {
    found.push([image.closest("details").querySelector("summary"), path(image.src)]);
  }
  return found.filter(([, wanted]) => wanted);
}

function sign() {
  const drawn = Object.assign(document.createElement("i"), { className: "away" });
  drawn.ariaHidden = "true";
  return drawn;
}

/** The pointer that is down. Nothing may move under it, or its tap would miss. */
let finger = null;
addEventListener("pointerdown", ({ pointerId }) => (finger = pointerId), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => (finger = null)), true); // after the click
}

async function mark() {
  const unknown = [...new Set(things().map(([, wanted]) => wanted))].filter((wanted) => !known.has(wanted));
  if (unknown.length) await learn(unknown);
  if (!serverless() && needing().length && !(await said())) return;
  while (finger !== null) await new Promise(requestAnimationFrame);
  markKnown();
}

const needing = () => things().filter(([, wanted]) => known.get(wanted) === false);

function markKnown() {
  const away = needing();
  if (serverless()) return leaveOut(away);
  if (!away.length || !words) return;
  for (const [thing] of away) {
    if (thing.matches("[data-needs]")) continue;
    thing.dataset.needs = "";
    delete thing.dataset.away; // set by a page that the phone made
    thing.append(sign(), Object.assign(document.createElement("span"), { className: "sr-only", textContent: ` (${words.each})` }));
  }
  const main = document.querySelector("main");
  if (!main || main.querySelector("[data-without]")) return;
  const note = Object.assign(document.createElement("p"), { className: "small soft noprint", role: "status" });
  note.dataset.without = "";
  note.append(sign(), " ", words.once);
  main.append(note); // at the end, where it moves no controls
}

/** Without a server, remove controls that would need one, with their row in a menu or list. */
function leaveOut(away) {
  for (const [thing] of away) {
    const folded = thing.matches("summary") && thing.parentElement;
    const line = thing.form ?? (folded || thing); // a link in a form is separate
    const item = line.closest("li");
    const alone = item && item.querySelectorAll("a[href], button").length === 1;
    (alone ? item : line).remove();
  }
}

function unmark() {
  for (const note of document.querySelectorAll("main [data-without]")) note.remove();
  for (const thing of document.querySelectorAll("[data-needs]")) {
    delete thing.dataset.needs;
    for (const part of thing.querySelectorAll(":scope > .away, :scope > .away + .sr-only")) part.remove();
  }
  known.clear();
}

let later = 0;
const watch = new MutationObserver(() => {
  markKnown(); // before the paint, so that the new part keeps its place
  clearTimeout(later);
  later = setTimeout(mark, A_MOMENT);
});

/** Ask the service worker to send the phone's own games, from any page. */
const handOver = () => navigator.serviceWorker?.controller?.postMessage({ lang });

/** Start marking until there is a network. It may be back already. */
export function startMarking() {
  if (navigator.onLine && !serverless()) handOver();
  mark();
  watch.observe(document.body, { childList: true, subtree: true });
}

addEventListener("online", () => {
  if (serverless()) return;
  handOver();
  watch.disconnect();
  clearTimeout(later);
  unmark();
});
