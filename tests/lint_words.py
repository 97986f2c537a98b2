"""Lint the prose of the tree: no file holds a word that `WORDS` lists.

    python -m tests.lint_words    # list every such word with its line; fail if there is one

Read are comments and texts in Python, and Markdown, HTML, scripts and configuration as a whole.
Text in backquotes, names in capitals, and Python strings without a space are code. A line with
"words: allow" in it is skipped, and so is a whole file with "words: allow file", like this one.
Docstrings that `tests.lint_docstrings` finds fault with fail too.
"""

import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.lint_docstrings import docstring_flaws, python_sources

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("bots", "cards", "config", "docs", "examples", "games", "requirements", "tests")
SUFFIXES: Final = {".py", ".md", ".html", ".js", ".css", ".sh", ".conf", ".service", ".in"}
TOP_FILES: Final = ("Makefile", "Dockerfile", "manage.py")
SKIPPED_FOLDERS: Final = {"__pycache__", "generated", "migrations", "node_modules"}
ALLOWED_LINE: Final = "words: allow"
ALLOWED_FILE: Final = "words: allow file"
CODE: Final = "\0"
"""What stands for a character of code: no word holds it, and no phrase reaches across it."""

WORDS: Final[Mapping[str, str]] = {
    "whoever": "the caller, the client, any",
    "somebody": "a player, a client, a user",
    "nobody": "no player, no client, none",
    "everybody": "all players, all clients, all",
    "anew": "again, or rebuild, recompute",
    "once more": "again",
    "made again": "rebuilt, recomputed",
    "(?:give|gives|gave|given) again": "return",
    "(?:take|takes|took|taken|taking) away": "download, export, remove",
    "(?:take|takes|took|taken|taking) back": "revoke, delete, undo",
    "(?:call|calls|called|calling) off": "cancel",
    "(?:fall|falls|fell|fallen|falling) away": "expire, are removed",
    "(?:put|puts|putting) down": "store",
    "overtaken": "stale, conflict",
    "(?:is|was|were) quicker": "conflict, concurrent update",
    "(?:stand|stands|stood|standing) up": "leave a seat",
    "(?:lay|lays|laid|laying) a table": "create a game",
    "for ever": "always, endlessly",
    "woken": "triggered, queued, sent",
    "all else": "the other, everything other than",
    "need be": "must, if needed",
    "what is (?:asked|answered)": "request, response",
    "everything that can go wrong": "problem types",
}
"""Expressions that are never right in our prose, and what to write instead."""


def pattern_of(words: str) -> str:
    """Return the expression of some words; any white space may separate them."""
    return words.replace(" ", r"\s+")


PATTERN: Final = re.compile(
    rf"(?<![\w.-])(?:{'|'.join(f'({pattern_of(words)})' for words in WORDS)})(?![\w-])",
    re.IGNORECASE,
)


SIGNS: Final = r"[#\"']"
"""What stands around comments and texts; without it a phrase may span two of them."""


@dataclass(frozen=True)
class Found:
    """A word of the list in a file."""

    path: str
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f'{self.path}:{self.line}: "{self.word}": write {self.instead}'


def words_in(path: str, text: str) -> list[Found]:
    """Return the listed words in the prose of a file."""
    if ALLOWED_FILE in text or not PATTERN.search(re.sub(SIGNS, " ", text)):
        return []
    prose = prose_of_python(text) if path.endswith(".py") else text
    prose = re.sub(r"`[^`\n]*`", blanked, prose)
    lines = text.split("\n")
    found = (found_at(path, prose, match) for match in PATTERN.finditer(prose))
    return [
        one for one in found if not one.word.isupper() and ALLOWED_LINE not in lines[one.line - 1]
    ]


def found_at(path: str, prose: str, match: re.Match[str]) -> Found:
    """Return a match with its line and what to write instead."""
    line = prose.count("\n", 0, match.start()) + 1
    instead = list(WORDS.values())[(match.lastindex or 1) - 1]
    return Found(path, line, " ".join(match[0].split()), instead)


def prose_of_python(text: str) -> str:
    """Return a program of the same shape, with only its comments and its texts readable."""
    lines = [re.sub(r"\S", CODE, line) for line in text.split("\n")]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if is_prose(token):
            put_back(lines, token)
    return "\n".join(lines)


TEXTS: Final = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
"""The tokens that hold texts: since Python 3.12 an f-string is several."""


def is_prose(token: tokenize.TokenInfo) -> bool:
    """Whether a token is a comment or a text: a string with a space is one, a value is not."""
    return token.type == tokenize.COMMENT or (
        token.type in TEXTS and re.search(r"\s", token.string) is not None
    )


def put_back(lines: list[str], token: tokenize.TokenInfo) -> None:
    """Write a token where it was, without the signs around it."""
    readable = re.sub(SIGNS, " ", without_expressions(token.string))
    for number, part in enumerate(readable.split("\n"), token.start[0] - 1):
        column = token.start[1] if number == token.start[0] - 1 else 0
        lines[number] = lines[number][:column] + part + lines[number][column + len(part) :]


def without_expressions(text: str) -> str:
    """Return a token with what an f-string computes, between braces, as code."""
    is_formatted = re.match(r"[rR]?[fF]", text)
    return re.sub(r"\{[^{}]*\}", blanked, text) if is_formatted else text


def blanked(match: re.Match[str]) -> str:
    """Return as many signs of code as the match is long."""
    return CODE * len(match[0])


def files() -> Iterator[Path]:
    """Yield every file of the project that holds prose."""
    yield from sorted(path for path in ROOT.iterdir() if is_read(path))
    for folder in FOLDERS:
        yield from sorted(path for path in (ROOT / folder).rglob("*") if is_read(path))


def is_read(path: Path) -> bool:
    """Whether a path is a file with prose, and not made by a program."""
    inside = path.relative_to(ROOT)
    wanted = path.suffix in SUFFIXES or inside.as_posix() in TOP_FILES
    return wanted and SKIPPED_FOLDERS.isdisjoint(inside.parts) and path.is_file()


def all_words() -> dict[str, list[Found]]:
    """Return what is found, by file; files without any are left out."""
    named = ((path.relative_to(ROOT).as_posix(), path) for path in files())
    found = {name: words_in(name, path.read_text(encoding="utf-8")) for name, path in named}
    return {name: words for name, words in found.items() if words}


def main() -> int:
    """Print what is found; return the exit status."""
    found = [word for words in all_words().values() for word in words]
    flaws = docstring_flaws(python_sources(ROOT))
    for one in (*found, *flaws):
        print(one, file=sys.stderr)
    return 1 if found or flaws else 0


if __name__ == "__main__":
    sys.exit(main())
