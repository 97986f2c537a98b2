"""The table in words: the cards of each seat, and the lasting effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.language import card_text, sentence, speech_of
from games.engine import Ruleset, View
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
from games.messages.game import (
    ActiveEffectResponse,
    DangersResponse,
    EnemyResponse,
    PlaceResponse,
    TableResponse,
)
from games.wording.labels import card_name
from games.wording.language import Language
from games.wording.prompt_texts import heroes_at
from games.wording.settled_abilities import settled
from games.wording.table_texts import TableTexts


def render_board(
    ruleset: Ruleset, view: View, language: Language, names: Sequence[str] = ()
) -> TableResponse:
    """Return the table as a viewer may know it; ``names`` has the players by seat."""
    pile, texts = view.cards.get(DISCARD, ()), TableTexts(ruleset, view, language, names)
    return TableResponse(
        text=list(texts.lines()),
        current=view.current if view.current >= 0 else None,
        direction=1 if view.direction > 0 else -1,
        color=view.color or None,
        places=[_place(ruleset, view, seat, language, names, texts) for seat in range(view.seats)],
        discard_top=pile[-1] if pile else None,
        draw_pile=view.counts.get(DRAW),
        dangers=_dangers(view),
        lasting=[_lasting(ruleset, effect, language, texts) for effect in view.lasting],
        near_end=list(texts.near_end()),
        scores=view.scores if ruleset.is_scored else None,
        target_score=ruleset.options.target_score,
        ended=texts.why_ended() if view.result else None,
    )


def _place(
    ruleset: Ruleset,
    view: View,
    seat: Seat,
    language: Language,
    names: Sequence[str],
    texts: TableTexts,
) -> PlaceResponse:
    return PlaceResponse(
        seat=seat,
        name=names[seat] if names else "",
        you=seat == view.viewer,
        text=texts.place(seat),
        hand=view.counts[HAND[seat]],
        cards=view.cards.get(HAND[seat]),
        hero=heroes_at(view).get(seat),
        deck=view.counts.get(DECK[seat]),
        burn_pile=view.cards.get(BURN[seat]),
        enemy=next(_enemies(ruleset, view, seat, language, texts), None),
        items=view.cards.get(ITEMS[seat]),
        skipped=seat in view.skipped,
        out=seat in view.out,
        exposed=seat in view.exposed,
    )


def _enemies(
    ruleset: Ruleset, view: View, seat: Seat, language: Language, texts: TableTexts
) -> Iterator[EnemyResponse]:
    for code in view.cards.get(ENEMY[seat], ()):
        card = ruleset.cards[code]
        cost = speech_of(card, language).cost_text()
        yield EnemyResponse(
            card=code,
            name=card_name(ruleset.edition, code, language),
            cost=cost,
            since=view.enemy_since[seat],
            can_be_defeated=bool(cost) and ARRIVING < view.enemy_since[seat] < view.turn,
            text=card_text(card, ruleset.edition, language),
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


def _lasting(
    ruleset: Ruleset, effect: LastingEffect, language: Language, texts: TableTexts
) -> ActiveEffectResponse:
    card = ruleset.cards[effect.card]
    ability = settled(card.abilities[effect.ability], effect.bound)
    return ActiveEffectResponse(
        card=effect.card,
        name=card_name(ruleset.edition, effect.card, language),
        seat=effect.seat,
        text=sentence(speech_of(card, language).ability(ability, uses=effect.uses)),
        until=effect.until,
        uses=effect.uses or None,
        lasts=texts.lasts(effect),
    )
