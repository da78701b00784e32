// The page of printouts: updates the progress of the job until it is done.

import { ask, find, lookAgain, patch, stamps } from "./parts.js";

const EVERY = 800;
const SLOWEST = 5000;

async function look() {
  if (!find("#documents-job[data-working]")) return;
  const html = await ask(location.pathname, "data-stamp=", { known: stamps() });
  if (html) patch(html);
}

lookAgain(look, EVERY, SLOWEST);
