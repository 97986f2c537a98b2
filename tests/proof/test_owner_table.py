"""The table of docs/fairness.md: an owner program for each row, and what finds it in each column.

Each program makes what the owner of a server can make with the key, the database and the code. The
receipts of a client and the log stay honest, unless the owner acted before they were made.
"""

import json
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Final

import msgspec
import pytest

from bots.choosing import choose, choose_again
from bots.strategies import STRATEGIES
from games.audit.bundle_reading import read_bundle
from games.audit.examined import examine
from games.audit.findings import UNNAMED_RESULT, Finding
from games.audit.game_map import GameMap
from games.audit.monitor import MonitorState, look
from games.audit.note import LOG_KEY
from games.audit.own_evidence import NO_EVIDENCE, OwnEvidence, read_receipt
from games.audit.proof import (
    LoggedEntry,
    entry_text,
    map_text,
    parse_log_file,
    parse_policy,
    text_entry,
)
from games.audit.together import FileTrace, contradictions, deal_of
from games.audit.verdict import audit_examined
from games.engine import (
    ClaimAbsent,
    Correct,
    Move,
    Resign,
    RevokeKey,
    Ruleset,
    StandIn,
    State,
    TakeBack,
    decide,
    decode_facts,
    encode_facts,
    fold,
    legal_moves,
    low_on_time_at,
    observe,
)
from games.ledger.bot_seeds import seed_of_choice
from tests.case_runner.position import ruleset_for
from tests.games.test_monitor import Log
from tests.proof import sealer
from tests.proof import test_forged_bundles as unsigned
from tests.proof import test_forged_history as signed
from tests.proof import test_forged_terms as terms
from tests.proof.log_keys import SignerKey, logged
from tests.proof.played import ORGANISERS, PLAYER_KEY, PageChance, played
from tests.proof.sealer import Json
from tests.proof.test_finding_codes import BEGAN, LOG, WITNESS, proof_of
from tests.proof.test_two_verifiers import both_verdicts, common
from tests.table import edition

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
STRANGER: Final = SignerKey(LOG.name, LOG_KEY, bytes([9]) * 32)
SERVER: Final = sealer.public_of(sealer.SERVER_KEY)

# ---- what the owner does


@dataclass(frozen=True)
class Attempt:
    """What the owner shows, and what others have.

    ``shown`` are the files. The client has the receipts ``kept``. The log had the entries ``first``
    when others looked, and ``then`` is what the owner would have it say. ``left_out`` are in the
    log, and not in its map. ``placed`` are the entries that the log has if its map says ``first``.
    """

    shown: Sequence[Json]
    kept: Sequence[Json]
    first: Sequence[LoggedEntry]
    then: Sequence[LoggedEntry]
    log: SignerKey = LOG
    asks_bots: bool = False
    left_out: Sequence[LoggedEntry] = ()
    placed: Sequence[tuple[int, LoggedEntry]] | None = None


Program = Callable[[], Attempt]


def receipts(game: Json) -> list[Json]:
    """The receipts that a client stores: of the creation, the terms and the last row."""
    created = game["head"] | {"seq": 0, "digest": sealer.GENESIS, "refused": None}
    return [sealer.receipt_of(created), sealer.terms_receipt(game), sealer.receipt(game)]


def later(honest: Json, forged: Json) -> Attempt:
    """Show a forged game when the honest one is in receipts and in the log."""
    return Attempt([forged], receipts(honest), logged(honest), logged(forged))


def at_once(game: Json, *kept: Json) -> Attempt:
    """Act before anything else exists: all that others have agrees with it."""
    return Attempt([game], [*receipts(game), *kept], logged(game), logged(game))


def resealed(
    make: Callable[[], Json], forge: Callable[[Json], object], *, own: bool = False
) -> Program:
    """Change a game, or a copy of it, and seal it again; with ``own``, all sign again."""

    def program() -> Attempt:
        honest = make()
        forged = deepcopy(honest)
        forge(forged)
        sealer.seal(forged, **({"organisers": ORGANISERS, "player": PLAYER_KEY} if own else {}))
        return at_once(forged) if own else later(honest, forged)

    return program


