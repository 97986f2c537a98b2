"""Play matches, or print the actions and the observations of a game.

``python -m bots.research --variant avengers --agents greedy,random --games 100``
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from tqdm import tqdm

from bots.choosing import versions
from bots.rehearsal_statistics import wilson
from bots.research.matches import Match, play_match
from bots.research.offline_table import MAX_MOVES, GameSpec, rules_of, spec_of
from games.engine import VARIANTS, HeroError, OptionError, RulesetError


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(prog="python -m bots.research", description=__doc__)
    made.add_argument("--variant", choices=VARIANTS, default="avengers")
    made.add_argument("--players", type=int, help="the number of seats (one for each agent, or 2)")
    made.add_argument(
        "--agents",
        default="greedy,random",
        help=f"by commas: bots ({', '.join(versions())}) or functions (module:function)",
    )
    made.add_argument("--games", type=int, default=100, help="how many (100)")
    made.add_argument("--seed", type=int, default=0, help="of the match (0)")
    made.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    made.add_argument("--heroes", default="", help="by commas, one a seat, in Ultimate")
    made.add_argument("--max-moves", type=int, default=MAX_MOVES, help=f"a game ({MAX_MOVES})")
    made.add_argument("--edition", default="", metavar="FILE", help="the JSON of other cards")
    made.add_argument("--list", action="store_true", help="print actions and observations instead")
    return made


def main(arguments: Sequence[str]) -> int:
    """Play or print; return 2 for arguments that the game refuses."""
    given = parser().parse_args(arguments)
    agents = [name.strip() for name in given.agents.split(",")]
    try:
        spec = _spec(given, agents)
        if given.list:
            lines = list(list_lines(spec))
        else:
            with tqdm(total=given.games, unit="game", disable=None) as bar:
                match = play_match(spec, agents, given.games, given.seed, bar.update)
            lines = list(match_lines(match))
    except ModuleNotFoundError as error:
        print(f"{error}. To install what research needs: make research", file=sys.stderr)
        return 2
    except (HeroError, OptionError, OSError, RulesetError, ValueError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


def _spec(given: argparse.Namespace, agents: list[str]) -> GameSpec:
    return spec_of(
        given.variant,
        given.players or max(2, len(agents)),
        dict(_option(text) for text in given.option),
        heroes=tuple(given.heroes.split(",")) if given.heroes else (),
        max_moves=given.max_moves,
        edition_file=given.edition,
    )


def _option(text: str) -> tuple[str, str | int | None]:
    name, _, value = text.partition("=")
    if value.lstrip("-").isdigit():
        return name, int(value)
    return name, value or None


def match_lines(match: Match) -> Iterator[str]:
    """Yield the result of a match: wins of a hundred seats, with the 95 % interval."""
    width = max(5, *(len(one.agent) for one in match.standings))
    yield f"{'agent':{width}}  seats    won  of 100   95 %            return"
    for one in match.standings:
        least, most = (100 * bound for bound in wilson(one.won, one.seats))
        share, mean = 100 * one.won / max(1, one.seats), one.returned / max(1, one.seats)
        yield (
            f"{one.agent:{width}}  {one.seats:5}  {one.won:5}  {share:6.1f}"
            f"   {least:5.1f} to {most:5.1f}  {mean:+.3f}"
        )
    yield (
        f"{match.games} games, {match.moves} moves; {match.undecided} without a single winner,"
        f" {match.cut_off} cut off"
    )


def list_lines(spec: GameSpec) -> Iterator[str]:
    """Yield the ids of all actions, and the layout of observations."""
    from bots.research.view_encoding import encoder_of

    rules = rules_of(spec)
    yield f"{len(rules.actions)} actions"
    for action, name in enumerate(rules.actions.names):
        yield f"{action:5}  {name}"
    encoder = encoder_of(rules)
    yield f"{encoder.size} numbers in an observation"
    for section in encoder.sections:
        at = encoder.slices[section.name]
        yield f"{at.start:5} to {at.stop - 1:5}  {section.name}: {section.text}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
