
// ---- the games that are only on this phone: kept before an answer is sent, and handed to a server when there is one

const KEPT_GAMES = `${OURS}games`;
const LOG = ROOT ? `${ROOT}:scorekeeper-log` : "scorekeeper-log";
const HEADERS = { "Content-Type": "application/json", Accept: "application/json", "X-Scorekeeper": "1" };

/** A database with one store, of things that have an `id`. */
function storeDatabase(name, store) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath: "id" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** All or nothing: `work` is given the store. */
async function inStore(name, of, mode, work) {
  const opened = await storeDatabase(name, of);
  try {
    const transaction = opened.transaction(of, mode, { durability: "strict" });
    let result;
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not kept"));
      work(transaction.objectStore(of), (found) => (result = found), transaction);
    });
    return result;
  } finally {
    opened.close();
  }
}

const inGames = (mode, work) => inStore(KEPT_GAMES, "games", mode, work);

const allGames = () => inGames("readonly", (store, found) => (store.getAll().onsuccess = ({ target }) => found(target.result)));

/** What an answer has changed, upon what is kept; refused where that has moved on. */
function keepGames(changed) {
  return inGames("readwrite", (store, _found, transaction) => {
    for (const { seen, game } of changed) {
      store.get(game.id).onsuccess = ({ target }) => {
        if ((target.result?.rows.length ?? 0) !== seen) transaction.abort();
        else store.put({ ...target.result, ...game, server: target.result?.server ?? game.server });
      };
    }
  });
}

const changeGame = (id, facts) =>
  inGames("readwrite", (store) => {
    store.get(id).onsuccess = ({ target }) => target.result && store.put({ ...target.result, ...facts });
  });

/** What the phone's pages know of its games: those that a server has are there. */
async function tellGames() {
  const own = (await allGames()).filter((game) => !game.moved);
  // A log is read where it is wanted: of most games only that they are there.
  const games = own.map((game) => ({ ...game, rows: JSON.stringify(game.rows), revision: game.rows.length, key: game.rows[0]?.uuid ?? "" }));
  phoneKnow(JSON.stringify({ games, name: (await setting("name")) ?? "", known: await known() }));
}

const A_WHILE = 60000;

/** How JSON is asked for. */
const asking = () => ({ headers: { Accept: "application/json" }, ...ours() });
/** Nobody but the program answers, with what is so now, or it is as if nobody did. */
const ours = () => ({ credentials: "same-origin", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(WHOLE) });

/** Keep whom this device plays with, by which rules of its own, and its games, for when there is no network. */
async function learn() {
  if (Date.now() - ((await known()).at ?? 0) < A_WHILE) return;
  const answer = await fetch(rooted("/games/known"), asking());
  const { names, sets, joined, games } = await answer.json();
  if (!answer.ok || ![names, sets, joined, games].every(Array.isArray)) return;
  await setting("known", JSON.stringify({ names, sets, joined, at: Date.now() }));
  if (begun) await inTurn(tellGames);
  await copyMissing(games);
}

/** Where a game of this phone is by now, if a server has it. */
async function movedTo(path) {
  const number = Number(path.slice(ROOT.length).match(/^\/games\/(9\d{12})(?:\/|$)/)?.[1]);
  if (!number) return null;
  const game = (await allGames()).find(({ id }) => id === number);
  return game?.moved ? path.replace(String(number), game.server) : null;
}

/** A page that was still being loaded when its game moved has not heard of it. */
async function leadOn(client) {
  const { pathname } = new URL(client.url);
  const to = await movedTo(pathname);
  const game = /^.*?\/games\/(\d+)/;
  if (to) client.postMessage({ moved: Number(pathname.match(game)[1]), to: to.match(game)[0] });
}

/** The same; what only a server has of a game waits for it to be there, as long as people wait for a page. */
async function arrived(path) {
  if (AWAY.test(path.slice(ROOT.length))) await withPatience(handOver()).catch(() => {});
  return movedTo(path);
}

let handing = null;
let wanted = false;
let lastHanded = 0;
const A_PAUSE = 3000;

/**
 * Hand to the server what began here. One game after the other, each change under its own key: a second time changes nothing.
 * Asked for once more while it is under way, perhaps with a network that it did not have, it tries once more.
 */
function handOver() {
  wanted = true;
  lastHanded = Date.now();
  handing ??= (async () => {
    while (wanted) {
      wanted = false;
      await handOverAll().catch(() => {});
    }
  })().finally(() => (handing = null));
  return handing;
}

/** The server's number of a game that it tells otherwise; a phone that was here before it was kept has true instead. */
const toldByServer = (differs) => Number.isInteger(differs) && differs > 0;

