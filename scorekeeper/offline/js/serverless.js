// Drawing layer. The app without a server.

// ---- an app without a server: a static host serves these files, and the phone answers every request

const ANSWERS = ["always", "answers", "serverless"];

/** Return the pack that answers a path here, if any. Otherwise `pages` shows a message. */
const hereOf = (path) => ANSWERS.map((which) => packOf(path, which)).find(Boolean);

/** Return a style sheet with the path of these files, which only the phone knows. */
async function placed(name, answer) {
  if (!name.endsWith(".css")) return answer;
  return new Response((await answer.text()).replaceAll(`/${SHELL.below}`, ROOT), { headers: { "Content-Type": "text/css; charset=utf-8" } });
}

/** Return the browser's preferred language among the supported ones. */
function preferred() {
  const tags = (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  return tags.find((tag) => Object.hasOwn(DESK.packs.engine.words, tag)) ?? SHELL.language;
}

/** Return a file by its URL. The host is asked only for files that this phone has lost. */
function fileFor(request, path) {
  const below = path.slice(ROOT.length);
  if ([...SHELL.kit, ...SHELL.optional, ...SHELL.files, ...SHELL.beside].includes(path)) return kept(request, path);
  if (!below.startsWith("/static/")) return null;
  const name = below.replace(/^\/static\/(@\w+\/)?/, "");
  if (SHELL.statics.includes(name)) return kept(request, rooted(`/static/${name}`));
  return name.includes("+") ? joined(request, name, true) : null;
}

async function withoutServer(request, { pathname, search }) {
  const file = await fileFor(request, pathname);
  if (file) return file;
  if (pathname === rooted("/index.html")) return Response.redirect(new URL(rooted("/"), location.origin), 302);
  try {
    const name = hereOf(pathname) ?? "pages";
    const first = request.method === "GET" && pathname === rooted("/") && !search;
    return await (first ? drawnFirst(request, name) : answered(request, name));
  } catch (error) {
    console.error(error);
    return new Response(SHELL.sorry, { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
