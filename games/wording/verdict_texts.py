"""The server's own verdict on a game, in a sentence that says whose it is."""

from __future__ import annotations

from typing import Final

from games.audit.findings import RECORDED, Verdict
from games.wording.language import Language, Texts
from games.wording.page_texts import words_in

VERDICTS: Final = Texts(
    "games.wording/verifier",
    "server-verdict",
    {
        "pass": (
            "The server’s own check of every rule: passed. Nothing was altered, every move was"
            " legal, and all chance follows from the seed."
        ),
        "fail": "The server’s own check of every rule: failed ({broken}).",
        "result_changed": (
            "The server’s own check of every rule: organisers that the table did not name changed"
            " the result."
        ),
        "not_judged": (
            "The server’s own check of every rule: a question could not be judged, so this is"
            " neither passed nor failed."
        ),
        "moves_not_judged": (
            "The server’s own check of every rule: the moves could not be judged, and nothing else"
            " was found."
        ),
        "error": (
            "The server’s own check of every rule could not be made, which says nothing about the"
            " game."
        ),
    },
)
"""The sentence of each verdict."""


def verdict_text(verdict: Verdict, language: Language) -> str:
    """Return the verdict of the server in a sentence."""
    words = words_in(language)
    broken = [words[f"verdict_{name}"] for name in RECORDED if verdict.answers[name].answer == "no"]
    return VERDICTS.say(verdict.word, language, broken=", ".join(broken))
