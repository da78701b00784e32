
// ---- copies of the server's games: what this device may see, kept whole, so that its pages are answered without a network too

const KEPT_COPIES = `${OURS}copies`;
const COPIES_AT_ONCE = 25; // as many as the server answers together
const A_SHORT_WHILE = 20000;
const IN_A_ROW = 500;

function inCopies(mode, work) {
  return inStore(KEPT_COPIES, "copies", mode, work);
}

const allCopies = () => inCopies("readonly", (store, found) => (store.getAll().onsuccess = ({ target }) => found(target.result)));
const copyOf = (id) => inCopies("readonly", (store, found) => (store.get(id).onsuccess = ({ target }) => found(target.result)));

/** The copies of these games, as far as there are any, by number. */
function copiesOf(ids) {
  const kept = new Map();
  return inCopies("readonly", (store, found) => {
    for (const id of ids) store.get(id).onsuccess = ({ target }) => target.result && kept.set(id, target.result);
    found(kept);
  });
}

/** Games in short, for pages about many of them: each is read once for each of its revisions. */
const inCounted = (mode, work) => inStore(`${OURS}counted`, "counted", mode, work);
const OF_MANY = "figures";
let counts = false;

async function tellCounted() {
  if (counts || !loaded.has(OF_MANY)) return;
  const counted = await inCounted("readonly", (store, found) => (store.getAll().onsuccess = ({ target }) => found(target.result)));
  await inTurn(() => phoneKnow(JSON.stringify({ counted })));
  counts = true;
}

const keepCounted = (counted) => inCounted("readwrite", (store) => counted.forEach((one) => store.put(one)));

/** The number in the address of a game. */
const numberIn = (path) => Number(path.slice(ROOT.length).match(/^\/games\/(\d{1,12})(?:\/|$)/)?.[1] ?? 0);

/** Whether a page of a copied game shows what waits in the log too; the pad itself draws that upon what it is given. */
const foldsLog = (path) => !/^\/games\/\d+$/.test(path);
const OF_A_COPY = "here."; // how the token of a form begins that was drawn from a copy: see here/games/waiting.py

/** Whether it is where a game of this phone is compared with the same of a server: only the phone has both, network or not. */
const ofBoth = ({ pathname }) => /^\/games\/\d{1,12}\/compare$/.test(pathname.slice(ROOT.length));

async function both(request, url) {
  await copyNow([numberIn(url.pathname)]);
  const there = await copied(url.pathname);
  return (there ? drawn(request, null, there.name, there.at) : fetch(request)).catch(offline);
}

/** With a network, these games as the server has them by now. */
async function copyNow(ids) {
  if (navigator.onLine && ids.length) await withPatience(copy(ids)).catch(() => {});
}

/**
 * What a form of a page of a copied game sends: where the phone drew it, it is done to the copy, and goes into the log. One that the
 * server drew is sent there; without a network it is done here all the same, if the page was ours, and counts once by its key.
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
  await copyNow([numberIn(url.pathname)]); // what was sent meanwhile is the server's by now
  const there = await copied(url.pathname);
  return there ? drawn(request, body, there.name, there.at, !drawnHere).catch(offline) : offline();
}

/** Whether a page of ours sent it: pages tell where they are on their own site (Referrer-Policy), and no other site can say so. */
function fromUs({ referrer }) {
  if (!URL.canParse(referrer)) return false;
  const { origin, pathname } = new URL(referrer);
  return origin === location.origin && pathname.startsWith(rooted("/"));
}

/** The pack that answers a page of a server's game from its copy, and since when that is as it is. */
async function copied(path) {
  const name = packOf(path, "copied");
  const copy = name && (await copyOf(numberIn(path)).catch(() => null));
  return copy ? { name, at: copy.at } : null;
}

const BESIDE = 10_000; // see games/store/parts.py

/**
 * Whether an address names an entry that the pad shows by now and the copy lacks: what waits in the log has its number in a page that
 * is drawn from the copy, and would be corrected in its place.
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

/** Have copies of these games as they are by now. Resolves to whether the server has answered. */
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
          // Of answers that overtake each other the newest stays; a server that was put back has a game with less in it.
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

/** What the server has done since a copy was made, in its order. */
const answeredIn = (kept) => kept?.answered ?? [];

/** An act on its way to a server: what that answers stands beside the copy, until the next copy has it, however soon the network goes. */
function toServer(event, url) {
  const told = event.request.clone().json();
  const coming = fetch(event.request);
  const answered = coming.then((answer) => answer.clone().json());
  event.waitUntil(Promise.all([told, answered]).then(([act, reply]) => keepAnswered(numberIn(url.pathname), act, reply)).catch(() => {}));
  return coming;
}

/** Only what is the next change after all that is here: what is between would have its number. */
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

/** Of these games of the device, by number and revision, have those that are not kept yet, or have moved on. */
async function copyMissing(games) {
  const kept = new Map((await allCopies()).map(({ id, revision }) => [id, revision]));
  const missing = games.filter(([id, revision]) => kept.get(id) !== revision);
  await copy(missing.map(([id]) => id));
}

/**
 * A page of a game was opened: have its copy, not more than once in a while. One that has `changed` has just been told a hand, which
 * the copy must not lack where the network goes next: of several changes in a row the last.
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

/** What the phone's pages know of the server's games. */
async function tellCopies() {
  phoneKnow(JSON.stringify({ copies: await allCopies(), lost: [] }));
}
