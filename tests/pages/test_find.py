"""The list of games: what it finds, and for whom."""

import io
import json
import re
import zipfile
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.rulebook import RULES_VERSION
from games.ledger.rows import now
from games.models import AuditRun, Game
from games.officials.grants import grant
from games.officials.models import Look
from games.players.models import Player
from games.players.services import player_for
from games.proofs.runs import audit_game
from games.search.models import SearchTerm
from games.search.services import index_finished
from tests.games.finished import running as begun
from tests.games.tables import guest, open_game
from tests.own_cache import empty_cache

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
HERE = "/audit/"


def found(address: str = HERE, client: Client | None = None) -> list[str]:
    """The ids of the games on a page of the list."""
    page = (client or Client()).get(address).content.decode()
    return re.findall(r'href="/(?:audit/games|play)/([0-9a-f-]{36})/[^"]*"', page)


def test_the_list_has_every_open_game_newest_first(running: Game, over: Game) -> None:
    assert found() == [str(over.pk), str(running.pk)]


@pytest.mark.parametrize(
    ("query", "is_there"),
    [
        ("variant=avengers", True),
        ("variant=xmen", False),
        ("status=running", True),
        ("status=over", False),
        ("player=ALI", True),
        ("player=Carol", False),
        ("since=2000-01-01", True),
        ("since=2999-01-01", False),
        ("until=2000-01-01", False),
        ("verdict=none", False),
        ("verdict=passed", False),
        ("finding=altered", False),
    ],
)
def test_a_game_is_found_by_what_fits_it(running: Game, query: str, is_there: bool) -> None:
    assert found(f"{HERE}?{query}") == ([str(running.pk)] if is_there else [])


def test_a_game_is_found_by_the_id_of_a_player(running: Game, alice: Player) -> None:
    assert found(f"{HERE}?player={alice.pk}") == [str(running.pk)]
    assert found(f"{HERE}?player={uuid4()}") == []


def test_a_game_is_found_by_the_last_verdict_on_record(over: Game) -> None:
    audit_game(game_id=over.pk, batch=uuid4())
    assert found(f"{HERE}?verdict=passed") == [str(over.pk)]
    assert found(f"{HERE}?verdict=failed") == found(f"{HERE}?verdict=none") == []
    Game.objects.filter(pk=over.pk).update(commitment="0" * 64)
    audit_game(game_id=over.pk, batch=uuid4())
    assert found(f"{HERE}?verdict=passed") == []
    assert found(f"{HERE}?verdict=sealed") == found(f"{HERE}?verdict=failed") == [str(over.pk)]
    assert found(f"{HERE}?finding=commitment") == [str(over.pk)]


def test_what_cannot_be_read_is_reported_and_not_looked_for(running: Game) -> None:
    reply = Client().get(f"{HERE}?since=yesterday&variant=chess")
    assert reply.status_code == 200
    assert reply.content.decode().count("This cannot be read.") == 2
    assert found(f"{HERE}?since=yesterday&variant=chess") == [str(running.pk)]


