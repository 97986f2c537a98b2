"""The tree of RFC 9162: published vectors of eight leaves, and properties of all sizes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.audit.tree import (
    EMPTY,
    GrowingTree,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root_of,
    split,
    subtrees,
    verify_inclusion,
)
from tests.games.witness_double import verify_consistency

ENTRIES = [
    bytes.fromhex(entry)
    for entry in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The entries with which implementations of RFC 6962 and RFC 9162 are tested."""

ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The roots over the first none to eight of them."""

INCLUSION = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
CONSISTENCY = {
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}

MOST = 200
LEAVES = [leaf_hash(b"leaf %d" % number) for number in range(MOST + 1)]
TREE = subtrees(LEAVES)
OTHER = leaf_hash(b"another")


def hashes() -> list[bytes]:
    return [leaf_hash(entry) for entry in ENTRIES]


def told(path: list[bytes]) -> list[str]:
    return [step.hex() for step in path]


def test_the_roots_are_those_of_the_published_vectors() -> None:
    assert [root_of(hashes()[:size]).hex() for size in range(9)] == ROOTS
    assert ROOTS[0] == EMPTY.hex()


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_proofs_of_inclusion_are_those_of_the_published_vectors(index: int, size: int) -> None:
    path = inclusion_proof(subtrees(hashes()), index, size)
    assert told(path) == INCLUSION[index, size]
    assert verify_inclusion(hashes()[index], index, size, path, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("first", "second"), CONSISTENCY)
def test_proofs_of_consistency_are_those_of_the_published_vectors(first: int, second: int) -> None:
    path = consistency_proof(subtrees(hashes()), first, second)
    assert told(path) == CONSISTENCY[first, second]
    roots = (bytes.fromhex(ROOTS[first]), bytes.fromhex(ROOTS[second]))
    assert verify_consistency(first, second, *roots, path)


def test_the_tree_of_seven_leaves_has_the_nodes_of_the_rfcs_drawing() -> None:
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = node_hash(a, b), node_hash(c, d), node_hash(e, f)
    k, l, tree = node_hash(g, h), node_hash(i, j), subtrees(LEAVES)  # noqa: E741
    assert inclusion_proof(tree, 0, 7) == [b, h, l]
    assert inclusion_proof(tree, 3, 7) == [c, g, l]
    assert inclusion_proof(tree, 4, 7) == [f, j, k]
    assert inclusion_proof(tree, 6, 7) == [i, k]
    assert consistency_proof(tree, 3, 7) == [c, d, g, l]
    assert consistency_proof(tree, 4, 7) == [l]
    assert consistency_proof(tree, 6, 7) == [i, j, k]
    assert root_of(LEAVES[:7]) == node_hash(k, l)


def by_definition(leaves: list[bytes]) -> bytes:
    """The root as the RFC writes it down: recursively."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY
    at = split(len(leaves))
    return node_hash(by_definition(leaves[:at]), by_definition(leaves[at:]))


def test_the_root_of_every_size_is_that_of_the_definition() -> None:
    for size in range(MOST + 1):
        assert root_of(LEAVES[:size]) == by_definition(LEAVES[:size])


def test_every_leaf_of_every_size_is_proven_and_no_other_is() -> None:
    for size in range(1, MOST + 1):
        root = TREE(0, size)
        for index in {0, 1, size // 3, size // 2, size - 2, size - 1} & set(range(size)):
            path = inclusion_proof(TREE, index, size)
            assert verify_inclusion(LEAVES[index], index, size, path, root)
            assert not verify_inclusion(OTHER, index, size, path, root)
            assert not verify_inclusion(LEAVES[index], index, size, path, OTHER)
            assert not verify_inclusion(LEAVES[index], index, size, [*path, OTHER], root)
            assert not verify_inclusion(LEAVES[index], size, size, path, root)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_changed_proof_proves_nothing(data: st.DataObject) -> None:
    second = data.draw(st.integers(2, MOST))
    first = data.draw(st.integers(1, second - 1))
    index = data.draw(st.integers(0, second - 1))
    shown = inclusion_proof(TREE, index, second)
    grown = consistency_proof(TREE, first, second)
    roots = TREE(0, first), TREE(0, second)
    assert verify_inclusion(LEAVES[index], index, second, shown, roots[1])
    assert verify_consistency(first, second, *roots, grown)
    at = data.draw(st.integers(0, len(shown) - 1))
    other = data.draw(st.sampled_from([n for n in range(second) if n != index]))
    assert not verify_inclusion(LEAVES[index], other, second, shown, roots[1])
    assert not verify_inclusion(
        LEAVES[index], index, second, [*shown[:at], OTHER, *shown[at + 1 :]], roots[1]
    )
    assert not verify_inclusion(LEAVES[index], index, second, shown[:-1], roots[1])
    at = data.draw(st.integers(0, len(grown) - 1))
    changed = [*grown[:at], OTHER, *grown[at + 1 :]]
    assert not verify_consistency(first, second, *roots, changed)
    assert not verify_consistency(first, second, *roots, grown[:-1])
    assert not verify_consistency(first, second, *roots, [*grown, OTHER])
    assert not verify_consistency(first, second, OTHER, roots[1], grown)
    assert not verify_consistency(first, second, roots[0], OTHER, grown)


@settings(max_examples=100, deadline=None)
@given(st.integers(2, MOST), st.data())
def test_a_log_in_which_an_old_leaf_was_changed_is_not_consistent(
    second: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, second - 1))
    forged = list(LEAVES)
    forged[data.draw(st.integers(0, first - 1))] = OTHER
    path = consistency_proof(subtrees(forged), first, second)
    assert not verify_consistency(first, second, TREE(0, first), root_of(forged[:second]), path)


def test_what_is_no_place_in_a_tree_has_no_proof() -> None:
    for index, size in ((0, 0), (-1, 3), (3, 3)):
        with pytest.raises(ValueError):
            inclusion_proof(TREE, index, size)
        assert not verify_inclusion(LEAVES[0], index, size, [], EMPTY)
    for first, second in ((0, 3), (4, 3), (0, 0)):
        with pytest.raises(ValueError):
            consistency_proof(TREE, first, second)
        assert not verify_consistency(first, second, EMPTY, EMPTY, [])
    assert verify_consistency(5, 5, TREE(0, 5), TREE(0, 5), [])
    assert not verify_consistency(5, 5, TREE(0, 5), TREE(0, 5), [OTHER])
    assert not verify_consistency(3, 5, TREE(0, 3), TREE(0, 5), [])


def test_a_growing_tree_has_the_roots_of_all_sizes_and_complete_parts() -> None:
    leaves = [leaf_hash(str(number).encode()) for number in range(150)]
    tree = GrowingTree()
    assert tree.root == EMPTY
    for size, leaf in enumerate(leaves, 1):
        roots = tree.add(leaf)
        assert (tree.size, tree.root) == (size, root_of(leaves[:size]))
        parts = [root_of(leaves[size - (1 << height) : size]) for height in range(len(roots))]
        assert roots == parts
        assert size % (1 << len(roots)), size