def rules_of(game: Json) -> tuple[Ruleset, State]:
    """The rules of a game, and its state after the last row."""
    setup = game["events"][0]["facts"][0]["setup"]
    given = setup["seats"], setup["options"], setup["heroes"]
    ruleset, state = ruleset_for("a bundle", edition(setup["variant"]), *given), State()
    for event in game["events"]:
        state = fold(state, decode_facts(sealer.canonical(event["facts"])))
    return ruleset, state


def go_on(game: Json, move: Move, actor: Json, at: str = "") -> None:
    """Add a row as the rules decide it, at the time of the last one or later."""
    ruleset, state = rules_of(game)
    last = game["events"][-1]
    shares = game["events"][0]["move"]["chance"]["shares"]
    chance = PageChance(sealer.mixed_seed(game["seed"], shares))
    at = at or last["at"]
    now = int(datetime.fromisoformat(at).timestamp() * 1000)
    decision = decide(ruleset, state, move, chance, at=now)
    row = {"seq": last["seq"] + 1, "at": at, "seat": move.seat, "actor": actor}
    row |= {"refused": None, "signed": None, "move": msgspec.to_builtins(move)}
    row |= {"facts": json.loads(encode_facts(decision.facts))}
    game["events"].append(last | row | {"rulings": msgspec.to_builtins(decision.rulings)})


def cut(game: Json, last: int) -> None:
    """Delete the rows after one, and their refusals."""
    del game["events"][last:]
    game["refusals"] = [one for one in game["refusals"] if one["seq"] < last]


def without_keys(game: Json) -> Json:
    """A game as if no player and no organiser had a key."""
    for named in game["events"][0]["move"]["organisers"]:
        named["key"] = None
    return sealer.seal(unsigned.remove_all_keys(game))


@cache
def _two() -> bytes:
    return sealer.canonical(without_keys(json.loads(played("xmen", 2, 0))))


def two_at_a_page() -> Json:
    """A finished game of two players without keys, in mode `plain`."""
    game: Json = json.loads(_two())
    return game


def unsigned_game() -> Json:
    """A finished game without keys."""
    return deepcopy(unsigned.unsigned_game())


def signed_game() -> Json:
    """A finished game in which seat 0 signs."""
    return deepcopy(unsigned.signed_game())


def corrected() -> Json:
    """A finished game with acts of organisers who sign."""
    game: Json = json.loads(signed.corrected())
    return game


# ---- the deal


def choose_the_seed() -> Attempt:
    """Make seeds until seat 0 is dealt a wild card to draw four."""
    game: Json = json.loads(played("xmen", 2, 0, most=1))
    for number in range(1000):
        game["seed"] = f"{number:064x}"
        game["head"]["commitment"] = sealer.seed_commitment(game["seed"])
        terms.deal_again(game)
        dealt = [one for one in game["events"][0]["facts"] if one.get("target") == "hand:0"]
        if any(card.startswith("wild") for one in dealt for card in one["cards"]):
            return at_once(game)
    raise AssertionError("no seed deals a wild card")


def say_that_a_share_never_came(*, has_receipt: bool) -> Attempt:
    game = terms.shared_game()
    chance = game["events"][0]["move"]["chance"]
    receipt = sealer.share_receipt(game, 1, chance["commitments"][1])
    terms.void_without_share(game)
    return at_once(game, *([receipt] if has_receipt else []))


# ---- moves


def resign_for_a_player(*, is_logged: bool) -> Attempt:
    """Roll a game back, and resign in the name of a player who has no key."""
    honest = two_at_a_page()
    forged = deepcopy(honest)
    cut(forged, 10)
    player = forged["events"][0]["move"]["seats"][1]["player"]
    go_on(forged, Resign(1), {"kind": "player", "player": player})
    sealer.seal(forged)
    first = logged(honest) if is_logged else logged(forged)
    return Attempt([forged], receipts(honest), first, logged(forged))


def _move_of_a_player(game: Json) -> Json:
    """The last row with a signature of a move."""
    rows = [one for one in game["events"] if one["signed"] and "signature" in one["signed"]]
    return rows[-1]


