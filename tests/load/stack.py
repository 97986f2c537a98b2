"""The processes of production on one machine, each started again whenever it ends.

nginx with the shipped configuration, two web processes, the server for streams, two workers and a
beat, on a scratch database and a Redis of their own. With two hosts, each has web processes, a
server for streams of two processes and a worker, at ports of its own. A private PostgreSQL is
started where a fault needs one.
"""

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import redis

from config.supervisor import die_with_parent, redis_program
from tests.bench.servers import empty_database, fairdeal_env
from tests.load import proxy, wire
from tests.releases import kept

ROOT = Path(__file__).resolve().parents[2]

LONG = 120.0
"""More seconds than anything takes to start, on a slow machine."""

RESTART_SECONDS = 0.5
"""How long an ended process stays down: what a process manager waits by default is less."""

FAKETIME = (
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
)

CELERY = ["-W", "ignore:You're running the worker", "-m", "celery", "-A", "config"]

SLEEP = """import select, time
time.sleep = lambda seconds: select.select([], [], [], max(seconds, 0)) and None
"""
"""libfaketime 0.9.10 refuses the call with which Python sleeps: EINVAL of clock_nanosleep."""


class Unavailable(Exception):
    """Something that a case needs is not on this machine; the message says what."""


_given: set[int] = set()


def free_port() -> int:
    """Return a port that no program uses, and that the kernel gives to no connection.

    None is returned twice: a program binds its port some time later.
    """
    low, high = (int(part) for part in (os.environ.get("PORTS") or "15000-31999").split("-"))
    for _ in range(1000):
        port = random.randint(low, high)
        if port in _given:
            continue
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            _given.add(port)
            return port
    raise Unavailable(f"no free port from {low} to {high}")


def wait_until(is_so: Callable[[], Any], what: str, seconds: float = LONG) -> Any:
    """Return what a condition returns once it is true."""
    until = time.monotonic() + seconds
    while not (found := is_so()):
        if time.monotonic() > until:
            raise AssertionError(f"after {seconds:g} s: {what}")
        time.sleep(0.05)
    return found


