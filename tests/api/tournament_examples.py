"""Examples of what the API takes and returns of tournaments, from a night of seven entries."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from games.api.openapi.components import name_of
from games.messages.tournament_messages import TournamentActRequest
from games.tournaments import table_games
from games.tournaments.models import Tournament
from tests.api.client import Caller

_ABOUT = {"reason": "So decided."}
_ENTRY = {"entry": 3}
_TABLE = {"table": 1}

_ACTS: dict[str, dict[str, Any]] = {
    "name-staff": {"player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c", "role": "score"},
    "issue-claim": _ENTRY,
    "seed": _ENTRY | {"number": 1},
    "check-in": _ENTRY,
    "drop": _ENTRY,
    "return": _ENTRY,
    "swap": {"one": 3, "other": 5} | _ABOUT,
    "set-table": _TABLE | {"seats": [5, 2, 7]} | _ABOUT,
    "move": _ENTRY | {"table": 2} | _ABOUT,
    "mark-absent": _ENTRY | _ABOUT,
    "restart": _TABLE | _ABOUT,
    "add-time": {"seconds": 300},
    "record": _TABLE | {"round": 1, "places": [2, 1, 3]} | _ABOUT,
    "penalise": _ENTRY | {"penalty": "warning", "rule": "tournament.no-show"} | _ABOUT,
    "appeal": _ENTRY | {"text": "The clock stood."},
    "decide-appeal": {"appeal": 1, "upheld": True} | _ABOUT,
    "announce": {"text": "Round 2 begins at nine."},
}
"""The members of the acts that have any."""

_KINDS = {
    one.__struct_config__.tag: name_of(one.__name__) for one in get_args(TournamentActRequest)
}

BODIES: dict[str, Any] = {
    "TournamentBody": {
        "name": "Tuesday night",
        "variant": "avengers",
        "options": {"rounds": 1, "target_score": None},
        "final": 4,
        "minutes": 30,
    },
    "EntryBody": {"name": "Zoé", "there": True},
    "ClaimBody": {"code": "WDJBMJHT"},
    "TournamentActBody": {"act": "pair"},
} | {name: {"act": act} | _ACTS.get(act, {}) for act, name in _KINDS.items()}


def tournament_examples(head: Caller) -> Iterator[tuple[str, Any]]:
    """Yield the replies of a night, and the parts of them, by the names of their components."""
    path = f"tournaments/{head.post('tournaments/', BODIES['TournamentBody']).json['code']}/"
    for one in ("Zoé", "Ada", "Noor", "Émile", "Kim", "Li", "Sam"):
        entered = Caller().post(f"{path}entries/", {"name": one, "there": True}).json
    yield "Entered", entered | {"claim": "WDJBMJHT"}
    yield "Claim", Caller().post("tournaments/claims/", {"code": entered["claim"]}).json

    def act(name: str) -> Any:
        return head.post(f"{path}acts/", {"act": name}).json

    for name in ("close-entries", "pair", "publish", "start-round"):
        told = act(name)
    yield "TournamentAct", told
    checked = head.post(f"{path}acts/check/", {"act": "drop", "entry": 3})
    yield "ForeseenTournamentAct", checked.json
    table_games.tend(Tournament.objects.get().pk)
    listed = head.get("tournaments/").json
    yield "Tournaments", listed
    yield "TournamentSummary", listed["results"][0]
    seen = head.get(path).json
    yield "Tournament", seen
    yield "TournamentSetup", seen["setup"]
    yield "TournamentStaff", seen["staff"][0]
    yield "TournamentEntry", seen["entries"][0]
    yield "RoundTable", seen["tables"][0]
    yield "TournamentSeat", seen["tables"][0]["seats"][0]
    yield "TournamentMe", seen["me"]
    yield "TournamentRound", head.get(f"{path}rounds/1/").json
    yield "WatchedTable", head.get(f"{path}rounds/1/tables/1/").json
    standings = head.get(f"{path}standings/").json
    yield "Standings", standings
    yield "Standing", standings["results"][0]
    rows = head.get(f"{path}events/?after=1&limit=1").json
    yield "TournamentEvents", rows
    yield "TournamentEvent", rows["results"][0]
    yield "TournamentChanged", {"seq": rows["seq"]}


def steady_codes(found: dict[str, Any]) -> dict[str, Any]:
    """Return the examples with the code of a tournament that each run has."""
    text = msgspec.json.encode(found).decode()
    code = found["TournamentSummary"]["code"]
    steady: dict[str, Any] = msgspec.json.decode(text.replace(code, "BCDFGHJK"))
    return steady
