// State layer. The scoring engine as promises. The rules are in Python in the worker, and none are here.

const STARTS = 3;
const AGAIN = 5000; // milliseconds until the next attempt, longer each time: its files may have come offline
const AT_MOST = 60000;

export class EngineError extends Error {
  /** `code`, `kind`, `field` and `event` are the game record's. The message is in the user's language. */
  constructor(said) {
    super(said.message);
    this.name = "EngineError";
    Object.assign(this, { code: said.code, kind: said.kind, field: said.field, event: said.event });
  }
}

export class EngineUnavailable extends Error {
  name = "EngineUnavailable";
}

/** Resolves after the first paint, when the browser is idle. */
function idle(timeout) {
  return new Promise((resolve) => {
    const wait = () =>
      "requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout }) : setTimeout(resolve, 200);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
}

class Engine extends EventTarget {
  #url;
  #lang;
  #worker = null;
  #starting = null;
  #starts = 0;
  #last = 0;
  #waiting = new Map();
  #pause = AGAIN;
  #again = 0;

  constructor({ workerUrl, lang = document.documentElement.lang || "en", timeout = 2000, lazy = false }) {
    super();
    this.#url = workerUrl;
    this.#lang = lang;
    if (!lazy) idle(timeout).then(() => this.start().catch(() => {}));
  }

  /** Resolves when the engine is ready; rejects with EngineUnavailable if it can't start. An "again" event says when to retry. */
  get ready() {
    return this.start();
  }

  /** Start now, unless it has started. */
  start() {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start() {
    for (;;) {
      this.#starts += 1;
      try {
        this.#worker = this.#open();
        const began = performance.now();
        const { compiled } = await this.#send("start", { lang: this.#lang });
        this.#starts = 0;
        this.#pause = AGAIN;
        this.dispatchEvent(new CustomEvent("ready", { detail: { ms: performance.now() - began, compiled } }));
        return;
      } catch (error) {
        this.#drop(error);
        if (this.#starts < STARTS) continue;
        const failure = new EngineUnavailable(error.message);
        this.dispatchEvent(new CustomEvent("unavailable", { detail: failure }));
        this.#again = setTimeout(() => {
          this.#starting = null;
          this.#starts = 0;
          this.dispatchEvent(new Event("again"));
        }, this.#pause);
        this.#pause = Math.min(2 * this.#pause, AT_MOST);
        throw failure;
      }
    }
  }

  #open() {
    const worker = new Worker(this.#url);
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#crash(worker, new Error(event.message || "the engine stopped"));
    };
    worker.onmessageerror = () => this.#crash(worker, new Error("an answer could not be read"));
    return worker;
  }

  #send(operation, rest) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, operation, ...rest });
    });
  }

  #receive({ id, answer, failed }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!asked) return;
    if (failed === undefined) asked.resolve(answer);
    else asked.reject(new EngineUnavailable(failed));
  }

  #drop(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  #crash(worker, error) {
    if (worker !== this.#worker) return;
    this.#drop(new EngineUnavailable(error.message));
    if (this.#starts === 0) {
      // It ran before, so the next request starts it again.
      this.#starting = null;
      this.dispatchEvent(new CustomEvent("crashed", { detail: error }));
    }
  }

  async #ask(operation, request) {
    for (let tries = 0; ; tries += 1) {
      await this.start();
      try {
        const answer = await this.#send(operation, { request });
        if (answer.error && !answer.entries) throw new EngineError(answer.error);
        return answer;
      } catch (error) {
        if (!(error instanceof EngineUnavailable) || tries > 0) throw error;
        // An internal error may leave it in a bad state, so a new worker gets the request once more.
        this.#drop(error);
        this.#starting = null;
      }
    }
  }

  /** Preview `event`. With `replaceIndex` it replaces that event, or with a null event voids it. */
  preview(record, event, { replaceIndex = null, beforeIndex = null } = {}) {
    return this.#ask("preview", { record, event, replace: replaceIndex, before: beforeIndex });
  }

  /** Return the scored game as `scorekeeper-replay/1`. If an event can't be scored, the replay ends there with `error` and `entries`. */
  replay(record) {
    return this.#ask("replay", { record });
  }

  /** Return the facts that the next hand still needs, given a `draft`. With `at`, only the events before that index count. */
  needs(record, draft = {}, { at = null } = {}) {
    return this.#ask("needs", { record, draft, at });
  }

  /** Return the next hand's auction after `calls` (`"60.pass"`) and one more `call`. `seat` is a player who wants to call. */
  bidding(record, calls, { call = null, seat = null } = {}) {
    return this.#ask("bidding", { record, calls, call, seat });
  }

  /** Return the `end` of the game: who won and why, facts, and button labels. Null if it is not over. */
  ending(record) {
    return this.#ask("ending", { record });
  }

  /** Draw the first dealer, with random numbers from the browser. */
  draw(record) {
    return this.#ask("draw", { record, chance: [...crypto.getRandomValues(new Uint32Array(64))] });
  }

  /** Return in words what each side needs from the next hand, and about how likely it is to win. `habits` are optional. */
  odds(record, habits = null) {
    return this.#ask("odds", { record, habits });
  }

  /** Stop the worker. The next request starts it again. */
  stop() {
    clearTimeout(this.#again);
    this.#drop(new EngineUnavailable("stopped"));
    this.#starting = null;
    this.#starts = 0;
  }
}

export function createEngine(options) {
  return new Engine(options);
}
