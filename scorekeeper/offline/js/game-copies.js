// Sender layer. Copies of the server's games, so that their pages work offline.

// ---- local copies of the server's games: every game that this device may see, so that its pages work offline

const KEPT_COPIES = `${OURS}copies`;
const COPIES_AT_ONCE = 25; // the server's limit per request
const A_SHORT_WHILE = 20000;
const IN_A_ROW = 500;

function inCopies(mode, work) {
  return inStore(KEPT_COPIES, "copies", mode, work);
}

const allCopies = () => inCopies("readonly", (store, found) => (store.getAll().onsuccess = ({ target }) => found(target.result)));
const copyOf = (id) => inCopies("readonly", (store, found) => (store.get(id).onsuccess = ({ target }) => found(target.result)));

/** Return the stored copies of these games by number. */
function copiesOf(ids) {
  const kept = new Map();
  return inCopies("readonly", (store, found) => {
    for (const id of ids) store.get(id).onsuccess = ({ target }) => target.result && kept.set(id, target.result);
    found(kept);
  });
}

/** Run `work` on the game summaries, which are made once for each revision. */
const inCounted = (mode, work) => inStore(`${OURS}counted`, "counted", mode, work);
const OF_MANY = "stats";
let counts = false;

async function tellCounted() {
  if (counts || !loaded.has(OF_MANY)) return;
  const counted = await inCounted("readonly", (store, found) => (store.getAll().onsuccess = ({ target }) => found(target.result)));
  await inTurn(() => phoneKnow(JSON.stringify({ counted })));
  counts = true;
}

const keepCounted = (counted) => inCounted("readwrite", (store) => counted.forEach((one) => store.put(one)));

/** Return the game's number in a URL path, or 0. */
const numberIn = (path) => Number(path.slice(ROOT.length).match(/^\/games\/(\d{1,12})(?:\/|$)/)?.[1] ?? 0);

/** Whether a page of a copied game includes waiting commands. The pad adds them with its own script. */
const foldsLog = (path) => !/^\/games\/\d+$/.test(path);
const OF_A_COPY = "here."; // prefix of a CSRF token from a copy: see here/games/waiting.py

/** Whether a URL compares a phone's own game with the server's. Only the phone has both, even online. */
const ofBoth = ({ pathname }) => /^\/games\/\d{1,12}\/compare$/.test(pathname.slice(ROOT.length));

async function both(request, url) {
  await copyNow([numberIn(url.pathname)]);
  const there = await copied(url.pathname);
  return (there ? drawn(request, null, there.name, there.at) : fetch(request)).catch(offline);
}

/** Update the copies of these games if there is a network. */
async function copyNow(ids) {
  if (navigator.onLine && ids.length) await withPatience(copy(ids)).catch(() => {});
}

/**
 * Handle a form of a copied game. If the phone made the form, its command goes to the copy and into the log. If the server made it,
 * it goes to the server, or offline is handled here if it came from our page. Its key makes it count once.
 */
async function sentToCopy(request, url) {
  const body = await bodyOf(request);
  const token = typeof body === "string" && new URLSearchParams(body).get("csrf_token");
  if (!token) return fetch(request);
  const drawnHere = token.startsWith(OF_A_COPY);
  if (!drawnHere) {
    try {
      return await fetch(request, { signal: AbortSignal.timeout(SENT) });
    } catch (error) {
      if (request.signal.aborted || !fromUs(request)) throw error;
    }
  }
  await copyNow([numberIn(url.pathname)]); // earlier commands may be on the server by now
  const there = await copied(url.pathname);
  return there ? drawn(request, body, there.name, there.at, !drawnHere).catch(offline) : offline();
}

/** Whether a form came from one of our pages. The referrer proves it, because no other site can send our address. */
function fromUs({ referrer }) {
  if (!URL.canParse(referrer)) return false;
  const { origin, pathname } = new URL(referrer);
  return origin === location.origin && pathname.startsWith(rooted("/"));
}

/** Return the pack that answers a page of a server's game from its copy, and the time of the copy. */
async function copied(path) {
  const name = packOf(path, "copied");
  const copy = name && (await copyOf(numberIn(path)).catch(() => null));
  return copy ? { name, at: copy.at } : null;
}

const BESIDE = 10_000; // see games/store/parts.py

/**
 * Whether a URL names an entry that the pad shows but the copy lacks. In a page made from the copy, that number may belong to a waiting
 * command, which would be corrected instead.
 */
