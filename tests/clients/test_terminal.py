"""The example client in plain lines: a person or a script plays whole games by numbers."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.platform.test_supervisor import supervisor, wait_until_ready
from tests.ports import free_port

PLAY = Path(__file__).resolve().parents[2] / "examples" / "play.py"

ANSWERS = "\n".join(["banana", "99", "0", "-1", "", "é", *["t", "1"] * 900, ""])
"""What is typed: some lines that are no answer, then at every question the table and option 1."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a client stores player and game."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    return tmp_path


def session(server: str, *arguments: str, folder: str = "") -> subprocess.Popen[str]:
    """The client with pipes for a terminal; with a folder, one inside that of the test."""
    data = Path(os.environ["DATA_DIR"], folder)
    return subprocess.Popen(
        [sys.executable, str(PLAY), "--url", server, "--bot", "random", *arguments],
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "DATA_DIR": str(data)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def check_plain(printed: str) -> None:
    """Check that every line can be read aloud: no control characters, boxes or codes."""
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u2500-\u259f]", printed)
    assert not re.search(r"\{\w*\}|: None|\(None|None\.$", printed)
    for line in printed.splitlines():
        assert len(line) < 2500, line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Your turn. ", "is in play", "The game is over: ")),
        ("fr-CA", ("À toi de jouer. ", "; en jeu\u00a0: ", "La partie est terminée")),
    ],
)
def test_a_person_plays_a_whole_game_of_each_variant(
    server: str, language: str, texts: tuple[str, ...]
) -> None:
    games = {
        variant: session(server, "--variant", variant, "--language", language, folder=variant)
        for variant in ("avengers", "xmen", "ultimate")
    }
    for game in games.values():
        assert game.stdin is not None
        game.stdin.write(ANSWERS)
        game.stdin.flush()
    for variant, game in games.items():
        printed, failed = game.communicate(timeout=300)
        assert (game.returncode, failed) == (0, ""), (variant, printed[-3000:])
        check_plain(printed)
        for text in (*texts, "python -m games.audit --key ", "\nPASS "):
            assert text in printed, (variant, text)


def ended(client: subprocess.Popen[str], typed: str) -> str:
    """All that a client prints until its input ends; it exits without an error."""
    printed, failed = client.communicate(typed, timeout=120)
    assert (client.returncode, failed) == (0, "")
    check_plain(printed)
    return printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "come_back"),
    [
        ("en", "Stopped. `make play` goes on with the game."),
        ("fr-CA", "Arrêt. `make play` continue la partie."),
    ],
)
def test_the_next_start_goes_on_with_the_game(
    server: str, data_folder: Path, language: str, come_back: str
) -> None:
    arguments = ("--variant", "avengers", "--seats", "2", "--language", language)
    first = ended(session(server, *arguments), "t\n1\n")
    assert first.endswith(f"{come_back}\n")
    (file,) = (data_folder / "play").glob("player-*.json")
    assert file.stat().st_mode & 0o777 == 0o600
    held = json.loads(file.read_text())
    second = ended(session(server, *arguments), "1\n" * 2000)
    assert held["game"]["id"] in second.splitlines()[0]
    assert re.search(r"^PASS .*/play/", second, re.MULTILINE)
    assert not file.exists()


@pytest.mark.slow
def test_who_resigns_hears_the_game_to_its_end(server: str) -> None:
    printed = ended(session(server, "--variant", "xmen"), "resign\n")
    assert "You resign" in printed and "\nPASS " in printed


@pytest.mark.slow
def test_a_player_the_server_does_not_know_is_dropped(server: str, data_folder: Path) -> None:
    ended(session(server, "--variant", "xmen"), "")
    (file,) = (data_folder / "play").glob("player-*.json")
    held = json.loads(file.read_text())
    file.write_text(json.dumps(held | {"secret": "unknown"}))
    printed = ended(session(server, "--variant", "xmen"), "")
    assert "The stored game is dropped. " in printed
    assert json.loads(file.read_text())["secret"] not in ("unknown", held["secret"])


@pytest.mark.slow
@pytest.mark.rest
def test_a_person_plays_on_when_the_server_runs_again(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with supervisor(tmp_path, port) as process:
        wait_until_ready(process, tmp_path, port)
        client = session(address, "--variant", "xmen", "--language", "en")
        assert client.stdin is not None and client.stdout is not None
        printed = read_until(client, "1. ")
    client.stdin.write("1\n")
    client.stdin.flush()
    printed += read_until(client, "The server does not answer. Trying again.")
    with supervisor(tmp_path, port) as process:
        wait_until_ready(process, tmp_path, port)
        printed += read_until(client, "1. ")
        printed += ended(client, "t\n")
    assert printed.count("Trying again.") == 1
    assert "cards in hand." in printed.rpartition("Trying again.")[2]


def read_until(client: subprocess.Popen[str], text: str) -> str:
    """Read lines of a client until one has a text."""
    assert client.stdout is not None
    printed = ""
    while text not in printed:
        line = client.stdout.readline()
        assert line, printed
        printed += line
    return printed


@pytest.mark.slow
def test_make_reports_no_error_after_ctrl_c(server: str, data_folder: Path) -> None:
    command = ["make", "play", f"ARGS=--url {server}"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command,
        cwd=PLAY.parents[1],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=controlling_terminal,
    ) as make:
        os.close(theirs)
        assert make.stdout is not None and make.stderr is not None
        printed = read_until(make, "1. ")
        os.write(ours, b"\x03")
        printed += make.stdout.read()
        assert make.stderr.read() == ""
        os.close(ours)
    assert printed.endswith("Stopped. `make play` goes on with the game.\n")
    assert list((data_folder / "play").glob("player-*.json"))


def controlling_terminal() -> None:
    """Make the standard input the terminal of a new session, so that it sends signals.

    What a shell starts in the background ignores Ctrl-C, and passes that on.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.mark.slow
def test_a_robot_signs_its_moves_and_checks_what_it_was_promised(
    server: str, data_folder: Path
) -> None:
    robot = session(server, "--auto", "--variant", "ultimate")
    printed, failed = robot.communicate("", timeout=240)
    assert (robot.returncode, failed) == (0, "")
    assert [one.name for one in data_folder.iterdir()] == ["play"]
    (game,) = (one for one in (data_folder / "play").iterdir() if one.is_dir())
    kept = {one.name for one in game.iterdir()}
    assert {"game.json", "opened.proof", "share.json", "terms.json"} < kept
    assert len([one for one in kept if one.startswith("receipt-")]) > 5
    assert f"PASS {game}/game.json" in printed
