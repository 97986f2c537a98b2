"""Why a move is refused at a position, and what can be done instead, in words.

Everything here follows from what was sent and from the view of the seat that sent it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from cards.language import LANGUAGES, color_name
from cards.language.effects import PLAYED
from games.engine import NOBODY, Choose, Draw, Move, Play, Prompt, View
from games.engine.prompts import PLAY_KINDS
from games.engine.zones import HAND, Card
from games.messages.move_messages import ResignRequest
from games.messages.prompt_messages import PromptsResponse
from games.play.commands import MoveRefused
from games.wording.labels import card_name, enumerated, label_of
from games.wording.language import Language, Texts
from games.wording.option_texts import OptionTexts
from games.wording.problems import PROBLEMS, format_text
from games.wording.prompt_texts import question_of
from games.wording.situation_texts import (
    fitting_cards,
    waiting,
)
from games.wording.table_texts import TableTexts
from games.wording.viewpoint import Viewpoint

CATALOG: Final = "games.wording/refusals"

_TEXTS: Final = Texts(
    CATALOG,
    "refusal",
    {
        "turn-of-other": "It is not your turn. {waiting}",
        "question-to-other": "You are not asked now. {waiting}",
        "question-in-your-turn": "It is your turn, but another player must answer first. {waiting}",
        "no-such-card": "No card in this game has the code “{given}”.",
        "not-in-hand": "{card} is not in your hand. You hold {cards}.",
        "never-in-hand": "{card} is never in a hand and cannot be played. You hold {cards}.",
        "drawn-again": "You have drawn {drawn} already, and a turn has one draw: play that card,"
        " or keep it.",
        "drawn-other": "You have drawn {drawn}. Of your hand only that card may be played now, not"
        " {card}: play it, or keep it.",
        "choice-on-turn": "“{given}” answers no open question: it is your turn to play a card or"
        " draw one.",
        "choice-on-drawn": "“{given}” answers no open question: you drew {drawn}, so play that card"
        " or keep it.",
        "choice-on-again": "“{given}” answers no open question: play a second card, or none.",
        "question-first": "“{move}” is not possible before you answer a question. {question}",
        "not-offered": "“{given}” is not among the answers to the question. {question}",
        "choice-not-offered": "“{given}” is not a possible {kind}, so nothing of the move was done."
        " Send it without this choice: the question then lists its answers.",
        "color-not-offered": "“{given}” is not a color of this game, so nothing of the move was"
        " done. The colors are {colors}.",
        "fitting": "What fits is {fitting}.",
        "catch-yourself": "You cannot catch yourself.",
        "catch-no-seat": "This table has no seat {seat}.",
        "catch-out": "{who} is out of the game.",
        "catch-many": "{who} has {count} cards. Only a player with one card who has not called UNO"
        " can be caught.",
        "catch-called": "{who} has one card and has called UNO.",
        "catch-late": "{who} has one card and did not call UNO, but the time to catch is over.",
        "catch-early": "{who} has one card, but the play is not complete yet.",
        "catch-free": "The false catch costs you nothing.",
        "call-many": "You have {count} cards. UNO is called with the play that leaves you one card,"
        " or after it.",
        "call-called": "You have called UNO already.",
        "call-late": "It is too late to call UNO. You cannot be caught any more either.",
        "call-with-play": "UNO cannot be called with {card}: you have {count} cards, and this play"
        " cannot leave you one. Send it without `uno`.",
        "call-with-last": "UNO cannot be called with {card}, your last card: it is called with the"
        " play that leaves you one card. Send it without `uno`.",
        "did-you-mean": "Did you mean {code} ({name})?",
        "did-you-mean-plain": "Did you mean {code}?",
    },
)

_KINDS: Final = Texts(
    CATALOG,
    "choice",
    {
        "color": "color",
        "player": "player",
        "character": "character",
        "card": "card",
        "mode": "choice of what is done",
        "confirm": "yes or no",
        "challenge": "answer to a challenge",
    },
)
"""What an answer names, by the kind of its question."""

_READING: Final = Texts(
    CATALOG,
    "unreadable",
    {
        "no-json": "The body is not JSON. A move is one JSON object, such as {example}.",
        "no-move": "This is not a move: {flaw}.",
        "own-seat": "You play for your own seat: leave `seat` out.",
        "moves": "A move is one of: {moves}.",
    },
)

_STALE: Final = Texts(
    CATALOG,
    "stale",
    {
        "moved-on": "Your move was not made: it answers event {expected}, and the game is at event"
        " {seq}. Meanwhile: {happened}",
        "earlier": "(Earlier events: {count}.)",
    },
)

MOST_EVENTS: Final = 6
"""How many missed events a refusal reports in words; the events beside it are all."""

_INSTEAD: Final = Texts(
    CATALOG,
    "instead",
    {
        "can": "You can: {options}.",
        "more": "{count} more, see the options",
        "wait": "You can wait, or resign.",
    },
)

MOST_OPTIONS: Final = 12
"""How many options a refusal lists in words; the prompts beside it have all."""

_SIGNS: Final = re.compile(r"[\W_]+")


def refusal_sentence(refused: MoveRefused, seen: Viewpoint) -> str:
    """Return why a move is refused; its seat sees the position before the move."""
    return _RefusalTexts(refused, seen).sentence()


def instead_of(prompts: PromptsResponse, view: View, language: Language) -> str:
    """Return what the viewer can do, as one sentence; "" after the end of the game."""
    if view.result is not None or view.viewer == NOBODY:
        return ""
    found = [*(prompts.prompts[-1].options or ())] if prompts.prompts else []
    found += [option for option in prompts.open if not isinstance(option.body, ResignRequest)]
    if not found:
        return _INSTEAD["wait"].to(language) if prompts.open and not view.paused else ""
    labels = [one.label for one in found[:MOST_OPTIONS]]
    if len(found) > MOST_OPTIONS:
        labels.append(_INSTEAD.say("more", language, count=len(found) - MOST_OPTIONS))
    return _INSTEAD.say("can", language, options="; ".join(labels))


def did_you_mean(given: str, known: Mapping[str, str], language: Language) -> str:
    """Ask whether a known code was meant; "" if none is close.

    ``known`` has the codes by what a person may call them.
    """
    code = closest(given, known)
    return _TEXTS.say("did-you-mean-plain", language, code=code) if code else ""


def unreadable_sentence(
    flaw: str,
    given: str,
    known: Iterable[str],
    moves: Sequence[str],
    language: Language,
    *,
    is_missing: bool,
) -> str:
    """Return why a body is no move; ``given`` is the word in it that may be misspelt.

    ``flaw`` is "" for a body that is not JSON, ``known`` are the words for that place.
    """
    if not flaw:
        return _READING.say("no-json", language, example='{"move": "draw"}')
    said = [_READING.say("no-move", language, flaw=flaw[:1].lower() + flaw[1:])]
    if given == "seat" and not is_missing:
        said.append(_READING["own-seat"].to(language))
    else:
        said.append(did_you_mean(given, {one: one for one in known}, language))
    if given == "move":
        said.append(_READING.say("moves", language, moves=", ".join(moves)))
    return " ".join(filter(None, said))


def stale_sentence(
    expected: int, seq: int, events: Sequence[Sequence[str]], language: Language
) -> str:
    """Return that a move answers an old event, and what has happened since.

    ``events`` has the sentences of the last missed events, at most ``MOST_EVENTS``.
    """
    earlier = seq - expected - len(events)
    said = [_STALE.say("earlier", language, count=earlier)] if earlier > 0 else []
    happened = " ".join([*said, *(one for event in events for one in event)])
    return _STALE.say("moved-on", language, expected=expected, seq=seq, happened=happened)


def closest(given: str, known: Mapping[str, str]) -> str:
    """Return the code that a person may mean, "" if none is close."""
    plain = {_plain(name): code for name, code in reversed([*known.items()])}
    wanted = _plain(given)
    if wanted in plain:
        return plain[wanted]
    found: list[str] = get_close_matches(wanted, plain, 1, 0.75)
    return plain[found[0]] if found else ""


def _plain(name: str) -> str:
    return _SIGNS.sub("-", name.lower()).strip("-")


class _RefusalTexts:
    """The words of one refused move, for the seat that sent it."""

    def __init__(self, refused: MoveRefused, seen: Viewpoint) -> None:
        self._refused, self._seen = refused, seen
        self._ruleset, self._view = seen.ruleset, seen.view
        self._language: Language = seen.language
        view = seen.view
        self._hand = sorted({*view.cards.get(HAND[view.viewer], ())}) if view.viewer >= 0 else []

    def sentence(self) -> str:
        """Return the sentences of the refusal: those at its position, else of its code."""
        make = _AT_POSITION.get(self._refused.code)
        if make is None:
            detail = PROBLEMS[self._refused.code].detail
            return format_text(detail, self._language, self._refused.params)
        return self._seen.capitalized(" ".join(filter(None, make(self))))

    # of the moves of a seat

    def over(self) -> Iterator[str]:
        """Yield how the game ended."""
        yield TableTexts(self._seen).result()

    def not_allowed(self) -> Iterator[str]:
        """Yield why a card of the hand may not be played, and what fits instead."""
        yield OptionTexts(self._seen).why_not_played(self._card)
        if self._refused.code == "card_does_not_fit":
            yield self._say("fitting", fitting=fitting_cards(self._seen))

    def not_asked(self) -> Iterator[str]:
        prompt, view = self._prompt, self._view
        if prompt.kind in PLAY_KINDS:
            name = "turn-of-other"
        else:
            is_current = view.current == view.viewer
            name = "question-in-your-turn" if is_current else "question-to-other"
        yield self._say(name, waiting=waiting(self._seen, prompt))

    def not_in_hand(self) -> Iterator[str]:
        card = self._card
        if card in self._ruleset.cards:
            is_played = self._ruleset.kind[card] in PLAYED
            name = "not-in-hand" if is_played else "never-in-hand"
            yield self._say(
                name, card=self._seen.object(card), cards=self._seen.objects(self._hand)
            )
            return
        yield self._say("no-such-card", given=card)
        known = [*self._hand, *self._ruleset.cards]
        called = {
            name: one
            for one in known
            for name in (one, *(card_name(self._ruleset.edition, one, of) for of in LANGUAGES))
        }
        meant = closest(card, called)
        if meant:
            yield self._say("did-you-mean", code=meant, name=self._seen.name(meant))

    def already_drawn(self) -> Iterator[str]:
        drawn = self._seen.object(self._prompt.options[0])
        if isinstance(self._move, Draw):
            yield self._say("drawn-again", drawn=drawn)
        else:
            yield self._say("drawn-other", drawn=drawn, card=self._seen.object(self._card))

    def not_offered(self) -> Iterator[str]:
        move, prompt = self._move, self._prompt
        if self._refused.before:
            yield from self._choice_not_offered()
        elif not isinstance(move, Choose):
            edition, seen = self._ruleset.edition, self._seen
            label = label_of(edition, move, "", self._language, seen.heroes, seen.names)
            yield self._say("question-first", move=label, question=self._question)
        elif prompt.kind in PLAY_KINDS:
            drawn = self._seen.object(prompt.options[0]) if prompt.kind == "drawn" else ""
            yield self._say(f"choice-on-{prompt.kind}", given=move.option, drawn=drawn)
        else:
            yield self._say("not-offered", given=move.option, question=self._question)
            yield self._close_option(move.option, prompt)

    def _choice_not_offered(self) -> Iterator[str]:
        """Yield that a choice sent along is impossible; its question is not open yet."""
        kind = str(self._refused.params.get("kind", ""))
        given = self._move.option if isinstance(self._move, Choose) else ""
        if kind == "color":
            known = sorted({*self._ruleset.color.values()} - {""})
            colors = enumerated([self._color(one) for one in known], self._language)
            yield self._say("color-not-offered", given=given, colors=colors)
        else:
            named = _KINDS[kind].to(self._language) if kind in _KINDS else kind
            yield self._say("choice-not-offered", given=given, kind=named)

    def _color(self, color: str) -> str:
        """Return the code of a color, with its name if that differs."""
        name = color_name(color, self._language)
        return color if name == color else f"{color} ({name})"

    def _close_option(self, given: str, prompt: Prompt) -> str:
        labels = {
            label_of(self._ruleset.edition, Choose(prompt.seat, one), prompt.kind, language): one
            for one in prompt.options
            for language in LANGUAGES
        }
        meant = closest(given, {one: one for one in prompt.options} | labels)
        if not meant and len(given) > 2:
            meant = next((one for name, one in labels.items() if _plain(given) in _plain(name)), "")
        if not meant:
            return ""
        move = Choose(prompt.seat, meant)
        label = label_of(self._ruleset.edition, move, prompt.kind, self._language)
        return self._say("did-you-mean", code=meant, name=label)

    def no_catch(self) -> Iterator[str]:
        view, seat = self._view, int(self._refused.params["seat"])
        if seat == view.viewer:
            yield self._say("catch-yourself")
        elif not 0 <= seat < view.seats:
            yield self._say("catch-no-seat", seat=seat)
        elif seat in view.out:
            yield self._say("catch-out", who=self._seen.who(seat))
        elif view.counts[HAND[seat]] != 1:
            yield self._say("catch-many", who=self._seen.who(seat), count=view.counts[HAND[seat]])
        else:
            states = {"called": "catch-called", "missed": "catch-late"}
            name = states.get(view.uno[seat], "catch-early")
            yield self._say(name, who=self._seen.who(seat))
        yield self._say("catch-free")

    def no_call(self) -> Iterator[str]:
        move, count = self._move, self._view.counts[HAND[self._view.viewer]]
        if isinstance(move, Play):
            name = "call-with-last" if count == 1 else "call-with-play"
            yield self._say(name, card=self._seen.object(move.card), count=count)
        elif count != 1:
            yield self._say("call-many", count=count)
        else:
            is_late = self._view.uno[self._view.viewer] == "missed"
            yield self._say("call-late" if is_late else "call-called")

    # parts of sentences

    @property
    def _move(self) -> Move:
        return self._refused.move

    @property
    def _prompt(self) -> Prompt:
        return self._view.prompts[-1]

    @property
    def _card(self) -> Card:
        return str(self._refused.params["card"])

    @property
    def _question(self) -> str:
        return question_of(self._seen, self._prompt)

    def _say(self, name: str, /, **values: str | int) -> str:
        return _TEXTS.say(name, self._language, **values)


_Sentences = Callable[[_RefusalTexts], Iterator[str]]

_AT_POSITION: Final[Mapping[str, _Sentences]] = {
    "game_over": _RefusalTexts.over,
    "not_your_prompt": _RefusalTexts.not_asked,
    "card_not_in_hand": _RefusalTexts.not_in_hand,
    "card_does_not_fit": _RefusalTexts.not_allowed,
    "card_forbidden": _RefusalTexts.not_allowed,
    "bluff_refused": _RefusalTexts.not_allowed,
    "already_drawn": _RefusalTexts.already_drawn,
    "not_an_option": _RefusalTexts.not_offered,
    "nobody_to_catch": _RefusalTexts.no_catch,
    "no_uno_to_call": _RefusalTexts.no_call,
}
"""The words of the codes of which more is to say at a position than ``PROBLEMS`` does."""
