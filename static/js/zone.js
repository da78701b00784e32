// The phone's own time zone, told to the server, which words every time of its pages.

const told = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
const known = () => document.cookie.split("; ").includes(told);

if (!known()) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${told}; path=/; max-age=31536000; samesite=lax${secure}`;
  const hall = "hall" in document.documentElement.dataset; // a club's page tells the club's time, wherever it is read
  if (!hall && known() && document.querySelector("time[datetime]")) reword();
}

/** The first page of a phone, or after a journey, was worded for another zone: its times are asked for again, and nothing else. */
async function reword() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("time[datetime]");
  const shown = document.querySelectorAll("time[datetime]");
  for (const [place, time] of fresh.entries()) {
    const old = shown[place];
    if (old && Date.parse(old.dateTime) === Date.parse(time.dateTime)) old.replaceWith(document.adoptNode(time));
  }
}
