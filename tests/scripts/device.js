// A device whose clock, storage, locks, channels and visibility belong to the test. Import it before the modules under test: it replaces
// what the browser offers. Whatever takes time takes virtual time, so that the same seed always leads to the same order of events.

import { chanceOf } from "./chance.js";

const BEGINNING = Date.UTC(2026, 10, 20, 23);
const clone = structuredClone;
const real = { setTimeout: setTimeout.bind(globalThis), indexedDB };

// ---- time

/** Let every promise that can go on go on. Nothing here is a task of the browser's, and a chain of promises is shorter than this. */
async function settle() {
  for (let turns = 0; turns < 40; turns += 1) await null;
}

let now = BEGINNING;
let made = 0;
let steps = 0; // since the device was begun
const MOST_STEPS = 100000;
let timers = new Map();
let chance = chanceOf(0);

function later(work, ms = 0, { every = null, lasting = false } = {}) {
  made += 1;
  timers.set(made, { id: made, at: now + Math.max(0, Number(ms) || 0), work, every, lasting });
  return made;
}

/** Run the next timer that is due by `end`; whether there was one. */
async function step(end) {
  await settle();
  let next = null;
  for (const one of timers.values()) if (one.at <= end && (!next || one.at < next.at)) next = one;
  if (!next) return false;
  if ((steps += 1) > MOST_STEPS) throw new Error("it never comes to rest");
  now = Math.max(now, next.at);
  if (next.every === null) timers.delete(next.id);
  else next.at += next.every;
  try {
    next.work();
  } catch (error) {
    device.uncaught.push(String(error));
  }
  return true;
}

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length ? given : [now]));
  }
  static now() {
    return now;
  }
};
globalThis.setTimeout = (work, ms, ...given) => later(() => work(...given), ms);
globalThis.setInterval = (work, ms, ...given) => later(() => work(...given), ms, { every: ms });
globalThis.clearTimeout = globalThis.clearInterval = (id) => void timers.delete(id);
globalThis.requestAnimationFrame = (work) => later(() => work(now), 16);
Math.random = () => chance.next();
AbortSignal.timeout = (ms) => {
  const control = new AbortController();
  later(() => control.abort(new DOMException("late", "TimeoutError")), ms);
  return control.signal;
};
addEventListener("unhandledrejection", ({ reason }) => device.uncaught.push(`rejected: ${reason?.stack ?? reason}`));

// ---- storage: the part of IndexedDB that log.js uses. Transactions follow one another, and each is kept whole or not at all.

/** `fault`: what is wrong with it: `closed`, `silent` on opening; `hangs`, `full`, `slow to commit` for the next transaction. */
const disk = { rows: new Map(), order: 0, line: [], opened: [], fault: null };

const soon = (work) => later(work, chance.below(4));

class Transaction {
  #asks = [];
  #rows = null;
  #order = 0;
  #committing = false;
  error = null;

  constructor() {
    disk.line.push(this);
    if (disk.line[0] === this) soon(() => this.begin());
  }

  begin() {
    if (disk.line[0] !== this) return;
    if (disk.fault === "hangs") return;
    this.#rows = new Map(disk.rows);
    this.#order = disk.order;
    this.#turn();
  }

  #turn() {
    for (let ask = this.#asks.shift(); ask; ask = this.#asks.shift()) {
      ask.result = ask.work();
      try {
        ask.onsuccess?.({ target: ask });
      } catch {
        return this.fail("AbortError");
      }
    }
    if (disk.fault === "full" && this.wrote) return this.fail("QuotaExceededError");
    this.#committing = true;
    later(() => this.#commit(), disk.fault === "slow to commit" ? 9000 : chance.below(4));
  }

  #commit() {
    if (disk.line[0] !== this) return;
    [disk.rows, disk.order] = [this.#rows, this.#order];
    this.#next();
    this.oncomplete?.();
  }

  fail(name) {
    this.error = name && new DOMException("not kept", name);
    this.#next();
    this.onabort?.();
  }

