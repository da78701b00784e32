// Drawing layer. Shows progress while the phone counts games: each request counts some more, and the last one returns the page.

const PAUSE = 50;
const AGAIN = 2000;

async function look() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [told, bar] = ["[data-counted]", "progress"].map((one) => page.querySelector(one));
  if (!told) return location.reload();
  document.querySelector("[data-counted]").textContent = told.textContent;
  document.querySelector("progress").value = bar.value;
  setTimeout(again, PAUSE);
}

const again = () => look().catch(() => setTimeout(again, AGAIN));

again();
