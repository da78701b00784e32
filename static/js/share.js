// Drawing layer. Copies or shares a link or a text, where the browser can.
for (const button of document.querySelectorAll("[data-copy]")) {
  const shown = button.closest(".share-link, .invitation").querySelector(".address, [data-told]");
  const select = () => (shown.select ? shown.select() : getSelection().selectAllChildren(shown));
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Without HTTPS there is no clipboard API, but the old way still copies the selection.
      select();
      document.execCommand("copy");
    }
    const label = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = label), 2000);
  });
  shown.addEventListener("focus", select);
}

for (const button of document.querySelectorAll("[data-send]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const { title, text, send } = button.dataset;
    navigator.share(text ? { title, text } : { title, url: send }).catch(() => {});
  });
}
