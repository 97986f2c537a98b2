"""`make run`: one parent, its children, and no process left behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import Celery
from celery.worker import state

from bots.queues import THINKING_PEOPLE
from config.supervisor import MAX_SOCKET_PATH_BYTES, Child, socket_path
from config.worker import EndWhenIdle
from tests.migrated import copy_migrated
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
KNOWN_DEALS = {"DJANGO_SETTINGS_MODULE": "tests.known_deals"}
OURS = {"DEBUG", "SECRET_KEY", "SIGNING_KEY", "LOG_KEY", "DATABASE_URL", "REDIS_URL", "HOST"}


def environment(data: Path, port: int) -> dict[str, str]:
    """A server of its own in this folder, with a private Redis."""
    given = {name: value for name, value in os.environ.items() if name not in OURS}
    return given | {"DATA_DIR": str(data), "PORT": str(port), "WORKER_PROCESSES": "1"}


def begin_deals(data: Path) -> None:
    """Let the next games of a server have the deals of the test that runs, or of a benchmark."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "benchmark").partition(" ")[0]
    (data / "deals").write_text(test + "\n")
    (data / "deals").chmod(0o600)


@contextmanager
def supervisor(
    data: Path, port: int, *, makes_tables: bool = False, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    """A running supervisor, ended at the end if it still lives.

    It finds a database with all tables, which would take it seconds, unless ``makes_tables``.
    It deals the same games in each run. ``variables`` are added to its environment.
    """
    database = data / "fairdeal.sqlite3"
    if not (data / "deals").exists():
        begin_deals(data)
    if not makes_tables and not database.exists():
        copy_migrated(database)
    with (data / "output").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.supervisor"],
            cwd=ROOT,
            env=environment(data, port) | KNOWN_DEALS | variables,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=30)


