// State layer. Pages stored for offline use.

// ---- pages that are stored as they were seen, with their time, for offline use

const MOST_PAGES = 40;

// Only pages that show a game or lead to one. Never a PDF, a form that needs the server, or a link with a secret in it. A tournament
// table's page is the exception: players come back to it while its result waits on their phone.
const KEPT_PAGES = [
  ...[/^\/$/, /^\/games\/\d+$/, /^\/games\/\d+\/(board|history|rules|hands\/\d+)$/, /^\/t\/[\w.-]+$/],
  ...[/^\/rules(\/\w+)?$/, /^\/help(\/[\w-]+)?$/],
];

function isKept(path) {
  return path.startsWith(rooted("/")) && KEPT_PAGES.some((pattern) => pattern.test(path.slice(ROOT.length)));
}

const writing = new Map();

/** Run writes of a page in the order of their requests, so that an older answer never replaces a newer one. */
function after(path, work) {
  const done = (writing.get(path) ?? Promise.resolve()).then(work).catch(() => {}); // the earlier write stays
  writing.set(path, done);
  return done.then(() => writing.get(path) === done && writing.delete(path));
}

/** Store a page from the server, or from `html`; with `missing`, only if it is not stored yet. */
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

// Store the page as it looks now, with the headers of the original for their policy.
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

// A stored page says what time it is from.
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
    await cache.put(path, copy); // replaces the older one at once, and the last one stored comes last in lists
    const paths = await cache.keys();
    await Promise.all(paths.slice(0, Math.max(0, paths.length - MOST_PAGES)).map((old) => cache.delete(old)));
  } else if ([401, 403, 404, 410].includes(answer.status)) {
    await cache.delete(path); // a revoked link must not work here either
  }
}

async function offline() {
  const cache = await caches.open(FILES);
  const lang = await setting("lang");
  const notice = await cache.match(SHELL.offline[lang] ?? SHELL.offline[SHELL.language]);
  return notice ? new Response(notice.body, { status: 503, headers: notice.headers }) : Response.error();
}
