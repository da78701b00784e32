// Sender layer. The service worker: stores the app's files, the kit and this device's games for offline use.
// The server writes `SHELL` above this. It changes with every file it names, and so does this script.
"use strict";

// The app's path on its host. Storage is shared by the whole host, so names include this path.
const ROOT = SHELL.root ?? "";
const rooted = (path) => ROOT + path;
const OURS = `${ROOT && `${ROOT}:`}scorekeeper-`;
const FILES = `${OURS}files-${SHELL.version}`;
const PAGES = `${OURS}pages`;
const SETTINGS = `${OURS}settings`;
/** Milliseconds: until an answer begins, for reads and for writes, and until it is complete. */
const PATIENCE = 5000;
const SENT = 8000;
const WHOLE = 30_000;
/** Milliseconds between attempts to fetch a file or a page. */
const PAUSES = [500, 1000, 2000, 4000, 8000];
const LANES = 4;
/** Pages of a phone's own game that need a server. */
const AWAY = /^\/games\/\d+\/(share|paper|hall|(rules|sheet)\.pdf)/;

/** The URL for commands on a server's game. */
const A_LOG = /^\/games\/\d{1,12}\/log$/;

/** Script requests that are not pages. Parts of a page are never made from a copy, which may be older than the page. */
const DATA = /\.json$/;

