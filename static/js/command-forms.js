// Drawing layer. Pages that correct, void or undo: put the command into this phone's log and go back to the game, which sends it.

import { readHand, readOutcome } from "./draft.js";
import { rooted } from "./identifiers.js";
import { find } from "./live-parts.js";
import { Log } from "./log.js";

const log = new Log();

/** Return the form as an event. A hand that was not played has only its note. */
function eventOf(form) {
  const kind = new FormData(form).get("kind") ?? "played";
  const note = form.elements.note?.value.trim();
  if (kind !== "played") return { event: { kind, ...(note && { note }) } };
  const event = readHand(form);
  return event.auction ? { event, short: readOutcome(form) } : { event };
}

/** Whether the phone made the page from a copy. The service worker then logs its forms. */
const drawnHere = (form) => form.elements.csrf_token.value.startsWith("here.");

async function write(form, submitter) {
  const { game, act, of, before } = form.dataset;
  const told = form.matches(".pad") ? eventOf(form) : {};
  const content = { do: act, ...(of && { of: Number(of) }), ...(before && { before: Number(before) }), ...told };
  if (new FormData(form).get("keep") === "1") content.keep_deals = true;
  const seen = Number(form.elements.revision.value);
  try {
    await log.add({ subject: Number(game), url: rooted(`/games/${game}/log`), act: content, seen, summary: [find("h1").textContent] });
  } catch {
    // This browser has no storage, so send the form as it is.
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
    return form.submit();
  }
  return location.assign(rooted(`/games/${game}`));
}

let writing = false; // the page is left then, or comes back by the back button
addEventListener("pageshow", () => (writing = false));

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // `form.action` would be the button of that name.
  if (!form.dataset.act || drawnHere(form) || (submitter.name === "action" && submitter.value !== "record") || submitter.hasAttribute("formaction")) return;
  if ((submitter.name && submitter.name !== "action") || "stale" in form.dataset) return;
  event.preventDefault();
  if (writing) return;
  writing = true;
  write(form, submitter).catch((error) => {
    writing = false;
    throw error;
  });
});

/** A waiting correction is corrected on the pad, because this page knows only the server's data. */
const correcting = find('form[data-act="correct"]');
const { game, of } = correcting && !drawnHere(correcting) ? correcting.dataset : {};
const corrects = (act) => act.do === "correct" && String(act.of) === of && (act.event.kind ?? "played") === "played";
const kept = ({ state, act }) => state === "waiting" && corrects(JSON.parse(act));
if (of) log.all(Number(game)).then((entries) => entries.some(kept) && location.replace(rooted(`/games/${game}`)), () => {});
