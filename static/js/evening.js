// Drawing layer. Draws the picture of an evening, to send, from the content of the page.

import { find } from "./live-parts.js";
import { FOOT, HEIGHT, MARGIN, WIDTH, drawLine, drawMaker, drawScore, drawText, findAll, paintPicture, readPens, readScore, readText, sharePicture } from "./picture.js";

const GAME = { least: 70, most: 170 }; // height of a game

/** Read the page. Nothing is calculated here. */
function shown(button) {
  const names = findAll("#won dt");
  return {
    facts: button.dataset.evening,
    title: button.dataset.title,
    won: findAll("#won dd").map((games, i) => [readText(names[i]), readText(games)]),
    games: findAll("#games > li").map((game) => ({
      sides: findAll(".side, .many > span", game).map((side) => ({
        name: readText(find(".who", side)),
        score: readScore(find(".score", side)),
        won: side.matches(".is-winner"),
      })),
    })),
  };
}

function head(to, { facts, title, won }, pen) {
  drawText(to, "200", MARGIN, 96, { size: 56, family: pen.sans, weight: 700, fill: pen.ink });
  drawText(to, facts, WIDTH - MARGIN, 92, { size: 30, family: pen.sans, fill: pen.soft, align: "right", room: 800 });
  const first = won[0][1] !== "0" && won[0][1] !== won[1]?.[1];
  to.fillStyle = first ? pen.side(0) : pen.ink;
  to.fillRect(0, 128, WIDTH, 118);
  const told = first ? won[0].join(" ") : title;
  drawText(to, told, WIDTH / 2, 207, { size: 54, family: pen.serif, weight: 700, fill: pen.paper, align: "center", room: WIDTH - 2 * MARGIN });
  if (first) drawText(to, title, MARGIN, 300, { size: 28, family: pen.sans, fill: pen.soft });
  const rest = won.slice(0, 6);
  for (const [i, [side, games]] of rest.entries()) {
    const y = 346 + i * 46;
    drawText(to, side, MARGIN, y, { size: 34, family: pen.sans, fill: pen.ink, room: WIDTH - 2 * MARGIN - 120 });
    drawText(to, games, WIDTH - MARGIN, y, { size: 38, family: pen.sans, weight: 700, fill: pen.ink, align: "right" });
  }
  return 346 + rest.length * 46;
}

function game(to, { sides }, y, high, pen) {
  drawLine(to, y, pen.rule);
  const each = (high - 14) / sides.length;
  const size = Math.min(44, each * 0.7);
  for (const [i, side] of sides.entries()) {
    const base = y + each * (i + 0.8);
    const text = { size, family: pen.sans, weight: side.won ? 700 : 400, fill: pen.side(i) };
    drawText(to, side.name, MARGIN, base, { ...text, room: WIDTH - 2 * MARGIN - 220 });
    drawScore(to, side.score, WIDTH - MARGIN - 12, base, { ...text, room: 180 });
  }
}

function draw(evening, pen, button) {
  return (to) => {
    const top = head(to, evening, pen) + 10;
    const room = HEIGHT - 2 * FOOT - top;
    const fit = Math.floor(room / GAME.least);
    const games = evening.games.slice(-fit); // the last games if there are too many
    const high = Math.min(GAME.most, room / games.length);
    for (const [i, one] of games.entries()) game(to, one, top + i * high, high, pen);
    drawMaker(to, button, pen);
  };
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-evening]");
  if (!button) return;
  const evening = shown(button);
  const pen = readPens();
  await sharePicture(await paintPicture(pen, draw(evening, pen, button)), `200 ${evening.facts}`, evening.facts, button);
});
