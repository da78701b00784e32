
// ---- the log of this phone, as its pages have it: what waits for games that only the phone had until now

const LOG = ROOT ? `${ROOT}:scorekeeper-log` : "scorekeeper-log";

/** The log of a phone, as `static/js/log.js` has it: `work` is given all entries, and the store. */
function inLog(mode, work) {
  const read = (store, found, transaction) => {
    store.getAll().onsuccess = ({ target }) => found(work(target.result, store, transaction));
  };
  return inStore(LOG, "entries", mode, read, { keyPath: "order", autoIncrement: true });
}

/** What happened where there was no server yet, and can only be decided by people; what is there from an earlier try is there once. */
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

/** What comes upon the copy of a server's game, in the order in which it was done: what that has answered since, and what waits in the log. */
async function waitingFor(game) {
  const waiting = await inLog("readonly", (entries) => about(entries, game).map(({ key, act, seen, after, state, at }) => ({ key, act: JSON.parse(act), seen, after, state, at })));
  const answered = answeredIn(await copyOf(game)).filter(({ key }) => !waiting.some((one) => one.key === key));
  return [...answered, ...waiting];
}

/** The same for each copy that something comes upon. */
async function allWaiting() {
  const inTheLog = await inLog("readonly", (entries) => entries.map(({ subject }) => subject));
  const copies = (await allCopies()).filter((copy) => inTheLog.includes(copy.id) || answeredIn(copy).length);
  return Promise.all(copies.map(async ({ id }) => ({ game: id, entries: await waitingFor(id) })));
}

/** What was done to a server's game on a page that the phone drew, after what waited then; refused where that has changed since. */
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
  new BroadcastChannel(LOG).postMessage({}); // pages that are open look at it, and send it
}

const OF_THIS_PHONE = 9e12; // see here/games/kept.py

/**
 * What was written down of a game of this phone in the moment in which it went over to a server waits for that one's game, once no
 * page of the old one shows it: after what people must decide, before what is tapped on the page there. `only`: this entry. Nobody
 * waits long for that: where the storage does not answer, the page's log has nothing to send either.
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

/** Whether an act must wait in the log for others of its game: for what people must decide first, and for what was gathered before it. */
const mustWait = (game, key) =>
  inLog("readonly", (entries) => {
    const mine = entries.find((entry) => entry.key === key);
    return about(entries, game).some(({ order, past }) => mine && order !== mine.order && (order < mine.order || (past && !mine.past)));
  });

/**
 * What the server answers to an act of a game that moved: what is remembered of it is about that one's game. A page that is at the
 * server's game already has it from the log, and sends it itself.
 */
async function sentOn(there, request, client) {
  if (client && numberIn(new URL(client.url).pathname) === numberIn(there)) {
    await gather();
    new BroadcastChannel(LOG).postMessage({});
    return Response.error();
  }
  const body = await request.text();
  const { key } = JSON.parse(body);
  if (await mustWait(numberIn(there), key).catch(() => false)) return Response.error(); // it goes there in its turn
  const answer = await fetch(there, { method: "POST", headers: request.headers, body, ...ours() });
  const reply = await answer.clone().json().catch(() => ({}));
  if (reply.state === "done") await gather(key);
  return answer;
}
