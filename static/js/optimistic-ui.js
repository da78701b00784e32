// Drawing layer. Shows the engine's answers before the server's: question, preview, board and rows. The page has the texts.

import { find } from "./live-parts.js";

const MINUS = "\u2212";
const SVG = "http://www.w3.org/2000/svg";

export function makeElement(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

const change = (n) => (n > 0 ? `+${n}` : n < 0 ? MINUS + -n : "0");

/** Return a score. Below zero, its minus is read aloud and its box is shown. */
function score(n) {
  if (n >= 0) return makeElement("span", "score", String(n));
  return makeElement("span", "score", makeElement("span", "neg", makeElement("span", "sr-only", MINUS), String(-n)));
}

const sides = () => [...document.querySelectorAll(".board-name")].map((name) => name.textContent);

/** Select the answers that are already known. */
function light(ask, bids) {
  if (!bids) return;
  const told = Object.entries(bids).flatMap(([seat, height]) => [`[name="bidder-${seat}"]`, `[name="bids-${seat}"][value="${height}"]`]);
  for (const selector of told.length ? told : ['[name="also_bid"]']) {
    const chip = find(selector, ask);
    if (chip) chip.checked = true;
  }
}

/** Ask who else bid, if the score depends on it. Returns whether nothing is left to answer. */
export function drawQuestion(form, needs, event) {
  const result = find("#result");
  const sideOf = form.dataset.sideOf.split(",").map((side) => (side === "" ? null : Number(side)));
  const matter = needs.sides_at_line.length ? (seat) => needs.sides_at_line.includes(sideOf[seat]) : () => true;
  const seats = needs.bidders.filter((seat) => matter(seat) && seat !== event.called_seat && seat !== needs.silent);
  if (!needs.who_bid || !seats.length) {
    // Answers under the saved bid stay, even if these points don't need them.
    const told = event.bids ? [...result.querySelectorAll("input:checked, input[type=hidden]")] : [];
    result.replaceChildren(...told.map(({ name, value }) => Object.assign(makeElement("input"), { type: "hidden", name, value })));
    return true;
  }
  if (!find(".ask-bids", result)) {
    const ask = find("#ask").content.cloneNode(true);
    const far = needs.bids.findIndex((bid) => String(bid) === String(event.bid));
    const near = new Set(needs.bids.slice(0, far + 1).map(String));
    for (const part of ask.querySelectorAll("[data-seat]")) if (!seats.includes(Number(part.dataset.seat))) part.remove();
    for (const chip of ask.querySelectorAll('[name^="bids-"]')) if (!near.has(chip.value)) chip.parentElement.remove();
    find('[name="also_bid"]', ask).value = ["none", ...seats].join("-");
    light(ask, event.bids);
    find("[data-filled]", form)?.remove();
    result.replaceChildren(ask);
  }
  result.dataset.complete = event.bids === undefined ? "0" : "1";
  result.dataset.lack = event.bids === undefined ? find("#ask").dataset.lack : "";
  if (event.bids === undefined) find(".receipt", result)?.remove();
  return event.bids !== undefined;
}

/** Return the score that a correction changes, with an arrow to the new one. */
const was = (before, now) => makeElement("td", "was", ...(before === now ? [] : [score(before), " \u2192"]));

function answered(receipt, said) {
  const result = find("#result");
  find(".receipt", result)?.remove();
  result.append(receipt);
  Object.assign(result.dataset, { complete: "1", said });
}

/**
 * Show the effect of saving, or why a hand has no score yet. It can be saved anyway. `before` are the game's scores without a correction,
 * and `scores` the scores with it.
 */
export function drawReceipt({ hand, scores, outcome, text }, words, before) {
  if (!hand) return answered(makeElement("div", "panel receipt", makeElement("p", "small", text)), text);
  const rows = sides().map((name, i) =>
    makeElement("tr", "", makeElement("th", "", name), before ? was(before[i], scores[i]) : makeElement("td", hand.deltas[i] < 0 ? "bad" : "", change(hand.deltas[i])), makeElement("td", "score", score(scores[i]))),
  );
  const announced = outcome.rule === "end.announced_all"; // then this decides the game, not the bid
  const good = announced ? outcome.winners.includes(hand.side) : hand.made;
  const verdict = announced ? (good ? words.taken : words.missed) : good ? words.made : words.failed;
  const why = hand.why.map((line) => makeElement("p", "small", line.text));
  const receipt = makeElement("div", `panel receipt${good ? "" : " is-failed"}`, makeElement("p", "name receipt-verdict", verdict), makeElement("table", "", makeElement("tbody", "", ...rows)), ...why);
  if (outcome.status === "won") receipt.append(makeElement("p", "receipt-end", outcome.text));
  return answered(receipt, [verdict, ...rows.map((row) => row.textContent)].join(". "));
}

/** Return how many of these take a hand's number: hands played or passed out. */
export const countHands = (events) => events.filter(({ kind = "played" }) => kind === "played" || kind === "passed_out").length;

/** Show the scores to come, the winner, and their meaning. In a tournament only the server knows the meaning. */
export function drawBoard(board, replay) {
  const notes = find("#strip") ? [] : replay.notes;
  [...board.querySelectorAll(".board-note")].forEach((note, i) => (note.textContent = notes[i] ?? ""));
  [...board.querySelectorAll(".board-side")].forEach((side, i) => side.classList.toggle("is-winner", replay.outcome.winners.includes(i)));
  [...board.querySelectorAll(".board-score")].forEach((place, i) => place.replaceChildren(score(replay.scores[i])));
}

/** Mark the server's last scores as not including what is waiting here. */
export function drawUncounted(board, words) {
  for (const side of board.querySelectorAll(".board-side")) side.classList.add("is-uncounted");
  for (const note of board.querySelectorAll(".board-note")) note.textContent = words.uncounted;
}

const initialParts = (name) => {
  const all = name.split(/[\s-]+/).filter(Boolean);
  const capitals = all.filter(([first]) => first === first.toUpperCase());
  return capitals.length ? capitals : all.length ? all : ["?"];
};

function shorten([first, ...rest], letters) {
  const start = [...first].slice(0, rest.length ? letters : Math.max(letters, 2));
  return [start[0].toUpperCase(), ...start.slice(1), ...rest.slice(0, 2).map(([one]) => one.toUpperCase())].join("");
}

/** Return short forms of the names as the server's sheet has them; see messages/names.py. */
export function initials(players) {
  const parts = players.map(initialParts);
  let short = parts.map((part) => shorten(part, 1));
  for (let letters = 2; letters <= Math.max(...parts.map(([first]) => first.length)) && new Set(short).size < new Set(players).size; letters += 1) {
    short = short.map((known, seat) => (short.filter((other) => other === known).length > 1 ? shorten(parts[seat], letters) : known));
  }
  return short;
}

/** Return a player's name, of which a phone shows the initials. `said` has the name in a sentence. */
function nameOf(className, { players }, seat, said = "%s") {
  const name = makeElement(className === "by" ? "span" : "small", className, said.replace("%s", players[seat]));
  name.dataset.i = initials(players)[seat];
  return name;
}

/** Return the card points of the contractor's side, if they are known. */
function pointsOf({ points }, contractor, hand) {
  const side = hand?.side ?? find("form#pad")?.dataset.sideOf.split(",")[contractor];
  return points?.[points.length === sides().length ? side : 0];
}

function cellsOf(hand, many) {
  return sides().map((_, side) => {
    if (!hand) return makeElement("td", "c-side");
    const delta = makeElement("span", hand.deltas[side] < 0 ? "delta bad" : "delta", change(hand.deltas[side]));
    const total = score(hand.scores[side]);
    return makeElement("td", "c-side", ...(many ? [total, delta] : [delta, total]));
  });
}

function doing(word, name, key) {
  const button = makeElement("button", "btn btn--plain", word);
  button.type = "button";
  button.dataset[name] = key;
  return button;
}

const since = new Map(); // when each first appeared, so that a redraw does not restart its animation

/** Show a hand's text after the same delay as in games/sheet.css, however often it is redrawn. */
function later(key, part) {
  if (!since.has(key)) since.set(key, performance.now());
  part.style.animationDelay = `${1500 + since.get(key) - performance.now()}ms`;
  return part;
}

/** Return a bid as on its button. */
function bidText(bid) {
  const chip = find(`#pad [name="bid"][value="${bid}"] + span`);
  return chip ? [...chip.childNodes].map(({ textContent }) => textContent.trim()).join(" ") : String(bid);
}

/** Return the sheet's cross for a failed contract. */
function cross(words) {
  const sign = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ class: "fail", role: "img", "aria-label": words.failed })) sign.setAttribute(name, value);
  sign.append(document.createElementNS(SVG, "use"));
  sign.firstChild.setAttribute("href", "#fail");
  return sign;
}

