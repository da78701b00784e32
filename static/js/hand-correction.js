// Drawing layer. Corrects a hand: shows the effect at every tap, before it goes into this phone's log.

import "./command-forms.js";
import { announce, find, patchPage, replayChanges, requestParts } from "./live-parts.js";
import * as steps from "./steps.js";

const form = find("#pad");
let asking = null;
const PATIENCE = 8000;

async function look() {
  asking?.abort();
  const mine = (asking = new AbortController());
  form.dataset.stale = ""; // the effect shown is not current
  const body = new URLSearchParams(new FormData(form));
  body.set("action", "preview");
  try {
    const late = setTimeout(() => mine.abort(), PATIENCE);
    const html = await requestParts(location.href, 'id="change"', { method: "POST", body, signal: mine.signal });
    clearTimeout(late);
    patchPage(html);
    delete form.dataset.stale;
    clear();
    announce(find(".error, .receipt-end", find("#changebar"))?.textContent ?? find("#result")?.dataset.said ?? "");
  } catch {
    if (mine === asking) askByButton();
  }
}

/** Keep the last tap, or the open question, above the bar, which grows with its text. */
function clear() {
  const asked = !find('[name="seen"]').value && find("#change .ask");
  const shown = asked || [...form.querySelectorAll("[data-step] :checked:not(.none)")].at(-1)?.parentElement;
  const under = (shown?.getBoundingClientRect().bottom ?? 0) - find("#changebar").getBoundingClientRect().top;
  if (under > 0) scrollBy({ top: under });
}

/** Without a network, the button asks. */
function askByButton() {
  find("#changebar .no-script")?.classList.remove("no-script");
  find("#changebar .needs-script")?.remove();
}

document.documentElement.classList.add("js");
steps.watchForm();
steps.updateHelp(form);
form.addEventListener("change", ({ target }) => {
  if (target.name === "contractor") for (const box of form.querySelectorAll('[name^="bidder-"], [name="also_bid"]')) box.remove();
  if (target.name !== "note" || find('[name="seen"]').value) look();
});
replayChanges(form);
