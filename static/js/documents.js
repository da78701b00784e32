// Drawing layer. The page of printouts: updates the progress of the job until it is done.

import { find, patchPage, readStamps, requestParts, startPolling } from "./live-parts.js";

const EVERY = 800;
const SLOWEST = 5000;

async function look() {
  if (!find("#documents-job[data-working]")) return;
  const html = await requestParts(location.pathname, "data-stamp=", { known: readStamps() });
  if (html) patchPage(html);
}

startPolling(look, EVERY, SLOWEST);
