// The screen stays awake while a game is open. Browsers allow it over HTTPS and on the computer itself.

let lock = null;

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // a phone that saves its battery says no
  }
}

export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
