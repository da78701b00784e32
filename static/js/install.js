// Why the pad cannot be installed, where the page came by plain http: in one line, until it is put away on this device.

import { named } from "./root.js";

const AWAY = named("plain-http-away");

/** Whether it was put away here; where a browser keeps nothing, it is not said at all. */
function isAway() {
  try {
    return Boolean(localStorage.getItem(AWAY));
  } catch {
    return true;
  }
}

export function sayWhy() {
  const line = document.querySelector("#plain-http");
  const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  if (!line || window.isSecureContext || installed || isAway()) return;
  line.hidden = false;
  line.querySelector("button").addEventListener("click", () => {
    localStorage.setItem(AWAY, "1");
    line.hidden = true;
  });
}
