// State layer. This phone's log: commands are stored here before they are sent, or shown as saved, and stay until the server has them.
// docs/reference/offline-log.md has the states of an entry and the changes between them.

import { makeKey, prefixName } from "./identifiers.js";

const NAME = prefixName("scorekeeper-log");
const STORE = "entries";
const OPENING_TAKES = 3000;
const STEP_TAKES = 8000;
const ANSWERED = prefixName("scorekeeper-answered");
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
   * Report `news`: `done` is an entry that the server has, as `change` in `revision`; `entries` are all current entries; `elsewhere` says
   * that another tab did it.
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
        // The browser has cleared the storage: the entries are gone, and no page must say that they are saved.
        asked.result.onclose = () => {
          this.#opened = null;
          this.#tell({});
        };
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    }).catch((error) => {
      this.#opened = null; // there may be room next time
      throw error;
    });
    return this.#opened;
  }

  /** Run `work` on all entries in one transaction. */
  async #step(mode, work) {
    const transaction = (await this.#open()).transaction(STORE, mode, { durability: "strict" });
    const store = transaction.objectStore(STORE);
    let result;
    let late;
    await new Promise((resolve, reject) => {
      // A transaction that is being committed can't be stopped, so it is not reported as lost.
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
      reportError(error); // it is stored anyway
    }
    this.#tell({ ...news, entries });
    this.#channel?.postMessage(news);
    return result;
  }

  /** Return all entries, or the entries of one game, in order. */
  async all(subject) {
    const entries = await this.#step("readonly", (found) => found);
    return subject === undefined ? entries : entries.filter((entry) => entry.subject === subject);
  }

  /**
   * Store a command. `subject` is the game, or another queue of commands; `url` is where to send it; `act` is its content, encoded here
   * for good; `seen` is the revision that the user saw; `summary` is text for people; `header` is the game record's, for a file. With
   * `instead`, it replaces an entry that was not sent, was refused or asks. `written` is called when it is stored, before all listeners.
   * Rejects without storage, or if the old entry has been sent or is gone.
   */
  async add({ key = makeKey(), subject, url, act, seen = 1, summary = [], header = null, instead = null, written }) {
    const entry = { key, subject, url, act: JSON.stringify(act), seen, summary, header, at: new Date().toISOString(), after: null, state: "waiting", left: 0, reply: null };
    await this.#change((entries, store) => {
      const mine = entries.filter((one) => one.subject === subject);
      const old = mine.find((one) => one.key === instead);
      if (instead && !(old && (!old.left || ["refused", "asked"].includes(old.state)))) throw new Error("it has left");
      if (!old) return store.add({ ...entry, after: mine.at(-1)?.key ?? null });
      remove(old, store, entries, key);
      return store.put({ ...entry, order: old.order, after: old.after, seen: Math.max(old.seen, old.reply?.revision ?? 0) });
    }, {}, written);
    navigator.storage?.persist?.().catch(() => {});
    return entry;
  }

  /** Change one entry, if it is still here. */
  #about(key, work, news) {
    return this.#change((entries, store) => {
      const entry = entries.find((one) => one.key === key);
      return entry ? work(entry, store, entries) : null;
    }, news);
  }

  /** Remove an entry that has not been sent, and return whether that was possible. */
  take(key) {
    return this.#about(key, (entry, store, entries) => !entry.left && remove(entry, store, entries));
  }

  /** Mark an entry as sent. Returns null if it is not its turn, or it is gone. */
  markSent(key) {
    return this.#about(key, (entry, store, entries) => {
      if (entry.state !== "waiting" || entries.find((one) => one.subject === entry.subject) !== entry) return null;
      const leaving = { ...entry, left: entry.left + 1 };
      store.put(leaving);
      return leaving;
    });
  }

  /** Store the server's answer: done, with its number noted in entries that name it, or left for people to decide. */
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

  /** Send it again: unchanged, or after a question, on the revision shown with it. */
  again(key) {
    return this.#about(key, (entry, store) => {
      const seen = Math.max(entry.seen, entry.reply?.revision ?? 0);
      store.put({ ...entry, seen, state: "waiting", reply: null });
    });
  }

  /** Drop an entry, and entries that name it. Later ones were made from the answer's page. */
  drop(key) {
    return this.#about(key, remove);
  }
}

const of = (entry) => JSON.parse(entry.act).of;

/** Remove an entry and entries that name it, which were about the old content. `by` is the key of its replacement. */
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

/** Return the server's answers of the last day, to any tab. A page that was loading or restored may be older. */
export function readAnswered(subject) {
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
    const others = everAnswered().filter((one) => one.key !== key); // a page that was just left may have stored it without deleting it
    const entry = { key, subject, act, summary, change, revision, when: Date.now() };
    localStorage.setItem(ANSWERED, JSON.stringify([...others, entry].slice(-MOST_ANSWERED)));
  } catch {
    // a page that is loading then gets it with the next news
  }
}

/** Note whether the log has entries, for pages that would otherwise have to check. */
function mark(entries) {
  try {
    localStorage.setItem(NAME, entries);
  } catch {
    // then every page checks
  }
}
