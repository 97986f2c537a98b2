"""Signed notes, keys, tiles and proofs of the log, against the vectors and against mistakes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.audit.note import (
    LOG_KEY,
    WITNESS_KEY,
    NoteError,
    SignatureLine,
    SignedCheckpoint,
    VerifierKey,
    cosignature_time,
    encode_base64,
    parse_checkpoint,
    parse_signatures,
    parse_vkey,
)
from games.audit.proof import (
    EntryKind,
    GameEntry,
    GameProof,
    ProofExtra,
    ProofFinding,
    blinded,
    created_digest,
    entries_of_game,
    entry_text,
    erased_entry,
    kinds_of_row,
    log_findings,
    map_text,
    parse_log_file,
    parse_policy,
    parse_proof,
    text_entry,
)
from games.audit.tiles import (
    TileAddress,
    join_entries,
    parse_address,
    split_entries,
    tiles_of,
)
from games.audit.tree import consistency_proof, inclusion_proof, leaf_hash, subtrees
from tests.proof.log_keys import SignerKey, cosign, sign_checkpoint, sign_proof

DOCS = Path(__file__).parent.parent.parent / "docs"
VECTORS: dict[str, Any] = json.loads((DOCS / "log-vectors.json").read_bytes())
LEAVES = [bytes.fromhex(leaf) for leaf in VECTORS["leaves"]]
TREE = subtrees(LEAVES)
LOG = SignerKey(VECTORS["origin"], LOG_KEY, bytes(32))
WITNESSES = [
    SignerKey(f"witness.example/w{n}", WITNESS_KEY, bytes([n + 1]) * 32) for n in (1, 2, 3)
]
PROOF: str = VECTORS["proof_of_bundle_full"]


# ---- vectors


def test_the_keys_are_those_of_the_vectors() -> None:
    assert str(LOG.verifier) == VECTORS["vkey"]
    assert str(WITNESSES[0].verifier) == VECTORS["witness_vkey"]
    for key in (LOG, WITNESSES[0]):
        assert parse_vkey(str(key.verifier)) == key.verifier


def test_entries_leaves_roots_and_proofs_are_those_of_the_vectors() -> None:
    for text, leaf in zip(VECTORS["entries"], LEAVES, strict=True):
        entry = json.loads(text.partition("/")[2])
        is_map = entry["kind"] == "map"
        made = text_entry(map_text(bytes.fromhex(entry["root"]))) if is_map else entry_text(**entry)
        assert made == text.encode()
        assert leaf_hash(text.encode()) == leaf
    assert [TREE(0, size).hex() for size in range(9)] == VECTORS["roots"]
    for one in VECTORS["inclusion"]:
        path = inclusion_proof(TREE, one["index"], one["size"])
        assert [step.hex() for step in path] == one["path"]
    for one in VECTORS["consistency"]:
        path = consistency_proof(TREE, one["first"], one["second"])
        assert [step.hex() for step in path] == one["path"]


def test_checkpoints_and_cosignatures_are_those_of_the_vectors() -> None:
    for one in VECTORS["checkpoints"]:
        root = bytes.fromhex(VECTORS["roots"][one["size"]])
        signed = sign_checkpoint(LOG.name, one["size"], root, LOG)
        assert (signed.text, signed.note) == (one["text"], one["note"])
        assert parse_checkpoint(one["note"].encode()) == signed
        assert signed.signed_by(LOG.verifier)
        line = cosign(signed, one["time"], WITNESSES[0])
        assert str(line) == one["cosignature_line"]
        assert parse_signatures(one["cosignature_line"]) == (line,)
        assert cosignature_time(signed, line, WITNESSES[0].verifier) == one["time"]


def test_the_proof_and_the_request_are_those_of_the_vectors() -> None:
    proof = parse_proof(PROOF.encode())
    assert proof.text == PROOF
    assert proof.holds(proof.extra.entries[0][1].game)
    assert [(index, one.leaf) for index, one, _ in proof.extra.entries] == [
        (index, LEAVES[index]) for index in (0, 1, 2, 4, 5, 6)
    ]
    request = VECTORS["add_checkpoint_request"]
    path = consistency_proof(TREE, 4, 8)
    lines = "".join(f"{encode_base64(step)}\n" for step in path)
    assert request == f"old 4\n{lines}\n{VECTORS['checkpoints'][1]['note']}"


def test_the_tiles_are_those_of_the_vectors() -> None:
    assert bytes.fromhex(VECTORS["tile_0_000_p_8"]) == b"".join(LEAVES)
    entries = bytes.fromhex(VECTORS["entries_000_p_8"])
    texts = [text.encode() for text in VECTORS["entries"]]
    assert (join_entries(texts), split_entries(entries)) == (entries, texts)
    for cut in (1, len(entries) - 1):
        with pytest.raises(ValueError):
            split_entries(entries[:cut])


# ---- forms


def test_a_changed_text_is_not_a_checkpoint_or_not_signed() -> None:
    note: str = VECTORS["checkpoints"][1]["note"]
    for at in range(len(note)):
        for other in {"x", "\n", " ", "0", ""} - {note[at]}:
            changed = note[:at] + other + note[at + 1 :]
            try:
                is_signed = parse_checkpoint(changed.encode()).signed_by(LOG.verifier)
            except NoteError:
                continue
            assert not is_signed, changed


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"\xff",
        b"origin\n1\n",
        b"origin\n01\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6M=\n\n",
        b"ori gin\n1\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6M=\n\n",
        b"ori+gin\n1\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6M=\n\n",
        b"origin\n1\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6N=\n\n",
        b"origin\n1\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6M\n\n",
        b"origin\n1\nAAAA\n\n",
        b"origin\n1\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6M=\nmore\n\n",
        b"origin\r\n1\nGP4l4DxG1vDKuJklpqeZG78EXYVIn0NMu3081rthO6M=\n\n",
        b"o\n1\n" + b"A" * 70_000,
    ],
)
def test_texts_that_are_not_checkpoints_are_refused(note: bytes) -> None:
    with pytest.raises(NoteError):
        parse_checkpoint(note)


@pytest.mark.parametrize(
    "lines", ["x", "— w AAAAAA==", "w AAAAAAA=\n", "— w AAAA\n", "— w+ AAAAAAA=\n", "— w\n", "\n"]
)
def test_lines_that_are_not_signatures_are_refused(lines: str) -> None:
    with pytest.raises(NoteError):
        parse_signatures(lines)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a+b",
        VECTORS["vkey"].replace("d4dc", "d4dd"),
        VECTORS["vkey"].replace("fairdeal.example/log", "fairdeal example/log"),
        VECTORS["vkey"][:-4],
        str(VerifierKey("a", 2, bytes(32))),
    ],
)
def test_texts_that_are_not_keys_are_refused(text: str) -> None:
    with pytest.raises(NoteError):
        parse_vkey(text)


def test_signatures_of_other_keys_do_not_count() -> None:
    signed = sign_checkpoint(LOG.name, 5, bytes(32), LOG)
    other = SignerKey(LOG.name, LOG_KEY, bytes([9]) * 32)
    assert not signed.signed_by(other.verifier)
    assert not SignedCheckpoint(LOG.name, 5, bytes(32)).signed_by(LOG.verifier)
    # A signature with the name and the id of a key that did not make it.
    forged = SignatureLine(LOG.name, LOG.verifier.id, other.sign(signed.text.encode()))
    plain = SignedCheckpoint(LOG.name, 5, bytes(32)).with_lines(forged)
    assert not plain.signed_by(LOG.verifier)
    assert plain.with_lines(*signed.signatures).signed_by(LOG.verifier)


@pytest.mark.parametrize(
    ("number", "path"), [(0, "000"), (67, "067"), (1234067, "x001/x234/067"), (1000, "x001/000")]
)
def test_tiles_have_one_address(number: int, path: str) -> None:
    for level in (0, 1, 63, None):
        for width in (1, 255, 256):
            address = TileAddress(level, number, width)
            text = str(address)
            assert path in text
            assert parse_address(text.removeprefix("tile/")) == address


BAD_TILES = """
0/0 0/00 0/x000/001 0/1000 00/000 0/000.p/0 0/000.p/256 0/000.p/ 0/000.p/01 0/000.p/999 0/001/000
0/x001 x/000 0/٠٠٠ 100/000
"""


@pytest.mark.parametrize("text", ["", "0/000 ", *BAD_TILES.split()])
def test_texts_that_are_not_tiles_are_refused(text: str) -> None:
    assert parse_address(text) is None


def test_tiles_of_a_range_are_as_wide_as_the_log() -> None:
    assert list(tiles_of(0, 0)) == []
    assert list(tiles_of(0, 5)) == [(0, 5)]
    assert list(tiles_of(0, 256)) == [(0, 256)]
    assert list(tiles_of(255, 257)) == [(0, 256), (1, 1)]
    assert list(tiles_of(256, 600)) == [(1, 256), (2, 88)]
    assert list(tiles_of(600, 600)) == []


# ---- policies


def policy_text(needed: int, *keys: SignerKey) -> str:
    return f"{needed}of{len(keys)}:{','.join(str(key.verifier) for key in keys)}"


def test_a_policy_counts_different_witnesses() -> None:
    policy = parse_policy(policy_text(2, *WITNESSES))
    assert str(policy) == policy_text(2, *WITNESSES)
    plain = sign_checkpoint(LOG.name, 5, bytes(32), LOG)
    one = plain.with_lines(cosign(plain, 7, WITNESSES[0]), cosign(plain, 8, WITNESSES[0]))
    assert (policy.times(one), policy.is_met(one)) == ([8], False)
    two = one.with_lines(cosign(plain, 6, WITNESSES[2]))
    assert (policy.times(two), policy.is_met(two)) == ([8, 6], True)
    other = cosign(sign_checkpoint(LOG.name, 6, bytes(32), LOG), 9, WITNESSES[1])
    assert policy.times(two.with_lines(other)) == [8, 6]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2of3",
        "0of1:" + str(WITNESSES[0].verifier),
        "2of1:" + str(WITNESSES[0].verifier),
        "1of2:" + str(WITNESSES[0].verifier),
        "1of1:" + str(LOG.verifier),
        policy_text(1, WITNESSES[0], WITNESSES[0]),
        policy_text(1, WITNESSES[0], SignerKey(WITNESSES[0].name, WITNESS_KEY, bytes(32))),
        policy_text(1, WITNESSES[0], SignerKey("other", WITNESS_KEY, WITNESSES[0].seed)),
        policy_text(1, WITNESSES[0]) + ",",
    ],
)
def test_texts_that_are_not_policies_are_refused(text: str) -> None:
    with pytest.raises(NoteError):
        parse_policy(text)


# ---- verification of a game

BEGUN, ENDED, CHANGED = "aa" * 32, "bb" * 32, "cc" * 32


def rows(*kinds: tuple[EntryKind, str]) -> list[GameEntry]:
    """The entries of a game of which one row was made in each minute of 1970."""
    return [
        GameEntry(kind, at + 1, digest, f"1970-01-01T00:{at:02d}:00.000Z", blinded("g"))
        for at, (kind, digest) in enumerate(kinds)
    ]


GAME = rows(("begun", BEGUN), ("ended", ENDED))


def proof_of(*listed: tuple[int, GameEntry], times: Sequence[int] = (), size: int = 6) -> GameProof:
    """A proof of entries at these indexes, cosigned by as many witnesses as there are times."""
    plain = sign_proof([(index, entry.logged) for index, entry in listed], size, LOG)
    signed = plain.checkpoint
    lines = [cosign(signed, time, key) for time, key in zip(times, WITNESSES, strict=False)]
    return replace(plain, checkpoint=signed.with_lines(*lines))


def whole(*times: int, size: int = 6) -> GameProof:
    """A proof of all entries of the game, at 1 and 4."""
    return proof_of((1, GAME[0]), (4, GAME[1]), times=times, size=size)


def codes(
    *files: GameProof | SignedCheckpoint, entries: list[GameEntry] = GAME, **more: Any
) -> Any:
    read = [
        parse_log_file((one.note if isinstance(one, SignedCheckpoint) else one.text).encode())
        for one in files
    ]
    options = {"log": LOG.verifier} | more
    return [tuple(found) for found in log_findings(read, entries, **options)]


POLICY = parse_policy(policy_text(2, *WITNESSES))


def test_the_entries_of_rows_follow_from_their_facts() -> None:
    ended = {"fact": "game-ended", "why": "last-standing"}
    assert kinds_of_row(1, [{"fact": "turn-began"}]) == ["begun"]
    assert kinds_of_row(1, [ended | {"why": "void"}]) == ["begun", "void"]
    assert kinds_of_row(9, [{"fact": "turn-began"}]) == []
    made = entries_of_game(
        "g",
        "c",
        ("t", "0"),
        [
            {"seq": 1, "at": "a", "facts": [{"fact": "turn-began"}]},
            {"seq": 2, "at": "b", "facts": []},
            {"seq": 3, "at": "c", "facts": [ended]},
            {"seq": 4, "at": "d", "facts": [{"fact": "result-changed"}]},
        ],
        ["1", "2", "3", "4"],
    )
    assert made == [
        GameEntry("created", 0, created_digest("g", "c"), "", blinded("g")),
        GameEntry("opened", 0, "t", "0", blinded("g")),
        GameEntry("begun", 1, "1", "a", blinded("g")),
        GameEntry("ended", 3, "3", "c", blinded("g")),
        GameEntry("changed", 4, "4", "d", blinded("g")),
    ]


def test_a_valid_proof_has_no_findings() -> None:
    proof = whole(100, 90)
    assert codes(proof, policy=POLICY) == []
    assert codes(proof, proof.checkpoint, policy=POLICY) == []
    assert codes(proof, log=None, keys=[LOG.verifier.public.hex()]) == []


def test_the_log_must_have_signed() -> None:
    proof = whole()
    stranger = SignerKey(LOG.name, LOG_KEY, bytes([9]) * 32).verifier
    renamed = SignerKey("other.example/log", LOG_KEY, LOG.seed).verifier
    found = [("log-signature", 0)]
    assert codes(proof, log=stranger) == found
    assert codes(proof, log=renamed) == found
    assert codes(proof, log=None, keys=[stranger.public.hex()]) == found
    assert codes(proof, log=None) == found
    # Nothing else of such a file is verified.
    assert codes(proof, entries=[], log=stranger, policy=POLICY) == found


def test_enough_witnesses_must_have_signed() -> None:
    assert codes(whole(100), policy=POLICY) == [("witnesses", 0)]
    assert codes(whole(100).checkpoint, policy=POLICY) == [("witnesses", 0)]
    assert codes(whole(100)) == []


def test_the_path_must_lead_from_the_map_to_the_root() -> None:
    proof = whole()
    assert codes(replace(proof, path=())) == [("log", 0)]
    assert codes(replace(proof, path=proof.path[::-1])) == [("log", 0)]


def changed_extras() -> Iterator[ProofExtra]:
    """What does not lead to the root of the map."""
    extra = whole().extra
    (first, begun, path), (last, ended, way) = extra.entries
    for entries in (
        extra.entries[:1],
        extra.entries[1:],
        extra.entries[::-1],
        ((first + 1, begun, path), (last, ended, way)),
        ((first, begun, path), (last, ended, way), (last, ended, way)),
        ((first, begun, path), (5, ended, way)),
        ((first, begun, path), (last, msgspec.structs.replace(ended, digest=CHANGED), way)),
        ((first, begun, path), (last, msgspec.structs.replace(ended, game="0" * 64), way)),
        ((first, begun, path), (last, ended, ())),
        ((first, begun, path), (last, ended, way[::-1])),
    ):
        yield msgspec.structs.replace(extra, entries=entries)
    yield msgspec.structs.replace(extra, path=extra.path[::-1])


@pytest.mark.parametrize("extra", list(changed_extras()))
def test_no_entry_can_be_left_out_or_added(extra: ProofExtra) -> None:
    assert codes(replace(whole(), extra=extra)) == [("log", 0)]


def test_a_map_that_says_another_index_or_an_entry_in_no_leaf_is_found() -> None:
    listed = [(1, GAME[0].logged), (4, GAME[1].logged)]
    for placed in (listed[:1], listed[1:], [listed[0], (3, listed[1][1])], []):
        assert codes(sign_proof(listed, 6, LOG, placed=placed)) == [("log", 0)]
    # Of the other games of the bucket nothing is said.
    other = GAME[0]._replace(game=blinded("g")[:4] + "0" * 60).logged
    assert codes(sign_proof([*listed[:1], (2, other)], 6, LOG, placed=listed[:1])) == []


def test_a_proof_of_another_game_is_found() -> None:
    other = GameEntry("begun", 1, BEGUN, "1970-01-01T00:00:00.000Z", blinded("other"))
    assert codes(proof_of((1, other))) == [("log", 0)]


def test_the_log_has_the_first_entries_of_the_game_and_no_others() -> None:
    begun, ended = (1, GAME[0]), (4, GAME[1])
    assert codes(proof_of(begun)) == []
    assert codes(proof_of(ended)) == [("log", 1)]
    assert codes(proof_of((1, GAME[1]), (2, GAME[0]))) == [("log", 1)]
    other = GAME[1]._replace(digest=CHANGED)
    assert codes(proof_of(begun, (3, other), ended)) == [("log", 2)]
    assert codes(proof_of(begun, ended, (5, other), size=7)) == [("log", 2)]
    assert codes(whole(), entries=GAME[:1]) == [("log", 1)]


def test_two_beginnings_or_two_terms_are_found() -> None:
    created = GameEntry("created", 0, CHANGED, "", blinded("g"))
    opened = GameEntry("opened", 0, CHANGED, "1970-01-01T00:00:00.000Z", blinded("g"))
    entries = [created, opened, *GAME]
    numbered = list(enumerate(entries))
    assert codes(proof_of(*numbered), entries=entries) == []
    for at, entry in numbered:
        twice = [*entries[: at + 1], entry._replace(digest=ENDED[::-1]), *entries[at + 1 :]]
        found = codes(proof_of(*enumerate(twice)), entries=entries)
        assert [code for code, _ in found] == ["log"], entry.kind
    cancelled = created._replace(kind="cancelled")
    hidden = proof_of(*numbered[:3], (3, cancelled))
    assert codes(hidden, entries=entries) == [("log", 2)]


def test_a_proof_with_an_older_result_is_found() -> None:
    changed = rows(("begun", BEGUN), ("ended", ENDED), ("changed", CHANGED))
    numbered = list(enumerate(changed))
    assert codes(proof_of(*numbered[:2]), entries=changed) == [("log", 3)]
    assert codes(proof_of(*numbered), entries=changed) == []
    assert codes(proof_of(*numbered[:1]), entries=changed) == []


def test_a_name_is_erased_at_any_time_once_the_table_is_closed() -> None:
    at = "1970-01-01T00:00:30.000Z"
    erased = erased_entry("g", 0, at)
    proof = proof_of((0, GAME[0]), (2, erased), (4, GAME[1]))
    assert codes(proof, entries=[*GAME, erased]) == []
    # After a file was made, or in a file without names.
    assert codes(proof, entries=GAME) == []
    assert codes(proof, entries=[*GAME, erased_entry("g", 1, at)]) == []
    assert codes(proof_of((2, erased)), entries=[*GAME, erased]) == [("log", 0)]
    assert codes(whole(), entries=[*GAME, erased]) == []


def test_a_kind_that_is_not_known_is_ignored() -> None:
    other = GAME[0]._replace(kind="seated")  # type: ignore[arg-type]
    assert codes(proof_of((1, GAME[0]), (3, other), (4, GAME[1]))) == []


def test_a_row_is_not_later_than_the_checkpoint_that_has_it() -> None:
    # The row is of 00:01:00; the latest cosignature that counts is compared.
    assert codes(whole(0, 0), policy=POLICY) == []
    late = [GAME[0], GAME[1]._replace(at="1970-01-01T00:01:00.001Z")]
    assert codes(whole(0, 0), entries=late, policy=POLICY) == [("log-time", 2)]
    assert codes(whole(0, 1), entries=late, policy=POLICY) == []
    late[1] = late[1]._replace(at="?")
    assert codes(whole(0, 1), entries=late, policy=POLICY) == [("log-time", 2)]


def test_a_row_is_not_earlier_than_a_checkpoint_that_lacks_it() -> None:
    proof = whole(900, 900)
    for time, found in ((660, []), (661, [("log-time", 2)])):
        for size in (3, 4):
            before = proof_of((1, GAME[0]), times=(time, 0), size=size).checkpoint
            assert codes(proof, before, policy=POLICY) == found
    after = proof_of((1, GAME[0]), times=(900, 900)).checkpoint
    assert codes(proof, after, policy=POLICY) == []


def changed_proofs() -> Iterator[bytes]:
    for at in range(len(PROOF)):
        for other in {"x", "\n", "0", ""} - {PROOF[at]}:
            yield (PROOF[:at] + other + PROOF[at + 1 :]).encode()


def test_a_changed_proof_of_the_vectors_proves_nothing() -> None:
    listed = parse_proof(PROOF.encode()).extra.entries
    game = [
        GameEntry(one.kind, at, one.digest, "1970-01-01T00:00:00.000Z", one.game)  # type: ignore[arg-type]
        for at, (_, one, _) in enumerate(listed)
    ]
    policy = parse_policy(f"1of1:{VECTORS['witness_vkey']}")

    def findings(source: bytes) -> list[ProofFinding]:
        log = parse_vkey(VECTORS["vkey"])
        return list(log_findings([parse_log_file(source)], game, log=log, policy=policy))

    assert findings(PROOF.encode()) == []
    for changed in changed_proofs():
        try:
            found = findings(changed)
        except NoteError:
            continue
        assert found, changed


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"c2sp.org/tlog-proof@v1\n",
        b"c2sp.org/tlog-proof@v1\nindex 01\n\n",
        b"c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\n",
        b"c2sp.org/tlog-proof@v1\nextra AA=\nindex 1\n\n",
        b"c2sp.org/tlog-proof@v1\nextra AAA=\n\n",
        b"c2sp.org/tlog-proof@v2\nindex 1\n\n",
        b"\xff\n\n",
    ],
)
def test_texts_that_are_not_proofs_are_refused(source: bytes) -> None:
    with pytest.raises(NoteError):
        parse_proof(source)
