// Correcting a hand: what it changes shows at every tap, before anything is sent for good.

import { catchUp, find, patch, say } from "./parts.js";
import * as steps from "./steps.js";

const form = find("#pad");
let asking = null;

async function look() {
  asking?.abort();
  asking = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  body.set("action", "preview");
  try {
    const answer = await fetch(location.href, { method: "POST", headers: { "X-Fragment": "1" }, body, signal: asking.signal });
    if (!answer.ok) return;
    patch(await answer.text());
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
