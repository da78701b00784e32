// Of a browser that keeps nothing: asked of the server at once, the same again under the same key.

import { uuid } from "./parts.js";

let last = {};

/** The server's answer to an act; null where none came. `sender`: what sends it, perhaps only on its way. */
export async function ask(sender, whole) {
  const act = JSON.stringify(whole.act);
  if (last.act !== act) last = { act, key: uuid() };
  const reply = await (await sender).ask({ ...whole, ...last, after: null });
  if (reply?.state === "done") last = {};
  return reply;
}
