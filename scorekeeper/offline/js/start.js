// Drawing layer. The first page of an app without a server: installs the service worker, then reloads.

const here = new URL(".", import.meta.url);
const TRIED = `${here.pathname}:started`;
const MOST = 3; // reloads in a row
const find = (name) => document.querySelectorAll(`[data-${name}]`);

// The 404 page does not know the path of its style sheets.
for (const sheet of document.body.dataset.sheets?.split(" ") ?? []) {
  const media = sheet.endsWith("/dark.css") ? "(prefers-color-scheme: dark)" : "";
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(sheet, here), media }));
}

function failed(name) {
  for (const one of find("busy")) one.hidden = true;
  for (const one of find(name)) one.hidden = false;
}

/** Resolves when the service worker is ready. */
async function kept() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", here), { scope: here.pathname });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  await new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant" && !registration.active) reject(new Error("not kept"));
      if (worker.state === "redundant") resolve();
    };
    worker.addEventListener("statechange", look);
    look();
  });
  // Ask the browser not to clear the data when space is low. It may refuse.
  await navigator.storage?.persist?.().catch(() => false);
}

function tried() {
  const count = Number(sessionStorage.getItem(TRIED) ?? 0) + 1;
  sessionStorage.setItem(TRIED, count > MOST ? 0 : count);
  return count;
}

async function start() {
  if (!("serviceWorker" in navigator)) return failed("unable");
  try {
    await kept();
    if (tried() > MOST) return failed("failed");
    if (location.pathname === `${here.pathname}index.html`) location.replace(here);
    else location.reload();
  } catch (error) {
    console.error(error);
    failed("failed");
  }
}

start();
