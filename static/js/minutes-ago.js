// Drawing layer. Keeps "2 min ago" up to date: `data-ago` has the seconds when the page was made, `data-text` the words with `{n}`.

const EVERY = 5000;
const since = new WeakMap();

function draw() {
  for (const place of document.querySelectorAll("[data-ago]")) {
    if (!since.has(place)) since.set(place, Date.now() - Number(place.dataset.ago) * 1000);
    const minutes = Math.max(0, Math.floor((Date.now() - since.get(place)) / 60000));
    const text = minutes ? place.dataset.text.replace("{n}", minutes) : place.dataset.now;
    if (place.textContent !== text) place.textContent = text;
  }
}

/** Update the minutes now, after every change of the page, and every few seconds. */
export function countMinutes() {
  draw();
  document.addEventListener("parts", draw);
  setInterval(draw, EVERY);
}
