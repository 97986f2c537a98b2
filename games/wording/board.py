"""The table in words: the cards of each seat, and the lasting effects."""

from __future__ import annotations

from collections.abc import Iterator

from cards.language import sentence
from games.engine import View
from games.engine.facts import LastingEffect
from games.engine.zones import (
    ARRIVING,
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    ITEMS,
    REVEALED,
    Seat,
)
from games.messages.table_messages import (
    ActiveEffectResponse,
    DangersResponse,
    EnemyResponse,
    PlaceResponse,
    TableResponse,
)
from games.wording.labels import ISOLATES
from games.wording.settled_abilities import settled
from games.wording.table_texts import TableTexts
from games.wording.viewpoint import Viewpoint


def render_board(seen: Viewpoint) -> TableResponse:
    """Return the table as a viewer may know it."""
    ruleset, view, texts = seen.ruleset, seen.view, TableTexts(seen)
    pile = view.cards.get(DISCARD, ())
    return TableResponse(
        text=list(texts.lines()),
        round=view.round,
        current=view.current if view.current >= 0 else None,
        direction=1 if view.direction > 0 else -1,
        color=view.color or None,
        places=[_place(seen, seat, texts) for seat in range(view.seats)],
        discard_top=pile[-1] if pile else None,
        draw_pile=view.counts.get(DRAW),
        dangers=_dangers(view),
        lasting=[_lasting(seen, effect, texts) for effect in view.lasting],
        near_end=list(texts.near_end()),
        scores=view.scores if ruleset.is_scored else None,
        target_score=ruleset.options.target_score,
        ended=texts.why_ended() if view.result else None,
    )


def _place(seen: Viewpoint, seat: Seat, texts: TableTexts) -> PlaceResponse:
    view = seen.view
    return PlaceResponse(
        seat=seat,
        name=seen.names[seat].strip(ISOLATES) if seen.names else "",
        you=seat == view.viewer,
        text=texts.place(seat),
        hand=view.counts[HAND[seat]],
        cards=view.cards.get(HAND[seat]),
        hero=seen.heroes.get(seat),
        deck=view.counts.get(DECK[seat]),
        burn_pile=view.cards.get(BURN[seat]),
        enemy=next(_enemies(seen, seat, texts), None),
        items=view.cards.get(ITEMS[seat]),
        skipped=seat in view.skipped,
        out=seat in view.out,
        stand_in=seat in view.stand_ins,
        exposed=seat in view.exposed,
    )


def _enemies(seen: Viewpoint, seat: Seat, texts: TableTexts) -> Iterator[EnemyResponse]:
    view = seen.view
    for code in view.cards.get(ENEMY[seat], ()):
        cost = seen.speech(code).cost_text()
        yield EnemyResponse(
            card=code,
            name=seen.name(code),
            cost=cost,
            since=view.enemy_since[seat],
            can_be_defeated=bool(cost) and ARRIVING < view.enemy_since[seat] < view.turn,
            text=seen.text(seen.ruleset.cards[code]),
            attacks=texts.enemy_attacks(code),
            defeat=texts.enemy_defeat(seat, cost),
        )


def _dangers(view: View) -> DangersResponse | None:
    if DANGER not in view.counts:
        return None
    return DangersResponse(
        deck=view.counts[DANGER],
        discard=view.cards[DANGER_DISCARD],
        revealed=view.cards[REVEALED],
    )


def _lasting(seen: Viewpoint, effect: LastingEffect, texts: TableTexts) -> ActiveEffectResponse:
    ability = settled(seen.ruleset.cards[effect.card].abilities[effect.ability], effect.bound)
    return ActiveEffectResponse(
        card=effect.card,
        name=seen.name(effect.card),
        seat=effect.seat,
        text=sentence(seen.speech(effect.card).ability(ability, uses=effect.uses)),
        until=effect.until,
        uses=effect.uses or None,
        lasts=texts.lasts(effect),
    )
