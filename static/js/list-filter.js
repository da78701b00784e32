// Drawing layer. The filter of long lists, with a button that selects every row shown.

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[-–’']/g, " ").toLowerCase();

for (const box of document.querySelectorAll("[data-sought]")) {
  const field = box.querySelector("[data-seek]");
  if (!field) continue;
  const all = box.querySelector("[data-tick-all]");
  const rows = [...box.querySelectorAll("li, tbody tr")];
  const ticks = () => rows.filter((row) => !row.hidden).map((row) => row.querySelector("[type=checkbox]"));
  const label = all?.textContent;
  const name = () => all && (all.textContent = ticks().every((tick) => tick.checked) ? all.dataset.none : label);

  field.closest("[hidden]").hidden = false;
  field.addEventListener("input", () => {
    const words = folded(field.value).split(" ").filter(Boolean);
    for (const row of rows) {
      const text = folded(row.textContent);
      row.hidden = !words.every((word) => text.includes(word));
    }
    name();
  });
  // Enter must not send the list.
  field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  all?.addEventListener("click", () => {
    const every = ticks().every((tick) => tick.checked);
    for (const tick of ticks()) tick.checked = !every;
    name();
  });
  box.addEventListener("change", name);
  name();
}
