// Pages by chance that are patched (static/js/dom-patch.js, live-parts.js, pending-input.js): what is new arrives, and what people hold stays.

import { playAll } from "./chance.js";
import { patchPage, readStamps } from "/static/js/live-parts.js";
import { keepSelection, readFields, restoreFields } from "/static/js/pending-input.js";
import { copyPage, morph, patchPart, restoreParts } from "/static/js/dom-patch.js";

const place = () => document.body;
const plain = (node) => {
  const copy = node.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) one.removeAttribute("style");
  return copy;
};
const equal = (one, other) => plain(one).isEqualNode(plain(other));

// ---- trees: named children first, as rows have ids or keys, then any number without a name, as blank rows have none

class Trees {
  constructor(chance) {
    Object.assign(this, { chance, names: 0 });
  }

  node(depth, name = null) {
    const { chance } = this;
    const one = document.createElement(chance.pick(["div", "p", "section"]));
    if (name) chance.is(0.5) ? (one.id = name) : (one.dataset.key = name);
    this.dress(one);
    this.fill(one, depth);
    return one;
  }

  dress(one) {
    const { chance } = this;
    for (const attribute of ["class", "title", "hidden", "style"]) {
      if (chance.is(0.4)) one.setAttribute(attribute, attribute === "style" ? `animation-delay: ${chance.below(9)}ms` : `${attribute}-${chance.below(3)}`);
      else one.removeAttribute(attribute);
    }
  }

  fill(one, depth) {
    const { chance } = this;
    if (!depth || chance.is(0.3)) return one.append(`text ${chance.below(5)}`);
    for (let n = chance.below(4); n > 0; n -= 1) one.append(this.node(depth - 1, `name-${(this.names += 1)}`));
    for (let n = chance.below(3); n > 0; n -= 1) one.append(chance.is(0.4) ? `text ${chance.below(5)}` : this.node(depth - 1));
    return undefined;
  }

  Swap /** Change it here and there. With `reorder` siblings too, and then not all can stay the nodes that they are. */
  change(root, reorder) {
    const { chance } = this;
    for (const one of [root, ...root.querySelectorAll("*")]) {
      if (chance.is(0.2)) this.dress(one);
      const named = [...one.children].filter((child) => child.id || child.dataset.key);
      if (named.length && chance.is(0.25)) chance.pick(named).remove();
      if (named.length && chance.is(0.25)) chance.pick(named).before(this.node(1, `name-${(this.names += 1)}`));
      if (chance.is(0.2)) one.append(chance.is(0.5) ? "more" : this.node(0));
      if (one.lastChild && !one.lastChild.id && !one.lastChild.dataset?.key && chance.is(0.2)) one.lastChild.remove();
      if (reorder && named.length > 1 && chance.is(0.3)) one.prepend(chance.pick(named));
    }
  }
}

const NAMED = "[id], [data-key]";
const nameOf = (one) => one.id || one.dataset.key;

/** One tree becomes like another. */
export const trees = (first, number) =>
  playAll(first, number, async (_seed, { chance, fail, count }) => {
    const trees = new Trees(chance);
    const old = trees.node(3);
    const fresh = old.cloneNode(true);
    const reorder = chance.is(0.3);
    trees.change(fresh, reorder);
    if (chance.is(0.1)) fresh.replaceChildren(...trees.node(3).childNodes);
    const wanted = fresh.cloneNode(true);
    const before = new Map([...old.querySelectorAll(NAMED)].map((one) => [nameOf(one), { one, tag: one.tagName, style: one.getAttribute("style"), parent: nameOf(one.parentElement) }]));
    morph(old, fresh);
    if (!equal(old, wanted)) fail(`became ${old.outerHTML}, not ${wanted.outerHTML}`);
    for (const one of reorder ? [] : old.querySelectorAll(NAMED)) {
      const was = before.get(nameOf(one));
      if (!was) count("new");
      else if (was.one !== one) fail(`${nameOf(one)} is another node: ${wanted.outerHTML}`);
      else if (one.getAttribute("style") !== was.style) fail(`${nameOf(one)} began to appear again`);
      else count("stays the node that it was");
    }
    count(reorder ? "in another order" : "in the same order");
  });

