"""The texts of the pages that have a code, or that the API shares with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.http import HttpRequest

from cards.language import LANGUAGES, endonym
from cards.translation import closest_language
from games.engine.zones import NOBODY, owner_of
from games.models import Seat
from games.play.selectors import bot_names
from games.play.sight import Viewer, view_name
from games.players.names import distinct_names
from games.wording.labels import isolated_name, numbered_name
from games.wording.language import Language, Texts
from games.wording.variant_texts import VARIANT_NAMES

TEXTS: Final = Texts(
    "games.wording/pages",
    "page",
    {
        "colon": ":",
        # the list
        "sort_newest": "newest first",
        "sort_oldest": "oldest first",
        "sort_ended": "last ended first",
        "sort_longest": "most events first",
        "sort_shortest": "fewest events first",
        "acts_any": "any",
        "acts_remove": "seat removed",
        "acts_game-loss": "game loss",
        "acts_deduct": "points deducted",
        "acts_warn": "warning",
        "acts_answer-call": "call answered",
        "acts_note": "note",
        "acts_withdraw": "act withdrawn",
        "acts_penalize": "penalty of cards",
        "acts_adjust-clock": "clock adjusted",
        "acts_pause": "paused",
        "acts_resume": "resumed",
        "acts_void": "voided",
        "acts_correct": "result corrected",
        "anything": "any",
        "nobody": "nobody",
        "no_result": "ended without a result",
        "bot": "bot",
        "status_open": "not begun",
        "status_opening": "opening",
        "status_running": "running",
        "status_over": "over",
        # verdicts
        "verdict_passed": "passed",
        "verdict_failed": "failed",
        "verdict_not_judged": "not judged",
        "verdict_none": "not audited on record",
        "verdict_not_over": "not over",
        "verdict_open": "not audited yet: open the game",
        "verdict_result_changed": "result changed by organisers that the table did not name",
        "verdict_error": "the verifier failed",
        "verdict_sealed": "not sealed",
        "verdict_lawful": "not lawful",
        "verdict_fair": "not fair",
        "verdict_dealt": "not dealt",
        "verdict_authentic": "not authentic",
        "PASS": "PASS",
        "FAIL": "FAIL",
        "sealed": "Sealed",
        "lawful": "Lawful",
        "fair": "Fair",
        "dealt": "Dealt",
        "authentic": "Authentic",
        "choices": "Choices",
        "sealed_what": "Nothing was altered, dropped or added.",
        "lawful_what": "Every move was legal and had the consequences of the rules.",
        "fair_what": "Every shuffle and lot is the one promised before the deal.",
        "dealt_what": "Every card came from where the record says.",
        "authentic_what": "The players with a key signed their moves.",
        "choices_what": "The bots chose as they are programmed.",
        # a game
        "view_full": "all cards open",
        "view_public": "the public",
        "view_seat": "seat",
        "erased": "erased player #{tag}",
        # the table
        "color_in_play": "Color in play",
        "clockwise": "clockwise",
        "counter": "counter-clockwise",
        "on_turn": "on turn",
        "exposed": "one card, no UNO said",
        "skipped": "loses the next turn",
        "is_out": "out of the game",
        "pile_hand": "Hand",
        "pile_deck": "Character Deck",
        "pile_burn": "Burn Pile",
        "pile_enemy": "Enemy",
        "pile_items": "Items",
        "pile_hero": "Hero",
        "pile_draw": "Draw pile",
        "pile_discard": "Discard pile",
        "pile_danger": "Danger Deck",
        "pile_danger-discard": "Danger discard",
        "pile_revealed": "Danger card flipped",
        "pile_removed": "Out of the game",
        "pile_of": "{pile} of {who}",
        # an event
        "basis_sheet": "the printed sheet",
        "basis_guide": "the written guide",
        "basis_ruling": "a ruling",
        "rule_applies": "The rule “{title}” applies.",
        "rule_applies_to": "The rule “{title}” applies to {whom}.",
        # limits
        "limited_what": (
            "Your address has asked for too much in a short time. Try again in {seconds} seconds."
        ),
        "locked": "Too many failed attempts to log in. Try again in {minutes} minutes.",
        "form_refused": (
            "The page was loaded before you signed in or out in another tab, or the browser blocks"
            " the cookies of this server. Go back, reload the page and send the form again."
        ),
        # the rulings desk
        "rulings_options": "the options of the open question",
        "organiser": "an organiser",
    },
)


def page_language(request: HttpRequest) -> Language:
    """Return the language of a page: that chosen on the page, else the browser's."""
    return closest_language(str(getattr(request, "LANGUAGE_CODE", "")))


@cache
def words_in(language: Language) -> dict[str, str]:
    """Return all texts of the pages in a language."""
    names = {f"variant_{code}": name for code, name in VARIANT_NAMES.items()}
    return {name: text.to(language) for name, text in {**TEXTS, **names}.items()}


def page_frame(language: Language) -> dict[str, Any]:
    """Return the language of a page, and all languages."""
    return {"lang": language, "languages": [(tag, endonym(tag)) for tag in LANGUAGES]}


def site_frame(request: HttpRequest) -> dict[str, Any]:
    """Return what the header of every page needs, in the language of the request."""
    return page_frame(page_language(request))


def text_of_code(words: dict[str, str], what: str, code: str) -> str:
    """Return the text for a code; the code itself if there is none."""
    return words.get(f"{what}_{code}", code)


def names_of(seats: Sequence[Seat], words: dict[str, str]) -> list[str]:
    """Return the names of the seats' players, with tags if two look alike."""
    bots = bot_names(seats)
    players = [seat.player for seat in seats if seat.player]
    known = distinct_names(player for player in players if player.name)
    return [
        isolated_name(known.get(seat.player.pk) or words["erased"].format(tag=seat.player.tag))
        if seat.player
        else f"{words['bot']} {bots[seat.number]}"
        if seat.bot
        else words["nobody"]
        for seat in seats
    ]


@dataclass(frozen=True, slots=True)
class GameWords:
    """What a page of a game is written with: language, words, and the names by seat."""

    language: Language
    words: dict[str, str]
    names: Sequence[str]

    def code(self, what: str, code: str) -> str:
        """Return the text for a code; the code itself if there is none."""
        return text_of_code(self.words, what, code)

    def zone(self, zone: str) -> str:
        """Return the name of a zone with its owner."""
        pile, owner = self.code("pile", zone.partition(":")[0]), owner_of(zone)
        if owner == NOBODY:
            return pile
        return TEXTS.say("pile_of", self.language, pile=pile, who=self.names[owner])

    def viewer(self, viewer: Viewer) -> str:
        """Return the name of a viewer: the player, or what is visible."""
        return self.names[viewer] if viewer >= 0 else self.words[f"view_{view_name(viewer)}"]


def game_words(seats: Sequence[Seat], language: Language) -> GameWords:
    """Return the words for a game, with the names and the numbers of its seats."""
    words = words_in(language)
    names = zip(seats, names_of(seats, words), strict=True)
    said = [numbered_name(seat.number, language, name) for seat, name in names]
    return GameWords(language, words, said)
