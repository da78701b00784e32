// Evenings of a phone by chance: its log and what sends it (static/js/log.js, sender.js), against
// docs/reference/offline-log.md. Acts are added, taken out, replaced and decided in one to three tabs, over a bad
// network; tabs are left and storage is cleared in the middle of it.

import { device } from "./device.js";
import { playAll } from "./chance.js";
import { Network } from "./network.js";
import { Log, readAnswered } from "/static/js/log.js";
import { Sender } from "/static/js/sender.js";

const SUBJECTS = [1, 2, "#3"];
const STEPS = 24;

/** What people did, written down apart from the log: by subject, in order, each act with what has become of it (`fate`). */
class Evening {
  constructor(seed, { chance, fail, count, step }) {
    Object.assign(this, { chance, fail, count, step, keys: 0, tabs: [] });
    this.book = new Map(SUBJECTS.map((subject) => [subject, []]));
    this.shown = new Map(); // by subject: the revision that people last saw with a question
    this.page = new Map(); // by subject: the revision that its page shows
    this.saw = new Set(); // keys that reached the server, or set out for it
    device.begin(seed);
    this.locks = device.locks = chance.pick(["good", "good", "good", "missing", "stuck"]);
    this.network = new Network({ chance, count, setOut: this.#setOut, heard: this.#heard });
    globalThis.fetch = this.network.fetch;
    this.open();
  }

  open() {
    const log = new Log();
    const sender = new Sender(log, (subject) => (subject === 1 ? "" : null));
    log.addEventListener("change", ({ detail }) => this.#told(detail));
    sender.addEventListener("answer", ({ detail: { entry, reply } }) => {
      const subject = String(entry.subject);
      if (reply.revision) this.page.set(subject, Math.max(this.page.get(subject) ?? 1, reply.revision));
    });
    this.tabs.push({ log, sender });
  }

  get tab() {
    return this.chance.pick(this.tabs);
  }

  find(key) {
    for (const list of this.book.values()) for (const one of list) if (one.key === key) return one;
    return null;
  }

  // ---- what is looked at whenever something happens

  #told({ entries, done, change, elsewhere }) {
    if (elsewhere && done) this.count("answer in another tab");
    if (!entries) return;
    if (Number(localStorage.getItem("scorekeeper-log")) !== entries.length) this.fail("the number of entries is not marked");
    for (const subject of SUBJECTS) {
      const mine = entries.filter((one) => one.subject === subject);
      mine.slice(1).forEach((one, n) => one.after !== mine[n].key && this.fail(`${one.key} is not after ${mine[n].key}`));
    }
    for (const one of done ? entries : []) {
      if (JSON.parse(one.act).of !== done.key) continue;
      this.count("told what the server calls it");
      if (one.is !== change) this.fail(`${one.key} was not told what the server calls ${done.key}`);
    }
  }

  #setOut = (name, { key, after, act, seen }, under) => {
    const one = this.find(key);
    const list = this.book.get(one.subject);
    const before = list.slice(0, list.indexOf(one)).filter(({ fate }) => fate === "kept");
    const { known } = this.network.of(name);
    this.saw.add(key);
    if (String(one.subject) !== name || JSON.stringify(act) !== one.text) this.fail(`${key} was sent as something else`);
    if (["taken", "replaced", "rejected"].includes(one.fate)) this.fail(`${key} was sent, ${one.fate}`);
    if (before.some((earlier) => !known.has(earlier.key))) this.fail(`${key} was sent out of turn`);
    if (before.length) this.count("sent after another");
    const last = before.at(-1)?.key ?? null;
    const alone = after === null && (last === null || one.answered.has(last));
    if (after !== last && !alone) this.fail(`${key} says it is after ${after}, not ${last}`);
    if (Math.max(seen, known.get(after)?.revision ?? 0) < (this.shown.get(name) ?? 0)) this.fail(`${key} would be asked about once more`);
    if (seen < one.seen) this.fail(`${key} has seen less than at the tap`);
    if (under > 1 && this.locks === "good" && !device.waitedOut) this.fail(`${key} was sent by two tabs at once`);
    if (under > 1 && this.locks !== "good") this.count("sent by two tabs at once, without a lock");
  };

  #heard = (name, { key, act }, reply) => {
    const { known } = this.network.of(name);
    const target = typeof act.of === "string" && !this.find(act.of)?.lost;
    if (target && !["closed", "signed_out"].includes(reply.state) && !known.has(act.of)) this.fail(`${key} names ${act.of}, which the server never had`);
  };