/** What is drawn upon the server's parts, again and again, and what is left without it. */
export const drawn = (first, number) =>
  playAll(first, number, async (_seed, { chance, fail, count, step }) => {
    const trees = new Trees(chance);
    const ids = ["board", "sheet-table"];
    const fresh = (id) => Object.assign(trees.node(2), { id });
    restoreParts();
    place().replaceChildren(...ids.map(fresh));
    const server = new Map(ids.map((id) => [id, document.getElementById(id).cloneNode(true)]));
    for (let n = 0; n < 8; n += 1) {
      step(n);
      const id = chance.pick(ids);
      if (chance.is(0.6)) {
        let wanted;
        patchPart(id, (part) => {
          if (!equal(part, server.get(id))) fail("it is not drawn upon what the server said");
          trees.change(part, chance.is(0.3));
          part.id = id;
          wanted = part.cloneNode(true);
        });
        if (!equal(document.getElementById(id), wanted)) fail("the page is not like what was drawn");
        count("drawn");
      } else {
        restoreParts();
        for (const one of ids) if (!equal(document.getElementById(one), server.get(one))) fail(`${one} is not as the server said`);
        count("bare");
        if (chance.is(0.5)) {
          const part = fresh(id);
          server.set(id, part.cloneNode(true));
          document.getElementById(id).replaceWith(part);
          count("new from the server");
        }
      }
      const copy = copyPage();
      for (const one of ids) if (!equal(copy.querySelector(`#${one}`), server.get(one))) fail(`the copy of ${one} is not as the server said`);
    }
  });

// ---- parts of a page put in place

const line = (n, text, { open = false, checked = false } = {}) => `
  <details id="details-${n}"${open ? " open" : ""}><summary>More</summary>${text}</details>
  <input type="checkbox" id="tick-${n}"${checked ? " checked" : ""}>
  <form><input name="word-${n}" value="${text}"><button name="do" value="one-${n}">One</button><button name="do" value="two-${n}">Two</button></form>
  <div class="wide" style="width: 50px; height: 20px; overflow: scroll"><p style="width: 900px; height: 300px">${text}</p></div>`;
const section = (n, text, how) => `<section id="part-${n}" data-stamp="${text}">${line(n, text, how)}</section>`;

/** Answers by chance: parts of the page anew, while people have opened, ticked, pushed and hold something. */
export const parts = (first, number) =>
  playAll(first, number, async (_seed, { chance, fail, count }) => {
    const all = [0, 1, 2];
    place().innerHTML = all.map((n) => section(n, `old-${n}`, {})).join("");
    const wide = (n) => document.querySelector(`#part-${n} .wide`);
    const find = (selector) => document.querySelector(selector);
    const had = all.map((n) => ({ open: chance.is(0.5), checked: chance.is(0.5), left: chance.below(200), top: chance.below(100), node: find(`#part-${n}`) }));
    had.forEach(({ open, checked, left, top }, n) => {
      find(`#details-${n}`).open = open;
      find(`#tick-${n}`).checked = checked;
      wide(n).scrollTo(left, top);
    });
    const n = chance.pick(all);
    const held = chance.pick([`#tick-${n}`, `[name="word-${n}"]`, `[value="two-${n}"]`, `[value="one-${n}"]`, "body"]);
    if (held !== "body") find(held).focus();
    const answered = all.filter(() => chance.is(0.7));
    const except = all.filter(() => chance.is(0.2)).map((one) => `part-${one}`);
    let heard = 0;
    document.addEventListener("parts", () => (heard += 1), { once: true });
    patchPage(`${answered.map((one) => section(one, `new-${one}`, { open: chance.is(0.5), checked: chance.is(0.5) })).join("")}<p id="of-another-page">New</p>`, except);
    if (heard !== 1) fail("nobody was told that parts are others");
    if (find("#of-another-page")) fail("a part came that the page has no place for");
    const fresh = (one) => answered.includes(one) && !except.includes(`part-${one}`);
    for (const one of all) {
      const { open, checked, left, top, node } = had[one];
      const now = find(`#part-${one}`);
      if ((now === node) === fresh(one)) fail(fresh(one) ? "an old part stayed" : "a part was replaced that was excepted, or not answered");
      if (find(`[name="word-${one}"]`).value !== (fresh(one) ? `new-${one}` : `old-${one}`)) fail("a part says something else");
      if (find(`#details-${one}`).open !== open) fail("what was opened is closed, or the other way round");
      if (find(`#tick-${one}`).checked !== checked) fail("what was ticked is not, or the other way round");
      if (wide(one).scrollLeft !== left || wide(one).scrollTop !== top) fail("what was pushed is where it was before");
      count(fresh(one) ? "put in place" : "left alone");
    }
    if (readStamps() !== all.map((one) => (fresh(one) ? `new-${one}` : `old-${one}`)).join(".")) fail(`stamps: ${readStamps()}`);
    if (document.activeElement !== find(held)) fail(`${held} is no longer held, but ${document.activeElement.outerHTML.slice(0, 80)}`);
    if (fresh(n) && held !== "body") count("held in a part that was replaced");
  });

