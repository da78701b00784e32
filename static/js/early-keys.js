// Drawing layer. Collects keys typed for the result line before the page's script runs (autofocus.js). Not a module, so that it runs at once.
{
  const BEGINS = /^[\d\-−f]$/i;
  const MEANT = ["Enter", "Backspace", "Tab"];
  const keys = [];
  const hear = (event) => {
    const { key, target } = event;
    if ((target !== document.body && target !== document.documentElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!BEGINS.test(key) && !(keys.length && (MEANT.includes(key) || key.length === 1))) return;
    event.preventDefault();
    keys.push(event.shiftKey && key === "Tab" ? "Back" : key);
  };
  addEventListener("keydown", hear);
  globalThis.takeEarlyKeys = () => {
    removeEventListener("keydown", hear);
    return keys;
  };
}