def move_without_a_signature(game: Json) -> None:
    _move_of_a_player(game)["signed"] = None


def move_with_another_signature(game: Json) -> None:
    _move_of_a_player(game)["signed"]["signature"] = "0" * 128


def revoke_the_key() -> Attempt:
    """Say that a player plays on from another device, and resign in the player's name."""
    game = signed_game()
    cut(game, _move_of_a_player(game)["seq"])
    kept = deepcopy(receipts(sealer.seal(game)))
    by = {"kind": "player", "player": game["events"][0]["move"]["seats"][0]["player"]}
    go_on(game, RevokeKey(0), by)
    go_on(game, Resign(0), by)
    entries = logged(sealer.seal(game))
    return Attempt([game], kept, entries, entries)


def change_the_last_time(game: Json) -> None:
    game["events"][-1]["at"] = "2027-11-22T09:00:00.000Z"


def invent_a_key() -> Attempt:
    """Say from the beginning that a player at a page has a key, and sign the moves with it."""
    game = json.loads(played("xmen", 2, 0))
    return at_once(game)


def let_the_clock_speak() -> Attempt:
    """Drop the requests of a player who signs, until the time of each question is out."""
    game: Json = json.loads(played("xmen", 2, 1, times=(20, 10, 0, 0), asleep=(0,), timeouts_out=2))
    expired = [one["seat"] for one in game["events"] if one["move"]["move"] == "expire"]
    assert 0 in expired and game["events"][0]["move"]["seats"][0]["key"]
    return at_once(game)


def _waiting(absence: str, **options: object) -> Json:
    """A game that waits for seat 0, with what its options say of who is away."""
    game: Json = json.loads(played("xmen", 2, 0, most=20))
    start = game["events"][0]
    start["facts"][0]["setup"]["options"] |= {"absence": absence, "absent_seconds": 60} | options
    start["move"]["stand_in"] = STAND_IN if absence == "bot" else None
    while rules_of(game)[1].prompts[-1].seat != 0:
        cut(game, len(game["events"]) - 1)
    return game


def _claim(game: Json, move: Move, after: str) -> None:
    """Let seat 1 claim that seat 0 is away, so many seconds after the row before."""
    at = datetime.fromisoformat(game["events"][-1]["at"]) + timedelta(seconds=float(after))
    go_on(game, move, player_of(game, 1), at.isoformat(timespec="milliseconds")[:23] + "Z")


def player_of(game: Json, seat: int) -> Json:
    """The player of a seat as an actor."""
    return {"kind": "player", "player": game["events"][0]["move"]["seats"][seat]["player"]}


def claimed(after: str = "60.000", **options: object) -> Json:
    """A game in which seat 1 claims seat 0 out, so many seconds after the row before."""
    game = _waiting("out", **options)
    _claim(game, ClaimAbsent(1, 0), after)
    return sealer.seal(game, player=PLAYER_KEY, organisers=ORGANISERS)


STAND_IN: Final[Json] = {
    "kind": "bot",
    "bot": "greedy",
    "version": STRATEGIES["greedy"].version,
    "budget": STRATEGIES["greedy"].budget,
}
"""The bot that goes on for a player who is away."""


def stood_in(after: str = "60.000", **options: object) -> Json:
    """A game in which a bot goes on for seat 0, plays, and its player returns."""
    game = _waiting("bot", **options)
    _claim(game, StandIn(1, 0), after)
    while (state := rules_of(game)[1]).prompts[-1].seat == 0:
        let_bot_choose(game, state)
    go_on(game, TakeBack(0), player_of(game, 0))
    game["events"][-1]["signed"] = {"choices": {}, "signature": "0" * 128}
    return sealer.seal(game, player=PLAYER_KEY, organisers=ORGANISERS)


def let_bot_choose(game: Json, state: State) -> None:
    """Add the row of the bot that stands in for seat 0."""
    number = sum(one["actor"].get("name") == "greedy" for one in game["events"])
    shares = game["events"][0]["move"]["chance"]["shares"]
    seed = sealer.mixed_seed(game["seed"], shares)
    ruleset, _ = rules_of(game)
    chosen = choose(
        name="greedy",
        ruleset=ruleset,
        view=observe(ruleset, state, 0),
        seed=seed_of_choice(seed=seed, number=number, seat=0),
    )
    go_on(game, chosen.move, msgspec.to_builtins(chosen.actor))


