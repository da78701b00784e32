// Drawing layer. The screen for the hall: turns the pages automatically. Keys and links go back or forward, or stop it.

import { refreshPage } from "./poll.js";
import { keepScreenAwake } from "./wake-lock.js";

const root = document.querySelector("[data-follow]");
const slide = () => root.querySelector("#live").dataset;
let stopped = false;
let timer = null;

function again() {
  clearTimeout(timer);
  const button = root.querySelector("[data-go=stop]");
  const seconds = Number(slide().seconds);
  button.hidden = !seconds;
  button.setAttribute("aria-pressed", stopped);
  if (!stopped && seconds) timer = setTimeout(() => go("next"), seconds * 1000);
}

/** Show another page. Offline, the current one stays. */
async function go(way) {
  const before = root.dataset.url;
  root.dataset.url = slide()[way];
  try {
    await refreshPage({ force: true });
  } catch {
    root.dataset.url = before;
  }
  again();
}

const acts = { next: () => go("next"), back: () => go("back"), stop: () => again((stopped = !stopped)) };
const keys = { ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back", " ": "stop" };

document.addEventListener("click", (event) => {
  const act = event.target.closest("[data-go]")?.dataset.go;
  if (!act) return;
  event.preventDefault();
  acts[act]();
});
document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.target.closest("button") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  acts[act]();
});
document.addEventListener("parts", again);
keepScreenAwake();
again();