  // ---- what people do

  act(list) {
    const known = list.filter(({ fate }) => fate === "kept");
    const does = known.length ? this.chance.pick(["record", "record", "strike", "undo", "correct"]) : "record";
    this.keys += 1;
    return { do: does, n: this.keys, ...(does !== "record" && { of: this.chance.pick(known).key }), ...(this.chance.is(0.12) && { bad: true }) };
  }

  async add(instead = null) {
    const subject = instead ? instead.subject : this.chance.pick(SUBJECTS);
    const list = this.book.get(subject);
    const act = instead ? { ...JSON.parse(instead.act), n: (this.keys += 1), bad: undefined } : this.act(list);
    const key = `k${this.keys}`;
    // A page that is still open from before has seen less.
    const seen = (this.chance.is(0.8) ? this.page : this.shown).get(String(subject)) || 1;
    const one = { key, subject, text: JSON.stringify(act), of: act.of, bad: act.bad, fate: "being written", seen: instead ? 1 : seen };
    const place = instead ? list.findIndex((other) => other.key === instead.key) : list.length;
    list.splice(place, 0, one);
    let first = false;
    const written = () => {
      first = true;
      one.fate = "kept";
      one.answered = this.known(subject);
      if (instead) this.#replace(instead);
      if (this.chance.is(0.03)) throw new Error("meant: it is kept all the same");
    };
    const whole = { key, subject, url: `/send/${encodeURIComponent(subject)}`, act, seen, summary: [key], written, ...(instead && { instead: instead.key }) };
    try {
      await device.wait(this.tab.log.add(whole));
    } catch (error) {
      one.fate = "rejected";
      const old = (await this.all()).find((other) => other.key === instead?.key);
      if (!instead) return this.fail(`${key} could not be written down: ${error}`);
      if (old && !old.left) this.fail(`${old.key} has not left, and could not be replaced`);
      return this.count("not replaced, it has left");
    }
    if (!first) this.fail("nobody was told that it is written");
    return this.count("added");
  }

