// Play a whole game against bots with the types that openapi-typescript generates.
//
// node play_game.ts http://127.0.0.1:8000 avengers

import createClient from "openapi-fetch";

import type { components, paths } from "./generated/schema.d.ts";

type Schemas = components["schemas"];
type Media = "application/json" | "application/problem+json";

const POLLS = 2000;
const POLL_MILLISECONDS = 50;
const MOVES = 2000;

const SEATS: Record<Schemas["VariantCode"], Schemas["SeatBody"][]> = {
  avengers: [{ kind: "me" }, { kind: "bot", bot: "random" }, { kind: "bot", bot: "random" }],
  xmen: [{ kind: "me" }, { kind: "bot", bot: "random" }],
  ultimate: [{ kind: "me", hero: "hulk" }, { kind: "bot", bot: "random" }],
};

const OPTIONS: Record<Schemas["VariantCode"], Schemas["GameOptions"]> = {
  avengers: { rounds: 1, draw_four: "challenge" },
  xmen: {},
  ultimate: { first_seat: 0 },
};

function isVariant(name: string): name is Schemas["VariantCode"] {
  return name in SEATS;
}

function never(value: never): never {
  throw new Error(`not in the description: ${JSON.stringify(value)}`);
}

/** Name what a prompt asks for: the kinds of prompt are a closed list. */
function question(prompt: Schemas["Prompt"]): string {
  switch (prompt.kind) {
    case "turn":
    case "drawn":
    case "again":
      return "a move";
    case "color":
    case "player":
    case "character":
    case "card":
    case "mode":
    case "confirm":
    case "challenge":
      return `an answer to ${prompt.source ?? prompt.rule}`;
    default:
      return never(prompt.kind);
  }
}

/** Say in a few words what happened; facts are told apart by their tag. */
function line(fact: Schemas["Fact"]): string {
  switch (fact.fact) {
    case "cards-moved":
      return `${fact.verb} ${fact.cards === null ? fact.count : fact.cards.join(" ")}`;
    case "lasting-began":
      return `${fact.effect.card} until ${fact.effect.until} ${fact.effect.bound?.length ?? 0}`;
    case "game-ended":
      return `ended: ${fact.why}`;
    default:
      return fact.fact;
  }
}

async function play(url: string, variant: Schemas["VariantCode"]): Promise<void> {
  const guest = await createClient<paths, Media>({ baseUrl: url }).POST("/api/v1/players/", {
    body: { name: "Typed" },
  });
  if (guest.data === undefined) throw new Error(guest.error.code);
  const headers = { Authorization: `Bearer ${guest.data.token.secret}` };
  const client = createClient<paths, Media>({ baseUrl: url, headers });

  const made = await client.POST("/api/v1/games/", {
    body: { variant, seats: SEATS[variant], options: OPTIONS[variant], start: true },
  });
  if (made.data === undefined) throw new Error(made.error.detail);
  const path = { game_id: made.data.id };

  let moves = 0;
  for (let polls = 0; polls < POLLS && moves < MOVES; polls += 1) {
    const open = await client.GET("/api/v1/games/{game_id}/prompts/", { params: { path } });
    if (open.data === undefined) throw new Error(open.error.code);
    const prompt = open.data.prompts.at(-1);
    if (prompt === undefined) break;
    const options = prompt.options ?? [];
    const option = options[moves % Math.max(options.length, 1)];
    if (option === undefined) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      continue;
    }
    if (moves === 0) {
      const checked = await client.POST("/api/v1/games/{game_id}/moves/check/", {
        params: { path },
        body: option.body,
      });
      if (checked.data?.legal !== true) throw new Error("an option is not legal");
    }
    const sent = await client.POST("/api/v1/games/{game_id}/moves/", {
      params: { path, header: { "If-Match": `"${open.data.seq}"` } },
      body: option.body,
    });
    if (sent.data === undefined) {
      if (sent.error.code === "stale_seq") continue;
      throw new Error(`${question(prompt)}: ${sent.error.detail}`);
    }
    if (sent.data.events.length === 0) throw new Error("a move without events");
    moves += 1;
  }

  const game = await client.GET("/api/v1/games/{game_id}/", { params: { path } });
  if (game.data === undefined) throw new Error("no game");
  if (game.data.status !== "over" || game.data.result === null) throw new Error("not over");
  const page = await client.GET("/api/v1/games/{game_id}/events/", {
    params: { path, query: { after: game.data.seq - 1 } },
  });
  if (page.data === undefined) throw new Error(page.error.code);
  const last = page.data.results.flatMap((event) => event.facts).map(line);
  console.log(
    JSON.stringify({ variant, moves, seq: game.data.seq, result: game.data.result, last }),
  );
}

const [url, variant] = process.argv.slice(2);
if (url === undefined || variant === undefined || !isVariant(variant)) {
  throw new Error("usage: node play_game.ts URL avengers|xmen|ultimate");
}
await play(url, variant);
