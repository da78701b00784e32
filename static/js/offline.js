// What is recorded without a network: kept on this phone, sent in order and exactly once when there is one again.

import { Shelf } from "./shelf.js";

const LOCK = "scorekeeper-outbox";
const SHORTEST_WAIT = 3000;
const LONGEST_WAIT = 60000;
const SENDING_TAKES = 15000;

// How each operation is asked for: of a game through the API, of a tournament's table (its entries are kept under `t:` and the
// secret of its link) at that link.
const OPERATIONS = {
  record: ["POST", (api, game) => `${api}/games/${game}/events`],
  correct: ["PUT", (api, game, entry) => `${api}/games/${game}/events/${entry}`],
  strike: ["DELETE", (api, game, entry) => `${api}/games/${game}/events/${entry}`],
  restore: ["POST", (api, game, entry) => `${api}/games/${game}/events/${entry}/restore`],
  undo: ["POST", (api, game) => `${api}/games/${game}/undo`],
  open_contract: ["PUT", (api, game) => `${api}/games/${game}/contract`],
  cancel_contract: ["DELETE", (api, game) => `${api}/games/${game}/contract`],
  table: ["POST", (_api, table, act) => `/t/${table.slice(2)}/${act}/send`],
};

/** What entries are about: a game by its number, or a table. */
export const subjectOf = (id) => (Number.isNaN(Number(id)) ? String(id) : Number(id));

