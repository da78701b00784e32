// Shows what is kept on this phone: waiting, in conflict, or refused. Every word of it is in the page's templates.

import { subjectOf } from "./offline.js";

function fill(template, entry) {
  const part = template.content.cloneNode(true);
  for (const slot of part.querySelectorAll("[data-slot]")) slots[slot.dataset.slot]?.(slot, entry);
  for (const button of part.querySelectorAll("button")) button.dataset.entry = entry.id;
  return part;
}

function sentences(slot, texts) {
  slot.replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement(slot.dataset.each || "p"), { textContent: text })),
  );
}

const slots = {
  summary: (slot, entry) => sentences(slot, entry.summary),
  at: (slot, entry) => {
    const at = new Date(entry.at);
    slot.dateTime = entry.at;
    slot.textContent = at.toLocaleTimeString(`${document.documentElement.lang}-CA`, { hour: "numeric", minute: "2-digit" });
  },
  // What others did since: each new hand with its reasons, as the server puts them.
  theirs: (slot, entry) => {
    const fresh = new Set((entry.since ?? []).map((change) => change.entry));
    const hands = (entry.current?.entries ?? []).map((e, i) => [e, entry.current.replay.hands[i]]);
    const texts = hands.filter(([e, hand]) => hand && fresh.has(e.entry)).flatMap(([, hand]) => hand.why.map((line) => line.text));
    sentences(slot, texts.length ? texts : [slot.dataset.none]);
  },
  problem: (slot, entry) => {
    slot.textContent = entry.problem?.detail ?? "";
  },
};

/** Keep `section` (rendered by `phone/outbox.html`) in step with the outbox. */
export function showOutbox(section, outbox) {
  const game = subjectOf(section.dataset.game);
  const list = section.querySelector("[data-outbox-list]");
  const templates = Object.fromEntries(
    [...section.querySelectorAll("template")].map((template) => [template.dataset.state, template]),
  );

  async function draw() {
    const entries = await outbox.pending(game);
    list.replaceChildren(...entries.map((entry) => fill(templates[entry.state], entry)));
    section.hidden = entries.length === 0;
  }

  section.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-do]");
    if (!button) return;
    button.disabled = true;
    const { do: action, entry } = button.dataset;
    if (action === "discard") outbox.discard(entry);
    else if (action === "retry") outbox.retry(entry);
    else outbox.resolve(entry, action);
  });

  outbox.addEventListener("change", ({ detail }) => detail.gameId === game && draw());
  return draw();
}