/** Return the contract of a hand that is waiting or was corrected here, with its buttons. */
function contractOf({ event, key, by, short, said }, hand, text, game, words) {
  const { contractor, bid } = hand ?? short ?? event;
  const played = (event.kind ?? "played") === "played";
  const points = played ? pointsOf(event, contractor, hand) : undefined;
  const took = points === undefined ? [] : [" ", makeElement("span", "took", hand?.made === false ? cross(words) : "\u00b7", ` ${points}`)];
  const what = played ? [nameOf("by", game, contractor), " ", makeElement("span", "bid", bidText(bid)), ...took] : [words[event.kind] ?? said ?? ""];
  if (hand && (played || words[event.kind])) what.push(" ", nameOf("dealt", game, hand.dealer, words.deals));
  const acts = [...(played ? [doing(words.mend, "mend", key ?? by)] : []), ...(key ? [doing(words.strike, "strike", key)] : [])];
  const told = [makeElement("small", "pending-note", words.kept), makeElement("span", "pending-actions", ...acts)];
  return makeElement("td", "c-contract", ...what, ...(text ? [makeElement("small", "", text)] : []), ...told.map((part) => later(key ?? by, part)));
}

/** Return a row for a waiting hand. Without the engine it has no scores yet. */
function rowOf(line, hand, text, number, game, words, many) {
  const row = makeElement("tr", `is-pending${text ? " is-lost" : ""}${hand?.made === false ? " is-failed" : ""}`, makeElement("td", "c-n", number), contractOf(line, hand, text, game, words), ...cellsOf(hand, many));
  row.dataset.key = line.key;
  return row;
}

