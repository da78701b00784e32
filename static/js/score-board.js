// Drawing layer. The score board: updates itself, keeps the screen awake, offers full screen, and goes on to the next game.

import { announce, find, markCurrent, patchPage, readAloud, readStamps, requestParts, startPolling } from "./live-parts.js";
import { makeLongPoll } from "./long-poll.js";
import { installOffline, storePage } from "./service-worker.js";
import { keepScreenAwake } from "./wake-lock.js";

const EVERY = 4000;
const SLOWEST = 60000;
const PATIENCE = 8000;

const lost = (is) => (find("#lost").hidden = !is);

async function refresh(how) {
  let html;
  try {
    html = await requestParts(`${location.pathname}${how ? "?wait" : ""}`, "data-stamp=", { known: readStamps(), signal: AbortSignal.timeout(PATIENCE), ...how });
  } catch (error) {
    const { name, status, url } = error;
    if (name !== "AbortError") lost(!status || status >= 500);
    // The link was revoked or the phone was removed: let the browser show the error page.
    if (url || [403, 404].includes(status)) location.reload();
    throw error;
  }
  lost(false);
  if (html) {
    patchPage(html);
    announce([...document.querySelectorAll(".scoreboard-side")].map(readAloud).join(". "));
    storePage();
  }
  markCurrent();
  const { following } = find("#board").dataset;
  if (following) location.replace(following);
}

/** Add the full-screen button where it is supported, also after the board was updated. */
function offerFull() {
  const button = find("[data-full]");
  button.hidden = !document.fullscreenEnabled;
  button.setAttribute("aria-pressed", Boolean(document.fullscreenElement));
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-full]")) return;
  const page = document.documentElement;
  (document.fullscreenElement ? document.exitFullscreen() : page.requestFullscreen()).catch(() => {});
});
document.addEventListener("fullscreenchange", offerFull);
document.addEventListener("parts", offerFull);
lost(Boolean(document.documentElement.dataset.asOf));
startPolling(makeLongPoll(refresh), EVERY, SLOWEST)();
offerFull();
keepScreenAwake();
installOffline();