// ---- a form that is told while its answer comes

const options = (values, chosen, draw) => values.map((value) => draw(value, value === chosen)).join("");
const VALUES = ["one", "two", "three"];
const form = (values) => `<form id="told">
  <input name="text" value="${values.text}"><textarea name="note">${values.note}</textarea>
  <select name="list">${options(VALUES, values.list, (value, on) => `<option${on ? " selected" : ""}>${value}</option>`)}</select>
  ${options(VALUES, values.chip, (value, on) => `<input type="radio" name="chip" value="${value}"${on ? " checked" : ""}>`)}
  <input type="checkbox" name="tick" value="yes"${values.tick ? " checked" : ""}><input type="hidden" name="key" value="${values.key}">
  <input type="submit" name="do" value="send"></form>`;

const read = (root) => ({
  text: root.text.value,
  note: root.note.value,
  list: root.list.value,
  chip: [...root.chip].find(({ checked }) => checked)?.value,
  tick: root.tick.checked,
  key: root.key.value,
});

/** What people have changed since a form was sent stays, and all else is as the server has it. */
export const since = (first, number) =>
  playAll(first, number, async (_seed, { chance, fail, count }) => {
    const values = () => ({ text: `word ${chance.below(9)}`, note: `note ${chance.below(9)}`, list: chance.pick(VALUES), chip: chance.pick(VALUES), tick: chance.is(0.5), key: `key-${chance.below(99)}` });
    const [first, answer] = [values(), values()];
    place().innerHTML = form(first);
    const old = document.forms.told;
    const before = readFields(old);
    const changed = {};
    for (const name of ["text", "note", "list", "chip", "tick"]) {
      if (chance.is(0.5)) continue;
      changed[name] = values()[name];
      if (changed[name] === first[name]) delete changed[name];
      else if (name === "chip") [...old.chip].find(({ value }) => value === changed.chip).checked = true;
      else old[name][name === "tick" ? "checked" : "value"] = changed[name];
    }
    const field = chance.pick(["text", "note"]);
    old[field].focus();
    const [from, to] = [chance.below(3), 3 + chance.below(3)];
    old[field].setSelectionRange(from, to);
    const now = readFields(old);
    keepSelection(() => {
      place().innerHTML = form(answer);
      restoreFields(document.forms.told, before, now);
    });
    const wanted = { ...answer, ...changed };
    const found = read(document.forms.told);
    if (JSON.stringify(found) !== JSON.stringify(wanted)) fail(`${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
    const active = document.activeElement;
    if (active !== document.forms.told[field]) fail("the cursor is elsewhere");
    else if (active.selectionStart !== from || active.selectionEnd !== to) fail("another part is selected");
    for (const name of Object.keys(changed)) count(`changed since: ${name}`);
  });
