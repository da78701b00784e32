// Sender layer. Sends the log's entries in order. Each game has its own queue. It knows nothing of any page.

import { prefixName } from "./identifiers.js";

const PATIENCE = 6000;
const SHORTEST = 1000;
const LONGEST = 30000;

export class Sender extends EventTarget {
  #log;
  #query;
  #under = new Map(); // by subject: what wakes it
  #failing = new Set();
  #signIn = new Map(); // by subject: where to sign in

  /** `query` returns the page's parameters for an entry's answer. */
  constructor(log, query = null) {
    super();
    this.#log = log;
    this.#query = query;
    log.addEventListener("change", () => this.#look(false));
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.wake();
  }

  /** Try now, without the remaining pause. */
  wake() {
    return this.#look(true);
  }

  /** Whether the server did not answer the last request about this subject. */
  failing(subject) {
    return this.#failing.has(subject);
  }

  /** Return where to sign in before the server accepts entries of this subject, or undefined. */
  signIn(subject) {
    return this.#signIn.get(subject);
  }

  async #look(now) {
    const entries = await this.#log.all().catch(() => []);
    const seen = new Set();
    for (const entry of entries) {
      const { subject, state, left } = entry;
      if (seen.has(subject)) {
        if (!left) this.#fresh(subject, entry.key);
        continue;
      }
      seen.add(subject);
      if (state !== "waiting") continue;
      if (!this.#under.has(subject)) this.#run(subject);
      else if (now) this.#under.get(subject).wake();
    }
  }

  /** A new entry ends the pause: the person who tapped may have found a signal. */
  #fresh(subject, key) {
    const run = this.#under.get(subject);
    if (!run || run.known.has(key)) return;
    run.known.add(key);
    run.wake();
  }

  async #run(subject) {
    const run = { known: new Set(), woken: false, rise() {} };
    run.wake = () => {
      run.woken = true; // also during an attempt that may be lost: don't wait long for it
      run.rise();
    };
    this.#under.set(subject, run);
    let pause = SHORTEST;
    try {
      for (;;) {
        const mine = await this.#log.all(subject);
        for (const { key } of mine) run.known.add(key);
        run.woken = false;
        if (mine[0]?.state !== "waiting") break;
        if (await this.#alone(subject, () => this.#send(mine[0]))) {
          pause = SHORTEST;
          continue;
        }
        if (!run.woken) await this.#rest(run, pause);
        pause = run.woken ? SHORTEST : Math.min(pause * 2, LONGEST);
      }
    } catch {
      // Without storage, the log has nothing to send.
    } finally {
      this.#under.delete(subject);
    }
  }

  /** Wait until woken, or this many milliseconds at most. */
  #rest(run, pause) {
    return new Promise((resolve) => {
      run.rise = resolve;
      setTimeout(resolve, pause * (0.5 + Math.random() / 2));
    });
  }

  /** Hold a lock: another tab may be sending the same. Keys make it harmless, but it saves traffic. */
  #alone(subject, work) {
    if (!navigator.locks) return work();
    let begun = false;
    const once = () => {
      begun = true;
      return work();
    };
    const patience = { signal: AbortSignal.timeout(PATIENCE) };
    return navigator.locks.request(prefixName(`scorekeeper-log-${subject}`), patience, once).catch((error) => {
      if (begun) throw error;
      return work();
    });
  }

  /** Send one entry. Returns whether the queue has changed: an answer came, or the entry is gone. */
  async #send(head) {
    const entry = await this.#log.markSent(head.key).catch(() => head); // a full disk must not stop it
    if (!entry) return true;
    const found = await this.ask(entry);
    const signedOut = found?.state === "signed_out";
    if (signedOut) this.#signIn.set(entry.subject, found.go ?? "");
    else this.#signIn.delete(entry.subject);
    const reply = signedOut ? null : found; // it waits, as if offline
    this.#failing[reply ? "delete" : "add"](entry.subject);
    // If the answer can't be stored, ask again: the server knows the key.
    if (reply && !(await this.#log.settle(entry.key, reply).then(() => true, () => false))) return false;
    this.dispatchEvent(new CustomEvent(reply ? "answer" : "silence", { detail: { entry, reply } }));
    return Boolean(reply);
  }

  /** Make one attempt. Only our own JSON format about this very entry counts as an answer. */
  async ask(entry) {
    const { key, seen, after, past, act, url, subject } = entry;
    const query = this.#query?.(subject);
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Scorekeeper": "1", ...(typeof query === "string" && { "X-Fragment": "1" }) };
    const body = `{"key":${JSON.stringify(key)},"seen":${seen},"after":${JSON.stringify(after)},${past ? `"at":"${past}",` : ""}"act":${act}}`;
    try {
      const options = { method: "POST", headers, body, credentials: "same-origin", redirect: "error", cache: "no-store" };
      const answer = await fetch(url + (query ?? ""), { ...options, signal: AbortSignal.timeout(PATIENCE) });
      const reply = await answer.json();
      return reply.log === 1 && reply.key === key && STATES.includes(reply.state) ? reply : null;
    } catch {
      return null;
    }
  }
}

const STATES = ["done", "asked", "refused", "closed", "signed_out"];