  #replace({ key, state }) {
    const old = this.find(key);
    this.count(state === "refused" ? "refused, put right" : "replaced before it left");
    if (old.fate !== "kept" || (!old.bad && this.saw.has(key))) this.fail(`${key} had left, and was replaced`);
    this.out(key, "replaced");
  }

  known(subject) {
    return new Set(this.network.of(String(subject)).known.keys());
  }

  all() {
    return device.wait(this.tab.log.all());
  }

  /** An entry is out, and with it what names it. */
  out(key, fate) {
    const one = this.find(key);
    const gone = new Set([key]);
    one.fate = fate;
    for (const other of this.book.get(one.subject)) {
      if (other.fate !== "kept" || !gone.has(other.of)) continue;
      gone.add(other.key);
      other.fate = "taken";
      this.count("went with what it names");
      if (this.saw.has(other.key)) this.fail(`${other.key} was sent before ${key}, which it names`);
    }
  }

  async take({ key }) {
    const taken = await device.wait(this.tab.log.take(key));
    const left = (await this.all()).find((one) => one.key === key)?.left;
    if (taken === true) {
      this.count("taken back before it left");
      if (this.saw.has(key)) this.fail(`${key} had left, and was taken out`);
      this.out(key, "taken");
    } else if (taken === false) {
      this.count("not taken back, it has left");
      if (left === 0) this.fail(`${key} has not left, and could not be taken out`);
    } else if (left !== undefined) this.fail(`${key} is there, and was not found`);
  }

  /** Whatever is not the first of its subject does not leave. */
  async hurry() {
    const entries = await this.all();
    const late = entries.find((one) => entries.find(({ subject }) => subject === one.subject) !== one);
    const asked = entries.find(({ state }) => state !== "waiting");
    for (const one of [late, asked]) {
      if (!one) continue;
      const first = entries.find(({ subject }) => subject === one.subject);
      const left = await device.wait(this.tab.log.markSent(one.key));
      const now = await this.all();
      const still = one === late ? now.some(({ key }) => key === first.key) : true;
      this.count("not its turn");
      if (left && still) this.fail(`${one.key} left, and it was not its turn`);
    }
  }

  async decide({ key, state, reply }, fairly = false) {
    const { log } = this.tab;
    const one = this.find(key);
    const subject = String(one.subject);
    this.count(`people decide: ${state}`);
    if (state === "refused" && this.chance.is(0.5)) return this.add((await this.all()).find((entry) => entry.key === key));
    const again = fairly ? state !== "refused" : this.chance.is(0.5);
    if (state === "asked") this.shown.set(subject, Math.max(reply.revision, this.shown.get(subject) ?? 0));
    this.count(`${state}: ${again ? "again" : "left out"}`);
    if (again) {
      one.again = true;
      return device.wait(log.again(key));
    }
    if (state === "closed") this.shown.set(subject, 0); // what it was asked about before was answered by nobody
    await device.wait(log.drop(key));
    // Its answer may have been lost before the game was closed, or before another tab heard of the question.
    return this.out(key, state === "closed" || (one.again && state === "asked") ? "perhaps" : "dropped");
  }

  /** Another device, and the server's own doing. */
  others() {
    const { chance } = this;
    const subject = chance.pick(SUBJECTS);
    const server = this.network.of(String(subject));
    if (chance.is(0.15)) {
      server.signedOut = !server.signedOut;
      return;
    }
    if (chance.is(0.25)) {
      server.closed = !server.closed;
      if (!server.closed) this.network.lose(); // a copy of what was left out would be done by now, and nobody can know
      return;
    }
    const about = this.book.get(subject).filter(({ fate }) => fate === "kept");
    server.change(about.length && chance.is(0.5) ? { does: "correct", of: chance.pick(about).key } : { do: "record" });
  }

  wake() {
    const { sender } = this.tab;
    const ways = [() => sender.wake(), () => dispatchEvent(new Event("online")), () => dispatchEvent(new Event("pageshow")), () => document.dispatchEvent(new Event("visibilitychange"))];
    this.chance.pick(ways)();
  }

  async reload() {
    if (this.chance.is(0.5)) {
      // Perhaps just while it writes down what was answered.
      this.network.mode = "good";
      await this.add();
      await device.pass(this.chance.below(150));
    }
    device.leave();
    this.network.under.clear();
    this.tabs = [];
    this.open();
    this.count("pages left");
  }

  clear() {
    for (const one of [...this.book.values()].flat()) {
      one.lost = true;
      if (one.fate === "kept" && !this.known(one.subject).has(one.key)) one.fate = "perhaps";
    }
    device.clear();
    this.count("storage cleared");
  }

  async doSomething() {
    const { chance, network } = this;
    const entries = await this.all();
    const one = entries.length ? chance.pick(entries) : null;
    const stuck = entries.filter(({ state }) => state !== "waiting");
    const what = chance.below(100);
    if (what < 34) await this.add();
    else if (what < 36) await Promise.all([this.add(), this.add()]);
    else if (what < 44) network.mode = chance.pick(["good", "bad", "bad", "bad", "none"]);
    else if (what < 54) one && (await this.take(one));
    else if (what < 62) one && (one.state === "waiting" || one.state === "refused") && (await this.add(one));
    else if (what < 74) stuck.length && (await this.decide(chance.pick(stuck)));
    else if (what < 81) this.others();
    else if (what < 86) this.wake();
    else if (what < 90) await this.hurry();
    else if (what < 93) this.tabs.length < 3 && this.open();
    else if (what < 96) await this.reload();
    else if (what < 97) this.clear();
    await device.pass(chance.pick([0, 5, 30, 100, 800, 5000, 40000]));
  }

  /** The network is good again, and people decide whatever is asked: soon nothing waits any more. */
  async end() {
    this.network.mode = "good";
    for (const server of this.network.subjects.values()) Object.assign(server, { closed: false, signedOut: false });
    this.network.lose();
    for (let rounds = 0; ; rounds += 1) {
      await device.pass(45000);
      const entries = await this.all();
      if (!entries.length) break;
      if (rounds > 40) return this.fail(`still there: ${JSON.stringify(entries)}`);
      const stuck = entries.filter(({ state }) => state !== "waiting");
      if (!stuck.length && rounds > 5) return this.fail(`not sent over a good network: ${JSON.stringify(entries)}`);
      for (const one of stuck) await this.decide(one, true);
    }
    for (const [subject, list] of this.book) this.#compare(subject, list);
    await device.breathe();
    if (device.uncaught.length) this.fail(device.uncaught.join("; "));
    return undefined;
  }

  #compare(subject, list) {
    const server = this.network.of(String(subject));
    const kept = list.filter(({ fate }) => fate === "kept").map(({ key }) => key);
    const extra = server.acts.filter((key) => !kept.includes(key));
    const found = server.acts.filter((key) => kept.includes(key));
    if (found.join() !== kept.join()) this.fail(`subject ${subject}: the server has ${server.acts}, and ${kept} was kept`);
    for (const key of extra) if (this.find(key).fate !== "perhaps") this.fail(`${key} is on the server, ${this.find(key).fate}`);
    const answered = readAnswered(subject);
    if (new Set(answered.map(({ key }) => key)).size !== answered.length) this.fail("an answer is remembered twice");
    if (answered.some(({ key, change }) => server.known.get(key)?.revision !== change)) this.fail("an answer is remembered otherwise");
    for (let n = 0; n < kept.length; n += 1) this.count("on the server once, in order");
  }
}

