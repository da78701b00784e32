// The score board: it keeps itself up to date, keeps the screen awake, fills it where one wants that, and goes on to the next game.

import { keepAwake } from "./awake.js";
import { held } from "./hold.js";
import { keepOffline, keepPage } from "./offline.js";
import { aloud, ask, current, find, lookAgain, patch, say, stamps } from "./parts.js";

const EVERY = 4000;
const SLOWEST = 60000;
const PATIENCE = 8000;

const lost = (is) => (find("#lost").hidden = !is);

async function refresh(how) {
  let html;
  try {
    html = await ask(`${location.pathname}${how ? "?wait" : ""}`, "data-stamp=", { known: stamps(), signal: AbortSignal.timeout(PATIENCE), ...how });
  } catch (error) {
    const { name, status, url } = error;
    if (name !== "AbortError") lost(!status || status >= 500);
    // A link that was ended, a phone that was shut out: the browser's own page says so.
    if (url || [403, 404].includes(status)) location.reload();
    throw error;
  }
  lost(false);
  if (html) {
    patch(html);
    say([...document.querySelectorAll(".far-side")].map(aloud).join(". "));
    keepPage();
  }
  current();
  const { following } = find("#board").dataset;
  if (following) location.replace(following);
}

/** Browsers that can fill the screen get the button for it, also in a board that was drawn anew. */
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
lookAgain(held(refresh), EVERY, SLOWEST)();
offerFull();
keepAwake();
keepOffline();
