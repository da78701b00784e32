// Drawing layer. Pages that the phone answers in Python.

// ---- the program's own pages, answered on this phone by the server's Python files, which are loaded on demand

const DESK = SHELL.desk;
const COMPILED = `${OURS}desk`;
/** Scripts of the interpreter. A service worker can import only scripts that it imported during its installation. */
const INTERPRETER = [DESK.brython, DESK.packs.engine.file];
/** Milliseconds: the longest that compiling may block other requests, and the pause before it starts after a page. */
const A_MOMENT = 30;
const QUIET = 6000;
const LOOK = 500;
let begun = null;
let turn = Promise.resolve();
const loaded = new Map();

/** Return the pack that answers a path offline, or with `always`, online and offline. */
function packOf(path, which = "answers") {
  const below = path.slice(ROOT.length);
  const matching = Object.keys(DESK.packs).filter((name) => DESK.packs[name][which].some((pattern) => new RegExp(`^(${pattern})$`).test(below)));
  return matching.at(-1); // packs that build on others come later and match more closely
}

const text = async (url) => (await kept(url, url)).text();

/** Return the CSRF token in this phone's forms, which other sites don't know. */
async function token() {
  const kept = await setting("token");
  if (!kept) await setting("token", crypto.randomUUID());
  return kept ?? setting("token");
}

/** Whether only the phone answers a form, and any site could have sent it. Scripts can send only from our pages. */
const guarded = ({ method, mode }, path) => method === "POST" && mode === "navigate" && Boolean(SHELL.alone || packOf(path, "always"));

function begin() {
  begun ??= (async () => {
    const compiled = await read().catch(() => undefined);
    importScripts(...INTERPRETER);
    __BRYTHON__.brython({ debug: 0, indexeddb: false });
    if (compiled) __BRYTHON__.precompiled = { ...compiled };
    await load("pages");
    phoneKnow(JSON.stringify({ static: SHELL.base, addresses: DESK.addresses, alone: Boolean(SHELL.alone), token: await token() }));
    await load("games");
    await tellGames();
    await tellCopies();
  })().catch((error) => {
    begun = null;
    throw error;
  });
  return begun;
}

/** Run requests one after the other: changes are stored before the next one begins. */
function inTurn(work) {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}

async function ready(name) {
  await begin();
  await load(name);
}

