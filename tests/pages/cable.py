"""A cable between browsers and a server, which can be cut."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Cable:
    """A TCP proxy. While it is cut, nothing goes through, and no side is told.

    Connections from before a cut stay dead when it is mended, as those of a phone that has come to
    another network.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_cut = False
        self.cuts = 0
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The address of the server through the cable."""
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                self.ends.append(near)
                if not self.is_cut:
                    self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            near.close()
            return
        self.ends.append(far)
        for ends in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(*ends, self.cuts), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, cuts: int) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if cuts == self.cuts:
                    target.sendall(data)
            if cuts == self.cuts:
                target.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Let nothing through from now on."""
        self.cuts += 1
        self.is_cut = True

    def mend(self) -> None:
        """Let new connections through."""
        self.is_cut = False

    def close(self) -> None:
        """Take it away."""
        for one in (self.listener, *self.ends):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextmanager
def cable(port: int) -> Iterator[Cable]:
    """A cable to a port of this machine."""
    one = Cable(port)
    try:
        yield one
    finally:
        one.close()
