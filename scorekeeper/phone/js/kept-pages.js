
// ---- pages that are kept as they were seen, each as of when, for when there is no network

const MOST_PAGES = 40;

// Only what shows a game, or the way to one. Never a document, a form that needs the server, or a link with a secret in it; a
// table's apart, which players come back to while its result waits on their phone.
const KEPT_PAGES = [
  ...[/^\/$/, /^\/games\/\d+$/, /^\/games\/\d+\/(board|history|rules|hands\/\d+)$/, /^\/t\/[\w.-]+$/],
  ...[/^\/rules(\/\w+)?$/, /^\/help(\/[\w-]+)?$/],
];

function isKept(path) {
  return path.startsWith(rooted("/")) && KEPT_PAGES.some((pattern) => pattern.test(path.slice(ROOT.length)));
}

const writing = new Map();

/** What is written of a page, in the order in which it was asked for: an older answer that comes later never stands over a newer. */
function after(path, work) {
  const done = (writing.get(path) ?? Promise.resolve()).then(work).catch(() => {}); // what was kept before still is
  writing.set(path, done);
  return done.then(() => writing.get(path) === done && writing.delete(path));
}

/** Keep a page as it is by now: as the server has it, or as `html`; `missing`: only if there is none yet. */
async function keep(path, { html, missing }) {
  if (!isKept(path)) return;
  await after(path, async () => {
    if (html) return replace(path, html);
    if (missing && (await (await caches.open(PAGES)).match(path))) return;
    await tried(async () => {
      const answer = await withPatience(fetch(path, { headers: { Accept: "text/html" } }));
      if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
      await remember(path, answer);
    });
  });
}

// As the page itself shows it, without a network: with the headers that it came with, for what they forbid.
async function replace(path, html) {
  const cache = await caches.open(PAGES);
  const old = await cache.match(path);
  if (old) await cache.put(path, as(old, html));
}

function as(answer, html) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  return new Response(html, { headers });
}

// A page that is kept says as of when it is.
async function dated(answer) {
  const html = await answer.text();
  return as(answer, html.replace("<html ", `<html data-as-of="${new Date().toISOString()}" `));
}

async function remember(path, answer) {
  const cache = await caches.open(PAGES);
  const html = answer.headers.get("Content-Type")?.startsWith("text/html");
  const forbidden = answer.headers.get("Cache-Control")?.includes("no-store");
  if (answer.ok && !answer.redirected && answer.type === "basic" && html && !forbidden) {
    const copy = await withPatience(dated(answer), WHOLE);
    await cache.put(path, copy); // in the place of the older one, at no moment without either; the last one put is the last one listed
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
