"""The games of a kept release: begun by that release, and played on by every later one.

``python -m tests.releases.story go-on FOLDER`` plays on in the database of ``DATABASE_URL``, and
reads all that it has. ``tests.releases.keep`` begins it.
"""

import json
import os
import sys
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final

from games.engine.rulebook import RULES_VERSION

ENVIRONMENT: Final = {
    "SECRET_KEY": "a kept release: every test knows this key",
    "SIGNING_KEY": "51" * 32,
    "LOG_KEY": "10" * 32,
    "LOG_ORIGIN": "kept.example/fairdeal",
    "BOT_TASK_SECONDS": "1000",
    "LOG_LEVEL": "WARNING",
}
"""The settings of the server that keeps a release, and of those that read it."""

BOT: Final = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
OPEN: Final = {"kind": "open"}
WHY: Final = "The cards were shown"


class Person:
    """A player with a name, a token, a share of the seed, and a key that signs moves."""

    def __init__(self, number: int, name: str, secret: str = "") -> None:
        from games.ledger.signing import SecretKey
        from tests.api.client import Caller, guest

        self.share, self.receipts = f"{number:02}" * 32, list[Any]()
        self.key = SecretKey(f"{number:02}" * 32)
        self.caller = Caller(secret) if secret else guest(name)
        self.id: str = self.caller.get("me/").json["id"]

    def move(self, game: str) -> bool:
        """Answer a question of the game at random; False if none is asked of this player."""
        told = self.caller.get(f"games/{game}/prompts/").json
        if not told["prompts"] or not told["prompts"][-1]["options"]:
            return False
        bodies = [one["body"] for one in told["prompts"][-1]["options"]]
        plays = [body for body in bodies if body["move"] == "play"]
        # The choice follows from the head, so it differs in each place and game.
        body = Random(told["digest"]).choice(plays or bodies)
        reply = self.send(game, told, body)
        assert reply.status == 201, reply
        if receipt := reply.json["receipt"]:
            self.receipts.append(receipt)
        return True

    def send(self, game: str, told: Any, body: Any) -> Any:
        """Send a signed move that answers the row which was told; return the reply."""
        from examples.play_evidence import as_in_rows
        from games.ledger.heads import move_message

        message = move_message(
            game=game,
            seq=told["seq"],
            digest=told["digest"],
            move=as_in_rows(body, self.caller.get(f"games/{game}/").json["you"]),
            choices=body.get("choices") or {},
        )
        headers = {"Prefer": "receipt", "If_Match": f'"{told["seq"]}"'}
        headers["Move_Signature"] = self.key.sign(message)
        return self.caller.post(f"games/{game}/moves/", body, **headers)

    def seat(self, *, is_shared: bool) -> Any:
        """Return the key for a seat, and what binds the share."""
        from games.engine import share_commitment

        bound = {"share_commitment": share_commitment(bytes.fromhex(self.share))}
        return {"key": self.key.public} | (bound if is_shared else {})


def asked(reply: Any, status: int = 201) -> Any:
    """Return the JSON of a reply of this status."""
    assert reply.status == status, reply
    return reply.json


def take_bots_turns(game: str) -> None:
    """Play the turns of bots as a worker does, until a person is to move."""
    from bots import services
    from games.models import Game

    while (row := Game.objects.get(pk=game)).waits_for_bot:
        services.play_on(game_id=game, seq=row.seq)


def play(game: str, *people: Person, moves: int = 1000) -> str:
    """Play a number of moves of people, or to the end; return the status of the game."""
    from games.models import Game

    for _ in range(moves):
        take_bots_turns(game)
        if not any(person.move(game) for person in people):
            break
    take_bots_turns(game)
    return Game.objects.get(pk=game).status


# ---- what a release does


