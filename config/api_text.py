"""The introduction and the tags of the API's documentation."""

from typing import Final

from cards.language import LANGUAGES

_TEXT: Final = """
A game server for UNO Marvel games, over HTTP, that can prove that each game was played by the
rules. A client needs no knowledge of the cards: `prompts/` lists every legal answer with the exact
body to POST to `moves/`.

**Getting started**: `POST /api/v1/players/` creates a guest and returns a token, which is shown
only once. Send it with all other requests: `Authorization: Bearer fd_…`. Then create a game with
`POST /api/v1/games/` and
`{"variant": "avengers", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
"start": true}`.

**Sequence numbers**: events are numbered 1, 2, 3 … within their game. This `seq` is the cursor of
pages of events, the `ETag` of the game, the `If-Match` of a move, the `?at=` of a past position,
and part of the address of the event.

**Commands**: a 2xx response is sent after the change is committed, and contains every event that
the command caused. Send `If-Match: "41"`, or the `ETag` of any response about the game, to refuse
the command if the game has changed since: the 412 response contains the events that you missed.
Send an `Idempotency-Key` to be able to repeat a request: it is carried out once. The keys of moves
are stored with the game, all others for 24 hours. A key belongs to a player, or without a token to
an address; for a response with the secret of a token it belongs to the token that sent the request.

**Errors** are problem documents (RFC 9457, `application/problem+json`): `code` never changes,
`title` and `detail` follow `Accept-Language` (LANGUAGES), `rule` is the rule that refused a move,
and `errors` lists the invalid parts of the input. A resource that you may not see is 404.

**Cards and seats**: a card is a code such as `red-5`, the same for all its copies; a seat is
0, 1, 2 … clockwise. Responses never contain hidden cards, only their number.

**Times** are RFC 3339 in UTC with milliseconds. **Lists** contain the address of the `next` page.
**Streams**: `games/{id}/events/` with `Accept: text/event-stream` sends each event as it is
committed, and the prompts of your seat; `Last-Event-ID` resumes it. `me/events/` is one stream for
all your games. `stream-tickets/` gives the `EventSource` of a browser, which sends no token, an
address that opens one stream. **Polling**:
send the `ETag` of `prompts/`, `position/` or `events/` as `If-None-Match`, to get 304 if nothing
has changed. **Browsers**: pages of any origin may call the API with a token (CORS); pages of this
server may use a session instead (`session/`).
**Every response** has the headers `RateLimit`, `RateLimit-Policy`, `Server-Time` (the clock of
deadlines) and `X-Request-ID`; they are listed below for errors only.
**Rate limits** are in the first two, in units per window; moves have a bucket of their own. Most
requests cost 1 unit; `POST audit/`, `start/`, `schema/`, the bundle and the cards of an edition 10;
the verdict and events as a whole 5; the log as a whole 25; two editions compared 15; a ruling 2; a
page 1 for each 50 entries of its limit, of the log for each 20; why a bot made a move 500.
Starting a game with bots also counts the running games with bots of the player and of the address,
and those of bots only (`bot-games-player`, `bot-games-address`, `bot-tables-player`,
`bot-tables-address`): above a limit the response is `too_many_bot_games`. Bots that think take
processor time: above the number of their seats that the server can serve (`bots/`), the response is
`too_many_thinking_seats`.

**Later releases**: ignore members and facts that you do not know. `docs/versions.md` says what a
release may add or change, and how long what is deprecated stays. Until it goes, its responses have
the headers `Deprecation` and `Sunset`.
"""

API_TEXT: Final = _TEXT.replace("LANGUAGES", ", ".join(LANGUAGES))

API_TAGS: Final = [
    {"name": "about", "description": "The entry point, and the problem types."},
    {"name": "players", "description": "Guests, your own player, tokens."},
    {"name": "catalog", "description": "Variants, editions and their cards, rules."},
    {"name": "bots", "description": "The bots that can take a seat."},
    {"name": "games", "description": "Create, list, join, leave and start games."},
    {"name": "play", "description": "The open prompts of a game, and moves that answer them."},
    {"name": "history", "description": "Past events and positions."},
    {"name": "direct", "description": "Acts of organisers."},
    {"name": "tournaments", "description": "Tournaments: entries, rounds, standings, acts."},
    {"name": "audit", "description": "Proofs that a game was played by the rules."},
]
