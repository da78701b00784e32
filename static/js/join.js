// A photographed code stands behind the address, which no server is told: it goes into the field, and out of the address.

const field = document.querySelector("[name=code]");
const said = decodeURIComponent(location.hash.slice(1)).replaceAll("-", " ").trim();

if (said && /^[a-z ]+$/.test(said)) {
  field.value = said;
  history.replaceState(null, "", location.pathname);
  field.form.querySelector("button").focus();
}