def claim_who_is_there() -> Attempt:
    """Take the claim of an accomplice, and drop the requests of the player until then."""
    game = claimed()
    (fact,) = [one for one in game["events"][-1]["facts"] if one["fact"] == "seat-out"]
    assert (fact["why"], game["events"][0]["move"]["seats"][0]["kind"]) == ("absent", "player")
    return at_once(game)


def let_a_bot_play_who_is_there() -> Attempt:
    """Let a bot go on instead, and drop the requests to take the seat back."""
    game = stood_in()
    cut(game, len(game["events"]) - 1)
    kinds = [one["actor"]["kind"] for one in game["events"] if one["seat"] == 0]
    assert kinds[-1] == "bot" and game["events"][0]["move"]["seats"][0]["key"]
    sealer.seal(game, player=PLAYER_KEY, organisers=ORGANISERS)
    return at_once(game)


# ---- bots and organisers


def before_a_bot(game: Json) -> Json:
    """Cut a game before the first card that its bot plays; return the row that is deleted."""
    rows = [one for one in game["events"] if one["actor"]["kind"] == "bot"]
    row: Json = next(one for one in rows if one["move"]["move"] == "play")
    cut(game, row["seq"] - 1)
    return row


def play_for_a_bot() -> Attempt:
    """Make another legal move in a bot's turn."""
    game: Json = json.loads(played("xmen", 3, 4, with_bots=True))
    row = before_a_bot(game)
    moves = legal_moves(*rules_of(game), row["seat"])
    other = next(one for one in moves if msgspec.to_builtins(one) != row["move"])
    go_on(game, other, row["actor"])
    return replace(at_once(sealer.seal(game)), asks_bots=True)


def answer_late_for_a_bot() -> Attempt:
    """Write the row of a bot that thinks when its time is short: its quick answer counts."""
    whole: Json = json.loads(played("xmen", 3, 4, times=(20, 10, 0, 0), with_bots=True))
    row = before_a_bot(whole)
    ruleset, state = rules_of(whole)
    low = low_on_time_at(ruleset, state)
    assert low is not None
    at = datetime.fromtimestamp(low / 1000, UTC).isoformat(timespec="milliseconds")
    thinker = {"version": STRATEGIES["thinker"].version, "budget": STRATEGIES["thinker"].budget}
    whole["events"][0]["move"]["seats"][row["seat"]] |= thinker | {"bot": "thinker"}
    actor = {"kind": "bot", "name": "thinker", "fallback": True, "reason": "time"} | thinker
    for move in legal_moves(ruleset, state, row["seat"]):
        game = deepcopy(whole)
        go_on(game, move, actor, at.replace("+00:00", "Z"))
        attempt = replace(at_once(sealer.seal(game, player=PLAYER_KEY)), asks_bots=True)
        if found(attempt, "bundle")[0] == set():
            return attempt
    raise AssertionError("no move is the quick answer")


def correct(game: Json, *organisers: str) -> Attempt:
    """Let two organisers correct who won a finished game."""
    first, second = organisers
    actor = {"kind": "organiser", "player": first, "second": second, "reason": "Appeal"}
    _, state = rules_of(game)
    assert state.result is not None and state.result.winner is not None
    go_on(game, Correct(winner=1 - state.result.winner), actor)
    return at_once(sealer.seal(game))


def correct_where_none_is_named() -> Attempt:
    game = two_at_a_page()
    game["events"][0]["move"]["organisers"] = []
    for row in [one for one in game["events"] if one["actor"]["kind"] == "organiser"]:
        row["actor"] |= {"player": "staff-1"}
    return correct(game, "staff-1", "staff-2")


def correct_for_those_without_keys() -> Attempt:
    return correct(two_at_a_page(), *ORGANISERS)


def complete_an_old_proposal(game: Json) -> None:
    """Use the proposal of an organiser of long ago, with the key of a second one."""
    signed.correction(game)["signed"]["organisers"][0]["seq"] = 2