def begin(folder: Path) -> None:
    """Play on an empty database: what later releases find there. Write bundles to a folder."""
    from django.core.management import call_command

    call_command("load_cards", stdout=StringIO())
    ann, bob, yvette = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Yvette")
    judge = Person(4, "Olive")
    games = {
        "avengers": _shared(ann, bob, judge),
        "xmen": _with_bots(ann, "xmen", {"rounds": 1}),
        "ultimate": _with_bots(yvette, "ultimate", {}),
        "bots": _of_bots(ann),
        "running": _running(ann, bob, judge),
        "open": _created(ann, OPEN)["id"],
    }
    _edit_cards()
    call_command("erase_player", yvette.id, stdout=StringIO())
    _keep_house()
    for name in ("avengers", "xmen", "ultimate"):
        for view in ("public", "full"):
            reply = ann.caller.get(f"games/{games[name]}/audit/bundle/?as={view}")
            assert reply.status == 200, reply
            write_packed(folder / f"{name}-{view}.json.gz", reply.raw)
    receipts = [one for one in ann.receipts if one["head"]["game"] == games["avengers"]]
    (folder / "avengers-receipt.json").write_text(json.dumps(receipts[-1]) + "\n")
    people = {"Ann": ann.id, "Bob": bob.id, "Yvette": yvette.id, "Olive": judge.id}
    told = {"games": games, "people": people}
    (folder / "story.json").write_text(json.dumps(told, indent=1) + "\n")


def write_packed(file: Path, contents: bytes) -> None:
    """Write a file that is compressed, the same for the same contents."""
    import gzip

    file.write_bytes(gzip.compress(contents, mtime=0))


def _created(person: Person, *seats: Any, **more: Any) -> Any:
    own = {"kind": "me"} | person.seat(is_shared=more.get("chance") == "shared")
    body = {"variant": "avengers", "options": {"rounds": 1}, "seats": [own, *seats]}
    return asked(person.caller.post("games/", body | more))


def _shared(ann: Person, bob: Person, judge: Person) -> str:
    """A finished game with shares, signed moves, a refused move, and acts of a judge."""
    game = _created(ann, OPEN, chance="shared", organisers=[{"player": judge.id}])["id"]
    path = f"games/{game}/"
    asked(bob.caller.post(f"{path}seats/", bob.seat(is_shared=True)))
    asked(ann.caller.post(f"{path}start/"), 202)
    for person in (ann, bob):
        asked(person.caller.post(f"{path}share/", {"share": person.share}), 200)
    play(game, ann, bob, moves=2)
    _refuse(game, bob)
    asked(judge.caller.post(f"{path}acts/", {"act": "warn", "seat": 1, "reason": WHY}))
    assert play(game, ann, bob) == "over"
    return str(game)


def _refuse(game: str, person: Person) -> None:
    """Try a move that the rules refuse."""
    told = person.caller.get(f"games/{game}/prompts/").json
    body = {"move": "play", "card": "no-such-card"}
    reply = person.send(game, told, body)
    assert reply.json["code"] not in ("signature_wrong", "signature_missing"), reply


def _with_bots(person: Person, variant: str, options: Any) -> str:
    game = _created(person, *BOT, variant=variant, options=options, start=True)["id"]
    assert play(game, person) == "over"
    return str(game)


def _of_bots(creator: Person) -> str:
    body = {"variant": "xmen", "options": {"rounds": 1}, "seats": BOT, "start": True}
    game = asked(creator.caller.post("games/", body))["id"]
    assert play(game) == "over"
    return str(game)


def _running(ann: Person, bob: Person, judge: Person) -> str:
    """A game in its middle, of two people and a bot, with a call for the judge."""
    more = {"variant": "ultimate", "options": {}, "organisers": [{"player": judge.id}]}
    game = _created(ann, OPEN, BOT[0], **more)["id"]
    asked(bob.caller.post(f"games/{game}/seats/", {"key": bob.key.public}))
    asked(ann.caller.post(f"games/{game}/start/"))
    assert play(game, ann, bob, moves=8) == "running"
    note = {"act": "note", "reason": "The round began late", "reference": "A-1"}
    asked(judge.caller.post(f"games/{game}/acts/", note))
    return str(game)


def _edit_cards() -> None:
    """A set that is published but not current, a draft that is in review, and one that is not."""
    from cards.models import Card
    from tests.cards import makers

    cards = [makers.card(f"red-{number}", symbol=str(number)) for number in range(1, 8)]
    drafts = [makers.card_set(code, cards) for code in ("published", "reviewed", "draft")]
    Card.objects.filter(card_set__in=drafts).update(copies=20)
    makers.publish(drafts[0], current=False)
    makers.approve(drafts[1])


def _keep_house(rules: str = RULES_VERSION) -> None:
    """Audit, index and log as beat has it done; ``rules`` have decided the games so far."""
    from django.core.management import CommandError, call_command

    from games.audit.findings import EXIT_CODES
    from games.search.tasks import index_games

    index_games()
    try:
        call_command("audit", stdout=StringIO())
    except CommandError as error:
        if rules == RULES_VERSION or error.returncode != EXIT_CODES["not_judged"]:
            raise
    call_command("checkpoint", stdout=StringIO())


