
// ---- without any server: these files lie on a host that only hands them out, and the phone itself answers every address

const ANSWERS = ["always", "answers", "serverless"];

/** The pack that answers a path here; what none answers, `pages` says in words. */
const hereOf = (path) => ANSWERS.map((which) => packOf(path, which)).find(Boolean);

/** A style sheet as it is kept: with the path that these files are below, which only the phone knows. */
async function placed(name, answer) {
  if (!name.endsWith(".css")) return answer;
  return new Response((await answer.text()).replaceAll(`/${SHELL.below}`, ROOT), { headers: { "Content-Type": "text/css; charset=utf-8" } });
}

/** What this browser reads first, of the languages that the pages have. */
function preferred() {
  const tags = (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  return tags.find((tag) => Object.hasOwn(DESK.packs.engine.words, tag)) ?? SHELL.language;
}

/** A file by the address that it is asked for; the host is only asked where this phone has lost it. */
function fileFor(request, path) {
  const below = path.slice(ROOT.length);
  if ([...SHELL.kit, ...SHELL.optional, ...SHELL.files, ...SHELL.beside].includes(path)) return kept(request, path);
  if (!below.startsWith("/static/")) return null;
  const name = below.replace(/^\/static\/(@\w+\/)?/, "");
  if (SHELL.statics.includes(name)) return kept(request, rooted(`/static/${name}`));
  return name.includes("+") ? joined(request, name, true) : null;
}

async function withoutServer(request, { pathname }) {
  const file = await fileFor(request, pathname);
  if (file) return file;
  if (pathname === rooted("/index.html")) return Response.redirect(new URL(rooted("/"), location.origin), 302);
  try {
    return await answered(request, hereOf(pathname) ?? "pages");
  } catch (error) {
    console.error(error);
    return new Response(SHELL.sorry, { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