# ---- what happens to a game


def drop(*kinds: str) -> Program:
    """Delete a game when these entries of it are in the log."""

    def program() -> Attempt:
        game = two_at_a_page()
        entries = [one for one in logged(game) if one.kind in kinds]
        return Attempt([], receipts(game), entries, entries)

    return program


def two_stories(other: Callable[[Json], object]) -> Program:
    """Show one person a game and another one another game."""

    def program() -> Attempt:
        honest = unsigned_game()
        forged = deepcopy(honest)
        other(forged)
        sealer.seal(forged)
        return Attempt([honest, forged], receipts(honest), logged(honest), logged(forged))

    return program


def leave_an_entry_out() -> Attempt:
    """Log two results of a game, and give a proof by a map that has one of them."""
    honest = unsigned_game()
    forged = deepcopy(honest)
    unsigned.without_the_end(forged)
    sealer.seal(forged)
    known, short = logged(honest), logged(forged)
    left_out = [one for one in known if one not in short]
    return Attempt([forged], receipts(honest), short, short, left_out=left_out)


def log_it_nowhere() -> Attempt:
    """Let the map say an end of a game that is in no leaf, so that another may be logged later."""
    attempt = at_once(unsigned_game())
    return lie_about(attempt, attempt.first[:3])


def date_it_back() -> Attempt:
    """Close a table after another game was created, and let the map say that it was before."""
    attempt = at_once(unsigned_game())
    created, *rest = attempt.first
    other = LoggedEntry("0" * 64, "0" * 64, "created")
    return lie_about(attempt, [created, other, *rest])


def lie_about(attempt: Attempt, then: Sequence[LoggedEntry]) -> Attempt:
    """Have these entries in the log, whose map says others."""
    return replace(attempt, then=then, placed=list(enumerate(then)))


def move_it_to_another_game(game: Json) -> None:
    game["head"]["game"] = unsigned.STRANGER


def sign_with_another_key() -> Attempt:
    game = sealer.sign(unsigned_game(), unsigned.SIGNER)
    entries = logged(game)
    return Attempt([game], receipts(unsigned_game()), entries, entries, STRANGER)


def leave_a_name_out() -> Attempt:
    """Give a player no name, as if the seat were a bot's."""
    game = unsigned_game()
    game["names"][0] = None
    return at_once(sealer.sign(game))


def erase_for_one_reader() -> Attempt:
    game: Json = json.loads(signed.corrected())
    entries = [one for one in logged(game) if one.kind != "erased"]
    return Attempt([game], receipts(game), entries, entries)


def unchanged() -> Attempt:
    """Read all hands, and tell a friend."""
    return at_once(unsigned_game())


UNSIGNED: Final = tuple(
    forge
    for forge, found in unsigned.UNSIGNED.items()
    if found == (set(), set())
    and forge not in (unsigned.an_unknown_rulebook, unsigned.another_seed)
)
SIGNED: Final = (
    sealer.drop_refusals,
    signed.change_the_reason_of_an_act,
    signed.move_the_times,
    signed.rename_the_edition,
    signed.name_another_player,
)

