// Whoever is faster than the program goes on telling while an answer is on its way: that stays told on the page that comes.

import { keepFocus } from "./parts.js";

const FIELDS = "input:not([type=hidden], [type=submit], [type=button], [type=file]), select, textarea";

const chosen = ({ type }) => type === "radio" || type === "checkbox";
const nameOf = (field) => (chosen(field) ? `${field.name}=${field.value}` : field.name);
const fields = (root) => [...root.querySelectorAll(FIELDS)].filter(({ name }) => name);

/** The field that is held stays so, and what is selected in it: whoever types next writes in place of that. */
export function keepHeld(change) {
  const { selectionStart: from, selectionEnd: to } = document.activeElement ?? {};
  keepFocus(change);
  if (Number.isInteger(from)) document.activeElement.setSelectionRange?.(from, to);
}

/** What is typed and chosen there now, by field. */
export const told = (root) => new Map(fields(root).map((field) => [nameOf(field), chosen(field) ? field.checked : field.value]));

/** Tell it again, as far as it was told after `before`. */
export function tellSince(root, before, now) {
  for (const field of fields(root)) {
    const name = nameOf(field);
    if (!now.has(name) || now.get(name) === before.get(name)) continue;
    field[chosen(field) ? "checked" : "value"] = now.get(name);
  }
}