def listens(port: int) -> bool:
    """Whether a program accepts connections on a port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def children_of(pid: int) -> set[int]:
    """Return the processes that a process has started and that have not ended."""
    found = set()
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, IndexError, ValueError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.add(int(folder.name))
    return found


class Program:
    """A process that is started again half a second after its end, unless it is held."""

    stop_signal = signal.SIGTERM

    def __init__(self, name: str, words: list[str], env: dict[str, str], log: Path) -> None:
        self.name = name
        self.words = words
        self.env = env
        self.log = log
        self.root = ROOT
        self.starts = 0
        self.held = True
        self.process: subprocess.Popen[bytes] | None = None
        self._ended_at = 0.0
        self._lock = threading.RLock()

    @property
    def pid(self) -> int:
        """The id of the running process."""
        assert self.process is not None
        return self.process.pid

    def keep(self) -> None:
        """Start it if it does not run and has been down long enough."""
        with self._lock:
            if self.process is not None and self.process.poll() is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)
                self.process, self._ended_at = None, time.monotonic()
            is_due = time.monotonic() - self._ended_at >= RESTART_SECONDS
            if self.process is None and not self.held and is_due:
                with self.log.open("ab") as log:
                    self.process = subprocess.Popen(
                        self.words,
                        env=self.env,
                        cwd=self.root,
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                        preexec_fn=die_with_parent(),
                    )
                self.starts += 1

    def release(self) -> None:
        """Let it be started."""
        with self._lock:
            self.held, self._ended_at = False, 0.0
            self.keep()

    def signal(self, how: signal.Signals) -> None:
        """Send a signal to the process and all that it has started."""
        with self._lock, contextlib.suppress(ProcessLookupError):
            if self.process is not None:
                os.killpg(self.process.pid, how)

    def kill(self, *, hold: bool = False) -> int:
        """Kill it with all that it has started; return its id once it is gone."""
        with self._lock:
            self.held = self.held or hold
            process = self.process
            assert process is not None, f"{self.name} does not run"
            self.signal(signal.SIGKILL)
            process.wait(LONG)
            self.keep()
        return process.pid

    def restart(self, root: Path) -> None:
        """Let it end as a process manager does, and be started again in a folder of code."""
        with self._lock:
            self.root, process = root, self.process
            assert process is not None, f"{self.name} does not run"
            process.send_signal(self.stop_signal)

    def stop(self) -> None:
        """End it for good."""
        with self._lock:
            self.held, process = True, self.process
            if process is None:
                return
            self.signal(signal.SIGCONT)
            process.send_signal(self.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            self.signal(signal.SIGKILL)
            process.wait(LONG)
            self.process = None


class Cluster:
    """A private PostgreSQL, which is started again when it ends."""

    def __init__(self, folder: Path, disk: Path | None = None, *, has_data: bool = False) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        found = [one for one in programs if (one / "initdb").exists()]
        if not found:
            raise Unavailable("there is no initdb in /usr/lib/postgresql")
        self.bin, self.port = found[0], free_port()
        self.data = (disk or folder) / "cluster"
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.user: list[str] = []
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            if not shutil.which("runuser"):
                raise Unavailable("root has no runuser to start PostgreSQL as another user")
            self.user = ["runuser", "-u", "nobody", "--"]
        if not has_data:
            self._create()
        self.log = folder / "postgresql.log"
        server = [str(self.bin / "postgres"), "-D", str(self.data), "-p", str(self.port)]
        for setting in (
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=100",
            "shared_buffers=32MB",
            "min_wal_size=2MB",
            "max_wal_size=16MB",
        ):
            server += ["-c", setting]
        self.program = Program("postgresql", [*self.user, *server], dict(os.environ), self.log)
        self.program.stop_signal = signal.SIGINT

    def _create(self) -> None:
        self.data.mkdir()
        self.give(self.data)
        self.data.chmod(0o700)
        words = ["initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-N"]
        self.run(*words, "--wal-segsize=1", "--locale=C.UTF-8", "--encoding=UTF8")

    def give(self, folder: Path) -> None:
        """Make a folder that of the owner of the data."""
        if self.user:
            shutil.chown(folder, "nobody")

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs as the owner of the data."""
        command = [*self.user, str(self.bin / program), *words]
        subprocess.run(command, check=True, cwd="/", capture_output=True)

    def answers(self) -> bool:
        """Whether it accepts sessions."""
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.url, connect_timeout=2):
            return True
        return False

    def is_writable(self) -> bool:
        """Whether it accepts sessions, and no recovery is under way."""
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.url) as session:
            return session.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
        return False

    def began(self) -> Any:
        """Return when it was started."""
        with psycopg.connect(self.url) as session:
            found = session.execute("SELECT pg_postmaster_start_time()").fetchone()
            assert found is not None
            return found[0]


@dataclass(frozen=True)
class Host:
    """The processes of one host, in the order in which they are restarted."""

    ports: proxy.Ports
    streams: Program
    web: Program
    workers: list[Program]

    @property
    def programs(self) -> list[Program]:
        """All of them."""
        return [self.streams, self.web, *self.workers]


