"""Moves of a seat with a public key must be signed; signatures are hidden during the game."""

from collections.abc import Iterator

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.engine import NOBODY, Draw, IllegalMove, Move, Play, RevokeKey
from games.engine.facts import KeyRevoked
from games.errors import SignatureMissing, SignatureWrong, StaleSeq
from games.ledger import store
from games.ledger.heads import move_message
from games.ledger.rows import EVERYTHING, Row, Signed
from games.ledger.signatures import verify
from games.models import Game, Refusal
from games.play import deciding, move_signatures, openings, seating, selectors, submitting
from games.play.commands import MoveCommand, Outcome
from games.play.seating import Contribution, SeatSpec
from games.players.models import Player
from tests.games.tables import OPEN, actor_on, fresh, make, moves_now, open_game, play_on

pytestmark = pytest.mark.django_db

SECRET = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = SECRET.public_key().public_bytes_raw().hex()


def sign(game: Game, move: Move, choices: dict[str, object] | None = None, digest: str = "") -> str:
    """Sign a move as Alice does."""
    message = move_message(
        game=str(game.pk),
        seq=game.seq,
        digest=digest or game.head,
        move=msgspec.to_builtins(move),
        choices=choices or {},
    )
    return SECRET.sign(message).hex()


def signed(game: Game, move: Move, **more: object) -> Outcome:
    """Make a signed move of seat 0."""
    given = {"signature": sign(game, move), "expected": game.seq} | more
    command = MoveCommand(move, actor_on(game, 0), key=KEY, **given)  # type: ignore[arg-type]
    return submitting.submit_move(fresh(game), command)


def last_row(game: Game) -> Row:
    *_, row = store.history(fresh(game))
    return row


@pytest.fixture
def game(alice: Player, bob: Player) -> Iterator[Game]:
    """A game in which Alice has a key and is asked for a card."""
    while True:
        table = open_game(alice, SeatSpec("player", own=Contribution(key=KEY)), OPEN)
        seating.join_game(game_id=table.pk, player=bob)
        begun = openings.start_game(game_id=table.pk, player=alice).game
        prompt = store.load(begun).prompts[-1]
        if (prompt.seat, prompt.kind) == (0, "turn"):
            yield begun
            return


def test_the_signature_is_in_the_row(game: Game) -> None:
    signature = sign(game, Draw(0))
    signed(game, Draw(0))
    assert last_row(game).signed == Signed(choices={}, signature=signature)
    message = move_message(
        game=str(game.pk), seq=1, digest=game.head, move={"move": "draw", "seat": 0}, choices={}
    )
    assert verify(KEY, message, signature)


def test_a_move_of_a_seat_with_a_key_needs_its_signature(game: Game) -> None:
    move = Draw(0)
    with pytest.raises(SignatureMissing):
        signed(game, move, signature="")
    with pytest.raises(SignatureMissing):
        signed(game, move, expected=None)
    wrong = [
        "00" * 64,
        sign(game, Play(0, "wild")),
        sign(game, move, digest="00" * 32),
        sign(game, move, {"color": "red"}),
    ]
    for signature in wrong:
        with pytest.raises(SignatureWrong):
            signed(game, move, signature=signature)
    assert fresh(game).seq == 1
    assert not Refusal.objects.exists()


def test_a_seat_without_a_key_signs_nothing(game: Game) -> None:
    signed(game, Draw(0))
    game = fresh(game)
    move = moves_now(game)[0]
    command = MoveCommand(move, actor_on(game, 1), signature=sign(game, move))
    if move.seat == 1:
        with pytest.raises(SignatureWrong):
            submitting.submit_move(game, command)


def test_a_signature_is_used_once(game: Game) -> None:
    signature = sign(game, Draw(0))
    signed(game, Draw(0))
    with pytest.raises(StaleSeq):
        signed(game, Draw(0), signature=signature)
    with pytest.raises(SignatureWrong):
        signed(fresh(game), Draw(0), signature=signature)


