// Drawing layer. Draws the end of a game as a picture to send, from the content of the page.

import { rooted } from "./identifiers.js";
import { find } from "./live-parts.js";

export const WIDTH = 1080;
export const HEIGHT = 1350;
export const MARGIN = 64;
const FACTS = 280; // height of the facts and the last line
export const FOOT = 44; // from the last line to the edge
const FACT = 112; // height of a line of facts
const ROW = { least: 24, most: 88 };
const SMALL = 3; // most sides for large scores

export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];
export const readText = (part) => part?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** Read the page. Nothing is calculated here. */
function shown(button) {
  const ending = find("#ending");
  return {
    title: button.dataset.picture,
    day: new Date(button.dataset.began).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" }).replace(/^1(?= [a-zéû])/, "1er"),
    who: readText(find(".ending-who", ending)),
    winner: ending.dataset.side,
    sides: findAll(".board-side").map((side) => ({ name: readText(find(".board-name", side)), score: readScore(find(".score", side)) })),
    rows: findAll("#rows tr:not(.sheet-blank, .is-struck, .is-lost)").map((row) => ({
      n: readText(find(".c-n", row)),
      by: readText(find(".by", row)) || readText(find(".c-contract", row).firstChild),
      bid: readText(find(".bid", row)),
      failed: row.matches(".is-failed"),
      scores: findAll(".c-side .score", row).map(readScore),
    })),
    facts: findAll(".facts > li", ending).map((fact) => [readText(find("b", fact)), readText(find("span", fact)), readText(find("small:not([data-hands])", fact))]),
  };
}

export const readScore = (score) => ({ boxed: Boolean(find(".neg", score)), text: readText(score).replace("−", "") });

/** Return the page's colours and fonts, in light or dark mode. */
export function readPens() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  return { ink: of("ink"), soft: of("ink-soft"), paper: of("paper"), rule: of("rule"), bad: of("brick"), serif: of("serif"), sans: of("sans"), side: (n) => of(`side-${n}`) };
}

/** Return the size at which a line of text fits, at least just under half of the pen's. */
function fitting(to, text, { size, family, weight = 400, room = WIDTH }) {
  let fits = size;
  const font = () => (to.font = `${weight} ${fits}px ${family}`);
  font();
  while (fits > size * 0.45 && to.measureText(text).width > room) {
    fits -= 1;
    font();
  }
  return fits;
}

/** Draw a line of text, smaller if necessary, and return its width. */
export function drawText(to, text, x, y, pen) {
  const { fill, align = "left", room = WIDTH } = pen;
  fitting(to, text, pen);
  Object.assign(to, { fillStyle: fill, textAlign: align });
  to.fillText(text, x, y, room);
  return Math.min(room, to.measureText(text).width);
}

export function drawScore(to, { text, boxed }, x, y, pen) {
  const wide = drawText(to, text, x, y, { ...pen, align: "right" });
  if (!boxed) return;
  const [left, around] = [x - wide - pen.size * 0.2, pen.size * 0.4];
  Object.assign(to, { strokeStyle: pen.fill, lineWidth: Math.max(2, pen.size / 16) });
  const [top, high] = [y - pen.size * 0.83, pen.size * 1.08];
  if (document.documentElement.dataset.negative !== "circle") return to.strokeRect(left, top, wide + around, high);
  to.beginPath();
  to.ellipse(left + (wide + around) / 2, top + high / 2, (wide + around) / 2 + pen.size * 0.12, high / 2, 0, 0, 2 * Math.PI);
  to.stroke();
}

export const drawLine = (to, y, colour) => {
  Object.assign(to, { strokeStyle: colour, lineWidth: 2 });
  to.beginPath();
  to.moveTo(MARGIN, y);
  to.lineTo(WIDTH - MARGIN, y);
  to.stroke();
};

/** Return the program's address without its scheme, or nothing on this machine, where no one else can open it. */
export const addressOf = ({ hostname, host }) => (/^(localhost|127\.|\[::1)/.test(hostname) ? "" : host + rooted(""));

/** Draw what made the picture, and its address, so that others find it. */
export function drawMaker(to, { dataset: { made } }, pen) {
  const text = [made, addressOf(location)].filter(Boolean).join(" · ");
  drawText(to, text, WIDTH / 2, HEIGHT - FOOT, { size: 26, family: pen.sans, weight: 600, fill: pen.soft, align: "center", room: WIDTH - 2 * MARGIN });
}

function head(to, game, pen) {
  drawText(to, "200", MARGIN, 96, { size: 56, family: pen.sans, weight: 700, fill: pen.ink });
  drawText(to, `${game.title} · ${game.day}`, WIDTH - MARGIN, 92, { size: 30, family: pen.sans, fill: pen.soft, align: "right", room: 800 });
  to.fillStyle = game.winner ? pen.side(game.winner) : pen.ink;
  to.fillRect(0, 128, WIDTH, 118);
  drawText(to, game.who, WIDTH / 2, 207, { size: 54, family: pen.serif, weight: 700, fill: pen.paper, align: "center", room: WIDTH - 2 * MARGIN });
}

/** Return a text in one line, or in two of about the same length if it has no room. */
function linesOf(to, text, { size, family, weight = 400, room }) {
  to.font = `${weight} ${size}px ${family}`;
  if (to.measureText(text).width <= room) return [text];
  const words = text.split(" ");
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1), words.slice(i + 1)].map((line) => line.join(" ")));
  const widest = (lines) => Math.max(...lines.map((line) => to.measureText(line).width));
  return cuts.reduce((best, cut) => (widest(cut) < widest(best) ? cut : best), [text]);
}

