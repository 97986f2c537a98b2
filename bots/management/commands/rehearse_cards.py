"""manage.py rehearse_cards: play random games on a draft or an edition."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bots.rehearsal import Rehearsal, Trouble, rehearse, wilson
from bots.services import versions
from cards.language import EditionDef, card_name
from cards.models import CardSet
from cards.models import Edition as StoredEdition
from cards.selectors import draft_text, text_of
from games.engine import VARIANTS, RulesetError
from games.wording.labels import reason_of


class Command(BaseCommand):
    """Play seeded games of bots, and report errors, unused texts and winners."""

    help = (
        "Play random games on a draft (the code of a set) or an edition (its hash), and tell what"
        " breaks, which texts never act, and how often each hero wins."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: cards, number of games, seats, bots."""
        parser.add_argument("set", nargs="?", help="the code of a draft")
        parser.add_argument("--edition", metavar="HASH", help="a published edition instead")
        parser.add_argument("--games", type=int, default=300, help="how many (300)")
        parser.add_argument("--seats", type=int, nargs="+", help="sizes of tables, in turn (2 3 4)")
        parser.add_argument("--bots", nargs="+", default=["random"], help="who plays, in turn")
        parser.add_argument("--seed", type=int, default=1, help="of the first game (1)")
        parser.add_argument("--json", action="store_true", help="the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and report; fail if a game could not be played to its end."""
        edition = self._edition(options["set"], options["edition"])
        seats = self._seats(edition, options["seats"])
        unknown = sorted(set(options["bots"]) - versions().keys())
        if unknown or options["games"] < 1:
            raise CommandError(f"There is no bot {unknown[0]}." if unknown else "No games at all?")
        with tqdm(total=options["games"], unit="game", disable=None) as bar:
            try:
                found = rehearse(
                    edition,
                    games=options["games"],
                    seats=seats,
                    bots=options["bots"],
                    seed=options["seed"],
                    each=bar.update,
                )
            except RulesetError as error:
                raise CommandError(f"{edition.code} cannot be played: {error}") from error
        if options["json"]:
            self.stdout.write(msgspec.json.encode(as_json(found)).decode())
        else:
            for line in in_words(found):
                self.stdout.write(line)
        if found.troubles:
            raise CommandError(f"{len(found.troubles)} of {found.games} games went wrong")

    def _edition(self, code: str | None, hash: str | None) -> EditionDef:
        if (code is None) == (hash is None):
            known = ", ".join(CardSet.objects.order_by("code").values_list("code", flat=True))
            raise CommandError(f"Name a draft ({known or 'there is none'}) or an --edition.")
        try:
            return text_of(hash) if hash else draft_text(CardSet.objects.get(code=code))
        except (CardSet.DoesNotExist, StoredEdition.DoesNotExist) as error:
            raise CommandError(f"There are no cards {code or hash}.") from error

    def _seats(self, edition: EditionDef, wanted: list[int] | None) -> list[int]:
        variant = VARIANTS.get(edition.variant)
        if variant is None:
            raise CommandError(f"{edition.code} is for {edition.variant}, which is no variant.")
        seats = wanted or [2, 3, 4]
        for size in seats:
            if not variant.fewest <= size <= variant.most:
                limits = f"{variant.fewest} to {variant.most}"
                raise CommandError(f"{variant.name} is played by {limits}, not by {size}.")
        return seats


def as_json(found: Rehearsal) -> dict[str, Any]:
    """Return the report as JSON values."""
    return {
        "edition": found.edition.code,
        "games": found.games,
        "moves": found.moves,
        "longest": {"moves": found.longest, "seed": found.longest_seed},
        "ended": dict(found.ended),
        "troubles": [
            {name: getattr(one, name) for name in Trouble.__slots__} for one in found.troubles
        ],
        "texts": found.texts(),
        "never": found.never(),
        "wins": {
            who: {
                "played": played,
                "won": found.won[who],
                "share": found.won[who] / played,
                "interval": wilson(found.won[who], played),
            }
            for who, played in sorted(found.played.items())
        },
    }


def _troubles(found: Rehearsal) -> Iterator[str]:
    """Return each kind of trouble once, with the first game that shows it."""
    sorts = Counter((one.kind, one.detail, one.cards) for one in found.troubles)
    for (kind, detail, cards), count in sorts.most_common():
        first = next(
            one
            for one in found.troubles
            if (one.kind, one.detail, one.cards) == (kind, detail, cards)
        )
        yield f"  {kind} ({count} games): {detail}"
        yield f"    first with seed {first.seed}, {first.seats} seats, at move {first.moves}"
        if cards:
            yield f"    at work: {', '.join(cards)}"


def in_words(found: Rehearsal) -> Iterator[str]:
    """Yield the lines of the report."""
    names = {card.code: card_name(card, "en") for card in found.edition.cards}
    yield f"{found.edition.name}: {found.games} games, {found.moves} moves"
    for why, count in found.ended.most_common():
        yield f"  {count} ended: {reason_of(why, 'en')}"
    yield f"  longest: {found.longest} moves (seed {found.longest_seed})"
    yield from _troubles(found)
    yield "Wins, and between what shares the true one lies (95 %)"
    for who, played in sorted(found.played.items()):
        won, (least, most) = found.won[who], wilson(found.won[who], played)
        share = f"{won} of {played} = {won / played:.1%}"
        yield f"  {names.get(who, who):20} {share:24} {least:.1%} to {most:.1%}"
    texts = found.texts()
    yield f"Texts seen to act: {sum(count > 0 for count in texts.values())} of {len(texts)}"
    for code, count in sorted(texts.items(), key=lambda pair: (pair[1], pair[0])):
        yield f"  {names[code]:24} {count or 'never'}"
    never = found.never()
    if never:
        yield "Never worked out"
        for path in never:
            yield f"  {path}"
