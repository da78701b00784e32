// Random choices that can be repeated: one seed, one sequence (mulberry32).

export function chanceOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, is: (probability) => next() < probability, pick: (list) => list[below(list.length)] };
}

/** Play every seed from `first` up to `first + number`: the failures, and how often each thing happened. */
export async function playAll(first, number, play) {
  const failures = [];
  const counts = {};
  for (let seed = first; seed < first + number && failures.length < 5; seed += 1) {
    let step = 0;
    const told = {
      chance: chanceOf(seed),
      fail: (text) => failures.length < 5 && failures.push(`seed ${seed}, step ${step}: ${text}`),
      count: (what) => (counts[what] = (counts[what] ?? 0) + 1),
      step: (n) => (step = n),
    };
    try {
      await play(seed, told);
    } catch (error) {
      told.fail(`${error.stack ?? error}`);
    }
  }
  return { failures, counts };
}
