// Clocks count on from what the page said when it came.

const came = new WeakMap();

/** Seconds that are left on a clock by now; below zero when time is up. */
export function leftOn(clock) {
  if (!came.has(clock)) came.set(clock, Date.now());
  return Number(clock.dataset.left) - Math.floor((Date.now() - came.get(clock)) / 1000);
}

function draw(ended) {
  for (const clock of document.querySelectorAll("[data-running]")) {
    const left = Math.max(0, leftOn(clock));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (n) => String(n).padStart(2, "0");
    clock.querySelector("[data-clock]").textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    if (left) continue;
    delete clock.dataset.running;
    ended();
  }
}

/** Let every clock of the page run, those that come later too; `ended` is called when one has run out. */
export function runClocks(ended) {
  draw(ended);
  setInterval(() => draw(ended), 1000);
}
