
// ---- the games that are only on this phone: kept before an answer is sent, and handed to a server when there is one

const KEPT_GAMES = `${OURS}games`;
const HEADERS = { "Content-Type": "application/json", Accept: "application/json", "X-Scorekeeper": "1" };

/** A database with one store, of things that have an `id`, unless `how` says otherwise. A browser may never say that it is open. */
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

/** All or nothing: `work` is given the store. */
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
      if (error.message === "late") transaction.abort(); // nothing of it is kept by and by
      throw error;
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

/** The pages are told more, one after the other, once they have begun; where they have not, they read it when they do. */
async function inPages(work) {
  if (!begun) return;
  await begin();
  await inTurn(work);
}

const A_WHILE = 60000;

/** How JSON is asked for. */
const asking = () => ({ headers: { Accept: "application/json" }, ...ours() });
/** Nobody but the program answers, with what is so now, or it is as if nobody did. */
const ours = () => ({ credentials: "same-origin", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(WHOLE) });

/** Keep whom this device plays with, by which rules of its own, and its games, for when there is no network. */
async function learn() {
  if (Math.abs(Date.now() - ((await known()).at ?? 0)) < A_WHILE) return; // a clock may have been put back
  const answer = await fetch(rooted("/games/known"), asking());
  const { names, sets, joined, games } = await answer.json();
  if (!answer.ok || ![names, sets, joined, games].every(Array.isArray)) return;
  const at = Date.now();
  await setting("known", JSON.stringify({ names, sets, joined, games, at, since: new Date(at).toISOString() }));
  await inPages(tellGames);
  await copyMissing(games);
}

const A_GAME = /^.*?\/games\/(\d+)/;

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
  if (to) client.postMessage({ moved: Number(pathname.match(A_GAME)[1]), to: to.match(A_GAME)[0] });
}

/** The same; what only a server has of a game waits for it to be there, as long as people wait for a page. */
async function arrived(path) {
  if (AWAY.test(path.slice(ROOT.length))) await withPatience(handOver()).catch(() => {});
  return movedTo(path);
}

/**
 * What is asked of a game that has moved, by a page that has not heard of it, or stays because something is being told there: that is
 * for the server, an act of the log as it is. A form of a page is not, its token is another's: the game is shown as it is there.
 */
async function elsewhere({ request, clientId }, there, search) {
  const client = await self.clients.get(clientId);
  if (request.mode !== "navigate" && client) leadOn(client).catch(() => {}); // it may have been closed
  if (request.method === "GET") return Response.redirect(there + search, 302);
  if (!there.endsWith("/log")) return Response.redirect(there.match(A_GAME)[0], 303);
  return sentOn(there + search, request, client);
}

let handing = null;
let wanted = false;
let lastHanded = -Infinity;
const A_PAUSE = 3000;
let pause = A_PAUSE;

/** Whether it is time to try again, by a clock that nobody puts back. */
const dueAgain = () => navigator.onLine && performance.now() - lastHanded > pause;

/**
 * Hand to the server what began here. One game after the other, each change under its own key: a second time changes nothing.
 * Asked for once more while it is under way, perhaps with a network that it did not have, it tries once more. What was refused is
 * asked for by itself less and less often: each time counts as a game that this device begins. Resolves to whether anything was
 * left because nobody answered.
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

/** Browsers say that there is a network before there is one, and a page that is open may never ask for anything: a few times more. */
async function handOverAgain(unanswered) {
  for (const wait of PAUSES) {
    if (!unanswered) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (navigator.onLine) unanswered = await handOver();
  }
}

/** The server's number of a game that it tells otherwise; a phone that was here before it was kept has true instead. */
const toldByServer = (differs) => Number.isInteger(differs) && differs > 0;

async function handOverAll() {
  const games = (await allGames()).filter(({ moved, rows }) => !moved && rows.length);
  await copyNow(games.map(({ differs }) => differs).filter(toldByServer)).catch(() => {}); // no page of them need be open
  const left = { refused: false, unanswered: false };
  for (const game of games) {
    if (await stillDiffers(game).catch(() => false)) continue;
    // It is tried again, and others do not wait for it.
    await handOverOne(game.id).catch((error) => (left[error.refused ? "refused" : "unanswered"] = true));
  }
  return left;
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
      if (begun.state !== "done") throw Object.assign(new Error(begun.detail), { refused: true });
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

/** The server has all of it: from now on it is that one's, once the phone has its copy: the network may be gone with the next tap. */
async function settled(id, game) {
  if (!(await copy([game.server]))) throw new Error("no copy yet");
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
