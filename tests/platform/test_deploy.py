"""The container files and docs/deploy: they run the documented commands and restart what ends."""

import http.client
import re
import runpy
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
import yaml
from django.core.management import get_commands

from cards.native import BUILT
from config.stream_server import KEEP_ALIVE_SECONDS
from tests.bench.servers import wait_for
from tests.load.proxy import HOST, SHIPPED, Ports, client_tls, configure, has_nginx
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
RUNNING = (ROOT / "docs" / "running.md").read_text()
DEPLOY = ROOT / "docs" / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
BUILD = BUILT.relative_to(ROOT).as_posix()
NAMES = ("web", "streams", "worker", "thinker", "beat")
CONFIGURATIONS = ("nginx.conf", "two-hosts/nginx.conf", "compose-proxy.conf")


def documented() -> dict[str, str]:
    """The command of each process in docs/running.md."""
    return {
        name: re.findall(rf"^\| {name} \|.*\| `([^`]+)` \|$", RUNNING, re.MULTILINE)[0]
        for name in NAMES
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_runs_the_documented_command_and_always_restarts(name: str) -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / f"fairdeal-{name}.service")
    service = unit["Service"]
    assert service["ExecStart"].replace("%%", "%") == f"/opt/fairdeal/{documented()[name]}"
    assert service["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"


@pytest.mark.parametrize("name", NAMES)
def test_a_container_runs_the_documented_command_and_always_restarts(name: str) -> None:
    service = SERVICES[name]
    assert " ".join(service["command"]) == documented()[name]
    assert service["restart"] == "always"
    assert service["environment"]["REDIS_URL"].startswith("redis://redis:")


@pytest.mark.parametrize("name", ["proxy", "postgres", "redis"])
def test_the_services_around_it_always_restart_too(name: str) -> None:
    assert SERVICES[name]["restart"] == "always"


def test_services_wait_for_services_that_exist_and_have_the_health_that_is_waited_for() -> None:
    for name, service in SERVICES.items():
        for other, wait in service.get("depends_on", {}).items():
            has_health = "healthcheck" in SERVICES[other]
            assert (wait["condition"] == "service_healthy") == has_health, (name, other)
    assert set(SERVICES["web"]["depends_on"]) == {"migrate", "redis"}


def test_only_the_proxy_is_reached_from_outside_and_from_this_machine_alone() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert ports == {"proxy": ["127.0.0.1:${PORT:-8000}:8080"]}
    assert SERVICES["web"]["environment"]["PROXIES"] == "1"


def test_the_commands_and_files_that_the_containers_name_exist() -> None:
    commands = re.findall(r"manage\.py (\w+)", " ".join(SERVICES["migrate"]["command"]))
    assert commands == ["migrate", "load_cards"]
    assert set(commands) <= set(get_commands())
    copied = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    assert copied == ["requirements", ".", "requirements", "."]
    mounted = [volume.split(":")[0] for volume in SERVICES["proxy"]["volumes"]]
    for path in [*copied, *mounted, "requirements/install.sh", "config/gunicorn.py"]:
        assert (ROOT / path).exists(), path


def test_the_image_is_installed_from_the_lock_and_serves_by_itself() -> None:
    assert "RUN sh requirements/install.sh base\n" in DOCKERFILE
    [command] = re.findall(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE)
    assert " ".join(yaml.safe_load(command)) == documented()["web"]


def test_the_containers_pass_on_what_telemetry_needs() -> None:
    for name in NAMES:
        service = SERVICES[name]
        assert service["build"]["args"] == {"TELEMETRY": "${TELEMETRY:-}"}
        assert service["environment"]["SENTRY_DSN"] == "${SENTRY_DSN:-}"
    [kind] = re.findall(r"`TELEMETRY=(\w+)` in `.env`", RUNNING)
    assert (ROOT / "requirements" / f"{kind}.txt").is_file()
    assert (
        '\nARG TELEMETRY\nRUN test -z "$TELEMETRY" || sh requirements/install.sh "$TELEMETRY"\n'
        in (DOCKERFILE)
    )


def test_the_image_has_the_compiled_engine_and_no_compiler() -> None:
    compiling, image = re.split(r"^FROM python:3\.11-slim.*$", DOCKERFILE, flags=re.MULTILINE)[1:]
    assert "RUN .venv/bin/python -m config.native_build\n" in compiling
    assert f"COPY --from=native /opt/fairdeal/{BUILD} {BUILD}\n" in image
    assert image.index("COPY . .") < image.index("COPY --from=native")
    assert " ENGINE=native\n" in image
    assert not re.search("gcc|mypy|install.sh dev", image)
    # The folder of a build made outside does not come along.
    assert "build" in (ROOT / ".dockerignore").read_text().split("\n")


def test_every_setting_of_the_containers_is_documented() -> None:
    for name in SERVICES["web"]["environment"]:
        assert re.search(rf"^\|.*`{name}`.*\|", RUNNING, re.MULTILINE), name


def test_no_data_and_no_keys_come_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    assert {".env", ".git", ".venv", "var*"} <= set(ignored)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nginx_asks_for_streams_and_pages_by_http_1_1(name: str) -> None:
    """The nginx of many systems speaks HTTP/1.0 by default, which gets no stream."""
    given = (DEPLOY / name).read_text()
    assert re.findall(r"^( *)proxy_http_version (.*);$", given, re.MULTILINE) == [("    ", "1.1")]


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
def test_nginx_accepts_the_configuration_of_the_containers(tmp_path: Path) -> None:
    given = (DEPLOY / "compose-proxy.conf").read_text().replace("server web:", "server 127.0.0.1:")
    given = given.replace("server streams:", "server 127.0.0.1:")
    given = given.replace("/var/log/nginx", str(tmp_path))
    given = given.replace("listen 8080;", "listen 127.0.0.1:65123;")
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{given}}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    command = ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not has_nginx(), reason="needs nginx and openssl")
@pytest.mark.parametrize("hosts", SHIPPED)
def test_nginx_speaks_http_2_and_sends_http_to_https(tmp_path: Path, hosts: int) -> None:
    secure, plain = free_port(), free_port()
    servers = [Ports(free_port(), free_port()) for _ in range(hosts)]
    command = configure(tmp_path, ports=(secure, plain), hosts=servers)
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as nginx:
        try:
            wait_for(secure)
            tls = client_tls(tmp_path)
            tls.set_alpn_protocols(["h2", "http/1.1"])
            with (
                socket.create_connection(("127.0.0.1", secure)) as raw,
                tls.wrap_socket(raw, server_hostname=HOST) as secured,
            ):
                assert secured.selected_alpn_protocol() == "h2"
            with closing(http.client.HTTPConnection("127.0.0.1", plain)) as client:
                client.request("GET", "/rules/", headers={"Host": HOST})
                response = client.getresponse()
                assert (response.status, response.headers["Location"]) == (
                    301,
                    f"https://{HOST}/rules/",
                )
                response.close()
        finally:
            nginx.terminate()