def test_the_list_comes_in_pages(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.pages.views.PAGE", 2)
    made = [str(open_game(alice).pk) for _ in range(3)]
    for second, one in enumerate(made):
        # Games of the same millisecond come in no order that a test could know.
        Game.objects.filter(pk=one).update(created_at=datetime(2026, 11, 21, 9, 0, second, 0, UTC))
    following = next_of(f"{HERE}?status=open")
    assert following.startswith("?status=open&after=")
    assert found(HERE) + found(HERE + following) == made[::-1]


def next_of(address: str) -> str:
    """The address of the next page."""
    page = Client().get(address).content.decode()
    following = re.search(r'rel="next" href="([^"]+)"', page)
    assert following is not None
    return following[1].replace("&amp;", "&")


def test_the_last_page_has_no_next_one_and_leads_to_the_first(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.pages.views.PAGE", 1)
    for _ in range(2):
        open_game(alice)
    last = Client().get(HERE + next_of(HERE)).content.decode()
    assert 'href="?">⇤ First page' in last
    assert 'rel="next"' not in last
    assert found(f"{HERE}?after=x") == found(HERE) != []


def test_the_list_counts_no_games_and_reads_the_seats_once(running: Game, over: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        found()
    assert not [one["sql"] for one in queries if "COUNT(" in one["sql"]]
    assert len(queries) == 3


def test_the_page_of_a_game_reads_its_seats_once(running: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        Client().get(f"{HERE}games/{running.pk}/")
    assert len([one for one in queries if 'FROM "games_seat"' in one["sql"]]) == 1


def test_a_game_by_invitation_is_in_nobody_elses_list(alice: Player, bob: Player) -> None:
    begun("avengers", alice, bob, access="invited")
    assert found() == []


def test_staff_who_may_look_live_find_games_by_invitation_too(alice: Player, bob: Player) -> None:
    game = begun("avengers", alice, bob, access="invited")
    User.objects.create_superuser("judge", password="secret")
    client = Client()
    judge = User.objects.get(username="judge")
    client.force_login(judge)
    assert found(client=client) == []
    grant(player=player_for(user=judge), scope=game, may_look=True)
    assert found(client=client) == [str(game.pk)]


def test_a_name_with_markup_is_text(editions: None) -> None:
    open_game(guest('<script>alert("x")</script>'))
    page = Client().get(HERE).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;" in page


# ---- what happened in the games


def test_a_game_is_found_by_the_title_of_a_rule_or_the_name_of_a_card(over: Game) -> None:
    index_finished()
    assert found(f"{HERE}?rule=common.deal") == found(f"{HERE}?rule=Deal") == [str(over.pk)]
    played = SearchTerm.objects.filter(term__startswith="card:red-").first()
    assert played is not None
    code = played.term.removeprefix("card:")
    name = code.replace("-", " ")
    assert found(f"{HERE}?card={code}") == found(f"{HERE}?card={name}") == [str(over.pk)]
    assert found(f"{HERE}?card=no-such-card") == found(f"{HERE}?refused=on") == []
    page = Client().get(f"{HERE}?card=a <b>card</b>").content.decode()
    assert "This cannot be read." in page
    page = Client().get(f"{HERE}?card={code}").content.decode()
    assert f'/play/{over.pk}/replay/?at={played.first}"' in page


def test_the_list_and_the_page_of_a_game_have_one_verdict(over: Game) -> None:
    badge = re.compile(r'<span class="badge \w*">([^<]*)</span>')
    page = Client().get(HERE).content.decode()
    assert badge.findall(page) == []
    assert "not audited yet: open the game" in page
    assert found(f"{HERE}?verdict=none") == [str(over.pk)]
    for commitment in (over.commitment, "0" * 64):
        Game.objects.filter(pk=over.pk).update(commitment=commitment)
        empty_cache()
        own = badge.findall(Client().get(f"{HERE}games/{over.pk}/").content.decode())[0]
        assert badge.findall(Client().get(HERE).content.decode()) == [own]
        empty_cache()
        verdict = {"✓ PASS": "passed", "✗ FAIL": "failed"}[own]
        shown = {one: found(f"{HERE}?verdict={one}") for one in ("none", "passed", "failed")}
        assert [one for one, games in shown.items() if games] == [verdict]
    assert own == "✗ FAIL"
    empty_cache()
    audit_game(game_id=over.pk, batch=uuid4())
    assert badge.findall(Client().get(HERE).content.decode()) == [own]


def test_a_verdict_on_fewer_rows_or_by_other_rules_does_not_count(over: Game) -> None:
    for other in ({"head": "0" * 64}, {"rules_version": "0"}):
        run = AuditRun(
            batch=uuid4(), game=over, head=over.head, seq=over.seq, rules_version=RULES_VERSION,
            sealed="no", lawful="no", fair="no", dealt="no", authentic="no", created_at=now(),
        )  # fmt: skip
        for name, value in other.items():
            setattr(run, name, value)
        run.save()
    assert found(f"{HERE}?verdict=failed") == []
    assert found(f"{HERE}?verdict=none") == [str(over.pk)]
    assert "✓ PASS" in Client().get(f"{HERE}games/{over.pk}/").content.decode()
    assert AuditRun.objects.count() == 3
    for _ in range(2):
        empty_cache()
        Client().get(f"{HERE}games/{over.pk}/")
    assert AuditRun.objects.count() == 3
    assert found(f"{HERE}?verdict=passed") == [str(over.pk)]


def test_the_winner_is_named_with_the_seat_and_the_places(over: Game) -> None:
    page = Client().get(HERE).content.decode()
    assert f"Player {over.winner} (seat {over.winner})" in page
    assert "1. Player" in page


def test_the_list_is_sorted_by_its_headings(running: Game, over: Game) -> None:
    assert found(f"{HERE}?sort=oldest") == [str(running.pk), str(over.pk)]
    assert found(f"{HERE}?sort=ended") == [str(over.pk)]
    page = Client().get(f"{HERE}?variant=xmen&after=x").content.decode()
    assert "?variant=xmen&amp;sort=longest" in page


def test_a_search_is_downloaded_as_a_table_and_as_bundles(running: Game, over: Game) -> None:
    page = Client().get(f"{HERE}?variant=xmen").content.decode()
    for address in ("results.csv?variant=xmen", "bundles.zip?variant=xmen"):
        assert f'href="/audit/export/{address}"' in page
    table = Client().get(f"{HERE}export/results.csv?variant=xmen")
    lines = b"".join(table.streaming_content).decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert len(lines) == 1 + over.seats
    assert all(str(over.pk) in line for line in lines[1:])
    reply = Client().get(f"{HERE}export/bundles.zip")
    raw = b"".join(reply.streaming_content)  # type: ignore[attr-defined]
    with zipfile.ZipFile(io.BytesIO(raw)) as files:
        bundles = [json.loads(files.read(name)) for name in files.namelist()[1:]]
    assert [bundle["view"] for bundle in bundles] == ["full", "public"]
    assert running.secret.hex() not in str(bundles)


def test_what_staff_export_of_a_running_game_is_public(running: Game) -> None:
    User.objects.create_superuser("judge", password="secret")
    client = Client()
    client.force_login(User.objects.get(username="judge"))
    reply = client.get(f"{HERE}export/bundles.zip")
    with zipfile.ZipFile(io.BytesIO(b"".join(reply.streaming_content))) as files:  # type: ignore[attr-defined]
        (bundle,) = [json.loads(files.read(name)) for name in files.namelist()[1:]]
    assert (bundle["view"], bundle["seed"]) == ("public", None)
    assert not Look.objects.exists()
