// Draws the picture of an evening, to send, from the content of the page.

import { find } from "./parts.js";
import { HEIGHT, MARGIN, WIDTH, all, figure, give, line, painted, pens, score, words, write } from "./picture.js";

const GAME = { least: 70, most: 170 }; // height of a game

/** Read the page. Nothing is calculated here. */
function shown(button) {
  const names = all("#won dt");
  return {
    facts: button.dataset.evening,
    title: button.dataset.title,
    won: all("#won dd").map((games, i) => [words(names[i]), words(games)]),
    games: all("#games > li").map((game) => ({
      sides: all(".side, .many > span", game).map((side) => ({
        name: words(find(".who", side)),
        score: figure(find(".score", side)),
        won: side.matches(".is-winner"),
      })),
    })),
  };
}

function head(to, { facts, title, won }, pen) {
  write(to, "200", MARGIN, 96, { size: 56, family: pen.sans, weight: 700, fill: pen.ink });
  write(to, facts, WIDTH - MARGIN, 92, { size: 30, family: pen.sans, fill: pen.soft, align: "right", room: 800 });
  const first = won[0][1] !== "0" && won[0][1] !== won[1]?.[1];
  to.fillStyle = first ? pen.side(0) : pen.ink;
  to.fillRect(0, 128, WIDTH, 118);
  const told = first ? won[0].join(" ") : title;
  write(to, told, WIDTH / 2, 207, { size: 54, family: pen.serif, weight: 700, fill: pen.paper, align: "center", room: WIDTH - 2 * MARGIN });
  if (first) write(to, title, MARGIN, 300, { size: 28, family: pen.sans, fill: pen.soft });
  const rest = won.slice(0, 6);
  for (const [i, [side, games]] of rest.entries()) {
    const y = 346 + i * 46;
    write(to, side, MARGIN, y, { size: 34, family: pen.sans, fill: pen.ink, room: WIDTH - 2 * MARGIN - 120 });
    write(to, games, WIDTH - MARGIN, y, { size: 38, family: pen.sans, weight: 700, fill: pen.ink, align: "right" });
  }
  return 346 + rest.length * 46;
}

function game(to, { sides }, y, high, pen) {
  line(to, y, pen.rule);
  const each = (high - 14) / sides.length;
  const size = Math.min(44, each * 0.7);
  for (const [i, side] of sides.entries()) {
    const base = y + each * (i + 0.8);
    const text = { size, family: pen.sans, weight: side.won ? 700 : 400, fill: pen.side(i) };
    write(to, side.name, MARGIN, base, { ...text, room: WIDTH - 2 * MARGIN - 220 });
    score(to, side.score, WIDTH - MARGIN - 12, base, { ...text, room: 180 });
  }
}

function draw(evening, pen) {
  return (to) => {
    const top = head(to, evening, pen) + 10;
    const room = HEIGHT - MARGIN - top;
    const fit = Math.floor(room / GAME.least);
    const games = evening.games.slice(-fit); // the last games if there are too many
    const high = Math.min(GAME.most, room / games.length);
    for (const [i, one] of games.entries()) game(to, one, top + i * high, high, pen);
  };
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-evening]");
  if (!button) return;
  const evening = shown(button);
  const pen = pens();
  await give(await painted(pen, draw(evening, pen)), `200 ${evening.facts}`, evening.facts, button);
});
