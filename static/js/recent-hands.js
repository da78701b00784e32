// Drawing layer. Shows the last hands below the pad, one line each. A tap puts one back into the form to correct it.

import { morph } from "./dom-patch.js";
import { find } from "./live-parts.js";
import { makeElement } from "./optimistic-ui.js";

const SHOWN = 5;

const rowOf = ({ id, key }) => (id && document.getElementById(`row-${id}`)) || (key && find(`#rows [data-key="${key}"]`));

/** Return a line's name for a correction: the log entry that changed it last, or the server's entry. */
const nameOf = ({ by, key, id }) => String(by ?? key ?? id);

/** Whether the current form can show it: a hand with calls needs the form with calls. */
const fits = ({ auction }, form) => Boolean(auction) === Boolean(find(".auction", form));

function taken({ points, contractor }, by, form, players) {
  if (!points) return "";
  const seat = contractor ?? players.indexOf(by);
  const own = form.dataset.piles === "camps" ? 0 : Number(form.dataset.sideOf.split(",")[seat]);
  return String(points[own] ?? "");
}

/** Return the hand in a few words, with the cross of a failed bid, and the scores after it. */
function told(line, row, form, players) {
  const [by, bid] = [find(".by", row)?.textContent, find(".bid", row)?.textContent.trim()];
  if (!bid) return [find(".c-contract", row).firstChild?.textContent.trim() ?? ""];
  const cross = row.matches(".is-failed") && find(".fail", row)?.cloneNode(true);
  const points = taken(line.event, by, form, players);
  return [`${by} `, makeElement("b", "", bid), points && " ", ...(points ? [cross || "·", ` ${points}`] : [])];
}

const scores = (row) => makeElement("span", "recent-scores", ...[...row.querySelectorAll(".c-side .score")].map((score) => score.cloneNode(true)));

const link = (href, className, ...content) => (href ? Object.assign(makeElement("a", className, ...content), { href }) : makeElement("span", className, ...content));

function lineOf(line, row, form, { players, url, words }) {
  const content = [makeElement("span", "", ...told(line, row, form, players)), scores(row)];
  const page = line.id && `${url}/hands/${line.id}`;
  const n = parseInt(find(".c-n", row).textContent) || ""; // a new dealer or seat is not a hand
  const item = (part) => Object.assign(makeElement("li", "", link(n && page, "recent-n", n), part), { id: `recent-${nameOf(line)}` });
  if ((line.event.kind ?? "played") !== "played") return item(link(!n && page, "recent-hand", ...content));
  if (!fits(line.event, form)) return item(link(page && `${page}/edit`, "recent-hand", ...content, ...(page ? [makeElement("span", "sr-only", words.mend)] : [])));
  const button = Object.assign(makeElement("button", "recent-hand", ...content, makeElement("span", "sr-only", words.mend)), { type: "button" });
  button.dataset.mend = nameOf(line);
  return item(button);
}

/** Show them from the sheet, which has the server's and this phone's hands. `about`: players, the game's URL, texts. */
export function drawRecent(lines, about) {
  const form = find("form#pad");
  const rare = form && find(".pad-more", form);
  if (!rare) return;
  const last = lines.filter(({ struck }) => !struck).map((line) => [line, rowOf(line)]).filter(([, row]) => row).slice(-SHOWN);
  const old = find(".recent", form);
  if (!last.length) return old?.remove();
  const list = makeElement("ul");
  for (const [line, row] of last) list.prepend(lineOf(line, row, form, about));
  const fresh = makeElement("section", "recent", makeElement("p", "soft small", about.words.recent), list);
  const fix = find(".pending-end .fix", form); // after the game's end
  const stays = old && old.closest(".fix") === fix;
  if (stays) return morph(old, fresh); // a finger may be on it
  old?.remove();
  if (fix) fix.append(fresh);
  else rare.before(fresh);
}

/** Show which hand is being corrected, as it was, and a way out. */
export function drawCorrection(form, key, words) {
  find(".correcting", form)?.remove();
  const line = [...form.querySelectorAll(".recent [data-mend]")].find(({ dataset }) => dataset.mend === key);
  const out = Object.assign(makeElement("button", "btn btn--plain", words.cancel), { type: "button" });
  out.dataset.leave = "";
  const [number, said] = line ? [find(".recent-n", line.parentElement).textContent, line.firstChild.cloneNode(true)] : ["", ""];
  const what = makeElement("p", "", makeElement("b", "", words.mending.replace("%n", number)), " ", said);
  find(".savebar", form).prepend(makeElement("div", "correcting", what, out));
}
