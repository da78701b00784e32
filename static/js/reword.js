// The times of a page, worded anew.

/** The first page of a phone, or after a journey, was worded for another zone: its times are asked for again, and nothing else. */
export async function reword() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("time[datetime]");
  const shown = document.querySelectorAll("time[datetime]");
  for (const [place, time] of fresh.entries()) {
    const old = shown[place];
    if (old && Date.parse(old.dateTime) === Date.parse(time.dateTime)) old.replaceWith(document.adoptNode(time));
  }
}
