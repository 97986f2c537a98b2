"""The monitor: what it says about a log, and what it remembers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.audit import monitor
from games.audit.__main__ import main
from games.audit.game_map import GameMap
from games.audit.monitor import MonitorState, look
from games.audit.note import LOG_KEY, SignedCheckpoint
from games.audit.proof import entry_text, is_map, map_text, text_entry
from games.audit.tiles import TILE_WIDTH, join_entries, parse_address
from games.audit.tree import leaf_hash, root_of
from tests.proof.log_keys import SignerKey, sign_checkpoint

ORIGIN = "fairdeal.example/log"
LOG = SignerKey(ORIGIN, LOG_KEY, bytes(32))
NEW = MonitorState(str(LOG.verifier), str(LOG.verifier))
DOCS = Path(__file__).parent.parent.parent / "docs"
VECTORS: dict[str, Any] = json.loads((DOCS / "log-vectors.json").read_bytes())


GAMES = (1, 5, 300)
"""The entries of a log that are of games; all others are maps."""

MAP = text_entry(map_text(bytes(32)))


class Log:
    """A log in memory, whose owner can do what he likes."""

    def __init__(self, size: int, key: SignerKey = LOG, origin: str = ORIGIN) -> None:
        self.entries = [
            entry_text("created", "0" * 64, f"{at:064x}") if at in GAMES else MAP
            for at in range(size)
        ]
        self.map_again()
        self.key, self.origin = key, origin
        self.missing: set[str] = set()
        self.is_down = False

    def grow(self, *entries: bytes) -> None:
        self.entries += [*entries, MAP]
        self.map_again()

    def rewrite(self, number: int) -> None:
        self.entries[number] = entry_text("created", "f" * 64, f"{number:064x}")
        self.map_again()

    def map_again(self) -> None:
        """Compute each map again."""
        games = GameMap()
        for index, text in enumerate(self.entries):
            if is_map(text):
                self.entries[index] = text_entry(map_text(games.root))
            elif b'"game":"' in text:
                games.add(json.loads(text.partition(b"/")[2])["game"], index, leaf_hash(text))

    @property
    def checkpoint(self) -> SignedCheckpoint:
        root = root_of([leaf_hash(entry) for entry in self.entries])
        return sign_checkpoint(self.origin, len(self.entries), root, self.key)

    def fetch(self, name: str) -> bytes:
        if self.is_down:
            raise OSError
        if name in self.missing:
            raise LookupError
        if name == "checkpoint":
            return self.checkpoint.note.encode()
        address = parse_address(name.removeprefix("tile/"))
        assert address is not None
        start = address.number * TILE_WIDTH
        end = start + address.width
        assert address.level is None and end <= len(self.entries)
        return join_entries(self.entries[start:end])


def after(size: int) -> MonitorState:
    """What a monitor remembers of a log of this size."""
    return look(NEW, Log(size).fetch)[1]


@pytest.mark.parametrize("sizes", [(0, 1), (3, 3, 5), (255, 256, 257), (5, 700, 1000)])
def test_a_log_that_only_grows_is_consistent(sizes: Sequence[int]) -> None:
    state = NEW
    for size in sizes:
        log = Log(size)
        seen, state = look(state, log.fetch)
        assert (seen.outcome, seen.checkpoint) == ("consistent", log.checkpoint)
        assert state.checkpoint == log.checkpoint.note


def changed(size: int, number: int) -> Log:
    log = Log(size)
    log.rewrite(number)
    return log


@pytest.mark.parametrize(
    ("log", "outcome"),
    [
        (changed(5, 4), "fork"),
        (changed(7, 2), "rewritten"),
        (changed(600, 2), "rewritten"),
        (Log(4), "shrunk"),
        (Log(5, SignerKey(ORIGIN, LOG_KEY, bytes([1]) * 32)), "unsigned"),
        (Log(5, origin="other"), "unsigned"),
        (Log(5, SignerKey("other", LOG_KEY, bytes(32)), "other"), "unsigned"),
    ],
)
def test_any_other_log_is_named_and_not_remembered(log: Log, outcome: str) -> None:
    state = after(5)
    seen, remembered = look(state, log.fetch)
    assert (seen.outcome, remembered) == (outcome, state)
    assert seen.checkpoint == (None if outcome == "unsigned" else log.checkpoint)


def test_entries_that_do_not_give_the_root_are_wrong() -> None:
    state = after(5)
    signed = Log(7).checkpoint.note.encode()

    def fetch(name: str) -> bytes:
        return signed if name == "checkpoint" else changed(7, 6).fetch(name)

    assert look(state, fetch)[0].outcome == "wrong"
    log = Log(7)
    log.missing = {"tile/entries/000.p/7"}
    assert look(state, log.fetch)[0].outcome == "wrong"
    nested = b'fairdeal-log-v4/{"kind":"other","a":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
    for entry in (b"?", nested):
        log = Log(7)
        log.grow(entry)
        assert look(state, log.fetch)[0].outcome == "wrong"


def test_a_map_that_leaves_an_entry_out_is_wrong() -> None:
    log = Log(7)
    log.entries[6] = log.entries[4]
    assert look(after(5), log.fetch)[0].outcome == "wrong"
    log = Log(6)
    assert look(after(5), log.fetch)[0].outcome == "wrong"  # It ends without a map.


def test_a_log_that_does_not_answer_is_unreachable() -> None:
    log = Log(5)
    log.is_down = True
    assert look(NEW, log.fetch)[0].outcome == "unreachable"
    assert look(NEW, lambda name: b"?")[0].outcome == "unsigned"


# ---- the order of a game's entries

A, B = "a" * 64, "b" * 64


def story(kinds: str, game: str = "0" * 64) -> list[bytes]:
    """The entries of a game, by their kinds."""
    return [entry_text(kind, A, game) for kind in kinds.split()]


@pytest.mark.parametrize(
    "kinds",
    [
        "created cancelled",
        "created opened begun ended",
        "created opened erased begun ended changed erased changed erased",
        "created opened begun void",
        "created opened begun void changed",
    ],
)
def test_entries_in_the_order_of_a_game_are_consistent(kinds: str) -> None:
    log = Log(0)
    log.grow(*story(kinds), *story(kinds, B))
    assert look(NEW, log.fetch)[0].outcome == "consistent"


@pytest.mark.parametrize(
    ("kinds", "found"),
    [
        ("created created", "created 1 after created 0"),
        ("created opened opened", "opened 2 after opened 1"),
        ("created opened begun begun", "begun 3 after begun 2"),
        ("created opened begun ended ended", "ended 4 after ended 3"),
        ("created opened begun void ended", "ended 4 after void 3"),
        ("created opened begun ended void", "void 4 after ended 3"),
        ("opened", "opened 0 after none"),
        ("created begun", "begun 1 after created 0"),
        ("created opened ended", "ended 2 after opened 1"),
        ("created opened begun ended begun", "begun 4 after ended 3"),
        ("created opened begun changed", "changed 3 after begun 2"),
        ("created opened begun cancelled", "cancelled 3 after begun 2"),
        ("created opened cancelled", "cancelled 2 after opened 1"),
        ("created cancelled opened", "opened 2 after cancelled 1"),
        ("created cancelled cancelled", "cancelled 2 after cancelled 1"),
        ("created erased", "erased 1 after created 0"),
    ],
)
def test_a_game_that_is_told_in_two_ways_is_a_contradiction(kinds: str, found: str) -> None:
    state, log = after(5), Log(5)
    log.grow(*story(kinds, A))
    first, index, *rest = found.split()
    shown = [
        first,
        str(int(index) + 5),
        *(str(int(one) + 5) if one.isdigit() else one for one in rest),
    ]
    seen, remembered = look(state, log.fetch)
    assert (seen.outcome, remembered, seen.checkpoint) == ("contradiction", state, log.checkpoint)
    assert list(map(str, seen.games)) == [" ".join([*shown, A])]


def test_each_entry_that_contradicts_another_is_named() -> None:
    log = Log(0)
    log.grow(*story("created opened opened begun begun ended ended"))
    seen, _ = look(NEW, log.fetch)
    pairs = [(one.entry.number, one.before.number) for one in seen.games if one.before]
    assert pairs == [(2, 1), (4, 3), (6, 5)]


# ---- the command


def test_games_without_an_end_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log, entries = Log(0), list[bytes]()
    games = [f"{number:064x}" for number in range(6)]
    for game, kinds in zip(
        games,
        (
            ("created", "opened", "begun", "ended"),
            ("created", "opened", "begun"),
            ("created", "cancelled"),
            ("created",),
            ("created", "opened"),
            ("created", "opened", "begun", "void", "changed", "erased"),
        ),
        strict=True,
    ):
        entries += [entry_text(kind, "a" * 64, game) for kind in kinds]
    log.grow(*entries, b'fairdeal-log-v4/{"kind":"tournament"}')
    monkeypatch.setattr(monitor, "fetch_from", lambda url: log.fetch)
    options = ["monitor", "log", "--state", str(tmp_path / "m")]
    assert main([*options, "--log", str(LOG.verifier)]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("consistent 20 ")
    assert lines == [f"begun 6 {games[1]}", f"created 9 {games[3]}", f"opened 11 {games[4]}"]
    log.is_down = True
    assert main(options) == 2


def test_the_command_stores_what_it_saw_and_what_is_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = Log(5)
    monkeypatch.setattr(monitor, "fetch_from", lambda url: log.fetch)
    state = tmp_path / "log.json"
    options = ["monitor", "http://log.example", "--state", str(state)]
    assert main([*options, "--log", str(LOG.verifier)]) == 0
    stored, honest = state.read_bytes(), log.checkpoint
    assert json.loads(stored)["checkpoint"] == honest.note
    log.rewrite(1)
    capsys.readouterr()
    assert main(options) == 1
    assert capsys.readouterr().out.startswith("fork 5 ")
    assert state.read_bytes() == stored
    assert (tmp_path / "log.against").read_text() == log.checkpoint.note
    log.entries[1] = Log(2).entries[1]
    log.map_again()
    log.grow(*story("created opened opened", A))
    assert main(options) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("contradiction 9 ")
    assert rest == [f"opened 7 after opened 6 {A}"]
    assert state.read_bytes() == stored
    assert (tmp_path / "log.against").read_text() == log.checkpoint.note
    other = SignerKey("other", LOG_KEY, bytes(32)).verifier
    for wrong in (
        ["monitor"],
        ["monitor", "http://log.example"],
        ["monitor", "http://log.example", "--state", str(tmp_path / "x")],
        ["monitor", "http://log.example", "--state", str(tmp_path / "x"), "--log", "x"],
        [*options, "--log", str(other)],
    ):
        with pytest.raises(SystemExit):
            main(wrong)
    state.write_text("{}")
    with pytest.raises(SystemExit):
        main(options)
