"""A shipped nginx.conf on this machine's nginx, in front of the servers of the load.

What belongs to a machine is replaced: addresses, ports, the certificate and the folder of the logs.
The limits for one address are those for a venue, because all clients of the load have one.
"""

import os
import resource
import shutil
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

DEPLOY = Path(__file__).resolve().parents[2] / "docs" / "deploy"

SHIPPED = {
    1: (DEPLOY / "nginx.conf", ["127.0.0.1"]),
    2: (DEPLOY / "two-hosts" / "nginx.conf", ["10.0.0.1", "10.0.0.2"]),
}
"""The file for a number of hosts, and their addresses in it."""


class Ports(NamedTuple):
    """The ports of a host: of its web server, and of its server for streams."""

    moves: int
    streams: int


HOST = "cards.example"

MAIN = """daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
worker_rlimit_nofile {files};
{user}
events {{ worker_connections 16384; }}
http {{
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    include {folder}/site.conf;
}}
"""
"""What a distribution puts around a site; 16,384 connections are what the documents advise."""


def has_nginx() -> bool:
    """Whether nginx and the program for its certificate are on this machine."""
    return bool(shutil.which("nginx") and shutil.which("openssl"))


def site(folder: Path, *, ports: tuple[int, int], hosts: Sequence[Ports]) -> tuple[str, str]:
    """Return the site, and a line that says what of the shipped one was replaced.

    The ports are those of HTTPS and of HTTP.
    """
    shipped, addresses = SHIPPED[len(hosts)]
    text, told = shipped.read_text(), []
    servers = dict[str, str]()
    for address, host in zip(addresses, hosts, strict=True):
        servers[f"server {address}:8000"] = f"server 127.0.0.1:{host.moves}"
        servers[f"server {address}:8001"] = f"server 127.0.0.1:{host.streams}"
    for old, new in {
        **servers,
        "listen 443 ": f"listen 127.0.0.1:{ports[0]} ",
        "listen 80;": f"listen 127.0.0.1:{ports[1]};",
        f"/etc/ssl/{HOST}.pem": f"{folder}/certificate.pem",
        f"/etc/ssl/{HOST}.key": f"{folder}/certificate.key",
        "/var/log/nginx": str(folder),
        "limit_conn fairdeal_connections 500;": "limit_conn fairdeal_connections 16000;",
        "rate=200r/s": "rate=5000r/s",
    }.items():
        assert old in text, f"nginx.conf has no {old!r}"
        text = text.replace(old, new)
        told.append(f"{old} > {new}")
    return text, "replaced in nginx.conf: " + ", ".join(told)


def configure(folder: Path, *, ports: tuple[int, int], hosts: Sequence[Ports]) -> list[str]:
    """Write configuration and certificate; return the command of nginx."""
    text, told = site(folder, ports=ports, hosts=hosts)
    (folder / "replaced.txt").write_text(told + "\n")
    (folder / "site.conf").write_text(text)
    # The folder is private: its files are read by workers of this user.
    user = "" if os.geteuid() else "user root;"
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = 32768 if most < 0 else min(most, 32768)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user, files=files))
    certificate = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt"]
    certificate += ["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    certificate += ["-addext", f"subjectAltName=DNS:{HOST}"]
    certificate += ["-keyout", f"{folder}/certificate.key", "-out", f"{folder}/certificate.pem"]
    subprocess.run(certificate, check=True, capture_output=True)
    return ["nginx", "-p", str(folder), "-c", f"{folder}/nginx.conf"]


def client_tls(folder: Path) -> ssl.SSLContext:
    """Return what a client needs to trust the certificate."""
    return ssl.create_default_context(cafile=f"{folder}/certificate.pem")
