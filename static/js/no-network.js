// Without a network: what on this page needs one says so before it is tapped. The service worker knows what it can answer itself.

import { rooted } from "./root.js";

const WORDS_TAKE = 4000;
const A_MOMENT = 60;

const { lang } = document.documentElement;
/** By path: whether it is answered without a network. */
const known = new Map();

/** Where there is no server at all, there is nothing to wait for. */
const serverless = () => document.documentElement.dataset.serverless !== undefined;

let words = null;

/** What is said: beside each thing, and once for the page. */
async function said() {
  if (words) return words;
  const answer = await fetch(rooted(`/kept/${lang}`), { signal: AbortSignal.timeout(WORDS_TAKE) }).catch(() => null);
  const page = document.createElement("template");
  page.innerHTML = answer?.ok ? await answer.text() : "";
  const { dataset } = page.content.querySelector(".outbox") ?? {};
  words = dataset ? { each: dataset.away, once: dataset.without } : null;
  return words;
}

/** Learn of these paths whether this phone answers them. Where no service worker is, nothing is answered. */
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

/** Where a link, a form or a picture leads, if that is another page of the program. */
function path(address) {
  const url = new URL(address, location.href);
  const here = url.origin === location.origin && url.pathname.startsWith(rooted("/"));
  return here && (url.hash === "" || url.pathname !== location.pathname) ? url.pathname + url.search : null;
}

/** What can be tapped on this page, each with the path that it needs. A picture is opened by what it is folded into. */
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

/** The finger that is down: nothing moves under it, or its tap would meet something else, or nothing. */
let finger = null;
addEventListener("pointerdown", ({ pointerId }) => (finger = pointerId), true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => (finger = null)), true); // once the click has come
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
    delete thing.dataset.away; // what a page says of itself that the phone drew
    thing.append(sign(), Object.assign(document.createElement("span"), { className: "vh", textContent: ` (${words.each})` }));
  }
  const main = document.querySelector("main");
  if (!main || main.querySelector("[data-without]")) return;
  const note = Object.assign(document.createElement("p"), { className: "small soft noprint", role: "status" });
  note.dataset.without = "";
  note.append(sign(), " ", words.once);
  main.append(note); // at the foot, where nothing that is about to be tapped moves by it
}

/** Where there is no server at all, what would need one is not offered: with the line of a menu or list that it stands in. */
function leaveOut(away) {
  for (const [thing] of away) {
    const folded = thing.matches("summary") && thing.parentElement;
    const line = thing.form ?? (folded || thing); // a link in a form is not the form's
    const item = line.closest("li");
    const alone = item && item.querySelectorAll("a[href], button").length === 1;
    (alone ? item : line).remove();
  }
}

function unmark() {
  for (const note of document.querySelectorAll("main [data-without]")) note.remove();
  for (const thing of document.querySelectorAll("[data-needs]")) {
    delete thing.dataset.needs;
    for (const part of thing.querySelectorAll(":scope > .away, :scope > .away + .vh")) part.remove();
  }
  known.clear();
}

let later = 0;
const watch = new MutationObserver(() => {
  markKnown(); // before it is painted: a part in the place of another stands where that stood
  clearTimeout(later);
  later = setTimeout(mark, A_MOMENT);
});

/** What began here without a network is handed over once there is one, from a page that keeps nothing too. */
const handOver = () => navigator.serviceWorker?.controller?.postMessage({ lang });

/** From now on, until there is a network again; it may have come back while the page did. */
export function begin() {
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
