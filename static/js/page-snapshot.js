// Drawing layer. Stores the page for offline use, as the server sent it last.

import { copyPage } from "./dom-patch.js";
import { storePage } from "./service-worker.js";
import { useServerNames } from "./spelling.js";

/** Return this page as the server sent it last. */
function asItCame() {
  const page = useServerNames(copyPage);
  for (const part of page.querySelectorAll("[inert]")) part.inert = false;
  for (const part of page.querySelectorAll("#result > *, [data-filled], .outbox, .as-of, .pending-end, .pending-news, .recent, .correcting, .drawn, .falling")) part.remove();
  for (const part of page.querySelectorAll("#pad :is([data-step], #result, .pad-more, .contract, .news, .savebar > :not(#told))")) part.hidden = false;
  for (const name of ["opened", "mends", "was", "badge", "turn"]) delete page.querySelector("form#pad")?.dataset[name];
  page.dataset.asOf = new Date().toISOString();
  return `<!doctype html>${page.outerHTML}`;
}

let keeping = null;

/** Store the page as it is now, once for several changes in a row. */
export function storeSnapshot() {
  clearTimeout(keeping);
  keeping = setTimeout(() => storePage(location.pathname, asItCame()), 200);
}