/** Update a server's row whose score or status changes. `text` says why it does not count. */
function drawRow(row, line, hand, text, game, words, many) {
  if (line.kept) row.classList.add("is-pending", ...(line.struck ? ["is-struck"] : []));
  const corrected = line.by && !line.struck;
  if (corrected) find(".c-contract", row).replaceWith(contractOf(line, hand, text, game, words));
  else if (text || (hand && row.matches(".is-lost"))) find(".c-contract small:not(.dealt)", row).textContent = text ?? "";
  if (corrected || text || line.struck) {
    const fails = corrected && hand?.made === false;
    row.classList.toggle("is-failed", fails); // its old label was for the old contract
    if (!fails && !corrected) find(".took", row)?.remove();
  }
  row.classList.toggle("is-lost", Boolean(text));
  [...row.querySelectorAll(".c-side")].forEach((cell, i) => cell.replaceWith(cellsOf(hand, many)[i]));
}

/** Show the sheet to come: rows for waiting hands, and their effect on other rows. */
export function drawRows(sheet, lines, replay, game, words) {
  const body = find("#rows", sheet);
  const many = sides().length > 2;
  let [number, place, after, moved] = [0, 0, null, false];
  for (const line of lines) {
    const counted = line.struck ? 0 : countHands([line.event]);
    number += counted;
    const [hand, text] = line.struck ? [] : [replay?.hands[place], replay?.entries?.[place].text];
    if (!line.struck) place += 1;
    moved ||= Boolean(line.kept);
    let row = line.id && find(`#row-${line.id}`, body);
    if (!row && line.key && !line.struck) {
      row = rowOf(line, hand, text, counted ? String(number) : "\u00b7", game, words, many);
      if (after) after.after(row);
      else body.prepend(row);
      const blanks = body.querySelectorAll(".sheet-blank");
      if (blanks.length > 1) blanks[blanks.length - 1].remove();
    } else if (row && moved) drawRow(row, line, hand, text, game, words, many);
    after = row ?? after;
  }
}

