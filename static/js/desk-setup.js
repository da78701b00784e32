// The setup: nobody leaves the page with something typed that is not saved, unless it is meant.

const form = document.querySelector("#setup");
const sent = (of) => new URLSearchParams(new FormData(of)).toString();
let saving = false;

// As the server has it, though something may have been typed before this script was there.
const saved = form.cloneNode(true);
saved.reset();
const before = sent(saved);
form.addEventListener("submit", () => (saving = true));
addEventListener("pageshow", () => (saving = false));
addEventListener("beforeunload", (event) => {
  if (!saving && (sent(form) !== before || form.dataset.unsaved)) event.preventDefault();
});
