// A director typing slips blindly at the live desk (static/js/desk-live.js), on the real page's HTML: keys as fast as fingers go, answers
// seconds late or never, and a person who looks at the line only once it says that something is wrong.

import { device } from "./device.js";
import { chanceOf, playAll } from "./chance.js";
import "/static/js/click-guard.js";

const KEY_TAKES = [20, 60, 120, 400];
const SLIPS = 5;

const templates = new Map();

/** A real answer: the line, and those parts of the page that matter to it. */
function templateOf(sample) {
  if (!templates.has(sample)) {
    const answer = document.createElement("template");
    answer.innerHTML = sample;
    for (const part of answer.content.querySelectorAll(":scope > :not(#entry, #desk-state, #desk-tables, #desk-clock)")) part.remove();
    templates.set(sample, answer);
  }
  return templates.get(sample);
}

/** The server's side of the line for results (tournaments/desk/rounds/results.py), with the HTML of real answers. */
class Server {
  constructor(samples, { chance, count }) {
    Object.assign(this, { samples, chance, count, good: false, revision: 0, posts: 0, known: new Map(), changes: [], undone: [], tables: {} });
    const page = new DOMParser().parseFromString(samples.page, "text/html");
    this.state = JSON.parse(page.querySelector("#desk-state").textContent);
    this.revision = this.state.revision;
    for (const n of Object.keys(this.state.tables)) this.tables[n] = { scores: null, changed: 0, told: null };
  }

  /** What players report at a table, otherwise than the slip says. */
  report(n, scores) {
    this.revision += 1;
    this.tables[n].told = scores;
  }

  /** Somebody else at another desk. */
  overtake(n, scores) {
    this.revision += 1;
    Object.assign(this.tables[n], { scores, changed: this.revision });
  }

  parts(sample) {
    const answer = templateOf(sample).cloneNode(true);
    const tables = Object.entries(this.tables).map(([n, { scores }]) => [n, { ...this.state.tables[n], done: Boolean(scores), text: scores?.join(" – ") ?? "", games: scores ? [scores] : [] }]);
    answer.content.querySelector("#desk-state").textContent = JSON.stringify({ ...this.state, revision: this.revision, tables: Object.fromEntries(tables) });
    for (const part of answer.content.querySelectorAll("[data-stamp]")) part.dataset.stamp = `${part.id}-${this.revision}`;
    const undo = answer.content.querySelector("#entry [data-undo]");
    if (undo) undo.setAttribute("formaction", `/desk/1/history/${this.revision}/undo`);
    return answer;
  }

  line(sample, { table, typed = ["", ""], heard, bad = false, sure = "", against = "" }) {
    const answer = this.parts(sample);
    const set = (name, value) => answer.content.querySelector(`#entry [name="${name}"]`)?.setAttribute("value", value);
    set("revision", this.revision);
    set("table", table);
    typed.forEach((text, side) => set(`score-0-${side}`, text));
    for (const [name, value] of [["sure", sure], ["against", against]]) {
      answer.content.querySelector(`#entry [name="${name}"]`)?.remove();
      if (value) answer.content.querySelector("#entry").prepend(Object.assign(document.createElement("input"), { type: "hidden", name }));
      set(name, value);
    }
    for (const field of answer.content.querySelectorAll("[data-first]")) field.removeAttribute("data-first");
    answer.content.querySelector(bad ? "#entry-0-0" : "#entry-table").setAttribute("data-first", "");
    const place = answer.content.querySelector("#heard");
    place.className = `row row--apart desk-entry-notice ${bad ? "is-bad" : "is-good"}`;
    place.firstChild.data = heard;
    return answer.innerHTML;
  }