function table(to, game, pen, above, bottom) {
  const wide = Math.min(300, 620 / game.sides.length);
  const at = (i) => WIDTH - MARGIN - (game.sides.length - 1 - i) * wide;
  const names = { size: 28, family: pen.sans, weight: 600, align: "right", room: wide - 24 };
  const parts = game.sides.map(({ name }) => name.split(name.includes("&") ? /(?<=[&,]) / : " ").flatMap((part) => linesOf(to, part, names)));
  names.size = Math.min(...parts.flat().map((name) => fitting(to, name, names))); // one size
  const top = above + 30 * Math.max(0, ...parts.map(({ length }) => length - 2));
  for (const [i, side] of game.sides.entries()) {
    const fill = pen.side(i);
    const lines = parts[i];
    for (const [n, name] of lines.entries()) drawText(to, name, at(i), top + 30 - (lines.length - 1 - n) * 30 + 32, { ...names, fill });
    drawScore(to, side.score, at(i), top + 148, { size: game.sides.length > SMALL ? 52 : 76, family: pen.sans, weight: 700, fill, room: wide - 40 });
  }
  const first = top + 184;
  const fit = Math.floor((bottom - first) / ROW.least);
  const cut = { n: "…", by: "", bid: "", scores: [] }; // the last hands of a very long game
  const rows = game.rows.length > fit ? [cut, ...game.rows.slice(1 - fit)] : game.rows;
  const high = Math.min(ROW.most, (bottom - first) / rows.length);
  const size = high * 0.6;
  for (const [i, row] of rows.entries()) {
    const y = first + i * high;
    drawLine(to, y, pen.rule);
    const base = y + high * 0.72;
    const text = { size, family: pen.sans, fill: pen.ink };
    drawText(to, row.n, MARGIN, base, { ...text, size: size * 0.75, fill: pen.soft, room: 40 });
    const bid = drawText(to, row.bid, MARGIN + 50, base, { ...text, weight: 700, room: 280 });
    const mark = row.bid && row.failed ? drawText(to, "✕", MARGIN + 62 + bid, base, { ...text, fill: pen.bad }) + 12 : 0;
    const begun = MARGIN + 50 + (bid && bid + mark + 16);
    drawText(to, row.by, begun, base, { ...text, size: size * 0.9, fill: pen.soft, room: at(0) - 3.2 * size - begun });
    for (const [side, one] of row.scores.entries()) drawScore(to, one, at(side), base, { ...text, fill: pen.side(side), room: wide - 30 });
  }
}

function facts(to, game, pen, top) {
  drawLine(to, top, pen.ink);
  const wide = (WIDTH - 2 * MARGIN) / 2;
  for (const [i, [told, label, said]] of game.facts.entries()) {
    const [x, y] = [MARGIN + (i % 2) * wide, top + 66 + Math.floor(i / 2) * FACT];
    const taken = drawText(to, told, x, y, { size: 46, family: pen.sans, weight: 700, fill: pen.ink, room: wide * 0.45 }) + 18;
    const small = { size: 26, family: pen.sans, room: wide - taken - 24 };
    const lines = linesOf(to, label, small);
    for (const [n, line] of lines.entries()) drawText(to, line, x + taken, y - 22 + n * 32, { ...small, fill: pen.ink });
    drawText(to, said, x + taken, y - 22 + lines.length * 32, { ...small, size: 24, fill: pen.soft });
  }
}

/** Return a picture once the fonts are loaded. `drawn` draws it. */
export async function paintPicture(pen, drawn) {
  await Promise.allSettled([pen.serif, pen.sans].flatMap((family) => [400, 700].map((weight) => document.fonts.load(`${weight} 40px ${family}`))));
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const to = canvas.getContext("2d");
  to.fillStyle = pen.paper;
  to.fillRect(0, 0, WIDTH, HEIGHT);
  drawn(to);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function draw(game, pen, button) {
  return (to) => {
    const lines = Math.ceil(game.facts.length / 2);
    const foot = HEIGHT - (lines ? FACTS - (2 - lines) * FACT : 2 * FOOT);
    head(to, game, pen);
    table(to, game, pen, 270, foot - 20);
    if (lines) facts(to, game, pen, foot);
    drawMaker(to, button, pen);
  };
}

function keep(file, button) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = before), 4000);
}

/** Share a picture, or download it if the browser can't share files. */
export async function sharePicture(picture, name, title, button) {
  const file = new File([picture], `${name}.png`, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return keep(file, button);
  try {
    await navigator.share({ files: [file], title, text: title });
  } catch (error) {
    if (error.name !== "AbortError") keep(file, button); // AbortError: the user cancelled
  }
}

export async function sendPicture(button) {
  const game = shown(button);
  const pen = readPens();
  await sharePicture(await paintPicture(pen, draw(game, pen, button)), `200 ${game.sides.map(({ name }) => name).join(" - ")}`, game.who, button);
}
