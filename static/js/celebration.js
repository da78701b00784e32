// Drawing layer. Celebrates a win at the moment it happens: suits fall, and the phone signals it. Nothing moves with reduced motion.

import { signalWin } from "./haptics.js";
import { find } from "./live-parts.js";

const SVG = "http://www.w3.org/2000/svg";
const SUITS = ["S", "H", "D", "C"];
const PIECES = 36;
const LONGEST = 2600; // milliseconds

let last = ""; // the last win celebrated

const between = (least, most) => least + Math.random() * (most - least);

function makePiece(i) {
  const [piece, use] = ["svg", "use"].map((name) => document.createElementNS(SVG, name));
  const suit = `suit-${SUITS[i % SUITS.length]}`;
  piece.setAttribute("class", `suit ${suit}`);
  use.setAttribute("href", `#${suit}`);
  piece.append(use);
  const size = between(0.9, 2.2);
  Object.assign(piece.style, { left: `${(100 * (i + Math.random())) / PIECES}%`, width: `${size}rem`, height: `${size}rem` });
  return piece;
}

function fall(piece) {
  const [aside, turns, delay] = [between(-4, 4), between(-540, 540), between(0, 700)];
  const end = { transform: `translate(${aside}rem, 110vh) rotate(${turns}deg)`, opacity: 0.2 };
  return piece.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, end], { duration: between(1300, LONGEST - delay), delay, easing: "cubic-bezier(.3,.1,.8,.7)", fill: "both" });
}

/** Celebrate the win of `panel`, once. The phone signals it only if it saved the last hand. */
export function celebrate(panel) {
  const who = find(".ending-who", panel).textContent;
  if (who === last) return;
  last = who;
  if (!find("#watching")) signalWin();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  panel.animate([{ transform: "scale(.92)" }, { transform: "scale(1.03)", offset: 0.6 }, { transform: "none" }], { duration: 450, easing: "ease-out" });
  const sky = document.body.appendChild(document.createElement("div"));
  sky.className = "falling";
  sky.ariaHidden = "true";
  sky.append(...Array.from({ length: PIECES }, (_, i) => makePiece(i)));
  Promise.allSettled([...sky.children].map((piece) => fall(piece).finished)).then(() => sky.remove());
}