  receive({ key, seen, act }) {
    if (this.out) return { state: "signed_out", go: "/club/sign-in", detail: "signed out" };
    const text = JSON.stringify(act);
    const typed = [act["score-0-0"], act["score-0-1"]];
    const scores = typed.map(Number);
    const table = this.tables[act.table];
    const refused = (heard, more = {}) => {
      this.count(`refused: ${heard}`);
      return { state: "refused", html: this.line(this.samples.doubted, { table: act.table, typed, heard, bad: true, ...more }), detail: heard };
    };
    if (!table) return refused("no table");
    if (typed.some((one) => !/^\d+$/.test(one ?? ""))) return refused("a score is missing");
    const before = this.known.get(key);
    if (before && before !== text) return refused("reused");
    const sure = typed.join("|");
    if (!before) {
      if (act.sure !== sure && scores.some((n) => n % 5)) return refused("doubted", { sure });
      if (table.told && act.against !== `told|${sure}`) return refused("told otherwise", { sure, against: `told|${sure}` });
      if (table.changed > seen) return refused("meanwhile");
      this.revision += 1;
      Object.assign(table, { scores, changed: this.revision, told: null });
      this.known.set(key, text);
      this.changes.push({ table: act.table, scores, revision: this.revision });
      this.count("entered");
    } else this.count("entered already");
    const open = Object.entries(this.tables).find(([, one]) => !one.scores)?.[0] ?? "";
    return { state: "done", html: this.line(this.samples.done, { table: open, heard: `Table ${act.table}: ${scores.join(" – ")}` }) };
  }

  /** A button of the clock, or *Undo* beside what was heard last. */
  press(path, body) {
    const key = body.get("uuid");
    const change = Number(path.match(/history\/(\d+)\/undo$/)?.[1]);
    const before = this.known.get(key);
    if (!before) {
      this.known.set(key, path);
      this.revision += 1;
    }
    if (!change) {
      this.count("a button of the clock");
      return this.parts(this.samples.clock).innerHTML.replace(/<form id="entry"[^]*?<\/form>/, "");
    }
    const place = this.changes.findIndex((one) => one.revision === change);
    if (!before && place >= 0) {
      const [one] = this.changes.splice(place, 1);
      this.undone.push(one);
      Object.assign(this.tables[one.table], { scores: null, changed: this.revision });
      this.count("taken back");
    }
    const open = Object.entries(this.tables).find(([, one]) => !one.scores)?.[0] ?? "";
    return this.line(this.samples.undone, { table: open, heard: `Change ${change} is undone.` });
  }

  fetch = (url, { method, headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const { chance } = this;
      const { page } = device;
      const say = (text, status, ms) =>
        device.later(() => page === device.page && resolve({ status, ok: status === 200, redirected: false, headers: new Headers(), text: async () => text, json: async () => JSON.parse(text) }), ms);
      const lose = (ms) => device.later(() => reject(new TypeError("no network")), ms);
      signal?.addEventListener("abort", () => reject(signal.reason));
      if (String(url).includes("/kept/")) return say(this.samples.kept, 200, 10); // once for all evenings
      if (this.out && method !== "POST") return device.later(() => resolve({ status: 200, ok: true, redirected: true, url: `${location.origin}/club/sign-in`, text: async () => "" }), 10);
      const late = this.good ? 50 : chance.pick([10, 100, 700, 2000, 5000]);
      if (headers?.["If-None-Match"]?.includes(`desk-state-${this.revision}`)) return say("", 304, late);
      if (method !== "POST") return this.good || chance.is(0.8) ? say(this.parts(this.samples.done).innerHTML.replace(/<form[^]*<\/form>/, ""), 200, late) : lose(late);
      if (typeof body !== "string") {
        const late = this.good ? 50 : chance.pick([0, 100, 300, 700]);
        device.later(() => {
          const html = this.press(new URL(url, location.origin).pathname, body);
          device.later(() => say(html, 200, late), 0);
        }, 5);
        return undefined;
      }
      const arrive = () => {
        const sent = JSON.parse(body);
        return JSON.stringify({ log: 1, key: sent.key, ...this.receive(sent) });
      };
      const fate = this.good || chance.is(0.7) ? "well" : chance.pick(["lost", "answer lost", "silent", "answer silent"]);
      this.posts += 1;
      this.count(`answer: ${fate}`);
      if (fate === "well") device.later(() => say(arrive(), 200, late), 5);
      if (fate === "answer lost" || fate === "answer silent") device.later(arrive, 5);
      if (fate === "lost" || fate === "answer lost") lose(late);
      return undefined;
    });
}

