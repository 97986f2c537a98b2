"""The texts of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from django.http import HttpRequest

from cards.language import LANGUAGES, endonym
from cards.translation import closest_language
from games.engine.zones import NOBODY, owner_of
from games.models import Seat
from games.play.selectors import bot_names
from games.players.names import distinct_names
from games.wording.labels import seat_name
from games.wording.language import Language, Texts
from games.wording.variant_texts import VARIANT_NAMES

TEXTS: Final = Texts(
    "games.wording/pages",
    "page",
    {
        "site": "Fairdeal audit",
        "colon": ":",
        "skip": "Skip to the content",
        "language": "Language",
        "all_games": "All games",
        "verify": "Verify a file",
        "rules": "Rules",
        "api": "API",
        "sign_in": "Staff sign in",
        "signed_in": "Signed in as",
        "menu": "Main menu",
        # the list
        "find": "Find games",
        "find_lead": (
            "Every game that you may see, newest first. Open one to step through it and to read"
            " whether"
            " it is sealed, lawful and fair."
        ),
        "find_variant": "Game",
        "find_status": "Status",
        "find_player": "Player",
        "find_player_help": "A part of a name, a bot, or an id",
        "find_since": "Made from",
        "find_until": "Made until",
        "find_winner": "Winner",
        "find_winner_help": "As for a player; none: no player has won",
        "find_rule": "Rule",
        "find_rule_help": "A title or an id; with a player, of that player",
        "find_card": "Card played",
        "find_card_help": "A name or a code; with a player, by that player",
        "find_refused": "With refused moves",
        "find_refused_help": "With a rule: refused by that rule",
        "find_acts": "Organiser’s acts",
        "find_sort": "Order",
        "find_more": "More fields, and the order",
        "find_index": (
            "By rule, card, refused moves and acts, games are found within a minute of their end."
        ),
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
        "export_results": "Results as a table (CSV)",
        "export_bundles": "Bundles (zip)",
        "export_most": "Of this search, games at most:",
        "duration": "Duration",
        "find_verdict": "Verdict on record",
        "find_finding": "Finding",
        "anything": "any",
        "search": "Search",
        "clear": "Clear",
        "one_found": "One game",
        "many_found": "games",
        "none_found": "No game fits.",
        "none_so_far": "None of the games looked at so far fits.",
        "and_more": "and more",
        "pages": "Pages of the list",
        "of": "of",
        "first_page": "First page",
        "more_games": "Next page",
        "unreadable": "This cannot be read.",
        "players": "Players",
        "winner": "Winner",
        "places": "Places",
        "nobody": "nobody",
        "bot": "bot",
        "events_count": "events",
        "status_open": "not begun",
        "status_opening": "opening",
        "status_running": "running",
        "status_over": "over",
        # verdicts
        "verdict": "Verdict",
        "verdict_passed": "passed",
        "verdict_failed": "failed",
        "verdict_not_judged": "not judged",
        "verdict_none": "not audited on record",
        "verdict_not_over": "not over",
        "verdict_open": "not audited yet: open the game",
        "verdict_unknown": "not judged",
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
        "yes": "yes",
        "no": "no",
        "not_yet": "Not yet: a game is judged when it is over.",
        "judged": "Judged",
        "server_key": "Key of the server",
        "by_rules": "by the rules of version",
        "finding_event": "event",
        "finding_events": "events",
        "to": "to",
        "note": "note",
        # a game
        "game": "Game",
        "about": "About this game",
        "evidence": "Evidence",
        "bundle": "Download the bundle",
        "bundle_what": "one file that proves the game without this server",
        "log_text": "The log as text",
        "log_csv": "The log for a spreadsheet",
        "log_json": "The events as data",
        "keys": "Public keys",
        "in_log": "Log of games",
        "in_log_begun": "The beginning is entry",
        "in_log_ended": "The result is entry",
        "in_log_of": "of the signed",
        "in_log_size": "checkpoint of size",
        "in_log_witnesses": "witnesses:",
        "in_log_proof": "its proof",
        "in_log_none": "In no checkpoint yet.",
        "head": "Digest of the last event",
        "commitment": "Commitment to the seed",
        "seed": "Seed",
        "edition": "Cards",
        "options": "Options",
        "status": "Status",
        "made": "Made",
        "began": "Began",
        "ended": "Ended",
        "not_begun": "The game has not begun: there is nothing to look at yet.",
        "seen_as": "Seen as",
        "view_full": "all cards open",
        "view_public": "the public",
        "view_seat": "seat",
        "erased": "erased player #{tag}",
        "arbiter": "You see this as an arbiter. This look is on record.",
        "will_record": "Other looks than the public’s are put on record.",
        "all_told": (
            "The table is drawn as that seat saw it; the events tell all, since the game is over."
        ),
        # the timeline
        "timeline": "Timeline",
        "first": "First",
        "previous": "Previous",
        "next": "Next",
        "last": "Last",
        "event": "Event",
        "go": "Go",
        "keys_help": (
            "Keys: ← previous, → next, Home first, End last, r next refused move, o next act of an"
            " organiser, 0 to 9 next event of that seat, / event number."
        ),
        "jump": "Go to the next",
        "next_refused": "refused move",
        "next_act": "organiser’s act",
        "next_of": "event of",
        "nothing_next": "There is none after this event.",
        "compare": "Compare with event",
        "compared": "Changed since event",
        "no_change": "Nothing that is seen in this view.",
        "compare_end": "End the comparison",
        "beside": "Beside it",
        "beside_none": "one view only",
        "sheet": "Appeal sheet",
        "why_here": "Why did the bot do that?",
        "why_options": "Its options, the best first",
        "why_option": "Option",
        "why_share": "Games won (%)",
        "why_games": "Games",
        "why_who": "Chosen by",
        "why_plies": "imagined moves in all",
        "why_note": (
            "Each option was tried in the same imagined games, which are dealt so that they agree"
            " with what the bot saw. ± is a 95 % interval. Options that do badly are dropped early."
            " The estimate of the best one is kind to itself, since it was chosen for it."
        ),
        "sheet_file": "The file",
        "sheet_head": "Digest of its last event",
        "sheet_print": "Print",
        "sheet_program": "Judged by",
        "sheet_proof": "To check it without this server",
        "sheet_qr": "QR code of the address of the file",
        "sheet_ruling": "Ruling",
        "sheet_signed": "Name, time, signature",
        "acts_line": "Organisers acted in event",
        "refused_line": "Refused moves",
        "permalink": "Link to this event",
        # the table
        "table": "The table",
        "after_event": "after event",
        "color_in_play": "Color in play",
        "no_color": "none yet",
        "direction": "Direction",
        "clockwise": "clockwise",
        "counter": "counter-clockwise",
        "turn": "Turn",
        "round": "Round",
        "waits_for": "Waits for",
        "play_or_draw": "play or draw",
        "result": "Result",
        "on_turn": "on turn",
        "exposed": "one card, no UNO said",
        "called": "UNO said",
        "skipped": "loses the next turn",
        "is_out": "out of the game",
        "dealer": "dealer",
        "won": "winner",
        "points": "points",
        "card": "card",
        "cards": "cards",
        "hidden": "face down",
        "empty": "empty",
        "moved": "changed",
        "list_pile": "From the top",
        "piles": "Piles",
        "not_now": "It came on this turn: it cannot be defeated yet.",
        "lasting": "Still in force",
        "undrawable": (
            "The table cannot be drawn here: what is stored of the game does not fit together. The"
            " verdict tells where."
        ),
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
        "who": "Who",
        "when": "When",
        "what_followed": "What followed, and why",
        "rule_for": "for seat",
        "basis": "Rests on",
        "basis_sheet": "the printed sheet",
        "basis_guide": "the written guide",
        "basis_ruling": "a ruling",
        "rule_applies": "The rule “{title}” applies.",
        "rule_applies_to": "The rule “{title}” applies to {whom}.",
        "read_rule": "The rule in full",
        "hear_rule": "Hear the rule",
        "events": "Events",
        "previous_page": "Earlier",
        "next_page": "Later",
        "events_pages": "Pages of events",
        "refused": "Refused",
        "refused_others": "Other refused moves",
        "refused_counted": "Other refused moves, of which only the number is stored",
        "refused_after": "after event",
        "refused_hidden": "Refused moves name hidden cards: they are shown when the game opens.",
        "digest": "Digest",
        "as_data": "This event as data",
        # limits
        "limited": "Too many requests",
        "limited_what": (
            "Your address has asked for too much in a short time. Try again in {seconds} seconds."
        ),
        "locked": "Too many failed attempts to log in. Try again in {minutes} minutes.",
        # the rulings desk
        "rulings": "Rulings desk",
        "rulings_here": "Put a question to the rulings desk here",
        "rulings_lead": (
            "Whether a move is legal in a position, by which rules, and what would follow."
            " Nothing is"
            " stored, and no game changes."
        ),
        "rulings_question": "The question",
        "rulings_position": "The position",
        "rulings_of_game": "After event",
        "rulings_back": "Back to the game",
        "rulings_edit": "Change the position",
        "rulings_seats": "Seats",
        "rulings_options": "the options of the open question",
        "rulings_json": "Position (JSON)",
        "rulings_json_help": (
            "The cards by zone, the top one last; the rest may be left out. The reply of"
            " position/ of"
            " the API is accepted as it is."
        ),
        "rulings_game_options": "Options (JSON)",
        "rulings_heroes": "Heroes, seat by seat",
        "rulings_edition": "Edition (hash)",
        "rulings_newest": "current",
        "rulings_show": "Show the position",
        "rulings_choose": "Legal moves of",
        "rulings_unknown": "The hand of this seat is hidden, so its legal moves are not listed.",
        "rulings_written": "Any move (JSON)",
        "rulings_written_help": (
            "The body that moves/ of the API takes, or a move as events and refusals record it."
        ),
        "rulings_seat": "Seat that moves",
        "rulings_seat_help": "the one that is asked",
        "rulings_ask": "Rule on it",
        "rulings_flaws": "This cannot be ruled on:",
        "rulings_answer": "The ruling",
        "rulings_legal": "Legal",
        "rulings_illegal": "Not legal",
        "rulings_permitted": "Permitted by",
        "rulings_forbidden": "Forbidden by",
        "rulings_other_rules": "Rules that decide what follows",
        "rulings_follows": "What would follow",
        "rulings_filled": (
            "One possibility, because chance has dealt what the position does not show"
        ),
        "rulings_unused": "Choices that no question used",
        "rulings_then": "The questions that follow",
        "rulings_go_on": "Choose an answer to go on from there.",
        "rulings_nothing": "No question is open.",
        "rulings_next": "Show the position after it",
        "organiser": "an organiser",
        # what is not there
        "not_found": "There is no such page",
        "not_found_what": "There is no such game or event, or none that you may see.",
        "archived": "The game is in the archive",
        "archived_what": "The game is over, and its events were moved to a file. The operator of"
        " the server has the file, and can restore the game.",
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
    """Return the texts and the language of a page, and all languages."""
    languages = [(tag, endonym(tag)) for tag in LANGUAGES]
    return {"w": words_in(language), "lang": language, "languages": languages}


def text_of_code(words: dict[str, str], what: str, code: str) -> str:
    """Return the text for a code; the code itself if there is none."""
    return words.get(f"{what}_{code}", code)


def names_of(seats: Sequence[Seat], words: dict[str, str]) -> list[str]:
    """Return the names of the seats' players, with tags if two look alike."""
    bots = bot_names(seats)
    players = [seat.player for seat in seats if seat.player]
    known = distinct_names(player for player in players if player.name)
    return [
        known.get(seat.player.pk) or words["erased"].format(tag=seat.player.tag)
        if seat.player
        else f"{words['bot']} {bots[seat.number]}"
        if seat.bot
        else words["nobody"]
        for seat in seats
    ]


def zone_name(zone: str, names: Sequence[str], language: Language) -> str:
    """Return the name of a zone with its owner."""
    pile, owner = text_of_code(words_in(language), "pile", zone.partition(":")[0]), owner_of(zone)
    if owner == NOBODY:
        return pile
    return TEXTS.say("pile_of", language, pile=pile, who=names[owner])


def seat_names(seats: Sequence[Seat], language: Language) -> list[str]:
    """Return the names with the numbers of the seats."""
    names = zip(seats, names_of(seats, words_in(language)), strict=True)
    return [seat_name(seat.number, language, name) for seat, name in names]
