// Drawing layer. Receives a game by QR codes: a scanned code opens this page, which stores its part until all are here, then adds the game.

import { isSupported, joinRecord, readPart } from "./game-codes.js";
import { prefixName } from "./identifiers.js";

const KEPT = prefixName("game-codes");
const A_DAY = 24 * 3600 * 1000;
const MOST_GAMES = 5;
const form = document.querySelector("[data-take]");
const say = (name) => {
  for (const one of document.querySelectorAll("[data-say]")) one.hidden = one.dataset.say !== name;
};

function kept() {
  try {
    const games = Object.entries(JSON.parse(localStorage.getItem(KEPT)) ?? {});
    return Object.fromEntries(games.filter(([, { at }]) => Date.now() - at < A_DAY));
  } catch {
    return {};
  }
}

const newestFirst = (games) => Object.entries(games).sort(([, a], [, b]) => b.at - a.at);

function keep(games) {
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(newestFirst(games).slice(0, MOST_GAMES))));
}

/** Store the part in the URL, and return why it is invalid, or null. */
function collect() {
  if (location.hash.length < 2) return null;
  const { why, sum, n, of, part } = readPart(location.hash);
  history.replaceState(null, "", location.pathname);
  if (why) return why;
  const games = kept();
  const known = games[sum];
  if (known && (known.of !== of || (known.parts[n] && known.parts[n] !== part))) return "damaged";
  games[sum] = { of, at: Date.now(), parts: { ...known?.parts, [n]: part } };
  try {
    keep(games);
  } catch {
    return "full";
  }
  return null;
}

async function show() {
  form.hidden = true;
  const [sum, game] = newestFirst(kept()).find(([, { taken }]) => !taken) ?? [];
  if (!game) return say("nothing");
  const numbers = Array.from({ length: game.of }, (_, n) => n + 1);
  const missing = numbers.filter((n) => !game.parts[n]);
  if (missing.length) {
    const told = document.querySelector("[data-missing]");
    told.textContent = told.dataset.missing.replace("{have}", game.of - missing.length).replace("{n}", game.of).replace("{missing}", missing.join(", "));
    return say("more");
  }
  try {
    const text = await joinRecord(sum, numbers.map((n) => game.parts[n]));
    const { players, events } = JSON.parse(text);
    form.elements.namedItem("text").value = text;
    document.querySelector("[data-who]").textContent = players.join(" – ");
    const count = document.querySelector("[data-events]");
    count.textContent = count.dataset.events.replace("{n}", events.length);
  } catch {
    const games = kept();
    delete games[sum];
    keep(games);
    return say("damaged");
  }
  form.dataset.sum = sum;
  say("whole");
  form.hidden = false;
}

// A game that was added need not be scanned again. If it is, it is here again.
form.addEventListener("submit", () => {
  const games = kept();
  if (games[form.dataset.sum]) games[form.dataset.sum].taken = true;
  keep(games);
});

async function look() {
  if (!isSupported()) return say("unable");
  const why = collect();
  if (why) return say(why);
  await show();
}

addEventListener("hashchange", look);
// Each scan may open its own window, and the others show the new part.
addEventListener("storage", ({ key }) => key === KEPT && show());
addEventListener("pageshow", ({ persisted }) => persisted && show());
look();