// ---- fingers: what a browser does with a key where no script does something else

const reachable = () => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")].filter((one) => one.offsetParent && !one.closest("[inert]"));

/** A field that was typed in says so when it is left. */
function goTo(field) {
  const old = document.activeElement;
  if (old?.typedIn) {
    old.typedIn = false;
    old.dispatchEvent(new Event("change", { bubbles: true }));
  }
  field?.focus();
  field?.select?.();
}

function press(name, shiftKey = false) {
  // A form that takes nothing loses the cursor.
  if (document.activeElement.closest("[inert]")) document.activeElement.blur();
  const field = document.activeElement;
  if (!field.dispatchEvent(new KeyboardEvent("keydown", { key: name, shiftKey, bubbles: true, cancelable: true }))) return;
  if (name === "Tab") {
    const stops = reachable();
    return goTo(stops[stops.indexOf(field) + (shiftKey ? -1 : 1)]);
  }
  if (name === "Enter") {
    if (field.form) field.form.requestSubmit(field.matches("button") ? field : field.form.querySelector("button"));
    return undefined;
  }
  if (!field.matches("input") || (name.length > 1 && name !== "Backspace")) return undefined;
  const { selectionStart: from, selectionEnd: to } = field;
  if (name === "Backspace") field.setRangeText("", from === to ? Math.max(from - 1, 0) : from, to, "end");
  else field.setRangeText(name, from, to, "end");
  field.typedIn = true;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  return undefined;
}

class Director {
  constructor(server, { chance, fail, count, step }) {
    Object.assign(this, { server, chance, fail, count, step, slips: [], tapped: "", read: {} });
    const numbers = Object.keys(server.tables);
    for (let n = 0; n < SLIPS; n += 1) this.slips.push(this.slip(numbers));
  }

  slip(numbers) {
    const { chance } = this;
    const score = () => chance.below(80) * 5 + (chance.is(0.06) ? 3 : 0);
    const free = numbers.filter((n) => !this.slips.some((one) => one.table === n));
    // A second slip for a table corrects the first.
    const table = chance.is(0.9) && free.length ? chance.pick(free) : chance.pick(numbers);
    return { table, scores: [score(), score()] };
  }

  async key(name, shiftKey = false) {
    this.tapped += name.length === 1 ? name : `<${shiftKey ? "Back" : name}>`;
    press(name, shiftKey);
    await device.pass(this.chance.pick(KEY_TAKES));
    await this.look();
  }

  get bad() {
    const heard = document.querySelector("#heard");
    return !(heard === this.read.heard && heard.textContent === this.read.text) && heard.matches(".is-bad") && !document.querySelector("#entry").inert;
  }

  get line() {
    return ["#entry-table", "#entry-0-0", "#entry-0-1"].map((place) => document.querySelector(place).value);
  }

  /** Something is wrong: it is looked at before the next key. */
  async look() {
    for (let tries = 0; this.bad && !this.looking; tries += 1) {
      this.looking = true;
      const [table, ...scores] = this.line;
      const slip = this.slips.findLast((one) => one.typed && one.table === table && one.scores.join() === scores.join());
      if (!slip) this.fail(`in the line: ${this.line}, which no slip says; typed ${this.tapped}`);
      if (tries > 20 || !slip) return;
      const said = document.querySelector("#heard").textContent;
      const waits = said.includes(document.querySelector("#entry").dataset.held);
      if (waits) this.count("the next slip waits until this one is settled");
      if (this.chance.is(0.15)) {
        slip.aside = true;
        this.count("put aside");
        const heard = document.querySelector("#heard");
        this.read = { heard, text: heard.textContent }; // it goes on saying so
        await this.key("Escape");
      } else {
        this.count("sent again");
        if (!document.activeElement.matches("#entry input")) this.fail(`the cursor is lost: ${this.tapped}`);
        // From field to field at most, until it is sent.
        const heard = document.querySelector("#heard");
        const text = heard.textContent;
        const { posts } = this.server;
        const waiting = () => this.bad && this.server.posts === posts && document.querySelector("#heard") === heard && heard.textContent === text;
        const one = document.querySelector("#entry [name=sure]");
        for (let keys = 0; keys < 3 && waiting(); keys += 1) {
          await this.key("Enter");
          if (one && waiting()) this.fail(`one more Enter was not enough; typed ${this.tapped}`);
        }
      }
      await device.pass(20);
      for (let waited = 0; document.querySelector("#entry").inert && waited < 40; waited += 1) await device.pass(500);
      this.looking = false;
    }
  }