async function lacks({ pathname, search }) {
  const id = numberIn(pathname);
  const asked = new URLSearchParams(search);
  const named = [pathname.match(/\/hands\/(\d+)/)?.[1], asked.get("entry"), asked.get("before")].map((entry) => Number(entry) % BESIDE);
  const kept = await copyOf(id);
  if (!kept) return false;
  const revision = kept.revision + answeredIn(kept).length;
  if (!named.some((entry) => entry > revision)) return false;
  const pad = await (await caches.open(PAGES)).match(rooted(`/games/${id}`));
  const state = (await pad?.text())?.match(/id="state">(.*?)<\/script>/s)?.[1] ?? "{}";
  return named.some((entry) => entry > revision && entry <= JSON.parse(state).revision);
}

const known = async () => JSON.parse((await setting("known")) ?? "{}");
const lately = new Map();

/** Update the copies of these games, and resolve to whether the server answered. */
async function copy(games) {
  for (let first = 0; first < games.length; first += COPIES_AT_ONCE) {
    const some = games.slice(first, first + COPIES_AT_ONCE);
    const before = await copiesOf(some);
    const asked = (id) => before.get(id)?.revision ?? 0;
    const since = (now) => answeredIn(now).filter(({ key }) => !answeredIn(before.get(now.id)).some((one) => one.key === key));
    const query = new URLSearchParams(some.map((id) => ["game", `${id}.${asked(id)}`]));
    const answer = await fetch(`${rooted("/games/copies")}?${query}`, asking());
    if (!answer.ok) return false;
    const { games: came, gone } = await answer.json();
    if (!Array.isArray(came) || !Array.isArray(gone)) return false;
    const at = new Date().toISOString();
    const stands = some.filter((id) => !gone.includes(id) && !came.some((game) => game.id === id));
    const copies = [];
    await inCopies("readwrite", (store) => {
      for (const game of came) {
        store.get(game.id).onsuccess = ({ target }) => {
          // If answers overtake each other, the newest stays. A server restored from a backup has fewer changes.
          const kept = target.result?.revision ?? 0;
          if (kept > game.revision && kept !== asked(game.id)) return;
          const answered = since(target.result).filter(({ key }) => !game.rows.some(({ uuid }) => uuid === key));
          copies.push({ ...game, rows: JSON.stringify(game.rows), at, answered });
          store.put(copies.at(-1));
        };
      }
      for (const id of gone) store.delete(id);
      for (const id of stands) store.get(id).onsuccess = ({ target }) => target.result && store.put({ ...target.result, at, answered: since(target.result) });
    });
    if (gone.length) await inCounted("readwrite", (store) => gone.forEach((id) => store.delete(id)));
    await inPages(() => phoneKnow(JSON.stringify({ copies, lost: gone })));
  }
  return true;
}

/** Return what the server has done since a copy was made, in order. */
const answeredIn = (kept) => kept?.answered ?? [];

/** Send a command to the server. Its answer is stored with the copy until the next copy includes it. */
function toServer(event, url) {
  const told = event.request.clone().json();
  const coming = fetch(event.request);
  const answered = coming.then((answer) => answer.clone().json());
  event.waitUntil(Promise.all([told, answered]).then(([act, reply]) => keepAnswered(numberIn(url.pathname), act, reply)).catch(drawFirstSoon));
  return coming;
}

/** Store an answer only if it is the very next change. After a gap, the numbers would not match. */
async function keepAnswered(id, { key, seen, after, act }, { log, key: of, state, change, revision }) {
  if (log !== 1 || of !== key || state !== "done" || change !== revision) return;
  const at = new Date().toISOString();
  await inCopies("readwrite", (store) => {
    store.get(id).onsuccess = ({ target }) => {
      const answered = answeredIn(target.result);
      if (target.result?.revision + answered.length + 1 !== revision) return;
      store.put({ ...target.result, answered: [...answered, { key, seen, after, act, at, state: "waiting", answered: true }] });
    };
  });
}

/** Fetch the games of this list, by number and revision, that are missing or have changed. */
async function copyMissing(games) {
  const kept = new Map((await allCopies()).map(({ id, revision }) => [id, revision]));
  const missing = games.filter(([id, revision]) => kept.get(id) !== revision);
  await copy(missing.map(([id]) => id));
}

/**
 * Update the copy of a game whose page was opened, but not too often. If the page has `changed` the game, the copy must have that before
 * the network fails. Of several changes in a row, only the last one is fetched.
 */
async function copyAgain(path, changed = false) {
  const id = numberIn(path);
  const at = Date.now();
  if (!id || packOf(path, "always") || !packOf(path, "copied") || (!changed && at - (lately.get(id) ?? 0) < A_SHORT_WHILE)) return;
  lately.set(id, at);
  if (changed) await new Promise((resolve) => setTimeout(resolve, IN_A_ROW));
  if (lately.get(id) !== at) return;
  await copy([id]);
}

/** Pass the copies of the server's games to Python. */
async function tellCopies() {
  phoneKnow(JSON.stringify({ copies: await allCopies(), lost: [] }));
}
