"""The admin of games is read-only, and shows nothing hidden."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import IllegalMove, Pass, Play
from games.ledger import store
from games.ledger.rows import now
from games.models import AuditFinding, AuditRun, Game, MoveEvent, Refusal
from games.officials.grants import grant
from games.players.models import Player
from tests.games.tables import begun, guest, make, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("organiser"))
    return client


def page(client: Client, model: str, key: object = "", query: str = "") -> str:
    name = f"admin:games_{model}_" + ("change" if key else "changelist")
    response = client.get(reverse(name, args=[key] if key else []) + query)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_a_game_is_shown_without_its_seed(organiser: Client, running: Game) -> None:
    assert str(running.pk) in page(organiser, "game")
    shown = page(organiser, "game", running.pk)
    assert running.commitment in shown
    assert "Alice" in shown
    for seed in (running.secret, bytes(running.server_seed)):
        for form in (seed.hex(), str(seed)):
            assert form not in shown


def test_a_row_is_shown_with_its_rulings_as_the_public_knows_it(
    organiser: Client, running: Game
) -> None:
    game = play_on(running, seed=31, moves=3)
    assert "common." in page(organiser, "moveevent", query=f"?game__id__exact={game.pk}")
    first = MoveEvent.objects.get(game=game, seq=1)
    shown = page(organiser, "moveevent", first.pk)
    assert first.digest in shown
    dealt = re.findall(r'"verb": "deal".*?\}', shown, re.DOTALL)
    assert len(dealt) == 2
    assert all('"cards": null' in one for one in dealt)
    over = play_on(game, seed=32)
    assert over.status == Game.Status.OVER
    assert '"cards": null' not in page(organiser, "moveevent", first.pk)


def test_a_refused_move_is_shown_without_its_cards(organiser: Client, running: Game) -> None:
    seat = store.load(running).prompts[-1].seat
    with pytest.raises(IllegalMove):
        make(running, Play(1 - seat, "wild-draw-four"))
    refusal = Refusal.objects.get()
    shown = page(organiser, "refusal", refusal.pk)
    assert "hidden until the game opens" in shown
    assert "wild-draw-four" not in shown


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


LISTS = ["game", "moveevent", "refusal", "auditrun", "auditfinding"]


def test_a_list_costs_as_many_queries_however_long_it_is(organiser: Client, alice: Player) -> None:
    def add() -> None:
        game = play_on(begun(alice, guest("Bob")), seed=33, moves=5)
        seat = store.load(game).prompts[-1].seat
        with pytest.raises(IllegalMove):
            make(game, Play(1 - seat, "wild-draw-four"))
        run = AuditRun.objects.create(batch=uuid4(), game=game, seq=game.seq, created_at=now())
        AuditFinding.objects.create(run=run, question="sealed", code="altered", first=1, last=1)

    add()
    addresses = [reverse(f"admin:games_{name}_changelist") for name in LISTS]
    short = [queries_of(organiser, address) for address in addresses]
    for _ in range(3):
        add()
    assert [queries_of(organiser, address) for address in addresses] == short
    assert MoveEvent.objects.count() == 24
    assert max(short) <= 11


@pytest.mark.parametrize("model", ["game", "moveevent", "refusal"])
def test_nothing_can_be_added_changed_or_deleted(
    organiser: Client, running: Game, model: str
) -> None:
    key = running.pk if model == "game" else MoveEvent.objects.get(seq=1).pk
    assert organiser.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert organiser.post(reverse(f"admin:games_{model}_delete", args=[key])).status_code in (
        302,
        403,
    )
    assert organiser.post(reverse(f"admin:games_{model}_change", args=[key])).status_code in (
        302,
        403,
    )
    assert MoveEvent.objects.count() == Game.objects.get().seq == 1


def test_the_address_of_a_list_cannot_ask_for_what_the_list_does_not_show(
    organiser: Client, running: Game
) -> None:
    asked = {
        "game": ["seed__isnull=0", "events__facts__contains=red"],
        "moveevent": [
            "facts__contains=red-5", "facts__regex=.", "signed__startswith=a", "move__gt=a",
            "actor__contains=x", "game__seed__gt=0", "game__refusals__move__contains=red",
        ],
        "refusal": [
            "move__contains=red-5", "params__contains=red", "before__contains=red",
            "rule=common.draw", "code=bluff_refused", "code__startswith=b",
            "game__events__facts__contains=red",
        ],
    }  # fmt: skip
    for model, queries in asked.items():
        address = reverse(f"admin:games_{model}_changelist")
        for query in queries:
            assert organiser.get(f"{address}?{query}").status_code == 400, query
        assert organiser.get(address).status_code == 200
    rows = reverse("admin:games_moveevent_changelist")
    assert organiser.get(f"{rows}?game__id__exact={running.pk}").status_code == 200
    for one in (games := reverse("admin:games_game_changelist"), rows):
        assert organiser.get(f"{one}?game__id__exact={running.pk}&o=-2").status_code == 400
    for query in (
        "status__exact=running",
        "variant__exact=avengers",
        "created_at__gte=2026-01-01T00:00:00Z",
    ):
        assert organiser.get(f"{games}?{query}").status_code == 200, query


def test_by_which_rule_a_move_was_refused_reveals_a_hand_and_is_shown_when_the_game_opens(
    organiser: Client, running: Game
) -> None:
    seat = store.load(running).prompts[-1].seat
    with pytest.raises(IllegalMove):
        make(running, Pass(seat))
    refusal = Refusal.objects.get()
    for shown in (page(organiser, "refusal", refusal.pk), page(organiser, "refusal")):
        assert str(running.pk) in shown
        assert "common.draw" not in shown
        assert "nothing_drawn" not in shown
    play_on(running, seed=32)
    for shown in (page(organiser, "refusal", refusal.pk), page(organiser, "refusal")):
        assert "common.draw" in shown
        assert "nothing_drawn" in shown


@pytest.mark.parametrize(
    "model", ["games_game", "games_auditrun", "games_auditfinding", "officials_grant"]
)
def test_rows_are_found_by_the_beginning_of_an_id(
    organiser: Client, running: Game, model: str
) -> None:
    run = AuditRun.objects.create(batch=uuid4(), game=running, seq=1, created_at=now())
    AuditFinding.objects.create(run=run, question="sealed", code="altered", first=1, last=1)
    grant(player=guest("Olga"), scope=running)
    address = reverse(f"admin:{model}_changelist")
    other = "0000" if not str(running.pk).startswith("0000") else "ffff"
    for term, found in ((str(running.pk)[:6], 1), (other, 0)):
        shown = organiser.get(f"{address}?q={term}")
        assert len(shown.context_data["cl"].result_list) == found  # type: ignore[attr-defined]
