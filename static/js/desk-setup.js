// Drawing layer. The settings page: warns before leaving with unsaved changes.

const form = document.querySelector("#setup");
const sent = (of) => new URLSearchParams(new FormData(of)).toString();
let saving = false;

// The form as sent by the server. Someone may have typed before this script ran.
const saved = form.cloneNode(true);
saved.reset();
const before = sent(saved);
form.addEventListener("submit", () => (saving = true));
addEventListener("pageshow", () => (saving = false));
addEventListener("beforeunload", (event) => {
  if (!saving && (sent(form) !== before || form.dataset.unsaved)) event.preventDefault();
});