/** A version 4 UUID. `crypto.randomUUID` is missing where the pad is served without HTTPS, as at most kitchen tables. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Outbox extends EventTarget {
  #api;
  #shelf = new Shelf();
  #flushing = null;
  #again = false;
  #wait = SHORTEST_WAIT;
  #timer = null;
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(LOCK) : null;

  constructor({ api = "/api/v1" } = {}) {
    super();
    this.#api = api;
    this.#channel?.addEventListener("message", ({ data }) => this.#tell("change", data));
    addEventListener("online", () => this.#tryToSend());
    document.addEventListener("visibilitychange", () => document.hidden || this.#tryToSend());
    this.#tryToSend();
  }

  /** Everything of a game that is still here, in order; of every game without `gameId`. */
  async pending(gameId) {
    const entries = await this.#shelf.all();
    return gameId === undefined ? entries : entries.filter((entry) => entry.gameId === subjectOf(gameId));
  }

  /**
   * Keep an entry on this phone. `revision`: of the game as the page shows it. `event`: of the game record, or whatever else
   * the operation's body is. `entry`: the one that is corrected or struck out. `summary`: sentences that tell people what it
   * is. `short`: what the event's `auction` came to, for when others have dealt meanwhile. `id`: its UUID, if the page's form
   * has one already.
   */
  async add(gameId, { revision, event = null, operation = "record", entry = null, summary = [], short = null, id = uuid() }) {
    if (!Object.hasOwn(OPERATIONS, operation)) throw new TypeError(`no such operation: ${operation}`);
    const before = await this.pending(gameId);
    const known = before.find((kept) => kept.id === id);
    if (known) return known;
    const kept = {
      id,
      gameId: subjectOf(gameId),
      operation,
      event,
      entry,
      summary: [summary].flat(),
      short,
      at: new Date().toISOString(),
      // What comes after another kept entry stands on top of that one, whatever revision it will get.
      revision: before.length ? null : Number(revision),
      state: "waiting",
      problem: null,
      current: null,
      since: null,
    };
    kept.order = await this.#shelf.add(kept);
    this.#changed(kept.gameId, "kept", { entry: kept });
    return kept;
  }

  /**
   * Keep an entry and send it at once if possible. Resolves to `{ state: "sent", answer }` (no answer if another tab sent it),
   * or to `{ state, entry }` with state `waiting`, `conflict` or `refused`. Rejects where the browser keeps nothing.
   */
  async submit(gameId, options) {
    const kept = await this.add(gameId, options);
    let answer;
    const listen = ({ detail }) => {
      if (detail.entry.id === kept.id) ({ answer } = detail);
    };
    this.addEventListener("sent", listen);
    try {
      await this.flush();
    } finally {
      this.removeEventListener("sent", listen);
    }
    const entry = (await this.pending(gameId)).find((other) => other.id === kept.id);
    return entry ? { state: entry.state, entry } : { state: "sent", answer };
  }

  /** Try to send everything. Resolves when there is nothing left to try for now. */
  flush() {
    this.#again = true;
    this.#flushing ??= this.#run().finally(() => {
      this.#flushing = null;
      if (this.#again) this.#tryToSend();
    });
    return this.#flushing;
  }

  // In the background there is nobody to tell that this browser keeps nothing; whoever adds an entry is told.
  #tryToSend() {
    this.flush().catch(() => {});
  }

  async #run() {
    clearTimeout(this.#timer);
    while (this.#again) {
      this.#again = false;
      const send = () => this.#sendAll();
      // Another tab may be sending: the server counts a repeated UUID once, the lock only spares the traffic.
      const reached = await (navigator.locks ? navigator.locks.request(LOCK, send) : send());
      if (reached) this.#wait = SHORTEST_WAIT;
      else this.#later();
    }
  }

  #later() {
    this.#timer = setTimeout(() => this.#tryToSend(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** Whether the server could be reached for everything that there was to send. */
  async #sendAll() {
    const games = new Set((await this.#shelf.all()).map((entry) => entry.gameId));
    for (const game of games) {
      for (;;) {
        const [head, ...rest] = await this.pending(game);
        if (head?.state !== "waiting") break;
        const answered = await this.#send(head);
        if (!answered) return false;
        if (!(await this.#settle(head, rest, answered))) break;
      }
    }
    return true;
  }

  /** The server's answer, null if there was none worth the name. */
  async #send(entry) {
    const [method, path] = OPERATIONS[entry.operation];
    const headers = { "Idempotency-Key": entry.id, "If-Match": `"${entry.revision}"`, "X-Scorekeeper": "1", Accept: "application/json" };
    const body = entry.event === null ? undefined : JSON.stringify(entry.event);
    if (body) headers["Content-Type"] = "application/json";
    const options = { method, headers, body, credentials: "same-origin", redirect: "error" };
    try {
      const answer = await fetch(path(this.#api, entry.gameId, entry.entry), { ...options, signal: AbortSignal.timeout(SENDING_TAKES) });
      if (answer.status >= 500 || [408, 425, 429].includes(answer.status)) return null;
      return { status: answer.status, ok: answer.ok, body: await answer.json() };
    } catch {
      return null;
    }
  }

  /** Draw the consequences of an answer; whether the game's next entry may be sent. */
  async #settle(head, rest, { ok, status, body }) {
    const [next] = rest;
    if (ok) {
      if (next) next.revision = body.revision;
      await this.#shelf.replace(head, ...(next ? [next] : []));
      this.#changed(head.gameId, "sent", { entry: head, answer: body });
      return true;
    }
    const conflict = status === 409 && body.current;
    Object.assign(head, conflict ? { state: "conflict", current: body.current, since: body.since } : { state: "refused" });
    head.problem = { code: body.code, title: body.title, detail: body.detail, field: body.field ?? null };
    await this.#shelf.put(head);
    this.#changed(head.gameId, head.state, { entry: head });
    return false;
  }

  /** After a conflict: `mine` is recorded after what others recorded, `theirs` leaves mine out. */
  async resolve(id, choice) {
    const { head, rest } = await this.#find(id);
    if (head?.state !== "conflict") return;
    const { current, since, problem } = head;
    await this.#shorten(choice === "mine" ? [head, ...rest] : rest);
    if (choice === "mine") {
      Object.assign(head, { state: "waiting", revision: current.revision, current: null, since: null, problem: null });
      await this.#shelf.put(head);
    } else {
      const [next] = rest;
      // It was recorded on top of what is left out now: that is for people to judge.
      if (next) Object.assign(next, { state: "conflict", revision: current.revision, current, since, problem });
      await this.#shelf.replace(head, ...(next ? [next] : []));
    }
    this.#changed(head.gameId, "change", {});
    return this.flush();
  }

  /** Leave out an entry that was refused. What was recorded after it is sent in its place. */
  async discard(id) {
    const { head, rest } = await this.#find(id);
    if (!head) return;
    if (head.state === "conflict") return this.resolve(id, "theirs");
    const [next] = rest;
    await this.#shorten(rest);
    if (next && next.revision === null) next.revision = head.revision;
    await this.#shelf.replace(head, ...(next ? [next] : []));
    this.#changed(head.gameId, "change", {});
    return this.flush();
  }

  /** Try an entry again that was refused, as it is. */
  async retry(id) {
    const { head } = await this.#find(id);
    if (head?.state !== "refused") return;
    await this.#shelf.put(Object.assign(head, { state: "waiting", problem: null }));
    this.#changed(head.gameId, "change", {});
    return this.flush();
  }

  /** Calls are read from the dealer's left. Where another dealer than was seen comes before, only what they came to is true. */
  async #shorten(entries) {
    for (const entry of entries) {
      if (!entry.short || !entry.event?.auction) continue;
      const { auction, ...rest } = entry.event;
      entry.event = { ...rest, ...entry.short };
      await this.#shelf.put(entry);
    }
  }

  async #find(id) {
    const all = await this.#shelf.all();
    const head = all.find((entry) => entry.id === id);
    return { head, rest: head ? all.filter((entry) => entry.gameId === head.gameId && entry.order > head.order) : [] };
  }

  #changed(gameId, name, detail) {
    if (name !== "change") this.#tell(name, { gameId, ...detail });
    this.#tell("change", { gameId });
    this.#channel?.postMessage({ gameId });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The outbox of this page. */
export function createOutbox(options) {
  return new Outbox(options);
}

/**
 * Keep the pad, the scoring kit and this device's games for when there is no network. Browsers allow it over HTTPS and on the
 * computer itself; elsewhere nothing happens. Resolves to whether pages are kept.
 */
export async function keepOffline({ url = "/sw.js" } = {}) {
  if (!("serviceWorker" in navigator)) return false;
  await new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", resolve, { once: true });
  });
  try {
    // A page may have come without the service worker that has it in hand by now: another page brought it meanwhile.
    const missing = Boolean(navigator.serviceWorker.controller);
    await navigator.serviceWorker.register(url);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ lang: document.documentElement.lang, keep: location.pathname, missing });
    return true;
  } catch {
    return false;
  }
}

/** Have the kept copy of this page made anew, after it was changed without being loaded again; from `html` if there is no network. */
export function keepPage(path = location.pathname, html = undefined) {
  navigator.serviceWorker?.controller?.postMessage({ keep: path, html });
}
