"""What the API's documentation says before its first operation."""

from typing import Final

API_TEXT: Final = """
A referee for UNO Marvel games, over HTTP, that can prove that it played fair. A client that
knows no cards can play: `prompts/` has every legal answer with the exact body to POST to `moves/`.

**Begin**: `POST /api/v1/players/` makes you a guest and shows a token once. Send it with all
other requests: `Authorization: Bearer fd_…`. Then `POST /api/v1/games/` with
`{"variant": "avengers", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
"start": true}`.

**One number**: the `seq` of an event (1, 2, 3 … within its game) is the cursor of its pages, the
`ETag` of the game, the `If-Match` of a move, the position to look back at (`?at=`) and the event's
own address.

**Commands**: what a 2xx reply tells has happened, and it tells all that the command caused. Send
`If-Match: "41"`, or the `ETag` of any reply about the game, to build on what you have seen: 412
brings the events that you missed. Send an
`Idempotency-Key` to be able to send a request again: it is carried out once. Keys of moves
are stored with the game, all others for a day.

**Errors** are problem documents (RFC 9457, `application/problem+json`): `code` never changes,
`title` and `detail` follow `Accept-Language` (en, fr-CA), `rule` is the rule that refused, `errors`
points at what is wrong with the input. What you may not see is 404.

**Cards and seats**: a card is a code such as `red-5`, the same for all copies of it; a seat is
0, 1, 2 … clockwise. A hidden card is never there, only how many there are.

**Times** are RFC 3339 in UTC with milliseconds. **Lists** give the address of their `next` page.
**Polling**: send the `ETag` of `prompts/`, `position/` or `events/` back as `If-None-Match`: 304 if
there is nothing new. **Browsers**: pages of any origin may call the API with a token (CORS).
**Limits** are in `RateLimit` and `RateLimit-Policy` on every reply, in units per window; moves have
a bucket of their own. Most requests cost 1 unit; `POST audit/` and `schema/` cost 10; the verdict,
the bundle, and events or the log as a whole 5; a ruling 2; a page of more than 100 entries 2.
Starting a game with bots also counts the running games with bots of the player and of the address,
and those of bots only (`bot-games-player`, `bot-games-address`, `bot-tables-player`,
`bot-tables-address`): one too many is `too_many_bot_games`.

Ignore the members and the facts that you do not know: within v1 there will be more of them.
"""

API_TAGS: Final = [
    {"name": "about", "description": "Where to begin, and what can go wrong."},
    {"name": "players", "description": "Guests, yourself, tokens."},
    {"name": "catalog", "description": "What can be played, with which cards, by which rules."},
    {"name": "bots", "description": "The bots on offer."},
    {"name": "games", "description": "Tables: made, joined, left, started."},
    {"name": "play", "description": "What a game waits for, and the moves that answer."},
    {"name": "history", "description": "What has happened, and the table as it was."},
    {"name": "direct", "description": "What organisers do to games."},
    {"name": "audit", "description": "What proves that a game was played fair."},
]