  #next() {
    disk.line = disk.line.filter((one) => one !== this);
    const [head] = disk.line;
    if (head) soon(() => head.begin());
  }

  abort() {
    if (this.#committing) throw new DOMException("being committed", "InvalidStateError");
    this.fail(null);
  }

  objectStore() {
    const ask = (work) => {
      const one = { work };
      this.#asks.push(one);
      return one;
    };
    const write = (row) => {
      const copy = clone(row);
      this.wrote = true;
      return ask(() => {
        copy.order ??= this.#order += 1;
        this.#rows.set(copy.order, Object.freeze(copy)); // it is read by many, and changed by nobody
      });
    };
    return {
      getAll: () => ask(() => [...this.#rows.values()].sort((one, two) => one.order - two.order)),
      add: write,
      put: write,
      delete: (order) => ask(() => this.#rows.delete(order)),
    };
  }
}

const storage = {
  open() {
    const asked = {};
    if (disk.fault === "silent") return asked;
    later(() => {
      if (disk.fault === "closed") {
        asked.error = new DOMException("refused", "UnknownError");
        return asked.onerror?.();
      }
      asked.result = { transaction: () => new Transaction(), createObjectStore() {} };
      asked.onupgradeneeded?.();
      disk.opened.push(asked.result);
      return asked.onsuccess?.();
    }, chance.below(5));
    return asked;
  },
};

// ---- locks and channels between tabs

const queues = new Map();

/** `stuck`: it grants none, and `missing`: there are none. */
let manner = "good";

const locks = {
  request(name, { signal }, work) {
    return new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? queues.set(name, []).get(name);
      const mine = { held: false };
      const free = () => {
        queue.splice(queue.indexOf(mine), 1);
        queue[0]?.grant();
      };
      mine.grant = () => {
        if (mine.held || manner === "stuck") return;
        mine.held = true;
        const over = (end) => (value) => {
          free();
          end(value);
        };
        new Promise((begun) => begun(work())).then(over(resolve), over(reject));
      };
      signal.addEventListener("abort", () => {
        if (mine.held) return;
        device.waitedOut += 1;
        free();
        reject(signal.reason);
      });
      queue.push(mine);
      if (queue[0] === mine) mine.grant();
    });
  },
};

let channels = [];

class Channel extends EventTarget {
  constructor(name) {
    super();
    this.name = name;
    channels.push(this);
  }
  postMessage(said) {
    const data = clone(said);
    for (const one of channels) {
      if (one !== this && one.name === this.name) later(() => one.dispatchEvent(new MessageEvent("message", { data })), chance.below(5));
    }
  }
}

const texts = new Map();
const shared = {
  getItem: (name) => texts.get(name) ?? null,
  setItem: (name, text) => void texts.set(name, String(text)),
};

for (const [owner, name, get] of [
  [globalThis, "localStorage", () => shared],
  [globalThis, "indexedDB", () => storage],
  [navigator, "locks", () => (manner === "missing" ? undefined : locks)],
  [navigator, "storage", () => ({ persist: async () => false })],
  [document, "hidden", () => device.hidden],
]) Object.defineProperty(owner, name, { configurable: true, get });
globalThis.BroadcastChannel = Channel;

// ---- what open pages listen to, so that it ends with them

let listening = [];
let begun = false;
for (const target of [globalThis, document]) {
  const listen = target.addEventListener.bind(target);
  target.addEventListener = (...given) => {
    listening.push([target, ...given]);
    listen(...given);
  };
}

export const device = {
  uncaught: [],
  waitedOut: 0,
  page: 0,
  hidden: false,
  disk,
  later,
  real,
  storage,
  get now() {
    return now;
  },
  set locks(how) {
    manner = how;
  },

  /** A new device: nothing on it, no page open. */
  begin(seed) {
    if (!begun) listening = []; // the modules' own, for as long as this page is there
    begun = true;
    this.leave();
    chance = chanceOf(seed ^ 0x5eed);
    [timers, now, steps] = [new Map(), BEGINNING, 0];
    Object.assign(this, { uncaught: [], waitedOut: 0, hidden: false });
    Object.assign(disk, { rows: new Map(), order: 0, fault: null });
    manner = "good";
    texts.clear();
  },

  /** Every page is left at this moment: what it waits for never comes. What lasts, such as a request on its way, goes on. */
  leave() {
    this.page += 1;
    for (const [target, ...given] of listening) target.removeEventListener(...given);
    [listening, channels, disk.line, disk.opened] = [[], [], [], []];
    queues.clear();
    for (const [id, { lasting }] of timers) if (!lasting) timers.delete(id);
  },

  /** The browser clears its storage: what was in it is gone, and connections are closed. */
  clear() {
    disk.rows = new Map();
    for (const one of [...disk.line]) one.fail("AbortError");
    const closed = disk.opened;
    disk.opened = [];
    for (const one of closed) one.onclose?.();
  },

  /** Let the browser say what it has to say, such as of a promise that was rejected and nobody heard. */
  breathe: () => new Promise((resolve) => real.setTimeout(resolve)),

  /** Let time pass. */
  async pass(ms) {
    const end = now + ms;
    while (await step(end));
    now = end;
  },

  /** Let time pass until a promise is settled; what it came to. */
  async wait(promise, most = 60000) {
    let over = false;
    const ended = () => (over = true);
    promise.then(ended, ended);
    const end = now + most;
    do await settle();
    while (!over && (await step(end)));
    if (!over) throw new Error("nothing came of it");
    return promise;
  },
};