class Answer(BaseHTTPRequestHandler):
    """A host that answers every request."""

    def do_GET(self) -> None:
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def host_at(ports: Ports) -> Iterator[None]:
    """A host that listens at both of its ports."""
    servers = [ThreadingHTTPServer(("127.0.0.1", port), Answer) for port in ports]
    for one in servers:
        Thread(target=one.serve_forever, args=(0.05,), daemon=True).start()
    yield
    for one in servers:
        one.shutdown()
        one.server_close()


@pytest.mark.skipif(not has_nginx(), reason="needs nginx and openssl")
def test_hosts_that_end_one_after_the_other_leave_no_request_without_one(tmp_path: Path) -> None:
    secure, one, two = free_port(), *(Ports(free_port(), free_port()) for _ in range(2))
    command = configure(tmp_path, ports=(secure, free_port()), hosts=[one, two])

    def status(accepted: str) -> int:
        address = f"https://127.0.0.1:{secure}/api/v1/games/{uuid4()}/events/"
        asked = Request(address, headers={"Host": HOST, "Accept": accepted})
        with suppress(HTTPError), urlopen(asked, context=unnamed_tls()) as answered:
            return int(answered.status)
        return 502

    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as nginx:
        try:
            wait_for(secure)
            for up in (one, two):
                with host_at(up):
                    for accepted in ("application/json", "text/event-stream"):
                        assert [status(accepted) for _ in range(4)] == [204] * 4
        finally:
            nginx.terminate()


def unnamed_tls() -> ssl.SSLContext:
    """What a client by address needs, whose certificate has a name."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def stream_addresses() -> list[str]:
    """The address of each operation of the API that has a stream."""
    paths = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text())["paths"]
    return [
        re.sub(r"\{\w+\}", str(uuid4()), path)
        for path, operations in paths.items()
        if "text/event-stream" in str(operations.get("get", {}).get("responses", {}).get("200"))
    ]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nginx_sends_every_stream_to_the_process_for_streams(name: str) -> None:
    given = (DEPLOY / name).read_text()
    [(pattern, body)] = re.findall(r"location ~ (\S+) \{(.*?)\n    \}", given, re.DOTALL)
    assert "proxy_pass http://$fairdeal_events;" in body
    addresses = stream_addresses()
    assert len(addresses) > 2
    assert [one for one in addresses if not re.match(pattern, one)] == []


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nginx_forgets_an_idle_connection_before_the_servers_close_it(name: str) -> None:
    given = (DEPLOY / name).read_text()
    [seconds] = re.findall(r"^    keepalive_timeout (\d+)s;$", given, re.MULTILINE)
    assert given.count("    keepalive 32;") == 1
    kept = runpy.run_path(str(ROOT / "config" / "gunicorn.py"))["keepalive"]
    assert int(seconds) < min(kept, KEEP_ALIVE_SECONDS)
