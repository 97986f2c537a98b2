"""Let msgspec prepare all structs before threads use them.

msgspec (0.22) works out the fields of a struct when it is first decoded into. A second thread
that decodes into the struct meanwhile ends the process with a segmentation fault.
"""

import contextlib
from collections.abc import Iterator

import msgspec

OURS = ("bots", "cards", "config", "games")


def prepare_structs() -> list[type[msgspec.Struct]]:
    """Prepare the structs of this project that have been imported; return them.

    Those of which msgspec says that they cannot be decoded into are left out: no thread does.
    """
    found = []
    for struct in _below(msgspec.Struct):
        if struct.__module__.partition(".")[0] in OURS:
            with contextlib.suppress(TypeError):
                msgspec.json.Decoder(struct)
                found.append(struct)
    return found


def _below(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for child in parent.__subclasses__():
        yield child
        yield from _below(child)
