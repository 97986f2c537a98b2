"""Post a body to the address of a stranger, on the public network only.

The host is looked up once, every address of it must be public, and the connection goes to one that
was looked up: another answer to a second look-up changes nothing. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

TIMEOUT_SECONDS: Final = 5.0
"""How long to wait for a connection, and for each part of a reply."""

WHOLE_SECONDS: Final = 10.0
"""How long a request may take in all, however slowly the reply comes."""

MAX_REPLY_BYTES: Final = 64 * 1024
MAX_URL_LENGTH: Final = 500
OWN_PORT: Final = 443
LEAST_PORT: Final = 1024
"""Other ports below are those of services of the system."""

_URL: Final = re.compile(r"https?://[!-~]+")
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that a translator maps to the IPv4 address at their end (RFC 6052)."""

Address = IPv4Address | IPv6Address


class AddressRefused(Exception):
    """The address is not one that the server posts to."""


class PostFailed(Exception):
    """No reply came; ``problem`` says why in a word."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def check_url(url: str) -> SplitResult:
    """Return the parts of an address; raises ``AddressRefused`` without looking it up."""
    if len(url) > MAX_URL_LENGTH or not _URL.fullmatch(url):
        raise AddressRefused
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefused from error
    if not parts.hostname or "@" in parts.netloc or parts.fragment:
        raise AddressRefused
    if settings.WEBHOOKS_LOOPBACK and _is_loopback_name(parts.hostname):
        return parts
    if parts.scheme != "https" or not (port in (None, OWN_PORT) or (port or 0) >= LEAST_PORT):
        raise AddressRefused
    try:
        given = ip_address(parts.hostname)
    except ValueError:
        if parts.hostname == "localhost" or parts.hostname.endswith(".localhost"):
            raise AddressRefused from None
        return parts
    if not is_public(given):
        raise AddressRefused
    return parts


def is_public(address: Address) -> bool:
    """Whether an address is one of the public network, whatever form it is written in."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.teredo or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post a body; return the status of the reply, of which nothing else is kept.

    Raises ``AddressRefused`` and ``PostFailed``.
    """
    parts = check_url(url)
    host = parts.hostname or ""
    port = parts.port or (OWN_PORT if parts.scheme == "https" else 80)
    address = _looked_up(host, port)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with _connected(address, port, host, parts.scheme) as connected:
            connection = http.client.HTTPConnection(host, port)
            connection.auto_open = 0
            connection.sock = connected
            connection.request("POST", path, body, {**headers, "Host": parts.netloc})
            with connection.getresponse() as reply:
                reply.read(MAX_REPLY_BYTES)
                return reply.status
    except TimeoutError as error:
        raise PostFailed("timeout") from error
    except ssl.SSLError as error:
        raise PostFailed("tls") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise PostFailed("connection") from error


def _looked_up(host: str, port: int) -> Address:
    """Return an address of a host; raises ``AddressRefused`` unless all are public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise PostFailed("name") from error
    addresses = [ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    is_own = settings.WEBHOOKS_LOOPBACK and _is_loopback_name(host)
    if not addresses or not all(one.is_loopback if is_own else is_public(one) for one in addresses):
        raise AddressRefused
    return addresses[0]


def _is_loopback_name(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")


@contextmanager
def _connected(address: Address, port: int, host: str, scheme: str) -> Iterator[socket.socket]:
    """Connect to an address that was looked up; TLS proves that it is the host.

    A timer ends what takes too long: a timeout begins again with every byte.
    """
    # An address that is written in numbers is not looked up again.
    held = [socket.create_connection((str(address), port), timeout=TIMEOUT_SECONDS)]
    timer = Timer(WHOLE_SECONDS, lambda: _hang_up(held[-1]))
    timer.daemon = True
    timer.start()
    try:
        if scheme == "https":
            context = ssl.create_default_context()
            secured = context.wrap_socket(
                held[0], server_hostname=host, do_handshake_on_connect=False
            )
            held.append(secured)
            secured.do_handshake()
        yield held[-1]
    finally:
        timer.cancel()
        held[-1].close()


def _hang_up(connected: socket.socket) -> None:
    """End a connection that another thread reads from."""
    try:
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
    except OSError:
        connected.close()
