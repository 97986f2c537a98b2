"""The server posts to public addresses only, and is not led anywhere else."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from http.client import HTTPResponse
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.webhooks import hook_posting
from games.webhooks.hook_posting import AddressRefused, PostFailed, check_url, is_public, post
from tests.api.client import Caller
from tests.webhooks.receivers import Receiver, receiving

INWARD = [
    "127.0.0.1",
    "127.8.9.1",
    "0.0.0.0",
    "10.0.0.7",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
]


def answers(*addresses: str) -> list[Any]:
    """Return what a look-up returns."""
    return [
        (socket.AF_INET6 if ":" in one else socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443))
        for one in addresses
    ]


def lead_to(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every name have a public address, and connections to it reach a receiver."""
    port = int(receiver.url.rsplit(":", 1)[1].partition("/")[0])

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        assert address[0] == "8.8.8.8"
        made = socket.socket()
        made.settimeout(timeout)
        made.connect(("127.0.0.1", port))
        return made

    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers("8.8.8.8"))


class Connections:
    """Notes to which addresses the server connects, and refuses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.to: list[tuple[str, int]] = []
        monkeypatch.setattr(socket, "create_connection", self._connect)

    def _connect(self, address: tuple[str, int], timeout: float) -> socket.socket:
        assert timeout == hook_posting.TIMEOUT_SECONDS
        self.to.append(address)
        raise ConnectionRefusedError


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Connections:
    return Connections(monkeypatch)


@pytest.mark.parametrize("address", INWARD)
def test_an_address_that_is_not_public_is_refused(
    address: str, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressRefused):
        check_url(f"https://{host}/")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers(address))
    with pytest.raises(AddressRefused):
        post("https://inward.example/", b"", {})
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers("8.8.8.8", address))
    with pytest.raises(AddressRefused):
        post("https://both.example/", b"", {})
    assert connections.to == []


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_a_public_address_is_taken(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "ftp://hooks.example/",
        "https://",
        "https:///path",
        "https://user:word@hooks.example/",
        "https://hooks.example@127.0.0.1/",
        "https://hooks.example/#part",
        "https://hooks.example:22/",
        "https://hooks.example:25/",
        "https://hooks.example:80/",
        "https://hooks.example:0/",
        "https://hooks.example:99999/",
        "https://hooks.example:x/",
        "https://localhost/",
        "https://name.localhost/",
        "https://[::1/",
        "https://hooks.example/a b",
        "https://hooks.example/\r\nX: y",
        "https://hooks.example/é",
        "https://hooks.example/" + "x" * 500,
    ],
)
def test_such_an_address_is_no_webhook(url: str) -> None:
    with pytest.raises(AddressRefused):
        check_url(url)


@pytest.mark.django_db
def test_the_api_refuses_addresses_that_lead_inside(alice: Caller) -> None:
    for url in ("http://hooks.example/", "https://169.254.169.254/latest/", "https://[::1]/"):
        reply = alice.post("me/webhooks/", {"url": url, "events": ["turn"]})
        assert (reply.status, reply.code) == (422, "webhook_address")


@pytest.mark.parametrize("url", ["https://hooks.example:8443/x?y=1", "https://hooks.example"])
def test_a_name_is_not_looked_up_before_something_is_sent(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "getaddrinfo")
    assert check_url(url).hostname == "hooks.example"


def test_a_name_that_changes_between_look_ups_is_looked_up_once(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = [answers("8.8.8.8"), answers("127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: replies.pop(0))
    with pytest.raises(PostFailed) as failed:
        post("https://changing.example:8443/", b"", {})
    assert failed.value.problem == "connection"
    assert connections.to == [("8.8.8.8", 8443)]
    assert len(replies) == 1


def test_a_name_that_is_not_known_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> list[Any]:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(PostFailed) as failed:
        post("https://unknown.example/", b"", {})
    assert failed.value.problem == "name"


def test_tls_is_for_the_name_and_not_for_the_address(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    lead_to(receiver, monkeypatch)
    wrap = ssl.SSLContext.wrap_socket

    def note(self: ssl.SSLContext, plain: socket.socket, **more: Any) -> ssl.SSLSocket:
        assert self.check_hostname and self.verify_mode == ssl.CERT_REQUIRED
        names.append(more["server_hostname"])
        return wrap(self, plain, **more)

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", note)
    with pytest.raises(PostFailed) as failed:
        post("https://hooks.example/", b"", {})
    assert (failed.value.problem, names) == ("tls", ["hooks.example"])


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.location = 307, receiver.url + "/other"
    assert post(receiver.url, b"{}", {}) == 307
    assert receiver.paths == ["/hook"]


def test_of_a_long_reply_only_the_beginning_is_read(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    read = HTTPResponse.read

    def note(self: Any, size: int | None = None) -> bytes:
        found: bytes = read(self, size)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(HTTPResponse, "read", note)
    receiver.length = 200_000
    assert post(receiver.url, b"{}", {}) == 200
    assert sizes[0] <= 64 * 1024


def test_a_reply_that_never_ends_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOKS_LOOPBACK = True
    monkeypatch.setattr(hook_posting, "WHOLE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(PostFailed):
        post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})


def test_a_receiver_that_says_nothing_times_out(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOKS_LOOPBACK = True
    monkeypatch.setattr(hook_posting, "TIMEOUT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(PostFailed) as failed:
        post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})
    assert failed.value.problem == "timeout"


def test_loopback_needs_the_setting(receiver: Receiver, settings: Any) -> None:
    assert post(receiver.url, b"{}", {"X": "y"}) == 200
    assert receiver.got[0].headers["host"] == receiver.url.split("/")[2]
    settings.WEBHOOKS_LOOPBACK = False
    with pytest.raises(AddressRefused):
        post(receiver.url, b"{}", {})


def test_the_setting_opens_no_other_private_address(settings: Any) -> None:
    settings.WEBHOOKS_LOOPBACK = True
    for host in ("10.0.0.1", "169.254.169.254", "[::ffff:10.0.0.1]"):
        with pytest.raises(AddressRefused):
            check_url(f"http://{host}/")
        with pytest.raises(AddressRefused):
            check_url(f"https://{host}/")


def test_a_receiver_with_a_certificate_of_its_name_is_reached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = certificate(tmp_path, "hooks.example")
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(*files)
    trusting = ssl.create_default_context(cafile=str(files[0]))
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    with receiving(served) as receiver:
        lead_to(receiver, monkeypatch)
        assert post("https://hooks.example/hook?a=b", b"{}", {}) == 200
        assert receiver.paths == ["/hook?a=b"]
        assert receiver.got[0].headers["host"] == "hooks.example"
        with pytest.raises(PostFailed) as failed:
            post("https://other.example/hook", b"{}", {})
    assert (failed.value.problem, len(receiver.got)) == ("tls", 1)


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Write a certificate for a name that it signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    moment = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(own)
        .issuer_name(own)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM
    secret = key.private_bytes(
        form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(form))
    files[1].write_bytes(secret)
    return files