  /** A button of the page, pressed with the mouse: keys go on at once. */
  async press(button, what) {
    if (!button || button.closest("[inert]")) return;
    this.count(`pressed: ${what}`);
    this.tapped += `[${what}]`;
    button.focus();
    button.click();
    // What takes nothing loses the cursor, and so does what is not there any more.
    if (document.activeElement.closest("[inert]")) document.activeElement.blur();
    await device.pass(this.chance.pick([0, ...KEY_TAKES, 700]));
    await this.look();
  }

  async anyButton() {
    const { chance } = this;
    if (chance.is(0.35)) await this.press(chance.pick([...document.querySelectorAll("#desk-clock button")]), "clock");
    else if (chance.is(0.25)) await this.press(document.querySelector("#entry [data-undo]"), "undo");
  }

  async number(text) {
    for (const digit of String(text)) {
      if (this.chance.is(0.04)) {
        this.count("a slip of the finger");
        await this.key("7");
        await this.key("Backspace");
      }
      await this.key(digit);
    }
  }

  async type(slip) {
    const { chance } = this;
    const next = () => (chance.is(0.7) ? "Enter" : "Tab");
    slip.typed = true;
    if (document.querySelector("#entry").inert) this.count("typed while a result is on its way");
    if (chance.is(0.06)) {
      this.count("begun, and put aside by Escape");
      await this.number(slip.table);
      await this.key("Enter");
      await this.number(11);
      await this.key("Escape");
    }
    await this.number(slip.table);
    await this.key(next());
    await this.number(slip.scores[0]);
    if (chance.is(0.05)) {
      this.count("a button in the middle of a slip");
      await this.press(document.querySelector("#desk-clock button"), "clock");
    }
    await this.key(next());
    if (chance.is(0.08)) {
      this.count("back to the field before");
      await this.key("Tab", true);
      await this.number(slip.scores[0]);
      await this.key("Tab");
    }
    await this.number(slip.scores[1]);
    if (chance.is(0.1)) {
      this.count("by Tab to the button");
      await this.key("Tab");
    }
    await this.key("Enter");
  }

  async evening() {
    const { server, chance } = this;
    for (const [n, slip] of this.slips.entries()) {
      this.step(n);
      if (chance.is(0.12)) server.report(slip.table, [5, 10]);
      if (chance.is(0.06)) server.overtake(slip.table, [15, 20]);
      // A result goes without the log where that keeps nothing, and stays in the line until it is answered.
      device.disk.fault = chance.is(0.1) ? "full" : null;
      if (device.disk.fault) this.count("storage is full");
      await this.anyButton();
      await this.type(slip);
      await device.pass(chance.pick([0, 0, 300, 3000, 12000]));
      await this.look();
    }
    server.good = true;
    device.disk.fault = null;
    for (let n = 0; n < 3; n += 1) {
      await device.pass(16000);
      await this.look();
    }
    this.compare(await this.leaveOut());
  }

  /** What was refused after the line had gone on is shown, and what waits behind it goes once people have left it out; what was shown. */
  async leaveOut() {
    const said = [];
    for (let slip = document.querySelector(".slip--clash"); slip && said.length < 20; slip = document.querySelector(".slip--clash")) {
      said.push(slip.textContent.replace(/\s+/g, " "));
      slip.querySelector("[data-do=drop]").click();
      await device.pass(10000);
    }
    return said;
  }

