// Sender layer. Registers the service worker, which stores pages and the kit on this phone for offline use.

import { rooted } from "./identifiers.js";

let leading = 0;

/** Go to the server's game if this phone's game has moved there, unless a hand is in progress. */
function moved({ data }) {
  // The message may come more than once. A page that is leaving must not start again under a tap.
  if (document.body.inert || !data?.moved || !location.pathname.startsWith(rooted(`/games/${data.moved}`))) return;
  const told = document.querySelector('form#pad [name="contractor"]:not(.none):checked, form textarea:focus, form input:focus');
  clearTimeout(leading);
  if (told || !dispatchEvent(new Event("leading", { cancelable: true }))) {
    leading = setTimeout(() => moved({ data }), told ? 2000 : 100);
    return;
  }
  document.body.inert = true; // further taps would be lost with the page
  location.replace(location.pathname.replace(rooted(`/games/${data.moved}`), data.to));
}

/**
 * Store the pad, the kit and this device's games for offline use. Browsers allow this over HTTPS and on localhost, and elsewhere nothing
 * happens. Resolves to whether pages are stored.
 */
export async function installOffline({ url = rooted("/sw.js") } = {}) {
  if (!("serviceWorker" in navigator)) return false;
  await new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", resolve, { once: true });
  });
  try {
    // The page may have loaded before the service worker took control, because another page installed it.
    const missing = Boolean(navigator.serviceWorker.controller);
    await navigator.serviceWorker.register(url);
    const { active } = await navigator.serviceWorker.ready;
    navigator.serviceWorker.addEventListener("message", moved);
    navigator.serviceWorker.startMessages?.();
    active.postMessage({ ...chosen(), keep: location.pathname, missing });
    addEventListener("online", () => active.postMessage(chosen()));
    return true;
  } catch {
    return false;
  }
}

/** Return this device's settings, for pages that the phone answers. */
function chosen() {
  const { lang, dataset } = document.documentElement;
  const theme = { light: "light", dark: "dark" }[document.querySelector('meta[name="color-scheme"]')?.content] ?? "auto";
  return { lang, theme, mark: dataset.negative ?? "box", letters: dataset.letters ?? "usual" };
}

/** Update the stored copy of this page after a change without a reload; from `html` if there is no network. */
export function storePage(path = location.pathname, html = undefined) {
  // Use the active worker even if it does not control this page yet, because its stored page may be older.
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: path, html }));
}