ROWS: Final[dict[str, tuple[Program, ...]]] = {
    "choose the deal in mode `plain`": (choose_the_seed,),
    "choose it in mode `shared`, when all shares are open": tuple(
        resealed(terms.shared_game, one)
        for one in (terms.another_share_of_the_accomplice, terms.another_seed_of_the_server)
    ),
    "deal other cards than the seed gives": tuple(
        resealed(unsigned_game, one)
        for one in (
            unsigned.two_dealt_cards_exchanged,
            unsigned.another_seed,
            unsigned.more_copies_of_a_card,
        )
    ),
    "deny a share whose receipt the player has": (
        partial(say_that_a_share_never_came, has_receipt=True),
    ),
    "deny a share, and hold its receipt back": (
        partial(say_that_a_share_never_came, has_receipt=False),
    ),
    "know all hands, and tell a friend": (unchanged,),
    "change a finished game that no player signed": tuple(
        resealed(unsigned_game, one) for one in UNSIGNED
    ),
    "change one after the last signed move": (resealed(signed_game, change_the_last_time),),
    "change one before a signed move": tuple(resealed(signed_game, one) for one in SIGNED),
    "move for a player without a key, in a finished game": (
        partial(resign_for_a_player, is_logged=True),
    ),
    "the same in a game that runs: roll it back": (partial(resign_for_a_player, is_logged=False),),
    "move for a player with a key": tuple(
        resealed(signed_game, one)
        for one in (move_without_a_signature, move_with_another_signature)
    ),
    "revoke a player's key in the player's name, and move for the player": (revoke_the_key,),
    "exchange or remove a player's key after the deal": tuple(
        resealed(signed_game, one) for one in unsigned.SIGNED
    ),
    "invent a key for a player before the deal": (invent_a_key,),
    "let the clock speak: drop moves until the time is out": (let_the_clock_speak,),
    "let a friend claim that a player is absent who is there: out, or a bot plays": (
        claim_who_is_there,
        let_a_bot_play_who_is_there,
    ),
    "name another winner than the rules": (resealed(unsigned_game, unsigned.another_winner),),
    "the same, by rules that no verifier has": (
        resealed(unsigned_game, unsigned.an_unknown_rulebook),
    ),
    "make a move for a bot": (play_for_a_bot,),
    "let a bot that thinks give its quick answer, by a late row": (answer_late_for_a_bot,),
    "correct who won, where no organisers are named": (correct_where_none_is_named,),
    "act for an organiser who has no key": (correct_for_those_without_keys,),
    "act for an organiser with a key, or as one not named": tuple(
        resealed(corrected, one)
        for one in (
            signed.invent_two_directors,
            signed.change_the_reason,
            signed.drop_one_signature,
            signed.use_a_proposal_twice,
        )
    ),
    "the same, and name the invented one in row 1": (
        resealed(corrected, signed.name_them_before_the_deal),
    ),
    "use an old proposal, with the key of the second": (
        resealed(corrected, complete_an_old_proposal, own=True),
    ),
    "drop a game that is in the log": (
        drop("created"),
        drop("created", "opened"),
        drop("created", "opened", "begun"),
    ),
    "drop a game before the log has it: up to 60 s": (drop(),),
    "tell two stories of a game": (two_stories(unsigned.other_times),),
    "use one seed in two games": (two_stories(move_it_to_another_game),),
    "sign with another key": (sign_with_another_key,),
    "leave an entry out of the map of the log": (leave_an_entry_out,),
    "say an entry in the map that the log lacks, or has elsewhere": (log_it_nowhere, date_it_back),
    "leave a name out, as if the seat were a bot's": (leave_a_name_out,),
    "show a name to some readers as erased": (erase_for_one_reader,),
}

# ---- what others find

UNPASSED: Final = (UNNAMED_RESULT, "key-revoked")
"""The notes with which the verdict is not PASS."""

COLUMNS: Final = ("browser", "client", "bundle", "proofs", "monitor")


def found(attempt: Attempt, column: str) -> tuple[set[str], set[str]]:
    """The codes of findings, *lawful* for those of the rules; notes, and why there is no answer."""
    if column == "browser":
        # A page judges one game at a time.
        alone = [replace(attempt, shown=[one], asks_bots=False) for one in attempt.shown]
        each = [found(one, "client") for one in alone]
        codes = set[str]().union(*[codes for codes, _ in each])
        whys = set[str]().union(*[whys for _, whys in each])
        # The verifier of the page has no rules: verify.js finds all but these.
        return codes - {"lawful"}, whys
    if column == "monitor":
        return watched(attempt), set()
    evidence = NO_EVIDENCE
    if column == "client":
        own = [read_receipt(sealer.canonical(one)) for one in attempt.kept]
        evidence = OwnEvidence(receipts=tuple(own))
    elif column == "proofs" and attempt.first:
        at = BEGAN + 99999
        text = proof_of(*attempt.first, at=at, log=attempt.log, placed=attempt.placed)
        proof = parse_log_file(text.encode())
        policy = parse_policy(f"1of1:{WITNESS.verifier}")
        evidence = OwnEvidence(log_files=(proof,), log=LOG.verifier, policy=policy)
    findings: list[Finding] = []
    codes, whys, traces = set[str](), set[str](), dict[str, FileTrace]()
    chooser = choose_again if attempt.asks_bots else None
    for number, game in enumerate(attempt.shown):
        examined = examine(read_bundle(sealer.canonical(game)))
        told = audit_examined(examined, [SERVER], evidence=evidence, chooser=chooser)
        if told.sealed.answer == "yes":
            deal = deal_of(examined.bundle.head.game, examined.start)
            trace = FileTrace(examined.bundle.head, examined.digests, told.public, deal)
            traces[str(number)] = trace
        for question, one in told.answers.items():
            whys.add(one.why)
            findings += one.findings if question != "lawful" else ()
            codes |= {"lawful"} if question == "lawful" and one.answer == "no" else set()
    findings += [one for _, one in contradictions(traces)]
    codes |= {one.code for one in findings if not one.note or one.code in UNPASSED}
    return codes, whys | {one.code for one in findings if one.note}


