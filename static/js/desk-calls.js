// Drawing layer. Calls to the director at the desk: rings for new ones once the desk has allowed sound, and marks the page's title.

import { prefixName } from "./identifiers.js";
import { announce, find, readAloud } from "./live-parts.js";
import { countMinutes } from "./minutes-ago.js";

const AGAIN = 20000; // until someone answers
const STORED = prefixName("scorekeeper-ring");
const NOTES = [880, 1175, 880, 1175];
const title = document.title;

const waiting = () => [...document.querySelectorAll(".desk-call.is-new")];

let sound = null;
let known = new Set(waiting().map(({ dataset }) => dataset.call));

/** Whether this desk has allowed sound, now or on an earlier page. */
function allowed() {
  try {
    return localStorage.getItem(STORED) === "1";
  } catch {
    return Boolean(sound);
  }
}

/** Get ready to ring. Browsers allow it only after a tap or a key on the page. */
async function prepare() {
  sound ??= new AudioContext();
  await sound.resume().catch(() => {});
}

async function ring() {
  if (!allowed()) return;
  if (sound?.state !== "running") return;
  NOTES.forEach((frequency, n) => {
    const tone = sound.createOscillator();
    const loudness = sound.createGain();
    const begins = sound.currentTime + n * 0.18;
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.0001, begins);
    loudness.gain.exponentialRampToValueAtTime(0.3, begins + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begins + 0.16);
    tone.connect(loudness).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + 0.17);
  });
}

function look() {
  const calls = waiting();
  document.title = calls.length ? `(${calls.length}) ${title}` : title;
  const fresh = calls.filter(({ dataset }) => !known.has(dataset.call));
  known = new Set(calls.map(({ dataset }) => dataset.call));
  if (!fresh.length) return;
  announce(fresh.map((call) => readAloud(find(".desk-call-what", call))).join(". "));
  ring();
}

const button = find("#desk-ring");

function drawButton() {
  button.setAttribute("aria-pressed", allowed());
  button.textContent = allowed() ? button.dataset.on : button.dataset.off;
}

button.addEventListener("click", async () => {
  try {
    if (allowed()) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "1");
  } catch {
    // then it rings on this page
  }
  await prepare();
  drawButton();
  ring(); // so that the desk hears how it sounds
});
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => allowed() && prepare(), { once: true });
button.hidden = false;
drawButton();
look();
document.addEventListener("parts", look);
setInterval(() => waiting().length && ring(), AGAIN);
countMinutes();
