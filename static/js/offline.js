// Pages and the scoring kit, kept on this phone for when there is no network.

import { rooted } from "./root.js";

let leading = 0;

/** A game of this phone that a server has by now goes on there, unless something is being told or written down just now. */
function moved({ data }) {
  // It may be said more than once: whoever is led there already is not led there anew, from under a tap.
  if (document.body.inert || !data?.moved || !location.pathname.startsWith(rooted(`/games/${data.moved}`))) return;
  const told = document.querySelector('form#pad [name="contractor"]:not(.none):checked, form textarea:focus, form input:focus');
  clearTimeout(leading);
  if (told || !dispatchEvent(new Event("leading", { cancelable: true }))) {
    leading = setTimeout(() => moved({ data }), told ? 2000 : 100);
    return;
  }
  document.body.inert = true; // what were tapped from now on would go with the page
  location.replace(location.pathname.replace(rooted(`/games/${data.moved}`), data.to));
}

/**
 * Keep the pad, the scoring kit and this device's games for when there is no network. Browsers allow it over HTTPS and on the
 * computer itself; elsewhere nothing happens. Resolves to whether pages are kept.
 */
export async function keepOffline({ url = rooted("/sw.js") } = {}) {
  if (!("serviceWorker" in navigator)) return false;
  await new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", resolve, { once: true });
  });
  try {
    // A page may have come without the service worker that has it in hand by now: another page brought it meanwhile.
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

/** What is chosen for this device, for pages that the phone itself answers. */
function chosen() {
  const { lang, dataset } = document.documentElement;
  const theme = { light: "light", dark: "dark" }[document.querySelector('meta[name="color-scheme"]')?.content] ?? "auto";
  return { lang, theme, mark: dataset.negative ?? "box", letters: dataset.letters ?? "usual" };
}

/** Have the kept copy of this page made anew, after it was changed without being loaded again; from `html` if there is no network. */
export function keepPage(path = location.pathname, html = undefined) {
  // The worker that keeps pages, though it may not have this one in hand yet: what it keeps first may be older than this.
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: path, html }));
}
