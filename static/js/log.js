// What was done on this phone and is not yet on the server: written down here before it is sent, or shown as saved.
// docs/phone-log.md has the states of an entry and what leads from one to the next.

import { uuid } from "./parts.js";
import { named } from "./root.js";

const NAME = named("scorekeeper-log");
const STORE = "entries";
const OPENING_TAKES = 3000;
const STEP_TAKES = 8000;
const ANSWERED = named("scorekeeper-answered");
const A_DAY = 24 * 60 * 60000;
const MOST_ANSWERED = 60;

export class Log extends EventTarget {
  #opened = null;
  #writing = 0;
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

  constructor() {
    super();
    this.#channel?.addEventListener("message", ({ data }) => this.#tell({ ...data, elsewhere: true }));
    addEventListener("leading", (event) => this.#writing && event.preventDefault());
  }

  /**
   * `news`: `done`, an entry that the server has by now, as `change`, in its `revision`; `entries`: everything that is here now;
   * `elsewhere`: another tab has been told so.
   */
  #tell(news) {
    this.dispatchEvent(new CustomEvent("change", { detail: news }));
  }

  #open() {
    this.#opened ??= new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error("no storage")), OPENING_TAKES);
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
      asked.onsuccess = () => {
        // The browser has cleared it away: what was kept is gone, and no page says that it is not.
        asked.result.onclose = () => {
          this.#opened = null;
          this.#tell({});
        };
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    }).catch((error) => {
      this.#opened = null; // perhaps there is room the next time
      throw error;
    });
    return this.#opened;
  }

  /** One look at everything, and what follows from it, all or nothing. */
  async #step(mode, work) {
    const transaction = (await this.#open()).transaction(STORE, mode, { durability: "strict" });
    const store = transaction.objectStore(STORE);
    let result;
    let late;
    await new Promise((resolve, reject) => {
      // What is being written for good by then cannot be stopped, and is not said to be lost.
      late = setTimeout(() => {
        transaction.abort();
        reject(new Error("no storage"));
      }, STEP_TAKES);
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not kept"));
      const asked = store.getAll();
      asked.onsuccess = () => (result = work(asked.result, store));
    }).finally(() => clearTimeout(late));
    return result;
  }

  async #change(work, news = {}, written = null) {
    let entries;
    this.#writing += 1;
    const result = await this.#step("readwrite", (before, store) => {
      const result = work(before, store);
      store.getAll().onsuccess = ({ target }) => (entries = target.result);
      return result;
    }).finally(() => (this.#writing -= 1));
    mark(entries.length);
    try {
      written?.();
    } catch (error) {
      reportError(error); // it is kept, whatever comes of that
    }
    this.#tell({ ...news, entries });
    this.#channel?.postMessage(news);
    return result;
  }

  /** Everything, or what is about one game, in the order in which it was done. */
  async all(subject) {
    const entries = await this.#step("readonly", (found) => found);
    return subject === undefined ? entries : entries.filter((entry) => entry.subject === subject);
  }

  /**
   * Write an act down. `subject`: the game, or whatever else acts go to one after the other; `url`: where it is sent; `act`: its
   * content, which is encoded here for good; `seen`: the revision that whoever did it had before them; `summary`: what people
   * read of it; `header`: of the game's record, for whoever must take it out as a file. `instead`: the key of an entry that has not left
   * or was refused, which this takes the place of. `written`: called once it is, before anybody else hears of it. Rejects where nothing
   * is kept, and where that has left or is gone.
   */
  async add({ key = uuid(), subject, url, act, seen = 1, summary = [], header = null, instead = null, written }) {
    const entry = { key, subject, url, act: JSON.stringify(act), seen, summary, header, at: new Date().toISOString(), after: null, state: "waiting", left: 0, reply: null };
    await this.#change((entries, store) => {
      const mine = entries.filter((one) => one.subject === subject);
      const old = mine.find((one) => one.key === instead);
      if (instead && !(old && (!old.left || old.state === "refused"))) throw new Error("it has left");
      if (!old) return store.add({ ...entry, after: mine.at(-1)?.key ?? null });
      remove(old, store, entries, key);
      return store.put({ ...entry, order: old.order, after: old.after, seen: old.seen });
    }, {}, written);
    navigator.storage?.persist?.().catch(() => {});
    return entry;
  }

  /** What follows for one entry, as long as it is here. */
  #about(key, work, news) {
    return this.#change((entries, store) => {
      const entry = entries.find((one) => one.key === key);
      return entry ? work(entry, store, entries) : null;
    }, news);
  }

  /** Take out what has not left this phone; whether it could be. */
  take(key) {
    return this.#about(key, (entry, store, entries) => !entry.left && remove(entry, store, entries));
  }

  /** It is about to leave; null where it is not its turn, or it is gone. */
  leave(key) {
    return this.#about(key, (entry, store, entries) => {
      if (entry.state !== "waiting" || entries.find((one) => one.subject === entry.subject) !== entry) return null;
      const leaving = { ...entry, left: entry.left + 1 };
      store.put(leaving);
      return leaving;
    });
  }

  /** The server's answer: done with, and what is about it knows what it is called there; or for people to decide. */
  settle(key, reply) {
    const { state, change, revision } = reply;
    if (state !== "done") return this.#about(key, (entry, store) => store.put({ ...entry, state, reply: { ...reply, html: null } }));
    const news = {};
    const done = (entry, store, entries) => {
      store.delete(entry.order);
      for (const one of entries) if (of(one) === key) store.put({ ...one, is: change });
      Object.assign(news, { done: entry, change, revision });
      remember(entry, change, revision);
    };
    return this.#about(key, done, news);
  }

  /** Send it once more: as it is, or, after a question, on top of what was shown with it. */
  again(key) {
    return this.#about(key, (entry, store) => {
      const seen = Math.max(entry.seen, entry.reply?.revision ?? 0);
      store.put({ ...entry, seen, state: "waiting", reply: null });
    });
  }

  /** Leave it out, and what is about it. What was done after it had the answer's page before it. */
  drop(key) {
    return this.#about(key, remove);
  }
}