async function handOverAll() {
  const games = (await allGames()).filter(({ moved, rows }) => !moved && rows.length);
  await copyNow(games.map(({ differs }) => differs).filter(toldByServer)).catch(() => {}); // no page of them need be open
  for (const game of games) {
    if (await stillDiffers(game).catch(() => false)) continue;
    await handOverOne(game.id).catch(() => {}); // no network, or refused: the next page tries again, and others do not wait for it
  }
}

/** Whether the server tells this game otherwise, and its own has not moved on since it said so. */
async function stillDiffers({ differs, differsAt }) {
  return toldByServer(differs) && ((await copyOf(differs))?.revision ?? 0) === differsAt;
}

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body), ...ours() });
  const reply = await answer.json();
  if (reply.log !== 1 || reply.key !== body.key) throw new Error("no answer of ours");
  return reply;
}

const keptGame = async (id) => (await allGames()).find((game) => game.id === id);

async function handOverOne(id) {
  await ready("games");
  for (;;) {
    const game = await keptGame(id);
    const { beginning, acts } = await inTurn(() => JSON.parse(phoneTells("send", JSON.stringify({ game: id, after: game.sent ?? 1 }))));
    if (!game.server) {
      const begun = await post(rooted("/games/begin"), beginning);
      if (begun.state !== "done" && begun.game) {
        await changeGame(id, { differs: begun.game, differsAt: (await copyOf(begun.game))?.revision ?? 0 }); // people look at it, and compare
        await inTurn(tellGames); // the list says so from now on
      }
      if (begun.state !== "done") throw new Error(begun.detail);
      await changeGame(id, { server: begun.game, differs: 0 });
      continue;
    }
    if (!acts.length) return settled(id, game);
    const reply = await post(rooted(`/games/${game.server}/log`), acts[0]);
    if (reply.state !== "done") {
      // Only people can decide: the rest is told as if it had been done on the server's own page.
      await intoLog(game, acts);
      return settled(id, game);
    }
    await changeGame(id, { sent: Math.max(game.sent ?? 1, game.brought ?? 0) + 1 });
  }
}

/** The server has all of it: from now on it is that one's. */
async function settled(id, game) {
  const all = await inTurn(async () => {
    const now = await keptGame(id);
    if (now.rows.length !== game.rows.length) return false; // something was done meanwhile
    await changeGame(id, { moved: true });
    await tellGames();
    return true;
  });
  if (!all) return handOverOne(id);
  for (const client of await self.clients.matchAll()) client.postMessage({ moved: id, to: rooted(`/games/${game.server}`) });
}

/** The log of a phone, as `static/js/log.js` has it: `work` is given all entries, and the store. */
function inLog(mode, work) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(LOG, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const transaction = asked.result.transaction("entries", mode, { durability: "strict" });
      let result;
      transaction.oncomplete = () => (asked.result.close(), resolve(result));
      transaction.onabort = transaction.onerror = () => (asked.result.close(), reject(transaction.error ?? new Error("not kept")));
      const store = transaction.objectStore("entries");
      store.getAll().onsuccess = ({ target }) => (result = work(target.result, store, transaction));
    };
  });
}

/** What happened where there was no server yet, and can only be decided by people. */
function intoLog(game, acts) {
  const header = { ...game.rows[0].after };
  return inLog("readwrite", (_entries, store) => {
    for (const { key, seen, after, act, at } of acts) {
      const told = { summary: [act.do], header, at, past: at, state: "waiting", left: 0, reply: null };
      store.add({ key, subject: game.server, url: rooted(`/games/${game.server}/log`), act: JSON.stringify(act), seen, after, ...told });
    }
  });
}

const about = (entries, game) => entries.filter(({ subject }) => subject === game);

/** What waits in the log for a server's game, in the order in which it was done. */
const waitingFor = (game) =>
  inLog("readonly", (entries) => about(entries, game).map(({ key, act, seen, after, state, at }) => ({ key, act: JSON.parse(act), seen, after, state, at })));

/** What was done to a server's game on a page that the phone drew, after what waited then; refused where that has changed since. */
async function actsIntoLog({ game, header, acts }, waiting) {
  const keys = (entries) => entries.map(({ key, state }) => `${key} ${state}`).join();
  await inLog("readwrite", (entries, store, transaction) => {
    const mine = about(entries, game);
    if (keys(mine) !== keys(waiting)) return transaction.abort();
    let after = mine.at(-1)?.key ?? null;
    for (const { key, ...told } of acts) {
      store.add({ ...told, key, subject: game, url: rooted(`/games/${game}/log`), act: JSON.stringify(told.act), after, header, at: new Date().toISOString(), state: "waiting", left: 0, reply: null });
      after = key;
    }
  });
  new BroadcastChannel(LOG).postMessage({}); // pages that are open look at it, and send it
}
