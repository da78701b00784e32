// The phone's own time zone, told to the server, which words every time of its pages.

import { rooted } from "./root.js";

const told = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
const known = () => document.cookie.split("; ").includes(told);

if (!known()) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${told}; path=${rooted("/")}; max-age=31536000; samesite=lax${secure}`;
  const hall = "hall" in document.documentElement.dataset; // a club's page tells the club's time, wherever it is read
  if (!hall && known() && document.querySelector("time[datetime]")) import("./reword.js").then(({ reword }) => reword(), () => {});
}
