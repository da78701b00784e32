// The page that is opened when there is no network: as the server last said it.

import { keepPage } from "./offline.js";
import { unspelt } from "./spelling.js";
import { unchanged } from "./upon.js";

/** This page as the server last said it. */
function asItCame() {
  const page = unspelt(unchanged);
  for (const part of page.querySelectorAll("[inert]")) part.inert = false;
  for (const part of page.querySelectorAll("#result > *, [data-filled], .outbox, .as-of, .kept-end, .kept-news, .recent, .mending, .drawn")) part.remove();
  for (const part of page.querySelectorAll("#pad :is([data-step], #result, .rare, .contract, .news, .savebar > :not(#told))")) part.hidden = false;
  for (const name of ["opened", "mends", "was", "badge", "turn"]) delete page.querySelector("form#pad")?.dataset[name];
  page.dataset.asOf = new Date().toISOString();
  return `<!doctype html>${page.outerHTML}`;
}

let keeping = null;

/** Kept as it is by now; several changes in a row at once. */
export function keep() {
  clearTimeout(keeping);
  keeping = setTimeout(() => keepPage(location.pathname, asItCame()), 200);
}
