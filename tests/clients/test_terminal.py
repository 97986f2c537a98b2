"""The example client in a terminal: a person plays whole games with nothing but its lines."""

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
from itertools import product
from pathlib import Path

import pytest

from tests.platform.test_supervisor import supervisor, wait_until_ready
from tests.ports import free_port

PLAY = Path(__file__).resolve().parents[2] / "examples" / "play.py"

WRONG = ("banana", "99", "0", "-1", "c 99", "c no such card", "", "q", "perhaps", "rouge 4", "é")
"""Input that is no answer; the line after q is the answer to whether to leave."""

HELP = ("?", "l", "c", "c 1", "h", "g")

ANSWERS = "\n".join([*WRONG, *HELP, "1", "1", *HELP, *WRONG, *["?", "1"] * 900, ""])
"""What is typed: at every question ? and the first option, and at the beginning much else.

Always ?, as a table of Ultimate may have no color in play for its first questions.
"""

GAMES = {"avengers": "1", "xmen": "2", "ultimate": "3"}


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
def test_a_person_plays_a_whole_game_of_each_variant_in_each_language(server: str) -> None:
    games = {
        (variant, language): session(
            server, "--variant", variant, "--language", language, folder=f"{variant}-{language}"
        )
        for variant, language in product(GAMES, ("en", "fr-CA"))
    }
    for game in games.values():
        assert game.stdin is not None
        game.stdin.write(ANSWERS)
        game.stdin.flush()
    for (variant, language), game in games.items():
        printed, failed = game.communicate(timeout=300)
        assert (game.returncode, failed) == (0, ""), (variant, language, printed[-3000:])
        check_plain(printed)
        french = language == "fr-CA"
        told = (
            "banana n’est pas une réponse ici" if french else "banana is no answer here",
            "Aucune carte no such card" if french else "There is no card no such card",
            "Quitter la partie?" if french else "Leave the game?",
            "La table." if french else "The table.",
            "En jeu : " if french else "is in play",
            "La partie est terminée" if french else "The game is over: ",
            "Le vérificateur dit :" if french else "The verifier says:",
        )
        for text in told:
            assert text in printed, (variant, text)


@pytest.mark.slow
def test_a_terminal_asks_for_language_and_game_and_a_player_may_leave(server: str) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, str(PLAY), "--url", server, "--seats", "2"],
        env=os.environ | {"TERM": "dumb"},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as client:
        os.close(theirs)
        os.write(ours, b"7\n2\nhulk\n1\n1\nq\nOui\n")
        printed, failed = client.communicate(timeout=120)
        os.close(ours)
    assert (client.returncode, failed) == (0, "")
    assert "Type a number from 1 to 2." in printed and "Tape un nombre de 1 à 3." in printed
    assert "Tu as quitté la partie." in printed


def ended(client: subprocess.Popen[str], typed: str) -> str:
    """All that a client prints until its input ends; it exits without an error."""
    printed, failed = client.communicate(typed, timeout=120)
    assert (client.returncode, failed) == (0, "")
    check_plain(printed)
    return printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "come_back", "in_progress", "counts"),
    [
        (
            "en",
            "The game is stored: type `make play` to go on with it.",
            "You have a game in progress: ",
            "Cards in hand, clockwise: you (7), Random 1 (7), Random 2 (7), Random 3 (7).",
        ),
        (
            "fr-CA",
            "La partie est conservée : tape `make play` pour la continuer.",
            "Tu as une partie en cours : ",
            "Cartes en main, dans le sens horaire : toi (7), Random 1 (7), Random 2 (7),",
        ),
    ],
)
def test_the_next_start_goes_on_with_the_game(
    server: str, data_folder: Path, language: str, come_back: str, in_progress: str, counts: str
) -> None:
    first = ended(session(server, "--variant", "xmen", "--language", language), "?\n")
    assert first.endswith(f"{come_back}\n")
    assert counts in re.sub(r"\(\d+\)", "(7)", first)
    file = data_folder / "play.json"
    assert file.stat().st_mode & 0o777 == 0o600
    held = json.loads(file.read_text())
    assert sorted(one.name for one in data_folder.iterdir()) == ["play", "play.json"]
    second = ended(session(server), "1\n1\n")
    assert f"{in_progress}{held['game']['id']}." in second and second.endswith(f"{come_back}\n")
    assert json.loads(file.read_text()) == held
    third = ended(session(server, "--variant", "xmen"), "2\n")
    assert third.endswith(f"{come_back}\n")
    now = json.loads(file.read_text())
    assert now["secret"] == held["secret"] and now["game"]["id"] != held["game"]["id"]


@pytest.mark.slow
def test_a_game_that_was_resumed_is_signed_to_its_end(server: str, data_folder: Path) -> None:
    ended(session(server, "--variant", "avengers", "--language", "en", "--seats", "2"), "1\n")
    printed = ended(session(server), "1\n" + "1\n" * 2000)
    assert re.search(r"^PASS .*/play/", printed, re.MULTILINE)
    assert json.loads((data_folder / "play.json").read_text())["game"] is None


@pytest.mark.slow
def test_a_player_the_server_does_not_know_is_dropped(server: str, data_folder: Path) -> None:
    ended(session(server, "--variant", "xmen", "--language", "en"), "")
    file = data_folder / "play.json"
    held = json.loads(file.read_text())
    file.write_text(json.dumps(held | {"secret": "unknown"}))
    printed = ended(session(server, "--variant", "xmen"), "")
    assert "The stored player and game are dropped. " in printed
    assert json.loads(file.read_text())["secret"] not in ("unknown", held["secret"])
    file.write_text(json.dumps(held | {"url": "http://127.0.0.1:9"}))
    printed = ended(session(server, "--variant", "xmen"), "")
    assert "The game in progress is on http://127.0.0.1:9." in printed


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
        printed += ended(client, "?\n")
    assert printed.count("Trying again.") == 1 and "The table." in printed


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
    command = ["make", "play", f"ARGS=--url {server} --variant xmen --language en"]
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
    assert printed.endswith("The game is stored: type `make play` to go on with it.\n")
    assert (data_folder / "play.json").exists()


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
    robot = session(server, "--auto", "--variant", "ultimate", "--seed", "3")
    printed, failed = robot.communicate("", timeout=240)
    assert (robot.returncode, failed) == (0, "")
    assert [one.name for one in data_folder.iterdir()] == ["play"]
    (game,) = (one for one in (data_folder / "play").iterdir() if one.is_dir())
    kept = {one.name for one in game.iterdir()}
    assert {"game.json", "opened.proof", "share.json", "terms.json"} < kept
    assert len([one for one in kept if one.startswith("receipt-")]) > 5
    assert f"PASS {game}/game.json" in printed