/** Evenings by chance. */
export const play = (first, number) =>
  playAll(first, number, async (seed, told) => {
    const evening = new Evening(seed, told);
    for (let n = 0; n < STEPS; n += 1) {
      told.step(n);
      await evening.doSomething();
    }
    told.step(STEPS);
    await evening.end();
  });

const WAYS = {
  "the network is back": () => dispatchEvent(new Event("online")),
  "the page is shown": () => dispatchEvent(new Event("pageshow")),
  "the page is visible": () => document.dispatchEvent(new Event("visibilitychange")),
  "send now": ({ sender }) => sender.wake(),
  "a new entry": ({ log }) => void log.add({ subject: 1, url: "/send/1", act: { do: "record" } }),
};
const AT_ONCE = 60; // milliseconds, for storage

/** Pauses between tries that are lost, and what ends them. */
export const pauses = (first, number) =>
  playAll(first, number, async (seed, { chance, fail, count }) => {
    device.begin(seed);
    device.locks = chance.pick(["good", "missing"]);
    const tries = []; // each as [its beginning, its end]
    const network = new Network({ chance, count });
    globalThis.fetch = (url, how) => {
      if (!url.endsWith("/1")) return network.fetch(url, how);
      const mine = [device.now];
      tries.push(mine);
      return new Promise((_, reject) => {
        const lost = () => reject(mine.push(device.now) && new TypeError("no network"));
        if (chance.is(0.3)) how.signal.addEventListener("abort", lost);
        else device.later(lost, chance.below(4000));
      });
    };
    const log = new Log();
    const tab = { log, sender: new Sender(log) };
    const add = (subject) => device.wait(log.add({ subject, url: `/send/${subject}`, act: { do: "record" } }));
    await add(1);
    await device.pass(chance.below(150000));
    await add(2);
    await device.pass(500);
    if (network.of("2").acts.length !== 1) fail("one game waited for another");
    if ((tries[0].length === 2 && !tab.sender.failing(1)) || tab.sender.failing(2)) fail("it is not known which game fails");
    const way = chance.pick(Object.keys(WAYS));
    device.hidden = way === "the page is visible" && chance.is(0.5);
    const [woken, before] = [device.now, tries.length];
    const under = tries.at(-1).length === 1;
    WAYS[way](tab);
    const slept = device.hidden;
    await device.pass(100000);
    const next = tries[before][0] - (under ? tries[before - 1][1] : woken);
    if (!slept) count(`${way}, ${under ? "during a try" : "in a pause"}`);
    if (!slept && next > AT_ONCE) fail(`${way}: tried after ${next} ms`);
    let pause = 500;
    tries.slice(0, -1).forEach(([, end], n) => {
      pause = n + 1 === before && !slept ? 500 : Math.min(pause * 2, 30000);
      if (n + 1 === before && !slept) return;
      const gap = tries[n + 1][0] - end;
      count(`a pause of ${pause / 1000} s`);
      if (gap < pause * 0.9) count("a pause that is shorter by chance");
      if (gap < pause / 2 || gap > pause + AT_ONCE) fail(`try ${n + 2} came after ${gap} ms instead of ${pause}`);
    });
    if (slept) count("hidden: nobody is back");
  });

