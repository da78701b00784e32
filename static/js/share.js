// Copying and sending a link, where the browser can.
for (const button of document.querySelectorAll("[data-copy]")) {
  const input = button.closest(".share-link, .invitation").querySelector(".address");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Without HTTPS there is no clipboard: the old way still copies what is selected.
      input.select();
      document.execCommand("copy");
    }
    const label = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = label), 2000);
  });
  input.addEventListener("focus", () => input.select());
}

for (const button of document.querySelectorAll("[data-send]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: button.dataset.title, url: button.dataset.send }).catch(() => {});
  });
}
