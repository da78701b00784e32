// Keeps the shell, the scoring kit and the games opened on this device at hand when there is no network.
// `SHELL` is written above by the server; it changes with every file it names, and this script with it.
"use strict";

const FILES = `scorekeeper-files-${SHELL.version}`;
const PAGES = "scorekeeper-pages";
const SETTINGS = "scorekeeper-settings";
const MOST_PAGES = 40;
const PATIENCE = 5000;

// Only what shows a game, or the way to one. Never a link with a secret in it, a document, or a form that needs the server.
const KEPT_PAGES = [/^\/$/, /^\/games\/\d+$/, /^\/games\/\d+\/(history|rules|hands\/\d+)$/, /^\/rules(\/\w+)?$/];

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

async function fill() {
  const cache = await caches.open(FILES);
  const fresh = (url) => new Request(url, { cache: "reload" });
  await cache.addAll([...Object.keys(SHELL.files).map(fresh), ...Object.values(SHELL.offline).map(fresh)]);
  // The kit never changes under its address: what the browser already has of it is good. A font may not be installed.
  await cache.addAll(SHELL.kit);
  await Promise.allSettled(SHELL.optional.map((url) => cache.add(url)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

async function tidy() {
  const ours = (await caches.keys()).filter((name) => name.startsWith("scorekeeper-"));
  const kept = [FILES, PAGES, SETTINGS];
  await Promise.all(ours.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}

self.addEventListener("message", (event) => {
  if (event.data?.lang) event.waitUntil(setting("lang", event.data.lang));
  if (event.data?.keep) event.waitUntil(keep(event.data.keep));
});

async function setting(name, value) {
  const cache = await caches.open(SETTINGS);
  if (value !== undefined) return cache.put(`/${name}`, new Response(value));
  return (await cache.match(`/${name}`))?.text();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (SHELL.kit.includes(url.pathname)) event.respondWith(forever(request));
  else if (Object.hasOwn(SHELL.files, url.pathname)) event.respondWith(file(request, url));
  else if (SHELL.optional.includes(url.pathname)) event.respondWith(forever(request));
});

async function forever(request) {
  const cache = await caches.open(FILES);
  return (await cache.match(request.url)) ?? fetch(request);
}

// A file named with its hash is exactly the one kept; any other is asked for, so that a page never meets an older script.
async function file(request, url) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(url.pathname);
  if (kept && url.searchParams.get("v") === SHELL.files[url.pathname]) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function page(event, url) {
  const keeps = isKept(url.pathname) && !url.search;
  const kept = keeps ? await (await caches.open(PAGES)).match(url.pathname) : undefined;
  const asked = fetch(event.request);
  try {
    const answer = await (kept ? withPatience(asked) : asked);
    if (keeps) event.waitUntil(remember(url.pathname, answer.clone()));
    return answer;
  } catch {
    asked.catch(() => {});
    return kept ?? offline();
  }
}

function withPatience(asked) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
  return Promise.race([asked, late]);
}

function isKept(path) {
  return KEPT_PAGES.some((pattern) => pattern.test(path));
}

async function keep(path) {
  if (!isKept(path)) return;
  try {
    await remember(path, await fetch(path, { headers: { Accept: "text/html" } }));
  } catch {
    // what was kept before still is
  }
}

async function remember(path, answer) {
  const cache = await caches.open(PAGES);
  const html = answer.headers.get("Content-Type")?.startsWith("text/html");
  const forbidden = answer.headers.get("Cache-Control")?.includes("no-store");
  if (answer.ok && !answer.redirected && answer.type === "basic" && html && !forbidden) {
    await cache.delete(path); // so that the last one used is the last one listed
    await cache.put(path, answer);
    const paths = await cache.keys();
    await Promise.all(paths.slice(0, Math.max(0, paths.length - MOST_PAGES)).map((old) => cache.delete(old)));
  } else if ([401, 403, 404, 410].includes(answer.status)) {
    await cache.delete(path); // a link that was ended opens nothing any more, here neither
  }
}

async function offline() {
  const cache = await caches.open(FILES);
  const lang = await setting("lang");
  const notice = await cache.match(SHELL.offline[lang] ?? SHELL.offline[SHELL.language]);
  return notice ? new Response(notice.body, { status: 503, headers: notice.headers }) : Response.error();
}
