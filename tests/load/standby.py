"""A primary of PostgreSQL, its standby and who decides between them: docs/deploy/standby.

Host a is 127.0.0.1, b 127.0.0.2, and c, which only votes, 127.0.0.3. The files are those of the
page with other addresses, ports, folders and secrets, and the commands are the page's.
"""

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from prometheus_client.parser import text_string_to_metric_families

from tests.load.people import Load, until
from tests.load.stack import (
    ROOT,
    Program,
    Stack,
    Unavailable,
    children_of,
    free_port,
    wait_until,
)
from tests.platform.test_readme import blocks

PAGE = "docs/deploy/standby/README.md"

FILES = ROOT / "docs" / "deploy" / "standby"

NUMBERS = {"a": 1, "b": 2, "c": 3}

OWNER = "postgres"

AS_OWNER = ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--init-groups", "--"]
"""Not runuser, which kills what takes longer than 2 s to end."""

SECONDS = 30.0
"""Within this time play must go on: Patroni waits for 20 s of silence."""


class Pair:
    """Both servers with their agents, and three voters."""

    def __init__(self, folder: Path) -> None:
        needed = ("patroni", "patronictl", "etcd", "setpriv")
        if missing := [name for name in needed if not shutil.which(name)]:
            raise Unavailable(f"there is no {', '.join(missing)} (apt-get install patroni etcd)")
        if os.geteuid():
            raise Unavailable("only root starts PostgreSQL as another user")
        self.folder, self.secret = folder, secrets.token_hex(16)
        self.port = free_port()
        self.ports = {"5432": self.port, "8008": free_port()}
        self.ports |= {"2379": free_port(), "2380": free_port()}
        self.agents = {name: self._agent(name) for name in ("a", "b")}
        self.voters = {name: self._voter(name) for name in NUMBERS}
        *_, self._commands, primary, replica = blocks(PAGE, "Set up")
        self.url = self._here(primary.removeprefix("DATABASE_URL="))
        self.replica = self._here(replica.removeprefix("REPLICA_URL="))
        admin = self.url.replace("fairdeal:", "postgres:")
        self.admin = admin.replace("/fairdeal?", "/postgres?")

    def _here(self, text: str, name: str = "a") -> str:
        """Return a text of the page or of its files as it is on this machine."""
        text = text.replace("SECRET", self.secret)
        for old, new in self.ports.items():
            text = text.replace(f":{old}", f":{new}")
        return text.replace("10.0.0.", "127.0.0.")

    def _settings(self, file: str, name: str) -> dict[str, str]:
        """Return the environment of a host, from the file of host a."""
        found = {}
        for line in (FILES / file).read_text().splitlines():
            if line.startswith("#"):
                continue
            key, _, value = line.partition("=")
            if not key.endswith(("_HOSTS", "_CLUSTER")):
                value = name if key.endswith("_NAME") else value
                value = value.replace("10.0.0.1", f"10.0.0.{NUMBERS[name]}")
            found[key] = self._here(value)
        return found

    def _agent(self, name: str) -> Program:
        home = self._home(name)
        (home / "config.yml").write_text(
            (FILES / "patroni.yml")
            .read_text()
            .replace("/var/lib/postgresql/15/fairdeal", f"{home}/data")
            .replace("/var/lib/postgresql/patroni.pgpass", f"{home}/pgpass")
            .replace("/var/run/postgresql", str(home))
        )
        words = [*AS_OWNER, "patroni", str(home / "config.yml")]
        made = self._program(f"patroni-{name}", words, self._settings("patroni_env.conf", name))
        made.root = home
        return made

    def _voter(self, name: str) -> Program:
        home = self._home(f"voter-{name}")
        settings = self._settings("etcd", name) | {"ETCD_DATA_DIR": str(home / "data")}
        return self._program(f"etcd-{name}", [*AS_OWNER, "etcd"], settings)

    def _home(self, name: str) -> Path:
        home = self.folder / name
        home.mkdir()
        shutil.chown(home, OWNER)
        return home

    def _program(self, name: str, words: list[str], settings: dict[str, str]) -> Program:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return Program(name, words, kept | settings, self.folder / f"{name}.log")

    @property
    def programs(self) -> list[Program]:
        """The voters and the agents."""
        return [*self.voters.values(), *self.agents.values()]

    def start(self) -> None:
        """Start all, and create the role and the database as the page does."""
        for program in self.programs:
            program.release()
        wait_until(lambda: self.roles() == {"Leader", "Sync Standby"}, "no standby in step")
        self.run(self._commands)

    def run(self, commands: str) -> str:
        """Run commands of the page; return what they print."""
        env = self.agents["a"].env | {"ADMIN_URL": self.admin, "HOME": str(self.folder)}
        env["PATRONICTL_CONFIG_FILE"] = str(self.folder / "a" / "config.yml")
        words = ["sh", "-e", "-c", self._here(commands)]
        done = subprocess.run(words, env=env, cwd="/", capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def members(self) -> list[dict[str, Any]]:
        """Return what the page's command lists."""
        (command,) = blocks(PAGE, "Watch")
        return list(json.loads(self.run(f"{command} --format json")))

    def roles(self) -> set[str]:
        """Return the roles of the servers that run; none while Patroni cannot tell."""
        with contextlib.suppress(AssertionError):
            members = self.members()
            if all(one["State"] in ("running", "streaming") for one in members):
                return {one["Role"] for one in members}
        return set()

    def primary(self) -> str:
        """Return the name of the host whose server takes writes."""
        with psycopg.connect(self.admin, connect_timeout=5) as session:
            found = session.execute("SELECT host(inet_server_addr())").fetchone()
        assert found is not None
        return {f"127.0.0.{number}": name for name, number in NUMBERS.items()}[found[0]]

    def kill(self, name: str) -> None:
        """Kill all that runs on a host: agent, PostgreSQL, voter."""
        postmaster = int((self.folder / name / "data" / "postmaster.pid").read_text().split()[0])
        self.agents[name].kill(hold=True)
        self.voters[name].kill(hold=True)
        for pid in (postmaster, *children_of(postmaster)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def revive(self, name: str) -> None:
        """Start what runs on a host, as a machine that starts does."""
        self.voters[name].release()
        self.agents[name].release()

    def stop(self) -> None:
        """End the agents, which end their servers, then the voters."""
        for program in reversed(self.programs):
            program.stop()


@contextlib.contextmanager
def pair(folder: Path) -> Iterator[Pair]:
    """A primary and its standby that run."""
    folder.chmod(0o755)
    made = Pair(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def standbys(stack: Stack) -> tuple[float | None, float | None]:
    """Return how many standbys the metrics count, and whether the replica answers."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", stack.moves)) as web:
        web.request("GET", "/metrics")
        found = text_string_to_metric_families(web.getresponse().read().decode())
    values = {(one.name, *one.labels.values()): one.value for each in found for one in each.samples}
    return values.get(("fairdeal_standbys",)), values.get(("fairdeal_source_up", "replica"))


async def kill_primary(stack: Stack, load: Load) -> float:
    """Kill the host of the primary; return when."""
    both = stack.pair
    victim = both.primary()
    await asyncio.to_thread(both.kill, victim)
    killed = time.monotonic()
    await until(lambda: both.roles() == {"Leader"}, "the standby is not promoted", load)
    assert both.primary() != victim
    return killed


async def return_primary(stack: Stack, load: Load) -> float:
    """Start the host that was killed; it is the standby; then switch to it by hand."""
    both = stack.pair
    now = both.primary()
    (old,) = {"a", "b"} - {now}
    both.revive(old)
    await until(lambda: both.roles() == {"Leader", "Sync Standby"}, "no standby in step", load)
    await until(lambda: standbys(stack) == (1, 1), "the standby is not counted or read", load)
    (command,) = blocks(PAGE, "Change the primary by hand")
    await asyncio.to_thread(both.run, command)
    await until(lambda: both.primary() == old, "the primary is not another", load)
    return time.monotonic()


async def kill_standby(stack: Stack, load: Load) -> float:
    """Kill the host of the standby; the primary goes on alone."""
    both = stack.pair
    await until(lambda: both.roles() == {"Leader", "Sync Standby"}, "no standby in step", load)
    (victim,) = {"a", "b"} - {both.primary()}
    await asyncio.to_thread(both.kill, victim)
    killed = time.monotonic()
    await until(lambda: standbys(stack) == (0, 0), "the metrics count a lost standby", load)
    return killed
