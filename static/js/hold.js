// Whoever only watches sees what is new at once: the server keeps its answer back until there is something (base/holding.py).

const PATIENCE = 28000; // longer than it keeps any back
const SOON = 100; // milliseconds until the next question, where the last one was kept back or brought something

/**
 * For `lookAgain`: a look that waits for news. `look` gets the options with which it is to ask; none after a failure, when it is to
 * say soon that all is well. One question at a time, none while the page is hidden or the network is gone.
 */
export function held(look) {
  let asking = null;
  let failed = Boolean(document.documentElement.dataset.asOf);
  document.addEventListener("visibilitychange", () => document.hidden && asking?.abort());
  addEventListener("offline", () => asking?.abort(new TypeError("offline")));
  return async () => {
    asking?.abort();
    const mine = (asking = new AbortController());
    let soon = failed ? SOON : undefined;
    const heard = ({ status, headers }) => {
      if (status === 200 || headers.has("X-Held")) soon = SOON;
    };
    const late = setTimeout(() => mine.abort(new DOMException("late", "TimeoutError")), PATIENCE);
    try {
      await look(failed ? undefined : { heard, signal: mine.signal });
      failed = false;
    } catch (error) {
      failed ||= error.name !== "AbortError"; // else nobody wanted to know any more, or another was asked
      throw error;
    } finally {
      clearTimeout(late);
    }
    return soon;
  };
}
