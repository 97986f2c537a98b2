"""The tree, the entries and the notes of the log in small: the standard library alone."""

import base64
import json
from hashlib import sha256


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def blinded(game):
    return sha256(b"fairdeal-log-v4/game/" + game.encode()).hexdigest()


def entry(**members):
    return b"fairdeal-log-v4/" + canonical(members)


def leaf(entry):
    return sha256(b"\0" + entry).digest()


def node(left, right):
    return sha256(b"\1" + left + right).digest()


def root(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256().digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return node(root(leaves[:half]), root(leaves[half:]))


def inclusion(leaves, index):
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*inclusion(leaves[:half], index), root(leaves[half:])]
    return [*inclusion(leaves[half:], index - half), root(leaves[:half])]


def consistency(leaves, first, whole=True):
    if first == len(leaves):
        return [] if whole else [root(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if first <= half:
        return [*consistency(leaves[:half], first, whole), root(leaves[half:])]
    return [*consistency(leaves[half:], first - half, False), root(leaves[:half])]


def b64(data):
    return base64.b64encode(data).decode()


def note_key_id(name, kind, public):
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def vkey(name, kind, public):
    return f"{name}+{note_key_id(name, kind, public).hex()}+{b64(bytes([kind]) + public)}"


def checkpoint_text(origin, size, root):
    return f"{origin}\n{size}\n{b64(root)}\n"


def signature_line(name, kind, public, signature):
    return f"\u2014 {name} {b64(note_key_id(name, kind, public) + signature)}\n"


def cosigned_text(text, time):
    return f"cosignature/v1\ntime {time}\n{text}"
