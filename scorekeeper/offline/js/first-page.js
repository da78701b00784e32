// Drawing layer. The first page: the server's with this phone's own games, or the phone's.

/** Milliseconds that the first page waits until the phone's games are sent. */
const SOON = 2000;

/**
 * Answer the first page with the games that no server has. The phone makes the page if one of them is still to be sent, because the
 * server would offer to begin it once more. Games without a copy appear as the server listed them last. A game that differs from the
 * server's is a part of its page.
 */
async function first(event, url, name) {
  const own = async () => (await allGames().catch(() => [])).filter(({ moved, rows, hidden }) => !moved && !hidden && rows.length);
  const unsent = async () => (await own()).some(({ differs }) => !differs);
  if (navigator.onLine && (await unsent())) await withPatience(handOver(), SOON).catch(() => {});
  const answer = await page(event, url, name);
  try {
    if (answer.headers.get("X-Phone")) return await withOthers(answer);
    if (await unsent()) return await withOthers(await drawnFirst(event.request, name), answer);
    if (!(await own()).length) return answer;
    const whole = await answer.clone().text();
    const html = whole.replace(/<section class="blank">[\s\S]*?<\/section>/, ""); // "no games yet"
    const begins = html === whole ? "" : "?begins";
    const games = await drawn(new Request(new URL(rooted(`/games/here${begins}`), location.origin)), null, name);
    const part = await games.text();
    return as(answer, html.replace(/<main[^>]*>(?:\s*<header[\s\S]*?<\/header>)?/, (begins) => begins + part));
  } catch (error) {
    console.error(error);
    return answer;
  }
}

const A_LIST = /<section>(?:(?!<section)[\s\S])*?<li id="game-\d+">[\s\S]*?<\/section>/g;
const A_ROW = /<li id="game-(\d+)">[\s\S]*?<\/li>/g;

/** Return the phone's first page with the stored rows of tournament games, which are never copied. */
async function withOthers(answer, old = undefined) {
  old = (old ?? (await (await caches.open(PAGES)).match(rooted("/"))))?.clone();
  if (!old) return answer;
  const copies = new Set((await allCopies()).map(({ id }) => String(id)));
  const lists = (await old.text()).match(A_LIST) ?? [];
  const others = lists.map((list) => list.replace(A_ROW, (row, id) => (copies.has(id) ? "" : row))).filter((list) => list.match(A_ROW));
  if (!others.length) return answer;
  const html = await answer.clone().text();
  if (html.includes('class="blank"')) return old; // only the server had games to list
  return as(answer, html.replace('<p class="row of-games">', (links) => others.join("") + links));
}

/** Milliseconds without a further change before the first page is made ahead of time. */
const SETTLED = 1500;
let settling = 0;

/** Apply what a page has stored for the phone's own games and not sent here yet. The page's own attempt then finds it done. */
async function applyStored() {
  const entries = await inLog("readonly", (all) => all.filter(({ subject }) => subject > OF_THIS_PHONE));
  const stopped = new Set();
  for (const { subject, url, key, seen, after, past, act, state } of entries) {
    if (state !== "waiting") stopped.add(subject);
    if (stopped.has(subject)) continue;
    const body = JSON.stringify({ key, seen, after, ...(past && { at: past }), act: JSON.parse(act) });
    const sent = new Request(new URL(url, location.origin), { method: "POST", headers: HEADERS, body });
    const { state: reply } = await (await answered(sent, packOf(url, "always"))).json();
    if (reply !== "done") stopped.add(subject);
  }
}

/** Return as text all that the phone's first page is made from. */
async function madeFrom() {
  const games = (await allGames()).map((game) => ({ ...game, rows: game.rows.length }));
  const copies = (await allCopies()).map(({ rows, at, ...facts }) => facts);
  const waiting = await inLog("readonly", (entries) => entries.map(({ key, subject, state }) => [key, subject, state]));
  const chosen = await Promise.all(CHOSEN.map((one) => setting(one)));
  const { at, since, ...listed } = await known();
  const now = new Date();
  return JSON.stringify([SHELL.version, now.toDateString(), now.getHours(), games, copies, waiting, chosen, listed]);
}

/** Return the phone's first page: the stored one if nothing has changed since, because an old phone needs seconds to make it. */
async function drawnFirst(request, name) {
  await applyStored().catch(() => {}); // what is refused, the game's own page says
  const now = await madeFrom();
  const stored = JSON.parse((await setting("first")) ?? "null");
  if (stored?.now === now) return new Response(stored.html, { headers: stored.headers });
  const answer = await drawn(request, null, name);
  const html = await answer.clone().text();
  // What is said once, such as "Removed from the list", is not stored.
  if (answer.ok && !html.includes('class="flash"')) await setting("first", JSON.stringify({ now, html, headers: [...answer.headers] }));
  return answer;
}

/** Make the phone's first page ahead of time, after the last of several changes. */
async function drawFirstSoon() {
  settling += 1;
  const mine = settling;
  await new Promise((resolve) => setTimeout(resolve, SETTLED));
  if (mine === settling) await drawnFirst(new Request(new URL(rooted("/"), location.origin)), packOf(rooted("/"))).catch(() => {});
}
