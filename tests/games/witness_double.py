"""A witness over HTTP: it replies as a test says, or as c2sp.org/tlog-witness does."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from games.audit.note import SignedCheckpoint, VerifierKey, parse_checkpoint
from games.audit.proof import parse_path
from games.audit.tree import EMPTY, node_hash
from tests.proof.log_keys import SignerKey, cosign


class Reply(NamedTuple):
    status: int
    text: str


Answer = Callable[[bytes], Reply]


class WitnessDouble:
    """A witness of one log, which cosigns what extends what it cosigned last."""

    def __init__(self, key: SignerKey, *logs: VerifierKey) -> None:
        self.key, self.logs = key, logs
        self.last = SignedCheckpoint("", 0, EMPTY)

    def add_checkpoint(self, body: bytes) -> Reply:
        head, _, note = body.partition(b"\n\n")
        first, *lines = head.decode().split("\n")
        new, path, old = parse_checkpoint(note), parse_path(lines), int(first.removeprefix("old "))
        if not any(map(new.signed_by, self.logs)):
            return Reply(403, "not signed by the log")
        if old != self.last.size:
            return Reply(409, f"{self.last.size}\n")
        roots = self.last.root, new.root
        if old and not verify_consistency(old, new.size, *roots, path):
            return Reply(422, "the proof is wrong")
        self.last = new
        return Reply(200, str(cosign(new, int(time.time()), self.key)))


class Silent(BaseHTTPRequestHandler):
    """A handler of requests that prints no line for each."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def answering(handler: type[Silent]) -> Iterator[str]:
    """Answer requests in a thread; yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def listening(answer: Answer) -> Iterator[str]:
    """Serve the replies of a witness; yield its address."""

    class Handler(Silent):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            reply = answer(body) if self.path == "/w/add-checkpoint" else Reply(404, "")
            self.send_response(reply.status)
            self.end_headers()
            self.wfile.write(reply.text.encode())

    with answering(Handler) as address:
        yield f"{address}/w/"


def verify_consistency(
    first: int, second: int, first_root: bytes, second_root: bytes, path: Sequence[bytes]
) -> bool:
    """Whether a proof shows that a tree begins with all leaves of a smaller one."""
    if not 0 < first <= second:
        return False
    if first == second:
        return not path and first_root == second_root
    is_whole = first & (first - 1) == 0
    steps = [first_root, *path] if is_whole else list(path)
    if not steps:
        return False
    here, last = first - 1, second - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    smaller = larger = steps[0]
    for sibling in steps[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            smaller, larger = node_hash(sibling, smaller), node_hash(sibling, larger)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            larger = node_hash(larger, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and smaller == first_root and larger == second_root
