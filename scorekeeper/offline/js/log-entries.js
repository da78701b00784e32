// State layer. The phone's log, as the service worker reads it.

// ---- the phone's log for the service worker: commands that wait for games which only the phone had so far

const LOG = ROOT ? `${ROOT}:scorekeeper-log` : "scorekeeper-log";

/** Run `work` on all entries of the phone's log (see `static/js/log.js`) and the store. */
function inLog(mode, work) {
  const read = (store, found, transaction) => {
    store.getAll().onsuccess = ({ target }) => found(work(target.result, store, transaction));
  };
  return inStore(LOG, "entries", mode, read, { keyPath: "order", autoIncrement: true });
}

/** Put commands into the log that people must decide about. Repeats of an earlier attempt are skipped. */
function intoLog(game, acts) {
  const header = { ...game.rows[0].after };
  return inLog("readwrite", (entries, store) => {
    const there = new Set(entries.map(({ key }) => key));
    for (const { key, seen, after, act, at } of acts.filter((one) => !there.has(one.key))) {
      const told = { summary: [act.do], header, at, past: at, state: "waiting", left: 0, reply: null };
      store.add({ key, subject: game.server, url: rooted(`/games/${game.server}/log`), act: JSON.stringify(act), seen, after, ...told });
    }
  });
}

const about = (entries, game) => entries.filter(({ subject }) => subject === game);

/** Return what to apply to a copy, in order: commands that the server has answered since, and commands in the log. */
async function waitingFor(game) {
  const waiting = await inLog("readonly", (entries) => about(entries, game).map(({ key, act, seen, after, state, at }) => ({ key, act: JSON.parse(act), seen, after, state, at })));
  const answered = answeredIn(await copyOf(game)).filter(({ key }) => !waiting.some((one) => one.key === key));
  return [...answered, ...waiting];
}

/** Return the same for each copy that has any. */
async function allWaiting() {
  const inTheLog = await inLog("readonly", (entries) => entries.map(({ subject }) => subject));
  const copies = (await allCopies()).filter((copy) => inTheLog.includes(copy.id) || answeredIn(copy).length);
  return Promise.all(copies.map(async ({ id }) => ({ game: id, entries: await waitingFor(id) })));
}

/** Log the commands of a page made from a copy, after the ones that waited then. Rejects if the log has changed since. */
async function actsIntoLog({ game, header, acts }, waiting) {
  const keys = (entries) => entries.map(({ key, state }) => `${key} ${state}`).join();
  await inLog("readwrite", (entries, store, transaction) => {
    const mine = about(entries, game);
    if (keys(mine) !== keys(waiting.filter(({ answered }) => !answered))) return transaction.abort();
    let after = mine.at(-1)?.key ?? null;
    for (const { key, ...told } of acts) {
      store.add({ ...told, key, subject: game, url: rooted(`/games/${game}/log`), act: JSON.stringify(told.act), after, header, at: new Date().toISOString(), state: "waiting", left: 0, reply: null });
      after = key;
    }
  });
  new BroadcastChannel(LOG).postMessage({}); // open pages read it and send it
}

const OF_THIS_PHONE = 9e12; // see here/games/kept.py

/**
 * Move log entries of a phone's game to the server's game after the move, once no page shows the old one: after questions for people,
 * before new taps on the server's page. With `only`, move one entry. There is a time limit: without storage, the page has nothing to
 * send either.
 */
const gather = (only = null) => withPatience(gatherAll(only)).catch(() => {});

async function gatherAll(only) {
  const stray = await inLog("readonly", (entries) => entries.some(({ subject }) => subject > OF_THIS_PHONE));
  if (!stray) return;
  const moved = (await allGames()).filter((game) => game.moved);
  await inLog("readwrite", (entries, store) => moved.forEach((game) => gatherOf(game, entries, store, only)));
}

function gatherOf({ id, server }, entries, store, only) {
  const late = about(entries, id).filter(({ key }) => !only || key === only);
  const there = about(entries, server);
  const toDecide = there.filter(({ past }) => past);
  const last = toDecide.at(-1);
  const upon = ({ after, seen }) => (last && !after ? { after: last.key, seen: Math.min(seen, last.seen) } : {});
  const theirs = late.map((entry) => ({ ...entry, ...upon(entry), subject: server, url: rooted(`/games/${server}/log`) }));
  const all = [...toDecide, ...theirs, ...there.filter(({ past }) => !past)];
  const orders = all.map(({ order }) => order).sort((one, other) => one - other);
  if (late.length) all.forEach((entry, place) => store.put({ ...entry, order: orders[place] }));
}

/** Whether a command must wait in the log for earlier ones of its game. */
const mustWait = (game, key) =>
  inLog("readonly", (entries) => {
    const mine = entries.find((entry) => entry.key === key);
    return about(entries, game).some(({ order, past }) => mine && order !== mine.order && (order < mine.order || (past && !mine.past)));
  });

/**
 * Send a command of a moved game on to the server, and record the answer for the server's game. A page of the server's game already has
 * the command from the log, and sends it itself.
 */
async function sentOn(there, request, client) {
  if (client && numberIn(new URL(client.url).pathname) === numberIn(there)) {
    await gather();
    new BroadcastChannel(LOG).postMessage({});
    return Response.error();
  }
  const body = await request.text();
  const { key } = JSON.parse(body);
  if (await mustWait(numberIn(there), key).catch(() => false)) return Response.error(); // it is sent in its turn
  const answer = await fetch(there, { method: "POST", headers: request.headers, body, ...ours() });
  const reply = await answer.clone().json().catch(() => ({}));
  if (reply.state === "done") await gather(key);
  return answer;
}
