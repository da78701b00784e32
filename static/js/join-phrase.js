// Drawing layer. Puts a scanned phrase from the URL's fragment into the field, and removes it from the URL. No server sees it.

const field = document.querySelector("[name=code]");
const said = decodeURIComponent(location.hash.slice(1)).replaceAll("-", " ").trim();

if (said && /^[a-z ]+$/.test(said)) {
  field.value = said;
  history.replaceState(null, "", location.pathname);
  field.form.querySelector("button").focus();
}