self.addEventListener("install", (event) => {
  importScripts(...INTERPRETER);
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

/**
 * Store the files that every page needs. Over a bad network, each failed file is retried, and files from an earlier attempt of this
 * version stay. Only a few at a time, so that saving a hand does not have to wait.
 */
async function fill() {
  const cache = await caches.open(FILES);
  const bring = async (kept, url, options) => {
    const answer = await withPatience(fetch(url, options));
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const whole = as(answer, await withPatience(answer.blob(), WHOLE));
    await cache.put(kept, SHELL.alone ? await placed(kept, whole) : whole);
  };
  const keep = async (kept, url, options) => {
    if (!(await cache.match(kept))) await tried(() => bring(kept, url, options));
  };
  const fresh = { cache: "reload" };
  const files = [
    // The browser's own cache is good enough for URLs with a hash: the page has just loaded most of them.
    ...SHELL.statics.map((name) => [rooted(`/static/${name}`), SHELL.base + name]),
    ...SHELL.kit.map((url) => [url, url]),
    ...[...SHELL.files, ...Object.values(SHELL.offline)].map((url) => [url, url, fresh]),
  ].values();
  const lane = async () => {
    for (const file of files) await keep(...file);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await Promise.allSettled(SHELL.optional.map((url) => bring(url, url)));
}

/** Retry a few times, with pauses. */
async function tried(work) {
  for (const pause of [...PAUSES, 0]) {
    try {
      return await work();
    } catch (error) {
      if (!pause) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

async function tidy() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const kept = [FILES, PAGES, SETTINGS];
  await Promise.all(ours.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}

self.addEventListener("message", (event) => {
  for (const name of CHOSEN) if (event.data?.[name]) event.waitUntil(setting(name, event.data[name]));
  if (event.data?.can) event.waitUntil(answerable(event.data.can).then((told) => event.ports[0].postMessage(told)));
  if (SHELL.alone) return event.data?.lang && event.waitUntil(warm().catch(() => {}));
  if (event.data?.keep) {
    event.waitUntil(keep(event.data.keep, event.data));
    event.waitUntil(copyAgain(event.data.keep, event.data.missing === undefined).catch(() => {}));
  }
  if (event.data?.lang) {
    // Without a network, the next page tries again.
    const handed = handOver();
    event.waitUntil(handed.then(() => leadOn(event.source)).then(learn).catch(() => {}));
    event.waitUntil(handed.then(handOverAgain));
    event.waitUntil(keep(rooted("/"), { missing: true })); // an installed app starts here, and the offline notice links to it
    event.waitUntil(warm().catch(() => {}));
  }
});

/** Return for each path whether it can be answered offline. */
async function answerable(paths) {
  const pages = await caches.open(PAGES);
  const told = {};
  for (const path of paths) {
    const { pathname, search } = new URL(path, location.origin);
    const own = packOf(pathname, "always") && !AWAY.test(pathname.slice(ROOT.length));
    if (SHELL.alone) told[path] = Boolean(hereOf(pathname)) && !AWAY.test(pathname.slice(ROOT.length));
    else told[path] = Boolean(packOf(pathname) || own || (!search && (await pages.match(pathname))) || (await copied(pathname)));
  }
  return told;
}

async function setting(name, value) {
  const cache = await caches.open(SETTINGS);
  if (value !== undefined) return cache.put(rooted(`/${name}`), new Response(value));
  return (await cache.match(rooted(`/${name}`)))?.text();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(rooted("/"))) return;
  if (SHELL.alone) return event.respondWith(withoutServer(request, url));
  const [ours, alone] = [packOf(url.pathname, "always"), packOf(url.pathname)];
  if (ours) {
    event.respondWith(own(event, url, ours));
  } else if (request.method !== "GET") {
    if (A_LOG.test(url.pathname.slice(ROOT.length))) event.respondWith(toServer(event, url));
    else if (alone) event.respondWith(sent(request, alone));
    else if (packOf(url.pathname, "copied") && foldsLog(url.pathname.slice(ROOT.length))) event.respondWith(sentToCopy(request, url));
  } else if (request.mode === "navigate") {
    if (ofBoth(url)) event.respondWith(both(request, url));
    else event.respondWith(url.pathname === rooted("/") ? first(event, url, alone) : page(event, url, alone));
  } else if (alone) {
    event.respondWith(withPatience(fetch(request)).catch(() => answered(request, alone)));
  } else if (DATA.test(url.pathname) && packOf(url.pathname, "copied")) {
    event.respondWith(data(request, url));
  } else if (SHELL.kit.includes(url.pathname) || SHELL.optional.includes(url.pathname)) {
    event.respondWith(kept(request, url.pathname));
  } else if (SHELL.files.includes(url.pathname)) {
    event.respondWith(kept(request, url.pathname)); // stored for this version: a dead network may take a minute
  } else if (url.pathname.startsWith(rooted("/static/"))) {
    const name = url.pathname.slice(ROOT.length).replace(/^\/static\/(@\w+\/)?/, "");
    // Under this version's URL, use the stored file. A page of another version gets its own file if possible.
    const answer = url.pathname.startsWith(SHELL.base) ? kept : asked;
    if (SHELL.statics.includes(name)) event.respondWith(answer(request, rooted(`/static/${name}`)));
    else if (name.includes("+")) event.respondWith(joined(request, name, url.pathname.startsWith(SHELL.base)));
  }
});

async function kept(request, name) {
  return (await (await caches.open(FILES)).match(name)) ?? fetch(request);
}

// Join several stored style sheets for one URL.
async function joined(request, name, same) {
  const parts = name.match(/^css\/(.+)\.css$/)?.[1].split("+").filter((part) => !part.startsWith("-")) ?? [];
  const texts = async () => {
    const cache = await caches.open(FILES);
    const found = await Promise.all(parts.map((part) => cache.match(rooted(`/static/css/${part}.css`))));
    if (found.some((part) => !part)) throw new Error(`${name} is not kept`);
    const text = (await Promise.all(found.map((part) => part.text()))).join("\n");
    return new Response(text, { headers: { "Content-Type": "text/css; charset=utf-8" } });
  };
  if (!same) return withPatience(fetch(request)).catch(texts);
  return texts().catch(() => fetch(request));
}

async function asked(request, name) {
  try {
    return await withPatience(fetch(request));
  } catch (error) {
    const old = await (await caches.open(FILES)).match(name);
    if (old) return old;
    throw error;
  }
}

/** Answer a page of a phone's own game, or redirect if the server has the game. */
async function own(event, url, name) {
  const { request } = event;
  if (request.method === "POST") event.waitUntil(drawFirstSoon());
  let there = await arrived(url.pathname).catch(() => null);
  if (dueAgain()) event.waitUntil(handOver()); // retry while a game is open
  if (!there) {
    const answer = await answered(request, name).catch((error) => {
      console.error(error);
      return request.mode === "navigate" ? offline() : Response.error();
    });
    // The game may have moved while this request waited.
    if (answer.status === 404) there = await movedTo(url.pathname).catch(() => null);
    if (!there) return answer;
  }
  return elsewhere(event, there, url.search);
}

async function answered(request, name) {
  return drawn(request, await bodyOf(request), name);
}

// Send a form to the server, and answer it here if the server can't be reached. Its key makes it count once.
async function sent(request, name) {
  const body = await bodyOf(request);
  const files = Object.values(body?.files ?? {}).some((file) => file.name); // a file field may be empty
  const late = AbortSignal.timeout(SENT);
  try {
    // No time limit for files.
    return await fetch(request, files ? {} : { signal: AbortSignal.any?.([request.signal, late]) ?? late });
  } catch (error) {
    if (request.signal.aborted) throw error; // no one waits for it
    return drawn(request, body, name);
  }
}

async function page(event, url, name) {
  const keeps = isKept(url.pathname) && !url.search;
  const old = keeps ? await (await caches.open(PAGES)).match(url.pathname) : undefined;
  const coming = fetch(event.request);
  const gathered = numberIn(url.pathname) && gather(); // for the page to show and send
  // Update the copy even if the answer comes too late to be shown: the device may have lost access.
  event.waitUntil(coming.then(({ status }) => status < 500 && copyAgain(url.pathname)).catch(() => {}));
  try {
    const answer = await (old || name || (await copied(url.pathname)) ? withPatience(coming) : coming);
    if (keeps) {
      const copy = answer.clone();
      event.waitUntil(after(url.pathname, () => remember(url.pathname, copy)));
    }
    await gathered;
    return answer;
  } catch {
    await gathered;
    if (numberIn(url.pathname)) event.waitUntil(drawFirstSoon());
    return withoutNetwork(event.request, url, name, old);
  }
}

/**
 * Answer a page offline. The phone makes the first page and most others itself, because a stored first page lacks recent games. Otherwise
 * use the stored pad, the copy of the game, or the stored page.
 */
async function withoutNetwork(request, url, name, old) {
  if (name && url.pathname === rooted("/") && !url.search) return drawnFirst(request, name).catch(() => old ?? offline());
  if (name && (!old || url.pathname === rooted("/"))) return drawn(request, null, name).catch(() => old ?? offline());
  const copy = old && /^\/games\/\d+$/.test(url.pathname.slice(ROOT.length)) ? null : await copied(url.pathname);
  if (copy && !(await lacks(url).catch(() => false))) return drawn(request, null, copy.name, copy.at).catch(() => old ?? offline());
  return old ?? offline();
}

/** Answer a script's request about a server's game, offline from its copy with the waiting commands. */
async function data(request, url) {
  const coming = fetch(request);
  const copy = await copied(url.pathname);
  if (!copy) return coming;
  return withPatience(coming).catch(() => {
    coming.catch(() => {});
    return drawn(request, null, copy.name, copy.at);
  });
}

function withPatience(coming, patience = PATIENCE) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("late")), patience)));
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
