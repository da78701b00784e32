// Drawing layer. Updates the times on a page for this phone's time zone.

/** Request the times again after the first visit or a journey, when the page was made for another zone. */
export async function updateTimes() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("time[datetime]");
  const shown = document.querySelectorAll("time[datetime]");
  for (const [place, time] of fresh.entries()) {
    const old = shown[place];
    if (old && Date.parse(old.dateTime) === Date.parse(time.dateTime)) old.replaceWith(document.adoptNode(time));
  }
}
