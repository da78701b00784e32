// While papers are being made: asks how far they are, until they are done.

const EVERY = 800;

const part = () => document.getElementById("documents-job");

async function look() {
  try {
    const answer = await fetch(location.pathname, { headers: { "X-Fragment": "1" }, cache: "no-store" });
    if (answer.ok) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      part().replaceWith(fresh.content.querySelector("#documents-job"));
    }
  } catch {
    // The network went away: asked again below.
  }
  watch();
}

function watch() {
  if (part()?.hasAttribute("data-working")) setTimeout(look, EVERY);
}

watch();
