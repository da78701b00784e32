// Sender layer. For browsers without storage: asks the server directly, and repeats under the same key.

import { makeKey } from "./identifiers.js";

let last = {};

/** Return the server's answer to a command, or null. `sender` may still be loading. */
export async function askDirectly(sender, whole) {
  const act = JSON.stringify(whole.act);
  if (last.act !== act) last = { act, key: makeKey() };
  const reply = await (await sender).ask({ ...whole, ...last, after: null });
  if (reply?.state === "done") last = {};
  return reply;
}
