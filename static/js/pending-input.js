// Drawing layer. Keeps what people type while an answer is on its way, and puts it into the new page.

import { keepFocus } from "./live-parts.js";

const FIELDS = "input:not([type=hidden], [type=submit], [type=button], [type=file]), select, textarea";

const chosen = ({ type }) => type === "radio" || type === "checkbox";
const nameOf = (field) => (chosen(field) ? `${field.name}=${field.value}` : field.name);
const fields = (root) => [...root.querySelectorAll(FIELDS)].filter(({ name }) => name);

/** Keep the focused field and its selection, so that the next key replaces the selection. */
export function keepSelection(change) {
  const { selectionStart: from, selectionEnd: to } = document.activeElement ?? {};
  keepFocus(change);
  if (Number.isInteger(from)) document.activeElement.setSelectionRange?.(from, to);
}

/** Return the current values by field. */
export const readFields = (root) => new Map(fields(root).map((field) => [nameOf(field), chosen(field) ? field.checked : field.value]));

/** Put the values that changed after `before` back. */
export function restoreFields(root, before, now) {
  for (const field of fields(root)) {
    const name = nameOf(field);
    if (!now.has(name) || now.get(name) === before.get(name)) continue;
    field[chosen(field) ? "checked" : "value"] = now.get(name);
  }
}
