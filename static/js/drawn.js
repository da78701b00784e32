// Without the server: question, receipt, board and sheet rows from the engine's own answers. Words come with the page.

import { find } from "./parts.js";

const MINUS = "\u2212";

export function make(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

const change = (n) => (n > 0 ? `+${n}` : n < 0 ? MINUS + -n : "0");

/** A score; below zero its minus is heard, and its box is seen. */
function score(n) {
  if (n >= 0) return make("span", "score", String(n));
  return make("span", "score", make("span", "neg", make("span", "vh", MINUS), String(-n)));
}

const sides = () => [...document.querySelectorAll(".board-name")].map((name) => name.textContent);

/** Ask who else bid, if the score depends on it. Whether nothing is left to be answered. */
export function drawQuestion(form, needs, event) {
  const result = find("#result");
  const sideOf = form.dataset.sideOf.split(",").map((side) => (side === "" ? null : Number(side)));
  const matter = needs.sides_at_line.length ? (seat) => needs.sides_at_line.includes(sideOf[seat]) : () => true;
  const seats = needs.bidders.filter((seat) => matter(seat) && seat !== event.called_seat && seat !== needs.silent);
  if (!needs.who_bid || !seats.length) {
    result.replaceChildren();
    return true;
  }
  if (!find(".ask-bids", result)) {
    const ask = find("#ask").content.cloneNode(true);
    const far = needs.bids.findIndex((bid) => String(bid) === String(event.bid));
    const near = new Set(needs.bids.slice(0, far + 1).map(String));
    for (const part of ask.querySelectorAll("[data-seat]")) if (!seats.includes(Number(part.dataset.seat))) part.remove();
    for (const chip of ask.querySelectorAll('[name^="bids-"]')) if (!near.has(chip.value)) chip.parentElement.remove();
    find('[name="also_bid"]', ask).value = ["none", ...seats].join("-");
    result.replaceChildren(ask);
  }
  result.dataset.complete = event.bids === undefined ? "0" : "1";
  result.dataset.lack = event.bids === undefined ? find("#ask").dataset.lack : "";
  if (event.bids === undefined) find(".receipt", result)?.remove();
  return event.bids !== undefined;
}

export function drawReceipt(told, record, words) {
  const { hand, scores, outcome } = told;
  const result = find("#result");
  const rows = sides().map((name, i) =>
    make("tr", "", make("th", "", name), make("td", hand.deltas[i] < 0 ? "bad" : "", change(hand.deltas[i])), make("td", "score", score(scores[i]))),
  );
  const announced = outcome.rule === "end.announced_all"; // then the game hung on that, not on the bid
  const good = announced ? outcome.winners.includes(hand.side) : hand.made;
  const verdict = announced ? (good ? words.taken : words.missed) : good ? words.made : words.failed;
  const why = hand.why.map((line) => make("p", "small", line.text));
  const receipt = make("div", `receipt${good ? "" : " is-failed"}`, make("p", "receipt-verdict", verdict), make("table", "", make("tbody", "", ...rows)), ...why);
  if (outcome.status === "won") receipt.append(make("p", "receipt-end", outcome.text));
  find(".receipt", result)?.remove();
  result.append(receipt);
  result.dataset.complete = "1";
  result.dataset.said = [verdict, ...rows.map((row) => row.textContent)].join(". ");
}

/** How many of these take a hand's number: those played or passed out. */
const countedIn = (events) => events.filter(({ kind = "played" }) => kind === "played" || kind === "passed_out").length;

/** The scores as they will be; what they mean now is for the server to say again. */
export function drawBoard(replay) {
  for (const note of document.querySelectorAll(".board-note")) note.textContent = "";
  [...document.querySelectorAll(".board-score")].forEach((place, i) => place.replaceChildren(score(replay.scores[i])));
}

/** Rows for what is kept here; without an engine only what was recorded, its scores later. */
export function drawRows(waiting, replay, game, words) {
  const body = find("#rows");
  const before = game.events.length - waiting.length;
  const many = sides().length > 2;
  let number = countedIn(game.events.slice(0, before));
  waiting.forEach(({ event, short }, i) => {
    const counted = countedIn([event]);
    number += counted;
    const hand = replay?.hands[before + i];
    const { contractor, bid } = hand ?? short ?? event;
    const what = event.kind === "played" ? [make("span", "bid", String(bid)), " ", make("span", "by", game.players[contractor])] : [words[event.kind]];
    const cells = sides().map((_, side) => {
      if (!hand) return make("td", "c-side");
      const delta = make("span", hand.deltas[side] < 0 ? "delta bad" : "delta", change(hand.deltas[side]));
      const total = score(hand.scores[side]);
      return make("td", "c-side", ...(many ? [total, delta] : [delta, total]));
    });
    const row = make("tr", "is-kept", make("td", "c-n", counted ? String(number) : "·"), make("td", "c-contract", ...what, make("small", "", words.kept)), ...cells);
    const blank = find(".sheet-blank", body);
    if (blank) body.insertBefore(row, blank);
    else body.append(row);
  });
}

/** The form for the hand after those kept here; `kept` of them count towards the length of a match. */
export function drawNext(form, replay, kept, words) {
  // A match of a tournament may end with its last hand, whatever the rules of the game say.
  const left = Number(form.dataset.left ?? Infinity) - kept;
  const over = replay.outcome.status === "won" || left <= 0;
  for (const part of form.querySelectorAll("[data-step], #result, .rare, .savebar, .contract")) part.hidden = over;
  find(".kept-end", form)?.remove();
  if (over) return form.prepend(make("p", "kept-end receipt", `${left > 0 ? replay.outcome.text : words.over} ${words.kept}`));
  const n = countedIn(replay.hands) + 1;
  const top = find("[data-hand]", form);
  if (top) top.textContent = words.hand.replace("%n", n);
  const save = find("[data-save]", form);
  if (save) save.textContent = words.save.replace("%n", n);
  const seats = [...form.querySelectorAll(".seat")];
  const badge = find(".deals", form);
  if (badge && seats[replay.next_dealer]) find("span", seats[replay.next_dealer]).append(badge);
  const notice = find("#notice", form);
  if (notice) notice.textContent = words.kept;
}
