// A game with a correction and a small tournament, by the types that openapi-typescript makes of the API's document.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

const api = env("API");
const headersOf = (secret?: string) => (secret ? { Authorization: `Bearer ${secret}` } : {});
const clientOf = (secret?: string) => createClient<paths>({ baseUrl: api, headers: headersOf(secret) });
const names = ["Aline", "Benoît", "Claire", "Denis", "Édith", "Fernand", "Gisèle", "Hervé"];

function env(name: string): string {
  const found = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process.env[name];
  if (!found) throw new Error(`${name} is not set`);
  return found;
}

function answered<T>(answer: { data?: T; error?: { code: string; detail: string } }): T {
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.detail}`);
  return answer.data as T;
}

async function playGame() {
  const header = { format: "scorekeeper-game/2", rules: "standard", players: names.slice(0, 4), first_dealer: 0 } as const;
  const game = answered(await clientOf().POST("/games", { body: header }));
  const scorer = clientOf(game.links.score?.token);
  const hand = { contractor: 0, bid: 75, points: [85, 15], trump: "H" } satisfies components["schemas"]["Played"];
  const params = { path: { game: game.id }, header: { "If-Match": `"${game.revision}"`, "Idempotency-Key": "hand-one" } };
  const first = answered(await scorer.POST("/games/{game}/events", { params, body: hand }));
  const entry = first.entry?.entry ?? 0;
  const again = { path: { game: game.id, entry }, header: { "If-Match": `"${first.revision}"` } };
  const body = { ...hand, bid: 90 };
  const second = answered(await scorer.PUT("/games/{game}/events/{entry}", { params: again, body }));
  const stale = await scorer.PUT("/games/{game}/events/{entry}", { params: again, body: hand });
  const read = answered(await scorer.GET("/games/{game}", { params: { path: { game: game.id } } }));
  return { first: first.scores, second: second.scores, stale: stale.error?.code, corrected: read.entries[0]?.corrected };
}

async function playTournament() {
  const desk = clientOf(env("TOKEN"));
  const setup = { name: "Mardi", day: "2026-12-01", method: "swiss", options: { rounds: 2 }, rules: "standard" } as const;
  const club = { path: { club: Number(env("CLUB")) } };
  const made = answered(await desk.POST("/clubs/{club}/tournaments", { params: club, body: setup }));
  let revision = made.revision;
  const header = () => ({ "If-Match": `"${revision}"` });
  const path = { tournament: made.id };
  const entrants = [0, 2, 4, 6].map((k) => ({ players: names.slice(k, k + 2) }));
  const params = { path, header: header() };
  revision = answered(await desk.POST("/tournaments/{tournament}/entrants", { params, body: { entrants } })).revision;
  for (const round of [1, 2]) {
    const pair = { params: { path, header: header() } };
    revision = answered(await desk.POST("/tournaments/{tournament}/draft", pair)).revision;
    const publish = { params: { path, header: header() } };
    revision = answered(await desk.POST("/tournaments/{tournament}/draft/publish", publish)).revision;
    for (const table of [1, 2]) {
      const result = { params: { path: { ...path, round, table }, header: header() }, body: { scores: [345, 100 * table] } };
      const address = "/tournaments/{tournament}/rounds/{round}/tables/{table}/result";
      revision = answered(await desk.PUT(address, result)).revision;
    }
  }
  const finish = { params: { path, header: header() }, body: { status: "finished" } } as const;
  answered(await desk.PUT("/tournaments/{tournament}/status", finish));
  const read = answered(await clientOf().GET("/tournaments/{tournament}/standings", { params: { path } }));
  return read.standings.map((row) => row.rank);
}

console.log(JSON.stringify({ game: await playGame(), ranks: await playTournament() }));