  compare(said) {
    const entered = [...this.server.changes, ...this.server.undone];
    for (const slip of this.slips) {
      const place = entered.findIndex(({ table, scores }) => table === slip.table && scores.join() === slip.scores.join());
      const clash = said.findIndex((text) => text.includes(`Table ${slip.table}: ${slip.scores.join(" – ")}`));
      if (place >= 0) entered.splice(place, 1);
      else if (clash >= 0) {
        said.splice(clash, 1);
        this.count("refused later, and said so");
      } else if (!slip.aside) this.fail(`${slip.table}: ${slip.scores} was not entered, and nothing says so; typed ${this.tapped}; ${JSON.stringify(this.server.changes)}`);
    }
    if (said.length) this.fail(`said to be refused, and it was not: ${said}; typed ${this.tapped}`);
    if (entered.length) this.fail(`entered, and on no slip: ${JSON.stringify(entered)}; typed ${this.tapped}`);
    if (device.uncaught.length) this.fail(device.uncaught.join("; "));
  }
}

const theBrowsers = fetch;

/** The desk's page as it was loaded, with its script. */
async function openDesk(samples, source, seed, told) {
  device.begin(seed);
  document.body.innerHTML = bodyOf(samples.page);
  const server = new Server(samples, told);
  globalThis.fetch = server.fetch;
  const url = URL.createObjectURL(new Blob([source.replaceAll('from "./', `from "${location.origin}/static/js/`)], { type: "text/javascript" }));
  await import(url);
  URL.revokeObjectURL(url);
  await device.pass(10);
  return server;
}

const bodies = new Map();

function bodyOf(html) {
  if (!bodies.has(html)) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    for (const one of body.querySelectorAll("script[src], script[type=module]")) one.remove();
    bodies.set(html, body.innerHTML);
  }
  return bodies.get(html);
}

const sourceOfDesk = async () => (await theBrowsers("/static/js/desk-live.js")).text();

/** What the page says of a result that is typed after the sign-in has ended, and once somebody has signed in again. */
export async function signedOut(samples) {
  history.replaceState(null, "", "/desk/1");
  const server = await openDesk(samples, await sourceOfDesk(), 1, { chance: chanceOf(1), count() {} });
  server.good = true;
  server.out = true;
  for (const key of ["2", "Enter", "3", "0", "0", "Enter", "2", "0", "0", "Enter"]) {
    press(key);
    await device.pass(60);
  }
  await device.pass(4000);
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.closest("[hidden]"));
  const texts = (selector) => shown(selector).map((one) => one.innerText.replace(/\s+/g, " ").trim());
  const out = { heard: texts("#heard"), note: texts("#signed-out"), box: texts("[data-waiting] p"), links: shown("[data-waiting] a").map((one) => one.getAttribute("href")), typed: document.activeElement.id };
  server.out = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await device.pass(4000);
  return { out, after: { changes: server.changes, note: texts("#signed-out"), box: texts("[data-waiting] p") } };
}

/** How many notes of what was done before are above the line, before and after a result, and what can be undone then. */
export async function oldNote(samples) {
  history.replaceState(null, "", "/desk/1");
  const server = await openDesk(samples, await sourceOfDesk(), 1, { chance: chanceOf(1), count() {} });
  server.good = true;
  const notes = () => document.querySelectorAll(".desk-said").length;
  const before = notes();
  for (const key of ["2", "Enter", "3", "0", "0", "Enter", "2", "0", "0", "Enter"]) {
    press(key);
    await device.pass(60);
  }
  await device.pass(4000);
  return { before, after: notes(), changes: server.changes.length, undo: document.querySelectorAll("#entry [data-undo]").length };
}

/** Evenings at the desk by chance. `samples`: HTML of the page, of the words for what is kept, and of answers. */
export async function play(first, number, samples) {
  history.replaceState(null, "", "/desk/1");
  Date.prototype.toLocaleTimeString = () => "7:00 p.m."; // which takes most of the time, and nobody looks at
  const source = await sourceOfDesk();
  return playAll(first, number, async (seed, told) => {
    const server = await openDesk(samples, source, seed, told);
    await new Director(server, told).evening();
  });
}
