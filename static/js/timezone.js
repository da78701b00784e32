// Drawing layer. Reports the phone's time zone to the server, which formats all times.

import { rooted } from "./identifiers.js";

const told = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
const known = () => document.cookie.split("; ").includes(told);

if (!known()) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${told}; path=${rooted("/")}; max-age=31536000; samesite=lax${secure}`;
  const hall = "hall" in document.documentElement.dataset; // a club's page always uses the club's time zone
  if (!hall && known() && document.querySelector("time[datetime]")) import("./time-labels.js").then(({ updateTimes }) => updateTimes(), () => {});
}
