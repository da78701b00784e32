// Drawing layer. Says in one line why the pad can't be installed over plain HTTP, until it is dismissed on this device.

import { prefixName } from "./identifiers.js";

const AWAY = prefixName("plain-http-away");

/** Whether it was dismissed here. Without storage, it is not shown at all. */
function isAway() {
  try {
    return Boolean(localStorage.getItem(AWAY));
  } catch {
    return true;
  }
}

export function explainInstall() {
  const line = document.querySelector("#plain-http");
  const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  if (!line || window.isSecureContext || installed || isAway()) return;
  line.hidden = false;
  line.querySelector("button").addEventListener("click", () => {
    localStorage.setItem(AWAY, "1");
    line.hidden = true;
  });
}
