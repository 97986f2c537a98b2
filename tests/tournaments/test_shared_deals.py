"""Shared deals: the tables of a round have the same cards, and open together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client

from games.ledger import store
from games.models import AuditRun, Game
from games.officials.looks import LIVE
from games.play.seating import join_game
from games.players.models import Player
from games.players.services import create_guest, issue_token
from games.proofs.runs import audit_once, to_audit, unaudited_games
from games.search.models import SearchTerm
from games.search.services import index_finished
from games.tournaments import services
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.deal_seeds import deal_seed
from tests.api.client import Caller, guest
from tests.tournaments.evenings import Evening, resign, table_games_start
from tests.tournaments.test_archive import archived, found, judged

pytestmark = [pytest.mark.slow, pytest.mark.rule("tournament.duplicate")]


class SharedEvening(Evening):
    """An evening of shared deals, whose seeds need no shares."""

    def __init__(self, players: int, **terms: Any) -> None:
        super().__init__(players, **({"deals": "shared"} | terms))

    def sit(self, table: int) -> Game:
        game = self.game(table)
        for seat in game.seat_set.order_by("number"):
            if seat.player is not None:
                join_game(game_id=game.pk, player=seat.player)
        table_games_start(game)
        return Game.objects.get(pk=game.pk)


@pytest.fixture
def evening(editions: None) -> SharedEvening:
    evening = SharedEvening(8)
    evening.begin()
    return evening


def token(player: Player, *scopes: str) -> Caller:
    return Caller(issue_token(player=player, scopes=scopes, label="test")[1])


def zones(game: Game) -> dict[str, tuple[str, ...]]:
    return dict(store.state_at(game, 1).zones)


def test_tables_of_as_many_seats_have_the_same_cards_and_others_not(editions: None) -> None:
    evening = SharedEvening(7)
    for nth in (1, 2):
        evening.begin()
        four, three = (evening.sit(one) for one in (1, 2))
        assert zones(four) != zones(three)
        seed = bytes(evening.tournament.seed)
        for game in (four, three):
            assert bytes(game.server_seed) == deal_seed(seed, nth, game.seats)
        for one in (four, three):
            for number in range(one.seats - 1):
                resign(one, number)
        evening.tend()
        evening.act(acts.CloseRound())
    again = SharedEvening(8)
    again.begin()
    assert zones(again.sit(1)) == zones(again.sit(2))
    assert again.game(1).commitment == again.game(2).commitment
    assert bytes(again.game(1).seed) == bytes(again.game(2).seed)


def test_a_table_that_is_played_again_keeps_its_cards(evening: SharedEvening) -> None:
    before = evening.sit(1)
    evening.act(acts.Restart(1))
    evening.tend()
    after = evening.sit(1)
    assert after.pk != before.pk and zones(after) == zones(before)
    before.refresh_from_db()
    assert before.status == "over" and not before.is_opened


def test_shared_deals_are_public_when_the_round_is_closed_and_not_before(editions: None) -> None:
    shared = {"deals": "shared"}
    made = guest("Olga").post("tournaments/", {"name": "A", "variant": "avengers"} | shared)
    assert made.status == 201 and made.json["setup"]["deals"] == "shared"
    for delay in (0, 10):
        terms = {"name": "B", "variant": "avengers", "delay": delay} | shared
        refused = guest("Olga").post("tournaments/", terms)
        assert refused.status == 400 and refused.json["errors"][0]["pointer"] == "/delay"


# ---- what is hidden although a game is over


def seats(game: Game) -> list[Player]:
    return [one.player for one in game.seat_set.order_by("number") if one.player]


def paths(game: Game) -> list[str]:
    """What may be read of a game by its API."""
    last = game.seq
    return [
        "", "events/?limit=200", f"events/{last}/", "events/1/", "position/", "position/?at=1",
        f"position/?at={last}&include=table", f"position/diff/?from=1&to={last}", "prompts/",
        "prompts/?include=table,since,cards", "log/?limit=200", "refusals/", "audit/",
        "audit/bundle/", "picture.svg", "position/?as=seat:1", "position/?as=seat:0",
        "events/?as=seat:0&limit=200",
        "position/?as=seat:0&include=table", "position/?as=full",
        "events/?as=full", "audit/bundle/?as=full", "audit/bundle/?as=seat:0",
    ]  # fmt: skip


def pages(game: Game) -> list[str]:
    key = game.pk
    return [f"/audit/games/{key}/", f"/audit/games/{key}/sheet/", f"/audit/games/{key}/bundle/",
            f"/audit/games/{key}/log.txt", f"/audit/games/{key}/log.csv", "/audit/",
            f"/play/{key}/", f"/play/{key}/replay/"]  # fmt: skip


def secrets(game: Game) -> set[str]:
    """What no reply may have: seeds, and the order of the piles as JSON."""
    zones_of = zones(game)
    hidden = [zones_of["draw"], *(zones_of[f"hand:{seat}"] for seat in range(1, game.seats))]
    listed = {json.dumps(list(one), separators=(",", ":")) for one in hidden}
    return {bytes(game.seed).hex(), bytes(game.server_seed).hex(), *listed}


def arbiter(name: str) -> tuple[Player, Client]:
    """An auditor and arbiter of the staff without any grant, with a browser."""
    player, _, _ = create_guest(name=name)
    user = player.user
    user.is_staff = True
    user.save()
    codename = LIVE.partition(".")[2]
    user.user_permissions.add(Permission.objects.get(codename=codename))
    client = Client()
    client.force_login(get_user_model().objects.get(pk=user.pk))
    return player, client


def test_nothing_of_a_game_opens_while_its_round_goes_on(evening: SharedEvening) -> None:
    evening.play(1)
    evening.tend()
    game = evening.game(1)
    assert game.status == "over" and game.is_held and not game.is_opened
    own, (judge, staff) = seats(game)[0], arbiter("Ada")
    other = seats(evening.game(2))[0]
    owner = Client()
    owner.post(f"/t/claim/{services.claim_code(evening.entrants[own_entry(evening, own)])}/")
    callers = [
        token(own, "game:play"),
        token(own, "game:play", "audit:read"),
        token(other, "game:play"),
        token(other, "game:play", "audit:read"),
        token(judge, "audit:read", "audit:live"),
        Caller(),
    ]
    index_finished()
    audit_once(game.pk)
    assert not AuditRun.objects.exists() and game.pk not in set(unaudited_games())
    assert game not in to_audit() and not SearchTerm.objects.exists()
    hidden = secrets(game)
    tags: dict[tuple[int, str], str] = {}
    for nth, caller in enumerate(callers):
        for path in paths(game):
            reply = caller.get(f"games/{game.pk}/{path}")
            told = reply.raw.decode() + str(reply.headers)
            assert not [one for one in hidden if one in told], (nth, path)
            assert reply.status < 500 and reply.status != 400, (path, reply.raw)
            if nth > 1:
                assert reply.status in (401, 403, 404), (nth, path, reply.status)
            if nth < 2 and path in ("audit/", "audit/bundle/?as=full", "position/?as=seat:1"):
                assert reply.status in (403, 409), (path, reply.status)
            if "ETag" in reply.headers:
                tags[nth, path] = reply.headers["ETag"]
            assert "31536000" not in reply.headers.get("Cache-Control", "")
        assert str(game.pk) not in caller.get("games/").raw.decode() or nth < 2
    for client in (owner, staff, Client()):
        for address in pages(game):
            response = client.get(address)
            text = (
                b"".join(response.streaming_content)  # type: ignore[arg-type]
                if response.streaming
                else response.content
            ).decode()
            assert not [one for one in hidden if one in text], address
            assert response.status_code < 500
    for one in archive_texts():
        assert not [each for each in hidden if each in one]
    before = {path: callers[0].get(f"games/{game.pk}/{path}").raw for path in paths(game)}

    evening.play(2)
    evening.tend()
    evening.act(acts.CloseRound())
    opened = Game.objects.get(pk=game.pk)
    assert opened.is_opened and not opened.is_held
    for (nth, path), tag in tags.items():
        reply = callers[nth].get(f"games/{game.pk}/{path}", If_None_Match=tag)
        if nth == 0 and callers[nth].get(f"games/{game.pk}/{path}").raw != before[path]:
            assert reply.status == 200, path
    assert Caller().get(f"games/{game.pk}/").json["seed"] == bytes(game.seed).hex()
    bundle = Caller().get(f"games/{game.pk}/audit/bundle/").json
    assert bundle["view"] == "full" and bundle["seed"] == bytes(game.server_seed).hex()
    index_finished()
    assert SearchTerm.objects.filter(game=game).exists()
    assert Caller().get(f"games/{game.pk}/audit/").json["verdict"] == "pass"
    audit_once(game.pk)
    assert Game.objects.get(pk=game.pk).is_audited


def own_entry(evening: Evening, player: Player) -> int:
    return next(at for at, one in enumerate(evening.entrants) if one.player_id == player.pk)


def archive_texts() -> list[str]:
    from io import BytesIO
    from zipfile import ZipFile

    with ZipFile(BytesIO(archived())) as archive:
        return [archive.read(name).decode() for name in archive.namelist()]


# ---- what the verifier says of them


def played(evening: Evening) -> None:
    for number, _ in enumerate(evening.state.rounds[-1].tables, 1):
        evening.play(number)
    evening.tend()
    evening.act(acts.CloseRound())


def test_the_archive_of_shared_deals_passes_and_another_seed_is_found(
    editions: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    evening = SharedEvening(8, rounds=1)
    evening.begin()
    played(evening)
    assert judged(archived(), tmp_path) == 4
    assert "deal" not in capsys.readouterr().out
    evening.act(acts.Finish())
    assert judged(archived(), tmp_path) == 0
    assert "shuffles fair" in capsys.readouterr().out


@pytest.mark.parametrize("is_over", [False, True])
def test_a_game_with_another_seed_is_named(
    editions: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_over: bool,
) -> None:
    from games.tournaments import table_games

    evening = SharedEvening(8, rounds=1)
    evening.act(acts.CloseEntries(), acts.Pair(), acts.Publish(), acts.StartRound())
    table_games.open_table(evening.tournament.pk, 1)
    monkeypatch.setattr(table_games, "deal_seed", lambda *_: bytes(32))
    table_games.open_table(evening.tournament.pk, 2)
    monkeypatch.undo()
    played(evening)
    if is_over:
        evening.act(acts.Finish())
    judged(archived(), tmp_path, "--json")
    named = set(found(capsys.readouterr().out))
    tables = {"round 1, table 2: deal"} | (set() if is_over else {"round 1, table 1: deal"})
    assert named == tables


def test_two_games_of_own_deals_do_not_have_one_seed(
    editions: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from games.play import seating

    evening = Evening(8, rounds=1)
    monkeypatch.setattr(seating, "fresh_seed", lambda: bytes(32))
    evening.begin()
    monkeypatch.undo()
    played(evening)
    evening.act(acts.Finish())
    judged(archived(), tmp_path, "--json")
    assert set(found(capsys.readouterr().out)) == {
        "round 1, table 1: deal", "round 1, table 2: deal",
    }  # fmt: skip