def is_ready(port: int) -> bool:
    """Whether the server on this port answers that it is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
            return json.load(answer)["status"] == "ready"
    except (urllib.error.URLError, OSError):
        return False


def wait_until_ready(process: subprocess.Popen[str], data: Path, port: int) -> None:
    """Wait for the server, at most a minute and a half."""
    until = time.monotonic() + 90
    while not is_ready(port):
        assert process.poll() is None and time.monotonic() < until, (data / "output").read_text()
        time.sleep(0.2)


def processes_of(data: Path) -> dict[int, str]:
    """Every process that was told to use this data folder, by its id, with its name and command.

    It was told in its environment, or, like Redis, which writes over that, on its command line.
    """
    told = f"DATA_DIR={data}\0".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environ = (folder / "environ").read_bytes() + b"\0"
            if command and (told in environ or f"{data}/" in command):
                found[int(folder.name)] = f"{(folder / 'comm').read_text().strip()} {command}"
        except OSError:
            continue
    return found


def first_named(data: Path, name: str) -> int:
    """The process of a name that was started first, which the supervisor starts; 0 for none."""
    found = processes_of(data).items()
    return min((pid for pid, command in found if command.startswith(f"{name} ")), default=0)


def wait_until_gone(data: Path) -> dict[int, str]:
    """What is left of the processes after a moment."""
    until = time.monotonic() + 10
    while (left := processes_of(data)) and time.monotonic() < until:
        time.sleep(0.1)
    return left


def leave_open(folder: Path) -> None:
    """A folder and a key as a server of before may have left them."""
    (folder / "secret-key").write_text("kept\n")
    (folder / "secret-key").chmod(0o644)
    folder.chmod(0o755)


def open_to_others(folder: Path) -> list[str]:
    """The files of a folder, and the folder, that other users may read or write."""
    there = [folder, *folder.rglob("*")]
    return [str(one) for one in there if one.name != "output" and one.stat().st_mode & 0o077]


def check_page_of_error(port: int) -> None:
    """Check that a browser gets the page of a server with DEBUG off, and its style."""
    address = f"http://127.0.0.1:{port}"
    asked = urllib.request.Request(f"{address}/nothing/", headers={"Accept": "text/html"})
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(asked, timeout=60)
    with missing.value as response:
        page = response.read().decode()
    assert response.status == 404 and "<h1>There is nothing here</h1>" in page
    assert "DEBUG" not in page
    [style] = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    with urllib.request.urlopen(f"{address}{style}", timeout=60) as served:
        assert served.headers["Content-Type"].startswith("text/css")


def demo(data: Path, *more: str) -> str:
    """The command behind `make demo` for the server of a data folder."""
    ours = {"PORT", "DATA_DIR", "MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS"}
    given = {name: value for name, value in os.environ.items() if name not in ours}
    command = ["make", "--dry-run", "demo", f"DATA_DIR={data}", *more]
    return subprocess.run(
        command, cwd=ROOT, env=given, capture_output=True, text=True, check=True
    ).stdout


def test_a_demo_plays_at_the_port_given_rather_than_the_one_noted(tmp_path: Path) -> None:
    (tmp_path / "address").write_text("http://127.0.0.1:8123\n")
    assert "--url http://127.0.0.1:8123 " in demo(tmp_path)
    assert "--url http://127.0.0.1:8124 " in demo(tmp_path, "PORT=8124")


def test_a_demo_without_a_server_says_how_to_find_one() -> None:
    ended = subprocess.run(
        [sys.executable, "examples/play.py", "--url", f"http://127.0.0.1:{free_port()}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "does not answer" in ended.stderr
    assert "make run" in ended.stderr
    assert "make play PORT=8001" in ended.stderr


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.mark.slow
@linux_only
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["TERM", "Ctrl-C"])
def test_a_stopped_server_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
    leave_open(tmp_path)
    with supervisor(tmp_path, port, makes_tables=number == signal.SIGTERM) as process:
        wait_until_ready(process, tmp_path, port)
        running = {command.split()[0] for command in processes_of(tmp_path).values()}
        assert running >= {"redis-server", "web", "worker"}
        assert "thinker" not in running
        assert open_to_others(tmp_path) == []
        check_page_of_error(port)
        assert f"--url http://127.0.0.1:{port} " in demo(tmp_path)
        process.send_signal(number)
        assert process.wait(timeout=30) == 0
    assert wait_until_gone(tmp_path) == {}
    output = (tmp_path / "output").read_text()
    for told in (
        "Fairdeal is ready",
        f":{port}/audit/",
        f"make demo DATA_DIR={tmp_path}",
        "make play DATA_DIR=",
    ):
        assert told in output
    assert "--url http://127.0.0.1:8000 " in demo(tmp_path)


def send_thinking(data: Path, name: str) -> None:
    """Send a task to the workers for bots that think, if those are meant: they run on demand."""
    if name == "thinker":
        broker = f"redis+socket://{socket_path(data)}"
        with Celery(broker=broker, set_as_current=False) as sender:
            sender.send_task("bots.tasks.mark", (THINKING_PEOPLE, 0.0), queue=THINKING_PEOPLE)


def started(data: Path, name: str, after: int = 0) -> int:
    """Wait for the process of a name, another than one that was killed."""
    until = time.monotonic() + 30
    while (found := first_named(data, name)) in (0, after):
        assert time.monotonic() < until, (data / "output").read_text()
        time.sleep(0.1)
    return found


@pytest.mark.slow
@linux_only
def test_each_child_that_dies_is_started_again_and_a_killed_parent_takes_all_along(
    tmp_path: Path,
) -> None:
    port = free_port()
    with supervisor(tmp_path, port) as process:
        wait_until_ready(process, tmp_path, port)
        for name in ("redis-server", "web", "worker", "thinker"):
            send_thinking(tmp_path, name)
            killed = started(tmp_path, name)
            os.kill(killed, signal.SIGKILL)
            send_thinking(tmp_path, name)
            assert started(tmp_path, name, after=killed) != killed
            wait_until_ready(process, tmp_path, port)
        process.kill()
        process.wait(timeout=10)
    assert wait_until_gone(tmp_path) == {}


def refused(data: Path, port: int | str) -> str:
    """What the supervisor says when it does not start."""
    ended = subprocess.run(
        [sys.executable, "-m", "config.supervisor"],
        cwd=ROOT,
        env=environment(data, 1) | {"PORT": str(port)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    return ended.stderr


def test_a_taken_port_is_refused_with_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert re.fullmatch(
            rf"Port {port} is taken\. Choose another: .*\n", refused(tmp_path, port)
        )


def test_a_port_that_is_none_is_refused_with_one_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path, "eighty") == "PORT must be a number from 1 to 65535, not 'eighty'.\n"


def test_a_socket_path_too_long_for_the_system_is_replaced_by_a_short_one(tmp_path: Path) -> None:
    long = tmp_path / ("long" * 30)
    assert len(str(socket_path(long))) <= MAX_SOCKET_PATH_BYTES
    assert socket_path(Path("/short")) == Path("/short/redis.sock")


def test_a_worker_ends_after_its_idle_seconds_and_not_while_it_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, looks = 0, list[Callable[[], None]]()
    monkeypatch.setattr("config.worker.time.monotonic", lambda: now)
    monkeypatch.setattr(state, "should_stop", None)
    monkeypatch.setattr(state, "reserved_requests", {"a task that runs"})
    monkeypatch.setattr(state, "total_count", Counter(task=1))
    hub = SimpleNamespace(call_repeatedly=lambda _, look: looks.append(look))
    EndWhenIdle(None, idle_seconds=9).register_with_event_loop(None, hub)

    def is_ended_after(seconds: int) -> bool:
        nonlocal now
        for _ in range(seconds):
            now += 1
            looks[0]()
        return state.should_stop is not None

    assert not is_ended_after(20)
    state.reserved_requests.clear()
    assert not is_ended_after(5)
    state.total_count["task"] += 1
    assert not is_ended_after(9)
    assert is_ended_after(2)


def test_a_worker_without_idle_seconds_runs_on() -> None:
    assert not EndWhenIdle(None).include_if(None)


def test_what_dies_soon_waits_longer_each_time_up_to_a_limit() -> None:
    child = Child("web", ["true"], started=time.monotonic())
    pauses = [child.schedule_restart() for _ in range(7)]
    assert pauses == [1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0]