# ---- what every later release does


def migrate_to(folder: Path) -> None:
    """Give an empty database the schema of a release."""
    from django.core.management import call_command

    told = json.loads((folder / "release.json").read_text())
    for app, name in told["migrations"].items():
        call_command("migrate", app, name, verbosity=0)


def go_on(folder: Path) -> None:
    """Upgrade a database of a release as docs/operating.md says, read it, and play on in it.

    Prints the games that do not pass their audit then.
    """
    from django.core.management import call_command

    from tests.load import audit_games

    call_command("migrate", verbosity=0)
    call_command("check", databases=["default"], stdout=StringIO())
    call_command("load_cards", stdout=StringIO())
    told = json.loads((folder / "story.json").read_text())
    games, people = told["games"], told["people"]
    secrets = {name: StringIO() for name in ("Ann", "Bob", "Olive")}
    for name, secret in secrets.items():
        scopes = ("--scope", "game:play", "--scope", "game:create")
        call_command("give_token", people[name], *scopes, stdout=secret)
    ann, bob, judge = (
        Person(number, name, secrets[name].getvalue().strip())
        for number, name in ((1, "Ann"), (2, "Bob"), (4, "Olive"))
    )
    _read_all(ann, games)
    _read_cards()
    asked(judge.caller.post(f"games/{games['running']}/acts/", {"act": "pause", "reason": WHY}))
    asked(judge.caller.post(f"games/{games['running']}/acts/", {"act": "resume", "reason": WHY}))
    assert play(games["running"], ann, bob) == "over"
    asked(bob.caller.post(f"games/{games['open']}/seats/", {"key": bob.key.public}))
    asked(ann.caller.post(f"games/{games['open']}/start/"))
    assert play(games["open"], ann, bob) == "over"
    release = json.loads((folder / "release.json").read_text())
    _keep_house(release["rulebooks"][-1]["version"])
    call_command("checkpoint", "--verify", stdout=StringIO())
    _read_all(ann, games)
    audit_games.main()


def _read_all(ann: Person, games: dict[str, str]) -> None:
    """Read every page of every game, and the lists that have them."""
    from tests.api.client import Caller

    parts = ("", "prompts/", "events/", "log/", "position/", "receipt/")
    proofs = ("audit/", "audit/bundle/", "audit/inclusion/", "organisers/")
    for name, game in games.items():
        row = asked(ann.caller.get(f"games/{game}/"), 200)
        is_over = row["status"] == "over"
        for part in (*parts, *(proofs if is_over else ())):
            if row["seq"] or not part:
                reply = ann.caller.get(f"games/{game}/{part}")
                assert reply.status == 200, (name, part, reply)
        if is_over:
            assert asked(ann.caller.get(f"games/{game}/audit/"), 200)["sealed"]["answer"] == "yes"
            assert Caller().client.get(f"/audit/games/{game}/").status_code == 200
    found = asked(ann.caller.get("games/?player=Ann&limit=100"), 200)["results"]
    own = {one["id"] for one in found}
    assert own >= {games["avengers"], games["xmen"]}, own
    assert b"Yvette" not in ann.caller.get(f"games/{games['ultimate']}/log/").raw
    assert Caller().client.get("/log/checkpoint").content.startswith(b"kept.example/fairdeal\n")


def _read_cards() -> None:
    """Read the sets, editions and proposals that were edited."""
    from cards.models import CardSet, Edition, Proposal
    from cards.selectors import draft_text

    assert {one.code for one in CardSet.objects.all()} >= {"published", "reviewed", "draft"}
    for draft in CardSet.objects.all():
        assert draft_text(draft).cards
    for edition in Edition.objects.all():
        assert edition.text().cards
    assert Edition.objects.filter(code="published").exists()
    assert Proposal.objects.get(code="reviewed").state == "approved"


def run(act: Any, folder: Path) -> None:
    """Begin or go on in this process, without a worker."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.test.utils import setup_test_environment

    from games.play.bot_turns import on_bot_turn

    setup_test_environment()
    on_bot_turn.clear()
    act(folder)


if __name__ == "__main__":
    run({"migrate": migrate_to, "go-on": go_on}[sys.argv[1]], Path(sys.argv[2]))
