"""Read-only scripts that inspect a page during an evening."""

from __future__ import annotations

KEPT = """async () => (await indexedDB.databases()).some(({ name }) => name === "scorekeeper-log") && new Promise((resolve) => {
  const asked = indexedDB.open("scorekeeper-log");
  asked.onerror = () => resolve(null);
  asked.onsuccess = () => {
    const all = asked.result.transaction("entries").objectStore("entries").getAll();
    all.onsuccess = () => {
      asked.result.close();
      resolve(all.result.map(({ act, state, left, reply }) => ({ act: JSON.parse(act), state, left, reply })));
    };
  };
})"""
WAITS = """([contractor, bid]) => {
  const form = document.querySelector("form#pad"); // a page that is just coming has none
  const told = form && new FormData(form);
  return Boolean(told) && told.get("contractor") === String(contractor) && told.get("bid") === String(bid);
}"""
ROW = """(one) => {
  const rows = [...document.querySelectorAll("#rows tr:not(.sheet-blank):not(.is-struck)")];
  const { mend, strike } = one.dataset;
  const key = mend ?? strike;
  // Where it was just drawn anew, it is the one that stands in its place.
  const index = rows.findIndex((row) => row.querySelector(`[data-mend="${key}"], [data-strike="${key}"]`));
  return [index, key, rows.length, rows.map((row) => Number(row.cells[0].textContent)).filter(Boolean)];
}"""
RECORDED = """() => [...document.querySelectorAll("#rows tr:not(.sheet-blank):not(.is-struck)")]
  .map((row, i) => [i, row])
  .filter(([, row]) => !row.matches(".is-pending") && row.id)
  .map(([i, row]) => [i, row.id.replace("row-", "")])"""
SHOWN = """() => document.querySelectorAll("#rows tr:not(.sheet-blank):not(.is-struck)").length"""
BAR = """() => document.querySelector("#pad .savebar")?.innerText.replace(/\\s+/g, " ") ?? location.href"""
CLOCK = """() => {
  Object.assign(window, { saves: 0, took: 0, met: "" });
  const where = ({ target, clientX, clientY }) => (met = `${clientX}, ${clientY}: ${target.outerHTML.slice(0, 120)}`);
  addEventListener("pointerdown", where, true);
  addEventListener("submit", () => {
    sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; // the page may lead on before anybody has looked
    window.tapped = performance.now();
  }, true);
  // Others write too: the sender, another tab. The form's turn is the next one when what was tapped is written down.
  new MutationObserver(() => {
    if (!window.tapped) return;
    Object.assign(window, { saves: saves + 1, took: performance.now() - tapped, tapped: 0 });
  }).observe(document, { subtree: true, attributeFilter: ["data-turn"] });
}"""
"""Measures the time from tapping Save until the phone has stored it. `met`: the target of the last tap."""
TAPS = "Number(sessionStorage.taps ?? 0)"
FELT = f"([, , taps]) => {TAPS} > taps"
TOOK = "([page, saves]) => (performance.timeOrigin === page ? window.saves > saves && took + 1 : 1)"
"""The duration of a tap plus one, or 1 if the page has changed and it is unknown; false without one."""
