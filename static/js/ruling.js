// Asks the desk without leaving the page. Every form and link here works as well without it; the server answers all.
import { catchUp, keepFocus } from "./parts.js";

const swap = async (url, push) => {
  const scroll = [scrollX, scrollY];
  const open = [...document.querySelectorAll("details[open][id]")].map((d) => d.id);
  let answer;
  try {
    answer = await fetch(url, { headers: { Accept: "text/html" } });
  } catch {
    location.assign(url);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.querySelector("#main");
  if (!main) {
    location.assign(url);
    return;
  }
  document.title = page.title;
  network(page.documentElement.dataset.alone === undefined);
  if (push) history.pushState({}, "", answer.url);
  keepFocus(() => {
    const old = document.querySelector("#main");
    const note = old.querySelector("[data-without]"); // what stands above the question stays there, so that the question does too
    if (note) main.prepend(note);
    old.replaceWith(main);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    scrollTo(...scroll);
  });
  dress();
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
  swap(asked(event.target, event.submitter), true);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-live]");
  if (form && event.target.matches("[data-auto]")) swap(asked(form, null), true);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-live]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  swap(link.href, true);
});

addEventListener("popstate", () => swap(location.href, false));

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
for (const form of document.querySelectorAll("form[data-live]")) catchUp(form);
