// What is drawn upon parts of the server's: they are kept as they came, and only what differs is changed in the page, so that the
// browser lays out little anew and a finger finds what it was on its way to.

import { find } from "./parts.js";

const PARTS = ["board", "sheet-table"];

let server = null; // its own parts, as long as something stands upon them

const nameOf = (one) => one.id || one.dataset?.key;
const same = (one, other) => one.nodeName === other.nodeName && nameOf(one) === nameOf(other);

/** Make one like the other; when it began to appear stays its own. */
export function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (name !== "style" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [left, wanted] = [[...old.childNodes], [...fresh.childNodes]];
  const names = new Set(wanted.map(nameOf));
  const gone = (one) => one && nameOf(one) && !names.has(nameOf(one));
  for (const one of wanted) {
    while (gone(left[0])) left.shift().remove();
    if (left[0] && same(left[0], one)) renew(left.shift(), one);
    else old.insertBefore(one, left[0] ?? null);
  }
  for (const one of left) one.remove();
}

/** Only what the server said. */
export function bare() {
  for (const part of server ?? []) renew(document.getElementById(part.id), part);
  server = null;
}

/** `drawing` changes a copy of the server's part with this id, and the page's becomes like it. */
export function upon(id, drawing) {
  server ??= PARTS.map((name) => document.getElementById(name).cloneNode(true));
  const part = server.find((one) => one.id === id).cloneNode(true);
  drawing(part);
  renew(document.getElementById(id), part);
}

/** A copy of the page with the parts as the server said them. */
export function unchanged() {
  const page = document.documentElement.cloneNode(true);
  for (const part of server ?? []) find(`#${part.id}`, page).replaceWith(part.cloneNode(true));
  return page;
}
