// Sender layer. The phone's own games, and their way to the server.

// ---- the phone's own games: stored before an answer is sent, and sent to the server when there is one

const KEPT_GAMES = `${OURS}games`;
const HEADERS = { "Content-Type": "application/json", Accept: "application/json", "X-Scorekeeper": "1" };

/** Open a database with one store of objects with an `id`, unless `how` differs. A browser may never finish opening it. */
function storeDatabase(name, store, how = { keyPath: "id" }) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(store, how);
  const opened = new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return withPatience(opened, WHOLE).catch((error) => {
    opened.then((late) => late.close(), () => {});
    throw error;
  });
}

/** Run `work` on a store in one transaction. */
async function inStore(name, of, mode, work, how = undefined) {
  const opened = await storeDatabase(name, of, how);
  try {
    const transaction = opened.transaction(of, mode, { durability: "strict" });
    let result;
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not kept"));
      work(transaction.objectStore(of), (found) => (result = found), transaction);
    });
    await withPatience(done, WHOLE).catch((error) => {
      if (error.message === "late") transaction.abort(); // so that nothing is stored later
      throw error;
    });
    return result;
  } finally {
    opened.close();
  }
}

const inGames = (mode, work) => inStore(KEPT_GAMES, "games", mode, work);

const allGames = () => inGames("readonly", (store, found) => (store.getAll().onsuccess = ({ target }) => found(target.result)));

/** Store the changes of an answer. Rejects if the games have changed since. */
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

/** Pass the phone's own games to Python, without games that moved to the server. */
async function tellGames() {
  const own = (await allGames()).filter((game) => !game.moved);
  // Python parses a log only when it needs it, so each game carries its key facts too.
  const games = own.map((game) => ({ ...game, rows: JSON.stringify(game.rows), revision: game.rows.length, key: game.rows[0]?.uuid ?? "" }));
  phoneKnow(JSON.stringify({ games, name: (await setting("name")) ?? "", known: await known() }));
}

/** Pass new facts to Python in turn, if it has started. Otherwise it reads them when it starts. */
async function inPages(work) {
  if (!begun) return;
  await begin();
  await inTurn(work);
}

const A_WHILE = 60000;

/** Options for a JSON request. */
const asking = () => ({ headers: { Accept: "application/json" }, ...ours() });
/** Options that accept only a fresh answer of the program itself, or fail. */
const ours = () => ({ credentials: "same-origin", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(WHOLE) });

/** Store the names, rules and games of this device for offline use. */
async function learn() {
  if (Math.abs(Date.now() - ((await known()).at ?? 0)) < A_WHILE) return; // clocks may be set back
  const answer = await fetch(rooted("/games/known"), asking());
  const { names, sets, joined, games } = await answer.json();
  if (!answer.ok || ![names, sets, joined, games].every(Array.isArray)) return;
  const at = Date.now();
  await setting("known", JSON.stringify({ names, sets, joined, games, at, since: new Date(at).toISOString() }));
  await inPages(tellGames);
  await copyMissing(games);
}

const A_GAME = /^.*?\/games\/(\d+)/;

/** Return the current path of a phone's game that a server has, or null. */
async function movedTo(path) {
  const number = Number(path.slice(ROOT.length).match(/^\/games\/(9\d{12})(?:\/|$)/)?.[1]);
  if (!number) return null;
  const game = (await allGames()).find(({ id }) => id === number);
  return game?.moved ? path.replace(String(number), game.server) : null;
}

/** Tell a page where its game has moved. It may have been loading at that time. */
async function leadOn(client) {
  const { pathname } = new URL(client.url);
  const to = await movedTo(pathname);
  if (to) client.postMessage({ moved: Number(pathname.match(A_GAME)[1]), to: to.match(A_GAME)[0] });
}

/** Like `movedTo`, but sends the game first if the page exists only on the server. */
async function arrived(path) {
  if (AWAY.test(path.slice(ROOT.length))) await withPatience(handOver()).catch(() => {});
  return movedTo(path);
}