class Stack:
    """All processes of a server; clients call ``server``, which is nginx."""

    def __init__(
        self,
        folder: Path,
        database: str,
        *,
        root: Path = ROOT,
        has_false_clock: bool = False,
        hosts: int = 1,
        replica: str = "",
    ) -> None:
        self.folder, self.database, self.root = folder, database, root
        self.socket = folder / "redis.sock"
        self.cluster: Cluster | None = None
        self.pair: Any = None
        self.disk: Path | None = None
        self.env = fairdeal_env(database, "load") | {
            "REPLICA_URL": replica,
            "REDIS_URL": f"unix://{self.socket}",
            "DATA_DIR": str(folder),
            "HOST": "127.0.0.1",
            "ALLOWED_HOSTS": f"{proxy.HOST},127.0.0.1",
            "HTTPS": "true",
            "PROXIES": "1",
            "WEB_PROCESSES": "2",
            "STREAMS_PER_ADDRESS": "0",
            "LOG_ORIGIN": "load.example",
        }
        self.clock = folder / "clock"
        self.clock_is_ahead = 0
        self.worn = dict(self.env)
        if has_false_clock:
            self.worn |= self._false_clock()
        self.redis = Program("redis", self._redis_words(), dict(os.environ), folder / "redis.log")
        two = [["one"], ["two"]] if hosts == 2 else [["one", "two"]]
        self.hosts = [self._host(number, names, hosts) for number, names in enumerate(two, 1)]
        self.web, self.stream_server = self.hosts[0].web, self.hosts[0].streams
        self.moves = self.hosts[0].ports.moves
        self.workers = [worker for host in self.hosts for worker in host.workers]
        beat = ["beat", "--schedule", str(folder / "schedule"), "--pidfile="]
        self.beat = self._program("beat", *CELERY, *beat)
        self.programs = [self.redis, *(one for host in self.hosts for one in host.programs)]
        self.programs += [self.beat, self._proxy()]
        self._is_over = threading.Event()
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def _host(self, number: int, workers: list[str], hosts: int) -> Host:
        ports, suffix = proxy.Ports(free_port(), free_port()), "" if number == 1 else str(number)
        web = self._program(f"web{suffix}", "-m", "gunicorn", "-c", "config/gunicorn.py")
        streams = self._program(f"streams{suffix}", "-m", "config.stream_server")
        web.env = web.env | {"PORT": str(ports.moves)}
        streams.env = streams.env | {
            "STREAMS_PORT": str(ports.streams),
            "STREAMS_PROCESSES": str(hosts),
        }
        work = ["worker", "--concurrency", "1", "--without-gossip", "--without-mingle"]
        started = [self._program(name, *CELERY, *work, "-n", f"{name}@%h") for name in workers]
        return Host(ports, streams, web, started)

    def _program(self, name: str, *words: str) -> Program:
        made = Program(name, [sys.executable, *words], self.worn, self.folder / f"{name}.log")
        made.root = self.root
        return made

    def _proxy(self) -> Program:
        if not proxy.has_nginx():
            raise Unavailable("there is no nginx (apt-get install nginx openssl)")
        ports = free_port(), free_port()
        words = proxy.configure(self.folder, ports=ports, hosts=[one.ports for one in self.hosts])
        self.server = wire.Server(ports[0], proxy.HOST, proxy.client_tls(self.folder))
        return Program("nginx", words, dict(os.environ), self.folder / "nginx.log")

    def _redis_words(self) -> list[str]:
        words = [redis_program(), "--port", "0", "--unixsocket", str(self.socket)]
        return [*words, "--save", "", "--appendonly", "no", "--dir", str(self.folder)]

    def _false_clock(self) -> dict[str, str]:
        library = next((one for one in FAKETIME if Path(one).exists()), None)
        if library is None:
            raise Unavailable("there is no libfaketime (apt-get install faketime)")
        self.set_clock(0)
        modules = self.folder / "modules"
        modules.mkdir()
        (modules / "sitecustomize.py").write_text(SLEEP)
        return {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "PYTHONPATH": str(modules),
        }

    def set_clock(self, seconds: int) -> None:
        """Set the clock of all processes forward, or back, by some seconds."""
        self.clock_is_ahead += seconds
        new = self.clock.with_suffix(".new")
        new.write_text(f"{self.clock_is_ahead:+d}s\n")
        new.replace(self.clock)

    def start(self) -> None:
        """Migrate the database and start all processes."""
        self.prepare(self.root)
        for program in self.programs:
            program.release()
        self._keeper.start()
        wait_until(lambda: self.serves(), "the server does not answer")
        # A worker that has started consumes its queues.
        wait_until(lambda: self.consumers() >= 2, "the workers do not start")

    def prepare(self, root: Path) -> None:
        """Run the commands of a release before its processes start."""
        for words in (("migrate", "-v0"), ("load_cards",)):
            command = [sys.executable, "manage.py", *words]
            done = subprocess.run(command, env=self.env, cwd=root, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr

    def serves(self) -> bool:
        """Whether Redis, all web servers, those for streams, and nginx accept connections."""
        ports = [port for host in self.hosts for port in host.ports]
        return self.redis_answers() and all(map(listens, [*ports, self.server.port]))

    def consumers(self) -> int:
        """Return how many workers wait for commands, which they do from their start on."""
        with contextlib.suppress(redis.RedisError), self.broker() as client:
            return len(client.smembers("_kombu.binding.celery.pidbox"))
        return 0

    @contextlib.contextmanager
    def broker(self) -> Iterator[Any]:
        """A connection to Redis."""
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5)
        try:
            yield client
        finally:
            client.close()

    def redis_answers(self) -> bool:
        """Whether Redis answers."""
        with contextlib.suppress(redis.RedisError, OSError), self.broker() as client:
            return bool(client.ping())
        return False

    def _keep(self) -> None:
        while not self._is_over.wait(0.1):
            for program in self.programs:
                program.keep()

    def stop(self) -> None:
        """End all processes, Redis last."""
        self._is_over.set()
        if self._keeper.is_alive():
            self._keeper.join()
        for program in reversed(self.programs):
            program.stop()

    def logs(self) -> str:
        """Return the last lines of each process, to explain a failure."""
        found = []
        for file in sorted(self.folder.glob("*.log")):
            lines = file.read_text(errors="replace").splitlines()[-15:]
            found.append("\n".join([f"--- {file.name}", *lines]))
        return "\n".join(found)


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Mount a small file system in memory, for the data of a private PostgreSQL."""
    disk = folder / "disk"
    disk.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "fairdeal", str(disk)]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable(f"no small disk can be mounted: {error}") from error
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def older_code(folder: Path) -> Path:
    """Unpack the code of UPGRADE_FROM, else of the release that was kept last."""
    commit = os.environ.get("UPGRADE_FROM") or _git(
        "log", "-1", "--format=%H", "--", str(kept()[-1])
    )
    if not commit:
        raise Unavailable("no release is kept in the history of git")
    packed, unpacked = folder / "older.tar", folder / "older"
    _git("archive", "--output", str(packed), commit)
    with tarfile.open(packed) as archive:
        archive.extractall(unpacked, filter="data")
    return unpacked


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unavailable(f"the older code is not in the history of git: {error}") from error
    return done.stdout.strip()


def stop_on_term() -> None:
    """Let TERM end this process as Ctrl-C does: what it has started is stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