const of = (entry) => JSON.parse(entry.act).of;

/** Take an entry out, and what names it: that was about the old content. `by`: the key of what takes its place. */
function remove(entry, store, entries, by = entry.after) {
  const gone = new Set([entry.key]);
  for (const one of entries) if (gone.has(of(one))) gone.add(one.key);
  let after = by;
  for (const one of entries) {
    if (one.subject !== entry.subject || one.order < entry.order) continue;
    if (gone.has(one.key)) {
      store.delete(one.order);
      continue;
    }
    store.put({ ...one, after, seen: Math.max(one.seen, entry.reply?.revision ?? 0) });
    after = one.key;
  }
  return true;
}

/** What the server has answered, in any tab: a page that was on its way meanwhile, or that the browser has kept, was made before it. */
export function answeredOf(subject) {
  return everAnswered().filter((one) => one.subject === subject);
}

function everAnswered() {
  try {
    return JSON.parse(localStorage.getItem(ANSWERED) ?? "[]").filter(({ when }) => Math.abs(Date.now() - when) < A_DAY);
  } catch {
    return [];
  }
}

function remember({ key, subject, act, summary }, change, revision) {
  try {
    const others = everAnswered().filter((one) => one.key !== key); // a page that was left at this moment has it remembered, and not deleted
    const entry = { key, subject, act, summary, change, revision, when: Date.now() };
    localStorage.setItem(ANSWERED, JSON.stringify([...others, entry].slice(-MOST_ANSWERED)));
  } catch {
    // then a page that is on its way learns of it with the next news
  }
}

/** Whether there is something here, for pages that need not look. */
function mark(entries) {
  try {
    localStorage.setItem(NAME, entries);
  } catch {
    // then every page looks
  }
}
