// Sender layer. Long polling for pages that only watch: the server holds its answer back until there is news (core/http/long_poll.py).

const PATIENCE = 28000; // longer than the server waits
const SOON = 100; // milliseconds until the next request after a held or useful answer

/**
 * Return a function for `startPolling` that waits for news. `look` gets the request options, or none after a failure, to confirm quickly
 * that all is well. It sends one request at a time, and none while the page is hidden or offline.
 */
export function makeLongPoll(look) {
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
      failed ||= error.name !== "AbortError"; // else it was cancelled or replaced
      throw error;
    } finally {
      clearTimeout(late);
    }
    return soon;
  };
}