def test_a_request_costs_one_verification(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = list[bytes]()

    def counting(key: str, message: bytes, signature: str) -> bool:
        checked.append(message)
        return verify(key, message, signature)

    monkeypatch.setattr(move_signatures, "verify", counting)
    signed(game, Draw(0))
    with pytest.raises(SignatureWrong):
        signed(fresh(game), Draw(0), signature="00" * 64)
    assert len(checked) == 2


def test_a_signature_covers_the_choices(game: Game, editions: None) -> None:
    found = wild_play(game)
    game, move = found
    choices: dict[str, object] = {"color": ["blue"]}
    signature = sign(game, move, choices)
    with pytest.raises(SignatureWrong):
        signed(game, move, signature=signature, choices={"color": ["red"]})
    outcome = signed(game, move, signature=signature, choices=choices)
    first, second = outcome.rows[:2]
    assert first.signed == Signed(choices=choices, signature=signature)
    assert second.signed == Signed(by=first.seq, choice=("color", 0))
    assert second.move == type(second.move)(0, "blue")  # type: ignore[call-arg]


def wild_play(game: Game) -> tuple[Game, Play]:
    """Go on until Alice may play a wild card that asks for a color."""
    for _ in range(200):
        game = fresh(game)
        moves = moves_now(game)
        wild = [one for one in moves if one == Play(0, "wild")]
        if wild:
            return game, Play(0, "wild")
        move = next((one for one in moves if isinstance(one, Draw)), moves[0])
        if move.seat == 0:
            signed(game, move)
        else:
            make(game, move)
    raise AssertionError("no wild card was drawn")


def test_only_the_player_sees_the_signature_while_the_game_runs(game: Game) -> None:
    signature = sign(game, Draw(0))
    signed(game, Draw(0))
    game = fresh(game)
    for viewer in (NOBODY, 1):
        (event,) = selectors.events(game=game, viewer=viewer, after=1)
        assert event.signed is None
        assert "/signed" in event.sealed
        assert "/signed" not in event.salts
        assert signature not in msgspec.json.encode(event).decode()
    for viewer in (0, EVERYTHING):
        (event,) = selectors.events(game=game, viewer=viewer, after=1)
        assert event.signed == Signed(choices={}, signature=signature)


def test_a_refused_move_is_stored_with_its_signature(game: Game) -> None:
    move = Play(0, "no-such-card")
    with pytest.raises(IllegalMove):
        signed(game, move)
    refusal = Refusal.objects.get()
    stored = msgspec.json.decode(refusal.signed)
    assert stored == {"choices": {}, "signature": sign(game, move)}


def test_others_play_on_beside_a_seat_with_a_key(alice: Player, bob: Player) -> None:
    table = open_game(alice, SeatSpec("player"), OPEN)
    seating.join_game(game_id=table.pk, player=bob, own=Contribution(key=KEY))
    game = openings.start_game(game_id=table.pk, player=alice).game
    assert selectors.sitting_of(game, bob) == (1, KEY)
    assert selectors.sitting_of(game, alice) == (0, "")
    assert play_on(game, 1, moves=1).seq >= 1


def revoke(game: Game, **more: object) -> Outcome:
    """Revoke the key of seat 0, from another device."""
    command = MoveCommand(RevokeKey(0), actor_on(game, 0), key=KEY, **more)  # type: ignore[arg-type]
    return submitting.submit_move(fresh(game), command)


def test_who_revokes_the_key_plays_on_unsigned(game: Game) -> None:
    (row,) = revoke(game).rows
    assert (row.facts, row.signed) == ((KeyRevoked(0),), None)
    assert [ruling.rule for ruling in row.rulings] == ["common.key"]
    with pytest.raises(SignatureWrong):
        signed(fresh(game), Draw(0))
    signed(fresh(game), Draw(0), signature="", expected=None)
    assert last_row(game).signed is None
    assert game.seat_set.get(number=0).unsigned_from == 2


def test_a_key_is_revoked_without_a_signature_and_once(game: Game) -> None:
    with pytest.raises(SignatureWrong):
        revoke(game, signature=sign(game, RevokeKey(0)))
    revoke(game)
    with pytest.raises(IllegalMove, match="key_is_revoked"):
        revoke(game)
    assert not Refusal.objects.exists()


def test_a_seat_without_a_key_has_none_to_revoke(game: Game) -> None:
    command = MoveCommand(RevokeKey(1), actor_on(game, 1))
    for make_or_check in (submitting.submit_move, deciding.dry_run):
        with pytest.raises(IllegalMove, match="seat_without_key"):
            make_or_check(fresh(game), command)
    assert not Refusal.objects.exists()
    assert fresh(game).refused == 0
