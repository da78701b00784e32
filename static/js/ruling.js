// Drawing layer. Asks the desk without leaving the page. Every form and link here works as well without it; the server answers all.
import { replayChanges } from "./live-parts.js";
import { keepSelection, readFields, restoreFields } from "./pending-input.js";

const PATIENCE = 8000;

const find = (selector) => document.querySelector(selector);

let asking = null; // the answer that is on its way
let ahead = []; // what was tapped meanwhile: it is meant for the page that comes

const swap = async (url, push) => {
  asking?.abort();
  const mine = (asking = new AbortController());
  const late = setTimeout(() => mine.abort(), PATIENCE);
  const before = readFields(find("#main"));
  let [answer, html] = [];
  try {
    answer = await fetch(url, { headers: { Accept: "text/html" }, signal: mine.signal });
    html = await answer.text();
  } catch {
    if (mine === asking) leave(url); // the browser says what is the matter
    return;
  } finally {
    clearTimeout(late);
  }
  if (mine !== asking) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const main = page.querySelector("#main");
  if (!main) {
    leave(url);
    return;
  }
  document.title = page.title;
  network(page.documentElement.dataset.alone === undefined);
  if (push) history.pushState({}, "", answer.url);
  const scroll = [scrollX, scrollY];
  const open = [...document.querySelectorAll("details[open][id]")].map((d) => d.id);
  const now = readFields(find("#main"));
  keepSelection(() => {
    find("#main").replaceWith(main);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    scrollTo(...scroll);
  });
  if (push) restoreFields(main, before, now);
  heardLater(document.activeElement);
  dress();
  asking = null;
  onward();
};

/** The browser's own way. Where that leads nowhere, or back to this page, nothing is waited for here. */
const leave = (url) => {
  asking = null;
  ahead = [];
  location.assign(url);
};

/** The browser does not report what was typed while the answer came, so it is sent when the field is left. */
const heardLater = (field) => {
  if (!field.matches("input[data-auto]") || field.value === field.defaultValue) return;
  const heard = new AbortController();
  field.addEventListener("change", () => heard.abort(), { signal: heard.signal });
  field.addEventListener("blur", () => field.isConnected && field.dispatchEvent(new Event("change", { bubbles: true })), { signal: heard.signal });
};

/** Whoever taps faster than the answers come loses no tap: it is made on the page that has come since, where that still asks it. */
const onward = () => {
  while (!asking && ahead.length) {
    const { id, name, value, auto } = ahead.shift();
    const named = `#main form[data-live] [name="${CSS.escape(name)}"]`;
    const one = (id && document.getElementById(id)) || find(auto ? named : `${named}[value="${CSS.escape(value)}"]`);
    if (one && !one.disabled) swap(asked(one.form, auto ? null : one), true);
  }
};

/** Somewhere else, whatever is on its way or was tapped. */
const go = (url, push) => {
  ahead = [];
  swap(url, push);
};

// The phone itself answered, for want of a network, or the server does again.
const network = (there) => {
  const { dataset } = document.documentElement;
  if (there === (dataset.alone === undefined)) return;
  if (there) delete dataset.alone;
  else dataset.alone = "";
  dispatchEvent(new Event(there ? "online" : "offline"));
};

const asked = (form, button) => {
  const data = new FormData(form, button);
  const url = new URL(form.getAttribute("action") || location.pathname, location.href);
  url.search = new URLSearchParams([...data].filter(([, v]) => typeof v === "string")).toString();
  return url;
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  if (event.target.matches(".rules-form")) document.getElementById("rules-line")?.removeAttribute("open");
  const { id, name, value } = event.submitter ?? {};
  if (asking && name) ahead.push({ id, name, value });
  else go(asked(event.target, event.submitter), true);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || !event.target.matches("[data-auto]")) return;
  if (asking) ahead.push({ name: event.target.name, auto: true }); // its value is sent later
  else go(asked(form, null), true);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-live]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.href, true);
});

addEventListener("popstate", () => go(location.href, false));

const copy = async (button) => {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    // Without HTTPS there is no clipboard: the old way still copies what is selected.
    button.closest(".keep").querySelector(".address").select();
    document.execCommand("copy");
  }
  const label = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = label), 2000);
};

const dress = () => {
  for (const button of document.querySelectorAll("#main [data-copy]")) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
  for (const button of document.querySelectorAll("#main [data-send]")) {
    button.hidden = !navigator.share;
    button.onclick = () => navigator.share({ title: button.dataset.title, url: button.dataset.send }).catch(() => {});
  }
  for (const button of document.querySelectorAll("#main [data-print]")) {
    button.hidden = false;
    button.onclick = () => print();
  }
};
dress();
for (const form of document.querySelectorAll("form[data-live]")) replayChanges(form);
