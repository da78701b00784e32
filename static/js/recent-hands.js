// Drawing layer. Shows the last hands below the pad, one line each. A tap on one, or on its row of the sheet, puts it back into the form.

import { morph } from "./dom-patch.js";
import { find } from "./live-parts.js";
import { makeElement } from "./optimistic-ui.js";

const SHOWN = 5;

const rowOf = ({ id, key }) => (id && document.getElementById(`row-${id}`)) || (key && find(`#rows [data-key="${key}"]`));

/** Return a line's name for a correction: the log entry that changed it last, or the server's entry. */
export const nameOf = ({ by, key, id }) => String(by ?? key ?? id);

/** Whether the current form can show it: a hand with calls needs the form with calls. */
const fits = ({ auction }, form) => Boolean(auction) === Boolean(find(".auction", form));

/** Return the hand in a few words, with the cross of a failed bid. */
function told(row) {
  const bid = find(".bid", row)?.textContent.trim();
  if (!bid) return [find(".c-contract", row).firstChild?.textContent.trim() ?? ""];
  return [`${find(".by", row).textContent} `, makeElement("b", "", bid), " ", ...(find(".took", row)?.cloneNode(true).childNodes ?? [])];
}

/** Return the number of the hand in a row. A new dealer or seat has none. */
const numberIn = (row) => parseInt(find(".c-n", row).textContent) || "";

/** Let a tap on a row of the sheet correct its hand. Its number stays a link to the hand's page. */
export function drawMends(lines, root, words) {
  const form = find("form#pad:has(.pad-more)"); // not one that asks for a repair
  for (const line of lines) {
    const row = line.id && find(`#row-${line.id}`, root);
    const old = row && find(".row-mend", row);
    const fitting = row && form && !line.struck && (line.event.kind ?? "played") === "played" && fits(line.event, form) && !row.matches(".is-pending");
    if (!fitting) old?.remove();
    if (!fitting || old) continue;
    const button = Object.assign(makeElement("button", "row-mend"), { type: "button", ariaLabel: `${words.hand.replace("%n", numberIn(row))}: ${words.mend}` });
    button.dataset.mend = nameOf(line);
    find(".c-n", row).append(button);
  }
}

const scores = (row) => makeElement("span", "recent-scores", ...[...row.querySelectorAll(".c-side .score")].map((score) => score.cloneNode(true)));

const link = (href, className, ...content) => (href ? Object.assign(makeElement("a", className, ...content), { href }) : makeElement("span", className, ...content));

function lineOf(line, row, form, { url, words }) {
  const content = [makeElement("span", "", ...told(row)), scores(row)];
  const page = line.id && `${url}/hands/${line.id}`;
  const n = numberIn(row);
  const item = (part) => Object.assign(makeElement("li", "", link(n && page, "recent-n", n), part), { id: `recent-${nameOf(line)}` });
  if ((line.event.kind ?? "played") !== "played") return item(link(!n && page, "recent-hand", ...content));
  if (!fits(line.event, form)) return item(link(page && `${page}/edit`, "recent-hand", ...content, ...(page ? [makeElement("span", "sr-only", words.mend)] : [])));
  const button = Object.assign(makeElement("button", "recent-hand", ...content, makeElement("span", "sr-only", words.mend)), { type: "button" });
  button.dataset.mend = nameOf(line);
  return item(button);
}

/** Show them from the sheet, which has the server's and this phone's hands. `about`: the game's URL, texts. */
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
export function drawCorrection(form, line, words) {
  find(".correcting", form)?.remove();
  const row = line && rowOf(line);
  const out = Object.assign(makeElement("button", "btn btn--plain", words.cancel), { type: "button" });
  out.dataset.leave = "";
  const [number, said] = row ? [numberIn(row), told(row)] : ["", []];
  const what = makeElement("p", "", makeElement("b", "", words.mending.replace("%n", number)), " ", ...said);
  find(".savebar", form).prepend(makeElement("div", "correcting", what, out));
}
