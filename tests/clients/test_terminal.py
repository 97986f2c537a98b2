"""The example client in a terminal: a person plays whole games with nothing but its lines."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

PLAY = Path(__file__).resolve().parents[2] / "examples" / "play.py"

WRONG = ("banana", "99", "0", "-1", "c 99", "c no such card", "", "q", "perhaps", "rouge 4", "é")
"""Input that is no answer; the line after q is the answer to whether to leave."""

HELP = ("?", "l", "c", "c 1", "h")

ANSWERS = "\n".join([*WRONG, *HELP, "1", "1", *HELP, *WRONG, *["?", "1"] * 900, ""])
"""What is typed: at every question ? and the first option, and at the beginning much else.

Always ?, as a table of Ultimate may have no color in play for its first questions.
"""

GAMES = {"avengers": "1", "xmen": "2", "ultimate": "3"}


def session(server: str, *arguments: str) -> subprocess.Popen[str]:
    """The client with pipes for a terminal."""
    return subprocess.Popen(
        [sys.executable, str(PLAY), "--url", server, "--bot", "random", *arguments],
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
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
        (variant, language): session(server, "--variant", variant, "--language", language)
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
            "Ma part est" if french else "My share is",
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
    assert (client.returncode, failed) == (1, "")
    assert "Type a number from 1 to 2." in printed and "Tape un nombre de 1 à 3." in printed
    assert "Tu as quitté la partie." in printed


@pytest.mark.slow
def test_input_that_ends_leaves_the_game_as_it_is(server: str) -> None:
    client = session(server, "--variant", "xmen", "--language", "en")
    printed, failed = client.communicate("?\n", timeout=120)
    assert (client.returncode, failed) == (1, "The input has ended.\n")
    assert "The table." in printed


@pytest.mark.slow
def test_a_robot_signs_its_moves_and_checks_what_it_was_promised(server: str) -> None:
    robot = session(server, "--auto", "--variant", "ultimate", "--seed", "3")
    printed, failed = robot.communicate("", timeout=240)
    assert (robot.returncode, failed) == (0, "")
    assert "My share is in the seed." in printed
    assert re.search(r"The game agrees with my \d+ receipts\.", printed)