// Functions for Python that have no module here.
self.phoneMatch = (source, of) => of.match(new RegExp(source, "u"));
self.phoneReplace = (source, by, of) => of.replaceAll(new RegExp(source, "gu"), by);
self.phoneBare = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "");
self.phonePlain = (text) => text.replace(/\p{Cf}/gu, "").replace(/[\p{Pd}−]/gu, " ");
self.phoneChance = (high) => {
  const most = Math.floor(2 ** 32 / high) * high;
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < most) return number % high;
  }
};
const TOKEN = /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\]:,]))/y;
/** Return up to `most` JSON tokens from a position on, as JSON: kind, position and text of each. `?` is an invalid one. */
self.phoneTokens = (of, from, most) => {
  const found = [];
  TOKEN.lastIndex = from;
  while (found.length < most) {
    const begin = TOKEN.lastIndex;
    const match = TOKEN.exec(of);
    if (!match) {
      const place = begin + of.slice(begin).search(/[^ \t\n\r]|$/);
      if (place < of.length) found.push(["?", place, ""]);
      break;
    }
    const said = match[1] ?? match[2] ?? match[3] ?? match[4];
    found.push([match[1] ? '"' : match[2] ? "0" : match[3] ? "w" : said, TOKEN.lastIndex - said.length, said]);
  }
  return JSON.stringify(found);
};
self.phoneMoment = (told) => (told ? new Date(told).getTime() : Date.now());
/** Return local time to the second, with its UTC offset. */
function zoned(at) {
  const minutes = -at.getTimezoneOffset();
  const two = (number) => String(Math.trunc(number)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return new Date(at.getTime() + minutes * 60000).toISOString().slice(0, 19) + offset;
}

self.phoneSays = (ms, how, locale) => {
  const at = new Date(ms);
  if (how === "iso") return at.toISOString();
  if (how === "zoned") return zoned(at);
  if (how === "local") return new Date(ms - at.getTimezoneOffset() * 60000).toISOString();
  const forms = { time: { timeStyle: "short" }, day: { dateStyle: "medium" }, "full day": { dateStyle: "full" }, "short day": { day: "numeric", month: "short" } };
  return at.toLocaleString(locale, forms[how]);
};

/** Load the modules and templates of a pack, and of the packs that it builds on. */
function load(name) {
  if (!loaded.has(name)) {
    const loading = (async () => {
      for (const before of DESK.packs[name].upon) await load(before);
      if (name === "engine") return;
      const { modules, templates } = JSON.parse(await text(DESK.packs[name].file));
      __BRYTHON__.loadBrythonPackage(modules);
      for (const module of [...Object.keys(modules), ...DESK.packs[name].modules]) {
        __BRYTHON__.importModule(module); // each one after its imports
        await others();
      }
      phoneKnow(JSON.stringify({ templates }));
      await write();
    })();
    loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
  }
  return loaded.get(name);
}

let stopped = performance.now();

/** Let other requests run in between: on an old phone, a pack compiles in seconds and a module in a moment. */
async function others() {
  if (performance.now() - stopped < A_MOMENT) return;
  await new Promise((resolve) => setTimeout(resolve));
  stopped = performance.now();
}

/**
 * Compile everything once while no one is waiting, so that the first offline page appears at once. A newer version waits until this one
 * is idle, so that it can finish.
 */
async function warm() {
  if ((await setting("warm")) === DESK.digest) return;
  const newer = () => registration.installing || registration.waiting;
  for (let quiet = 0; quiet < QUIET && !newer(); quiet += LOOK) await new Promise((resolve) => setTimeout(resolve, LOOK));
  for (const name of Object.keys(DESK.packs)) {
    if (newer()) return;
    await begin();
    await load(name);
  }
  await setting("warm", DESK.digest);
}

const spoken = new Set();

/** Load the messages of a pack, and of the packs that it builds on, in a language, or in every language if the pack needs it. */
async function speak(name, lang) {
  const { upon, words, all } = DESK.packs[name];
  for (const before of upon) await speak(before, lang);
  for (const one of all ? Object.keys(words) : [lang]) {
    if (spoken.has(`${name} ${one}`)) continue;
    const messages = JSON.parse(await text(words[one]));
    phoneKnow(JSON.stringify({ messages: { [one]: messages } }));
    spoken.add(`${name} ${one}`);
  }
}

const CHOSEN = ["lang", "theme", "mark", "letters", "saving", "zone", "name"];
/** Statuses of answers that can't have a body, not even an empty one. */
const NO_BODY = [204, 304];

/** Pages that list games, or start the next one. */
const LISTS = /^\/(games\/(new|again))?$/;

/** Return the program's own answer to a request. The body was read before the request was sent. `ours`: the server made the form. */
async function drawn(request, body, name, asOf, ours = false) {
  const url = new URL(request.url);
  const cookies = {};
  for (const one of CHOSEN) {
    const value = await setting(one);
    if (value) cookies[one] = value;
  }
  cookies.lang = Object.hasOwn(DESK.packs.engine.words, cookies.lang) ? cookies.lang : SHELL.alone ? preferred() : SHELL.language;
  await ready(name);
  await tellCounted();
  await speak(name, cookies.lang);
  const json = request.headers.get("Content-Type")?.startsWith("application/json");
  const asked = {
    method: request.method,
    path: decodeURIComponent(url.pathname.slice(ROOT.length)),
    query: url.search.slice(1),
    args: [...url.searchParams],
    form: json || !body ? [] : (body.fields ?? [...new URLSearchParams(body)]),
    files: body?.files,
    json: json ? JSON.parse(body) : null,
    headers: { "accept-language": navigator.languages?.join(",") ?? "", ...Object.fromEntries(request.headers) },
    cookies,
    root: ROOT,
    scheme: url.protocol.slice(0, -1),
    host: url.host,
    guarded: guarded(request, url.pathname),
    ours,
  };
  const game = asOf && foldsLog(asked.path) ? numberIn(url.pathname) : 0;
  const { status, headers, body: html, chosen, acts } = await inTurn(() => answerAndKeep(asked, game, LISTS.test(asked.path)));
  for (const [one, value] of Object.entries(chosen)) if (CHOSEN.includes(one)) await setting(one, value);
  if ("name" in chosen) await inTurn(tellGames);
  write().catch(() => {});
  if (acts) return Response.redirect(new URL(rooted(`/games/${game}`), location.origin), status); // it shows and sends what is waiting
  if (headers.Location) return Response.redirect(new URL(headers.Location, location.origin), status);
  // A page says that it was answered offline, and then which parts of it need a network.
  const says = SHELL.alone ? "data-serverless" : asOf ? `data-alone data-as-of="${asOf}"` : "data-alone";
  const plain = !SHELL.alone && (packOf(url.pathname, "always") || ofBoth(url)) && navigator.onLine;
  const alone = plain ? html : html.replace(/^(\s*<!doctype html>\s*<html)/, `$1 ${says}`);
  return new Response(NO_BODY.includes(status) ? null : alone, { status, headers: { ...headers, "Content-Security-Policy": DESK.policy, "Cache-Control": "no-store", "X-Phone": "1" } });
}

/**
 * Store the changes of an answer before it is returned. If another request has changed the same games, the request is run again.
 * `copied` is the page's game if it is a copy; `lists` means that the page lists games with their waiting commands.
 */
async function answerAndKeep(asked, copied, lists) {
  for (let tries = 0; ; tries += 1) {
    const waiting = copied ? await waitingFor(copied).catch(() => []) : [];
    if (copied) Object.assign(asked, { about: copied, waiting: [{ game: copied, entries: waiting }] });
    else if (lists) asked.waiting = await allWaiting().catch(() => []);
    const answer = JSON.parse(phoneAnswer(JSON.stringify(asked)));
    if (answer.acts) {
      try {
        await actsIntoLog(answer.acts, waiting);
      } catch (error) {
        if (tries > 0) throw error;
        continue;
      }
    }
    if (answer.counted) await keepCounted(answer.counted).catch(() => {}); // it can be counted again
    if (!answer.games) return answer;
    try {
      await keepGames(answer.games);
      return answer;
    } catch (error) {
      await tellGames();
      if (tries > 0) throw error;
    }
  }
}

async function bodyOf(request) {
  if (["GET", "HEAD"].includes(request.method)) return null;
  const copy = request.clone();
  return request.headers.get("Content-Type")?.startsWith("multipart/") ? withFiles(await copy.formData()) : copy.text();
}

const MOST_BYTES = 16 * 1024 * 1024;
const FEW = 4000;

/** Return a form with its files: each as text, else its first bytes, or only its name if it is too large. */
async function withFiles(form) {
  const fields = [...form].filter(([, value]) => typeof value === "string");
  const files = {};
  for (const [field, file] of [...form].filter(([, value]) => typeof value !== "string")) {
    files[field] = { name: file.name };
    if (file.size > MOST_BYTES) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      files[field].text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      files[field].bytes = [...bytes.slice(0, FEW)];
    }
  }
  return { fields, files };
}

// ---- compiled code is stored for the next start, because compiling takes most of a start

async function within(mode, work) {
  const opened = await storeDatabase(COMPILED, "compiled", {});
  try {
    const done = new Promise((resolve, reject) => {
      const request = work(opened.transaction("compiled", mode).objectStore("compiled"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return await withPatience(done, WHOLE);
  } finally {
    opened.close();
  }
}

let written = 0;

async function read() {
  const compiled = await within("readonly", (store) => store.get(DESK.digest));
  written = Object.keys(compiled ?? {}).length;
  return compiled;
}

async function write() {
  const count = Object.keys(__BRYTHON__.precompiled).length;
  if (count <= written) return;
  written = count;
  await within("readwrite", (store) => {
    store.clear();
    return store.put({ ...__BRYTHON__.precompiled }, DESK.digest);
  }).catch(() => {}); // only makes the next start slower
}