/** Somebody was signed out, and signs in again in another tab. */
export const signedOut = (first, number) =>
  playAll(first, number, async (seed, { chance, fail, count }) => {
    device.begin(seed);
    const network = new Network({ chance, count });
    globalThis.fetch = network.fetch;
    const server = network.of("1");
    const log = new Log();
    const sender = new Sender(log);
    server.signedOut = true;
    for (const key of ["k1", "k2"]) await device.wait(log.add({ key, subject: 1, url: "/send/1", act: { do: "record", key } }));
    await device.wait(log.add({ key: "k3", subject: 2, url: "/send/2", act: { do: "record" } }));
    await device.pass(chance.below(90000) + 1000);
    const kept = await device.wait(log.all());
    if (kept.map(({ key, state }) => [key, state].join()).join(" ") !== "k1,waiting k2,waiting") fail(`kept: ${JSON.stringify(kept)}`);
    if (sender.signIn(1) !== "/club/sign-in" || sender.signIn(2) !== undefined) fail("it is not known where to sign in");
    if (!sender.failing(1)) fail("it is not known that it waits");
    server.signedOut = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await device.pass(1000);
    if (server.acts.join() !== "k1,k2") fail(`sent after signing in: ${server.acts}`);
    if (sender.signIn(1) !== undefined || sender.failing(1)) fail("it still asks to sign in");
    count("sent after signing in");
  });

const FAULTS = {
  closed: [0, 5],
  silent: [3000, 3000],
  hangs: [8000, 8010],
  full: [0, 60],
  "slow to commit": null, // it is kept in the end
};

/** Storage that fails while something is written down. */
export const storage = (first, number) =>
  playAll(first, number, async (seed, { chance, fail, count, step }) => {
    device.begin(seed);
    const network = new Network({ chance, count });
    globalThis.fetch = network.fetch;
    const log = new Log();
    const sender = new Sender(log);
    const promised = [];
    for (let n = 0; n < 6; n += 1) {
      step(n);
      const fault = chance.pick([null, ...Object.keys(FAULTS)]);
      await device.pass(60000); // all of it has been sent: nothing else waits for storage
      device.disk.fault = fault;
      if (fault === "silent" || fault === "closed") device.clear(); // it is opened again
      const began = device.now;
      const told = await device.wait(log.add({ key: `k${n}`, subject: 1, url: "/send/1", act: { do: "record", n } })).then(() => null, String);
      const took = device.now - began;
      device.disk.fault = null;
      count(fault ? `storage ${fault}` : "storage well");
      const limits = fault && FAULTS[fault];
      if (Boolean(told) !== Boolean(limits)) fail(`${fault}: ${told}`);
      if (limits && (took < limits[0] || took > limits[1])) fail(`${fault}: said after ${took} ms`);
      if (!told) promised.push(`k${n}`);
      const there = await device.wait(log.all().catch(() => device.pass(1) && log.all()));
      if (told && there.some(({ key }) => key === `k${n}`)) fail(`${fault}: kept, and said not to be`);
      if (chance.is(0.5)) sender.wake();
    }
    await device.pass(60000);
    sender.wake();
    await device.pass(60000);
    if (network.of("1").acts.join() !== promised.join()) fail(`the server has ${network.of("1").acts}, and ${promised} was kept`);
    if ((await device.wait(log.all())).length) fail("something is still there");
  });

/** What both kinds of storage do with the same transactions: the browser's own, and that of device.js. */
export async function compareStorage() {
  device.begin(1);
  const script = async (factory, wait) => {
    const asked = factory.open("compared", 1);
    const opened = new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
    const base = await wait(opened);
    const told = [];
    const transact = async (work) => {
      const transaction = base.transaction("entries", "readwrite");
      const store = transaction.objectStore("entries");
      const over = new Promise((resolve) => {
        transaction.oncomplete = () => resolve("kept");
        transaction.onabort = () => resolve(`not kept: ${transaction.error?.name}`);
      });
      store.getAll().onsuccess = ({ target }) => {
        told.push(JSON.stringify(target.result));
        work(store, target.result, transaction);
      };
      told.push(await wait(over));
    };
    await transact((store) => ["a", "b", "c"].forEach((key) => store.add({ key })));
    await transact((store, [a, b]) => (store.delete(a.order), store.put({ ...b, left: 1 })));
    await transact((store, [b]) => {
      store.delete(b.order);
      throw new Error("meant: nothing of it is kept");
    });
    await transact((store) => (store.add({ key: "d" }).onsuccess = () => (store.getAll().onsuccess = ({ target }) => told.push(target.result.length))));
    await transact((store, _all, transaction) => (store.add({ key: "e" }), transaction.abort()));
    await transact((store) => store.add({ key: "f" }));
    await transact(() => {});
    return told;
  };
  return [await script(device.real.indexedDB, (promise) => promise), await script(device.storage, (promise) => device.wait(promise))];
}