def watched(attempt: Attempt) -> set[str]:
    """What a monitor says that saw the log as it was, and how the owner makes it fit."""
    known = attempt.first if attempt.placed is None else attempt.then
    first = [entry_text(one.kind, one.digest, one.game) for one in known]
    then = [entry_text(one.kind, one.digest, one.game) for one in attempt.then]
    honest = Log(0)
    honest.grow(*first)
    seen, state = look(MonitorState(str(LOG.verifier), str(LOG.verifier)), honest.fetch)
    assert seen.outcome == "consistent"
    added, replaced = Log(0, attempt.log), Log(0, attempt.log)
    added.grow(*first)
    added.grow(*[one for one in then if one not in first])
    replaced.grow(*then)
    while len(replaced.entries) <= len(honest.entries):
        replaced.grow()
    if attempt.left_out:
        added.entries += [entry_text(one.kind, one.digest, one.game) for one in attempt.left_out]
        added.entries.append(honest.entries[-1])
    if attempt.placed is not None:
        games = GameMap()
        for index, one in enumerate(attempt.first):
            games.add(one.game, index, one.leaf)
        added.entries.append(text_entry(map_text(games.root)))
    outcomes = [look(state, one.fetch)[0] for one in (added, replaced)]
    open_games = {one.kind for one in outcomes[0].games} if not attempt.shown else set()
    return {one.outcome for one in outcomes if one.outcome != "consistent"} | open_games


# ---- the table


def table() -> dict[str, list[str]]:
    """The cells of the first table of the page, by the first of each row."""
    lines = PAGE[PAGE.index("| the owner wants to") :].partition("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {row[0]: row[1:] for row in rows}


TABLE: Final = table()
CELLS: Final = [(row, column) for row in TABLE for column in COLUMNS]


@cache
def attempts(row: str) -> list[Attempt]:
    """What the programs of a row make."""
    return [program() for program in ROWS[row]]


def test_each_row_has_its_programs_and_each_column_a_cell() -> None:
    assert set(TABLE) == set(ROWS)
    assert len(CELLS) == len(set(CELLS)) > 100
    assert {len(cells) for cells in TABLE.values()} == {len(COLUMNS)}


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_a_cell_is_what_is_found(row: str, column: str) -> None:
    cell = TABLE[row][COLUMNS.index(column)]
    named, _, noted = cell.partition(":")
    expected = {*re.findall(r"`([a-z-]+)`", named), *re.findall(r"\*([a-z]+)\*", named)} - {"no"}
    assert ("**no**" in named) == (not expected)
    all_found = [found(attempt, column) for attempt in attempts(row)]
    assert set[str]().union(*[codes for codes, _ in all_found]) == expected
    for codes, notes in all_found:
        assert bool(codes) == bool(expected)
        assert set(re.findall(r"`([a-z_-]+)`", noted)) <= notes


@pytest.mark.parametrize("row", ROWS)
def test_the_verifier_without_rules_finds_the_same_in_the_bundle(row: str) -> None:
    sources = [sealer.canonical(game) for attempt in attempts(row) for game in attempt.shown]
    for js, py in both_verdicts(sources):
        assert common(js) == common(py)