@contextlib.contextmanager
def running(
    *,
    is_private: bool = False,
    disk_mb: int = 0,
    has_false_clock: bool = False,
    is_older: bool = False,
    pair: Callable[[Path], AbstractContextManager[Any]] | None = None,
    hosts: int = 1,
) -> Iterator[Stack]:
    """A running server on an empty database of its own; nothing of it is left afterwards.

    ``is_older``: it runs the code of the release before. ``pair`` starts PostgreSQL with a standby.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="fairdeal-load-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        cluster = disk = both = None
        if pair is not None:
            both = stack.enter_context(pair(folder))
            database = both.url
        elif is_private:
            folder.chmod(0o755)
            disk = stack.enter_context(small_disk(folder, disk_mb)) if disk_mb else None
            cluster = Cluster(folder, disk)
            stack.callback(cluster.program.stop)
            cluster.program.release()
            wait_until(cluster.answers, "PostgreSQL does not start")
            database = cluster.url
        else:
            # A name of its own: two servers may run in one process.
            database = stack.enter_context(empty_database(folder.name))
        root = older_code(folder) if is_older else ROOT
        made = Stack(
            folder,
            database,
            root=root,
            has_false_clock=has_false_clock,
            hosts=hosts,
            replica=both.replica if both else "",
        )
        made.cluster, made.disk, made.pair = cluster, disk, both
        if cluster is not None:
            made.programs.insert(0, cluster.program)
        stack.callback(made.stop)
        made.start()
        yield made
