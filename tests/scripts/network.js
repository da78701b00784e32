// A server that obeys the table "The server" in docs/reference/offline-log.md, and a network in front that loses, delays and repeats.

import { device } from "./device.js";

/** What one subject's acts have become. `others`: changes that another device made. */
class Subject {
  revision = 1;
  closed = false;
  signedOut = false;
  known = new Map();
  acts = [];
  others = [];

  /** Another device changes something. */
  change(what) {
    this.revision += 1;
    this.others.push({ ...what, revision: this.revision });
  }

  receive({ key, seen, after, act }) {
    const { revision } = this;
    if (this.signedOut) return { state: "signed_out", go: "/club/sign-in" };
    if (this.closed) return { state: "closed" };
    const before = this.known.get(key);
    if (before) return before.act === JSON.stringify(act) ? { state: "done", change: before.revision, revision, again: true } : { state: "refused" };
    if (act.bad) return { state: "refused", detail: "not a hand" };
    const since = Math.max(seen, this.known.get(after)?.revision ?? 0);
    const rests = (other) => (act.do === "record" ? other.do === "record" : other.of !== undefined && other.of === act.of);
    const theirs = this.others.filter((other) => other.revision > since && rests(other));
    if (theirs.length) return { state: "asked", revision, question: { theirs } };
    this.revision += 1;
    this.known.set(key, { act: JSON.stringify(act), revision: this.revision });
    this.acts.push(key);
    return { state: "done", change: this.revision, revision: this.revision };
  }
}

/** Answers that are not ours, by what is wrong with them. */
const STRANGERS = {
  "a page": () => "<!doctype html><h1>Sign in to the wireless network</h1>",
  "another key": (reply) => JSON.stringify({ ...reply, key: "of-another" }),
  "half an answer": (reply) => JSON.stringify(reply).slice(0, -3),
  "another form": (reply) => JSON.stringify({ ...reply, log: 2 }),
  "another state": (reply) => JSON.stringify({ ...reply, state: "later" }),
  null: () => "null",
};

const FATES = ["well", "lost request", "lost answer", "late answer", "late request", "repeated", "stranger before", "stranger after", "redirect"];

export class Network {
  /** `setOut(subject, body, number)` is told of each request, and how many of its subject are under way; `heard(subject, body, reply)` of what reaches the server. */
  constructor({ chance, count, setOut = () => {}, heard = () => {} }) {
    Object.assign(this, { chance, count, setOut, heard, mode: "good", subjects: new Map(), under: new Map(), copies: 0 });
  }

  of(name) {
    return this.subjects.get(name) ?? this.subjects.set(name, new Subject()).get(name);
  }

  #arrive(name, body) {
    const sent = JSON.parse(body);
    const reply = { log: 1, key: sent.key, html: null, ...this.of(name).receive(sent) };
    this.count(`answered ${reply.state}${reply.again ? " again" : ""}`);
    this.heard(name, sent, reply);
    return reply;
  }

  /** In place of `fetch`. */
  fetch = (url, { method, headers, body, redirect, credentials, signal }) =>
    new Promise((resolve, reject) => {
      const { chance, copies } = this;
      const { page } = device;
      const name = decodeURIComponent(url.split("/").pop());
      const ours = method === "POST" && headers["X-Scorekeeper"] === "1" && redirect === "error" && credentials === "same-origin";
      if (!ours) throw new Error("not asked as the server wants to be");
      const fate = this.mode === "none" ? "lost request" : this.mode === "good" ? "well" : chance.pick(FATES);
      this.count(`network: ${fate}`);
      this.under.set(name, (this.under.get(name) ?? 0) + 1);
      this.setOut(name, JSON.parse(body), this.under.get(name));
      const ended = (end) => (value) => {
        if (ended.already || page !== device.page) return; // nobody waits for it any more
        ended.already = true;
        this.under.set(name, this.under.get(name) - 1);
        end(value);
      };
      signal.addEventListener("abort", () => ended(reject)(signal.reason));
      const lose = () => {
        // A connection that fails, or one that never says anything.
        if (chance.is(0.5)) device.later(() => ended(reject)(new TypeError("no network")), chance.below(4000));
      };
      const say = (text, ms) => {
        const status = chance.pick([200, 200, 404, 409, 422, 500]);
        device.later(() => ended(resolve)({ status, ok: status === 200, json: async () => JSON.parse(text), text: async () => text }), ms);
      };
      const arrive = (ms, then = () => {}) => device.later(() => copies === this.copies && then(this.#arrive(name, body)), ms, { lasting: true });
      const stranger = chance.pick(Object.keys(STRANGERS));
      const quick = 1 + chance.below(60);
      if (fate === "well") arrive(quick, (reply) => say(JSON.stringify(reply), 1 + chance.below(60)));
      else if (fate === "lost answer") arrive(quick, lose);
      else if (fate === "late answer") arrive(quick, (reply) => say(JSON.stringify(reply), chance.below(9000)));
      else if (fate === "late request") {
        arrive(6000 + chance.below(20000));
        lose();
      } else if (fate === "repeated") {
        arrive(quick, (reply) => say(JSON.stringify(reply), 1 + chance.below(60)));
        arrive(quick + chance.below(20000));
      } else if (fate === "stranger before") {
        const reply = { log: 1, key: JSON.parse(body).key, state: "done", change: 1, revision: 1 };
        this.count(`stranger: ${stranger}`);
        say(STRANGERS[stranger](reply), quick);
      } else if (fate === "stranger after") arrive(quick, (reply) => say(STRANGERS[stranger](reply), 1 + chance.below(60)));
      else if (fate === "redirect") device.later(() => ended(reject)(new TypeError("redirected")), quick);
      else lose();
    });

  /** What is on its way is lost. */
  lose() {
    this.copies += 1;
  }
}
