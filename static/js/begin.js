// Where typing begins on a page.

/**
 * The field to begin with. The browser's own `autofocus` comes too early where Enter means another thing to the script: keys typed
 * before it is there would send the form.
 */
export function begin(form) {
  const first = form?.querySelector("[data-first]");
  if (!first || form.contains(document.activeElement)) return;
  first.focus();
  first.select?.();
}