/** Show the last waiting command with its undo. An unchanged button stays, because a finger may be on it. */
function drawNews(form, last, waits, words) {
  const news = find(".news:not(.pending-news)", form);
  if (news) Object.assign(news, { hidden: Boolean(last), inert: false });
  let told = find(".pending-news", form);
  if (told && told.dataset.of !== last?.key) {
    told.remove();
    told = null;
  }
  if (!last) return;
  if (!told) {
    const back = Object.assign(makeElement("button", "btn btn--plain", words.undo), { name: "change", value: "0" });
    back.dataset.key = last.key;
    told = makeElement("div", "", makeElement("p", "", `${last.summary[0]} `, makeElement("small", "", words.kept)), back);
    told.dataset.of = last.key;
    find(".savebar", form)?.prepend(told);
  }
  told.className = form.dataset.opened ? "news pending-news" : "news when-nobody pending-news";
  const { dataset } = find("button", told);
  if (waits === undefined) delete dataset.waits;
  else dataset.waits = JSON.stringify(waits);
}

/** Show an ending that only this phone knows. The same text stays, with its additions. */
function drawEnd(form, said) {
  const old = find(".pending-end", form);
  if (said && old?.dataset.said === said) return;
  old?.remove();
  if (!said) return;
  form.prepend(makeElement("div", "pending-end", makeElement("p", "panel receipt is-won", said)));
  form.firstChild.dataset.said = said;
}

/** Show the form for the next hand after the waiting ones, or the server's without `kept`. `last` can be undone here. */
export function drawNext(form, replay, kept, words, last = kept?.last) {
  // A tournament match may end with its last hand, whatever the game's rules say.
  const lines = (kept?.lines ?? []).filter(({ struck }) => !struck);
  const more = countHands(lines.filter(({ key }) => key).map(({ event }) => event));
  const left = Number(form.dataset.left ?? Infinity) - more;
  const over = Boolean(kept && !form.dataset.mends && (replay?.outcome.status === "won" || left <= 0));
  for (const part of form.querySelectorAll("[data-step], #result, .pad-more, .contract, .savebar > :not(.news, #told)")) part.hidden = over;
  drawNews(form, last, kept?.waits, words);
  drawEnd(form, over && `${left > 0 ? replay.outcome.text : words.over} ${words.kept}`);
  if (kept) showHandNumber(form, countHands(lines.map(({ event }) => event)) + 1, words);
  const seats = [...form.querySelectorAll(".seat")];
  const badge = find(".deals", form);
  const from = seats.findIndex((seat) => seat.contains(badge));
  if (replay && badge && seats[replay.next_dealer]) {
    form.dataset.badge ??= from;
    find("span", seats[replay.next_dealer]).append(badge);
  } else if (!kept && form.dataset.badge !== undefined) {
    if (badge) find("span", seats[form.dataset.badge])?.append(badge);
    delete form.dataset.badge;
  }
}

/** Show the number of the hand. A corrected one keeps its own text. */
export function showHandNumber(form, n, words) {
  const top = find("[data-hand]", form);
  if (top) top.textContent = words.hand.replace("%n", n);
  const save = find("[data-save]", form);
  if (!save || form.dataset.mends) return;
  if (save.dataset.says) save.dataset.says = words.save.replace("%n", n);
  else save.textContent = words.save.replace("%n", n);
}
