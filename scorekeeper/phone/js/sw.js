// Keeps the shell, the scoring kit and the games opened on this device at hand when there is no network.
// `SHELL` is written above by the server; it changes with every file it names, and this script with it.
"use strict";

// Below a path of the host: what is kept is for the whole host, and another program of this kind there has its own.
const ROOT = SHELL.root ?? "";
const rooted = (path) => ROOT + path;
const OURS = `${ROOT && `${ROOT}:`}scorekeeper-`;
const FILES = `${OURS}files-${SHELL.version}`;
const PAGES = `${OURS}pages`;
const SETTINGS = `${OURS}settings`;
/** Milliseconds: how long an answer may not begin, to what is read and to what is sent, and how long it may take to be whole. */
const PATIENCE = 5000;
const SENT = 8000;
const WHOLE = 30_000;
/** Milliseconds between the tries to get a file, or a page. */
const PAUSES = [500, 1000, 2000, 4000, 8000];
const LANES = 4;
/** What a game of this phone has only once a server has it. */
const AWAY = /^\/games\/\d+\/(share|paper|hall|(rules|sheet)\.pdf)/;

/** Where acts of a server's game are sent. */
const A_LOG = /^\/games\/\d{1,12}\/log$/;

/** What scripts ask for that is no page; the parts of a page that they renew are not drawn from a copy, which may be older than it. */
const DATA = /\.json$/;

self.addEventListener("install", (event) => {
  importScripts(...INTERPRETER);
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

/**
 * Put by what every page needs. Over a bad network piece by piece: what fails is tried again, and what an earlier try of this
 * version has brought stays. A few at a time, so that whoever is saving a hand meanwhile does not wait behind them.
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
    // What the browser already has under a lasting address is good: the page that brought us here has just loaded most of it.
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

/** Again after a while, a few times. */
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
    // Where there is no network, the next page tries again.
    const handed = handOver();
    event.waitUntil(handed.then(() => leadOn(event.source)).then(learn).catch(() => {}));
    event.waitUntil(handed.then(handOverAgain));
    event.waitUntil(keep(rooted("/"), { missing: true })); // where an installed pad begins, and where the notice below leads to
    event.waitUntil(warm().catch(() => {}));
  }
});

/** Of each of these paths, whether it is answered without a network. */
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
    event.respondWith(kept(request, url.pathname)); // those of this version: the network may take a minute to say nothing
  } else if (url.pathname.startsWith(rooted("/static/"))) {
    const name = url.pathname.slice(ROOT.length).replace(/^\/static\/(@\w+\/)?/, "");
    // Under the address of this version it is the file that is kept; a page of another version gets its own, if it can.
    const answer = url.pathname.startsWith(SHELL.base) ? kept : asked;
    if (SHELL.statics.includes(name)) event.respondWith(answer(request, rooted(`/static/${name}`)));
    else if (name.includes("+")) event.respondWith(joined(request, name, url.pathname.startsWith(SHELL.base)));
  }
});

async function kept(request, name) {
  return (await (await caches.open(FILES)).match(name)) ?? fetch(request);
}

// Several style sheets under one address: put together from those that are kept.
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

/** A page of a game of this phone; one that a server has by now is there. */
async function own(event, url, name) {
  const { request } = event;
  let there = await arrived(url.pathname).catch(() => null);
  if (dueAgain()) event.waitUntil(handOver()); // what came to nothing is tried again while a game is open
  if (!there) {
    const answer = await answered(request, name).catch((error) => {
      console.error(error);
      return request.mode === "navigate" ? offline() : Response.error();
    });
    // It may have moved while this waited for its turn: then the phone knows it no more.
    if (answer.status === 404) there = await movedTo(url.pathname).catch(() => null);
    if (!there) return answer;
  }
  return elsewhere(event, there, url.search);
}

async function answered(request, name) {
  return drawn(request, await bodyOf(request), name);
}

// Sent to the server, and where that is not to be had, answered here. A key in it counts once, wherever it arrives.
async function sent(request, name) {
  const body = await bodyOf(request);
  const files = Object.values(body?.files ?? {}).some((file) => file.name); // a field for one may be empty
  const late = AbortSignal.timeout(SENT);
  try {
    // A file takes as long as it takes.
    return await fetch(request, files ? {} : { signal: AbortSignal.any?.([request.signal, late]) ?? late });
  } catch (error) {
    if (request.signal.aborted) throw error; // nobody waits for it
    return drawn(request, body, name);
  }
}

async function page(event, url, name) {
  const keeps = isKept(url.pathname) && !url.search;
  const old = keeps ? await (await caches.open(PAGES)).match(url.pathname) : undefined;
  const coming = fetch(event.request);
  const gathered = numberIn(url.pathname) && gather(); // what the page will show and send
  // Also after an answer that comes too late to be shown: the game may be one that this device sees no more.
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
    return withoutNetwork(event.request, url, name, old);
  }
}

/**
 * A page that the phone answers, the first one even where it is kept: that does not know of what was played since. Else the pad as it was
 * left; else from the copy of its game; else what was kept of it.
 */
async function withoutNetwork(request, url, name, old) {
  if (name && (!old || url.pathname === rooted("/"))) return drawn(request, null, name).catch(() => old ?? offline());
  const copy = old && /^\/games\/\d+$/.test(url.pathname.slice(ROOT.length)) ? null : await copied(url.pathname);
  if (copy && !(await lacks(url).catch(() => false))) return drawn(request, null, copy.name, copy.at).catch(() => old ?? offline());
  return old ?? offline();
}

/**
 * The first page, with the games that no server has. Where the phone itself answers, they are on its list; what it has no copy of is
 * as the server listed it last.
 */
async function first(event, url, name) {
  const answer = await page(event, url, name);
  try {
    if (answer.headers.get("X-Phone")) return await withOthers(answer);
    if (!(await allGames()).some(({ moved, rows, hidden }) => !moved && !hidden && rows.length)) return answer;
    const whole = await answer.clone().text();
    const html = whole.replace(/<section class="blank">[\s\S]*?<\/section>/, ""); // it says that there is no game
    const begins = html === whole ? "" : "?begins";
    const games = await drawn(new Request(new URL(rooted(`/games/here${begins}`), location.origin)), null, name);
    const part = await games.text();
    return as(answer, html.replace(/<main[^>]*>(?:\s*<header[\s\S]*?<\/header>)?/, (begins) => begins + part));
  } catch (error) {
    console.error(error);
    return answer;
  }
}

const A_LIST = /<section>(?:(?!<section)[\s\S])*?<li id="game-\d+">[\s\S]*?<\/section>/g;
const A_ROW = /<li id="game-(\d+)">[\s\S]*?<\/li>/g;

/** The phone's first page, with the rows of the kept one for games that are never copied: those at a tournament's tables. */
async function withOthers(answer) {
  const old = await (await caches.open(PAGES)).match(rooted("/"));
  if (!old) return answer;
  const copies = new Set((await allCopies()).map(({ id }) => String(id)));
  const lists = (await old.text()).match(A_LIST) ?? [];
  const others = lists.map((list) => list.replace(A_ROW, (row, id) => (copies.has(id) ? "" : row))).filter((list) => list.match(A_ROW));
  if (!others.length) return answer;
  const html = await answer.clone().text();
  if (html.includes('class="blank"')) return old; // the phone has no game, the server listed some
  return as(answer, html.replace('<p class="row small soft">', (links) => others.join("") + links));
}

/** What a script asks for of a server's game: without a network, from the copy of it, with what waits in the log. */
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
