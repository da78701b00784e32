// Drawing layer. Changes parts of the page without replacing them: the server's parts are kept aside, and only the differences are applied, so that
// layout stays cheap and a finger still hits what it was aiming at.

import { find } from "./live-parts.js";

const PARTS = ["board", "sheet-table"];

let server = null; // the originals, while parts are changed

const nameOf = (one) => one.id || one.dataset?.key;
const same = (one, other) => one.nodeName === other.nodeName && nameOf(one) === nameOf(other);

/** Make one element like another. The time of its first appearance stays. */
export function morph(old, fresh) {
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
    if (left[0] && same(left[0], one)) morph(left.shift(), one);
    else old.insertBefore(one, left[0] ?? null);
  }
  for (const one of left) one.remove();
}

/** Restore the server's parts. */
export function restoreParts() {
  for (const part of server ?? []) morph(document.getElementById(part.id), part);
  server = null;
}

/** Let `drawing` change a copy of the server's part with this id, and apply the result to the page. */
export function patchPart(id, drawing) {
  server ??= PARTS.map((name) => document.getElementById(name).cloneNode(true));
  const part = server.find((one) => one.id === id).cloneNode(true);
  drawing(part);
  morph(document.getElementById(id), part);
}

/** Return a copy of the page with the server's original parts. */
export function copyPage() {
  const page = document.documentElement.cloneNode(true);
  for (const part of server ?? []) find(`#${part.id}`, page).replaceWith(part.cloneNode(true));
  return page;
}