/**
 * Answer a request for a game that has moved, from a page that does not know it yet or is busy. A command goes to the server unchanged.
 * A form does not, because its token is from another page: the game is shown as it is on the server.
 */
async function elsewhere({ request, clientId }, there, search) {
  const client = await self.clients.get(clientId);
  if (request.mode !== "navigate" && client) leadOn(client).catch(() => {}); // it may be closed
  if (request.method === "GET") return Response.redirect(there + search, 302);
  if (!there.endsWith("/log")) return Response.redirect(there.match(A_GAME)[0], 303);
  return sentOn(there + search, request, client);
}

let handing = null;
let wanted = false;
let lastHanded = -Infinity;
const A_PAUSE = 3000;
let pause = A_PAUSE;

/** Whether to try again, by a clock that can't be set back. */
const dueAgain = () => navigator.onLine && performance.now() - lastHanded > pause;

/**
 * Send the phone's own games to the server, one after the other. Each change has its own key, so repeats are harmless. A call during a
 * run causes one more run. Refused games are retried less and less often, because each attempt counts as a new game. Resolves to
 * whether the server failed to answer for any game.
 */
function handOver() {
  wanted = true;
  lastHanded = performance.now();
  handing ??= (async () => {
    let unanswered = false;
    while (wanted) {
      wanted = false;
      const left = await handOverAll().catch(() => ({ unanswered: true }));
      pause = left.refused ? Math.min(2 * pause, A_WHILE) : A_PAUSE;
      ({ unanswered } = left);
    }
    handing = null;
    return unanswered;
  })();
  return handing;
}

/** Retry a few times: browsers report a network too early, and an open page may never make a request. */
async function handOverAgain(unanswered) {
  for (const wait of PAUSES) {
    if (!unanswered) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (navigator.onLine) unanswered = await handOver();
  }
}

/** Whether a game has the server's number of its other version. Older data have `true` instead. */
const toldByServer = (differs) => Number.isInteger(differs) && differs > 0;

async function handOverAll() {
  const games = (await allGames()).filter(({ moved, rows }) => !moved && rows.length);
  await copyNow(games.map(({ differs }) => differs).filter(toldByServer)).catch(() => {}); // their pages need not be open
  const left = { refused: false, unanswered: false };
  for (const game of games) {
    if (await stillDiffers(game).catch(() => false)) continue;
    // It is retried later, and other games do not wait for it.
    await handOverOne(game.id).catch((error) => (left[error.refused ? "refused" : "unanswered"] = true));
  }
  return left;
}

/** Whether the server still has a different version of this game. */
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
        await changeGame(id, { differs: begun.game, differsAt: (await copyOf(begun.game))?.revision ?? 0 }); // for people to compare
        await inTurn(tellGames); // the list shows it
      }
      if (begun.state !== "done") throw Object.assign(new Error(begun.detail), { refused: true });
      await changeGame(id, { server: begun.game, differs: 0 });
      continue;
    }
    if (!acts.length) return settled(id, game);
    const reply = await post(rooted(`/games/${game.server}/log`), acts[0]);
    if (reply.state !== "done") {
      // People must decide: the rest goes into the log, as if it had been done on the server's page.
      await intoLog(game, acts);
      return settled(id, game);
    }
    await changeGame(id, { sent: Math.max(game.sent ?? 1, game.brought ?? 0) + 1 });
  }
}

/** Finish a game that the server has: it moves there once the phone has a copy, because the network may fail any time. */
async function settled(id, game) {
  if (!(await copy([game.server]))) throw new Error("no copy yet");
  const all = await inTurn(async () => {
    const now = await keptGame(id);
    if (now.rows.length !== game.rows.length) return false; // it changed since
    await changeGame(id, { moved: true });
    await tellGames();
    return true;
  });
  if (!all) return handOverOne(id);
  for (const client of await self.clients.matchAll()) client.postMessage({ moved: id, to: rooted(`/games/${game.server}`) });
}
