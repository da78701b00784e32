// The setup: nobody leaves the page with something typed that is not saved, unless it is meant.

const form = document.querySelector("#setup");
const sent = () => new URLSearchParams(new FormData(form)).toString();
let saving = false;

const before = sent();
form.addEventListener("submit", () => (saving = true));
addEventListener("pageshow", () => (saving = false));
addEventListener("beforeunload", (event) => {
  if (!saving && (sent() !== before || form.dataset.unsaved)) event.preventDefault();
});
