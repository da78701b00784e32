// Drawing layer. Runs the clocks of a page from the time left when it loaded.

const came = new WeakMap();

/** Return the seconds left on a clock, below zero when time is up. */
export function countSecondsLeft(clock) {
  if (!came.has(clock)) came.set(clock, Date.now());
  return Number(clock.dataset.left) - Math.floor((Date.now() - came.get(clock)) / 1000);
}

function draw(ended) {
  for (const clock of document.querySelectorAll("[data-running]")) {
    const left = Math.max(0, countSecondsLeft(clock));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (n) => String(n).padStart(2, "0");
    clock.querySelector("[data-clock]").textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    if (left) continue;
    delete clock.dataset.running;
    ended();
  }
}

/** Run every clock of the page, including ones added later; `ended` is called when one runs out. */
export function runClocks(ended) {
  draw(ended);
  setInterval(() => draw(ended), 1000);
}
