// Correcting a hand: what it changes shows at every tap, before it is written down in this phone's log for good.

import "./acting.js";
import { ask, catchUp, find, patch, say } from "./parts.js";
import * as steps from "./steps.js";

const form = find("#pad");
let asking = null;
const PATIENCE = 8000;

async function look() {
  asking?.abort();
  const mine = (asking = new AbortController());
  form.dataset.stale = ""; // what is shown is not of what is told
  const body = new URLSearchParams(new FormData(form));
  body.set("action", "preview");
  try {
    const late = setTimeout(() => mine.abort(), PATIENCE);
    const html = await ask(location.href, 'id="change"', { method: "POST", body, signal: mine.signal });
    clearTimeout(late);
    patch(html);
    delete form.dataset.stale;
    say(find(".error, .effect-end", find("#change"))?.textContent ?? find("#result")?.dataset.said ?? "");
  } catch {
    // without a network the button asks
  }
}

document.documentElement.classList.add("js");
steps.listen();
steps.help(form);
form.addEventListener("change", ({ target }) => {
  if (target.name === "contractor") for (const box of form.querySelectorAll('[name^="bidder-"], [name="also_bid"]')) box.remove();
  if (target.name !== "note" || find('[name="seen"]').value) look();
});
catchUp(form);
