"""Render cards in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cards.language.abilities import Replacement, Restriction, Suppression, Trigger, Whose
from cards.language.cards import COLORS
from cards.language.effects import (
    ACTIONS,
    Add,
    Burn,
    BurnFromHand,
    BurnUntil,
    CardFilter,
    Challenge,
    ChooseCard,
    ChooseColor,
    ChooseMode,
    ChoosePlayer,
    Defeat,
    Destroy,
    Draw,
    Effect,
    Exchange,
    Flip,
    FlipUntil,
    ForEach,
    Grant,
    LayColor,
    May,
    Moment,
    NameCharacter,
    OnlyIf,
    PlayAgain,
    Recover,
    Reverse,
    SetColor,
    ShowHand,
    Skip,
    Take,
    When,
    Who,
)
from cards.language.speech import UNFINISHED, Form, Speech, implies_card, listed, without_implied

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six"]
NUMBERS += ["seven", "eight", "nine", "ten", "eleven", "twelve"]
ROLES: dict[Who, str] = {
    "self": "you",
    "next": "the next player",
    "others": "each other player",
    "all": "everyone",
    "others_then_self": "everyone, you last,",
    "target": "that player",
    "they": "that player",
}
TO_ROLES: dict[Who, str] = ROLES | {"others": "all other players", "others_then_self": "everyone"}
TITLES = {"flipped": "When flipped", "attacking": "Attacking", "cost": "To defeat"}
KINDS = {
    "number": "number card",
    "draw_two": "Draw Two",
    "reverse": "Reverse",
    "skip": "Skip",
    "wild": "Wild",
    "hero": "Character card",
    "event": "Event",
    "item": "Item",
    "enemy": "Enemy",
}
SEVERAL = {
    "Draw Two": "Draw Two cards",
    "Reverse": "Reverse cards",
    "Skip": "Skip cards",
    "Enemy": "Enemies",
}
TALLIES = {
    "others": "for each other player",
    "items": "for each of your Items",
    "enemies": "for each Enemy in play",
    "removed": "for each card removed this way",
}
TARGETS: dict[Whose, str] = {"self": "you", "others": "another player", "all": "a player"}
SEATS: dict[Whose, str] = {"self": "you", "others": "another player", "all": "anyone"}
CAUSES = {
    "play": "playing a card",
    "wild": "a Wild",
    "action": "an Action card",
    "item": "an Item",
    "hero": "a Character power",
    "event": "an Event",
    "enemy": "an Enemy",
}

WOULD = {
    "add": "add",
    "draw": "draw",
    "burn": "burn",
}
TERMS = {
    **{str(count): rf"{count}|{word}" for count, word in enumerate(NUMBERS) if count > 1},
    **{color: color for color in COLORS},
    "add": "adds?",
    "draw": "draws?",
    "burn": "burns?(?! pile)",
    "recover": "recovers?",
    "exchange": "swaps?|exchanges?",
    "show": "(?<!it )shows?",
    "flip": "flips?|flipped",
    "defeat": "defeats?|defeated",
    "destroy": "destroys?|destroyed",
    "take": "takes?|stolen|steals?",
    "challenge": "challenges?|challenger",
    "skip": r"(loses?|skips?|misse?s?) (a|the|your|their)( next)? turn|lose a turn",
    "reverse": "direction",
    "others": "(each|every|all) other players?",
    "another": "another player|no other player",
    "any": "any player|anyone|a player",
    "all": "everyone|(every|each|all) players?",
    "next": "next player",
}
"""What texts are compared by: numbers, colors, verbs and players, as whole words."""


def number(count: int) -> str:
    """Return a small number in letters."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def amount(count: int | str) -> str:
    """Return a number of cards, such as "two cards", or one for each of a tally."""
    if isinstance(count, int):
        return f"{number(count)} card{'s' if count > 1 else ''}"
    return f"one card {TALLIES[count]}"


def a(noun: str) -> str:
    """Return a noun with its article."""
    return f"an {noun}" if noun[0] in "aeiouAEIOU" else f"a {noun}"


class English(Speech):
    """Renders the text of a card in English."""

    tag = "en"
    endonym = "English"
    terms = TERMS
    otherwise = "Otherwise"
    again = "this applies again"
    last = "and"
    colon = ": "

    def under(self, title: str, text: str) -> str:
        return f"{TITLES[title]}: {text}" if title and text else text

    def plain_number(self) -> str:
        text = "A number card: it is matched by its color or its number."
        return f"{text} It shows {self.card.character}." if self.card.character else text

    def indestructible(self) -> str:
        return "no other card destroys it"

    def danger_icon(self) -> str:
        return "it shows the Danger icon"

    def subject(self, who: Who | None) -> str:
        return ROLES[who] if who else ""

    def verb(self, effect: Effect, form: Form) -> str:
        s = "s" if form == "he" else ""
        your = "your" if form in ("you", "named", "to") else "their"
        match effect:
            case Add(count=count):
                return f"add{s} {amount(count)}"
            case Draw(count=count):
                return f"draw{s} {amount(count)}"
            case Burn(count=count, floor=floor):
                return f"burn{s} {amount(count)}" + (", never fewer" if floor else "")
            case BurnUntil(card=card):
                return f"burn{s} cards until {self.cards([card])} has been burned"
            case BurnFromHand():
                return f"burn{s} {self.from_hand(effect, your)}"
            case Recover(count=count, chosen=chosen):
                choice = f" of {your} choice" if chosen else ""
                return f"recover{s} {amount(count)}{choice}"
            case Exchange():
                return f"swap{s} a card in {your} hand with any card in {your} Burn Pile"
            case ShowHand(to=to, card=cards):
                shown = self.cards(cards) if cards else f"{your} hand"
                return f"show{s} {TO_ROLES[to]} {shown}"
            case Skip():
                return f"lose{s} {your} {'turn' if form == 'he' else 'next turn'}"
            case Reverse():
                return "the direction of play turns round"
            case PlayAgain():
                may = {"you": "you may ", "named": "may "}.get(form, "")
                return f"{may}play{s} one more card at once"
            case SetColor(color=color):
                return f"the color in play becomes {color}"
            case Flip():
                return f"flip{s} the top Danger card"
            case FlipUntil(kind=kind):
                where = "attach it to yourself"
                if kind != "item":
                    where = "place it in front of you, do what it does when flipped,"
                until = f"flip Danger cards until {a(KINDS[kind])} turns up"
                return f"{until}, {where} and discard the others"
            case Defeat(which=which):
                return {"all": "defeat all Enemies", "this": "defeat this Enemy"}.get(
                    which, "defeat it"
                )
            case Destroy(which=which):
                return {"all": "destroy all Items", "this": "destroy this Item"}.get(
                    which, "destroy it"
                )
            case Take(which=which, to=to):
                what = f"this {KINDS[self.card.kind]}" if which == "this" else "it"
                return f"take {what}" if to == "self" else f"move {what} in front of {TO_ROLES[to]}"
            case ChooseColor(bind=bind):
                return f"choose{s} " + ("a color" if bind else "the color in play")
            case ChoosePlayer(among=among):
                player = "any player, yourself included" if among == "all" else "another player"
                return f"choose {player}"
            case ChooseCard():
                return f"choose {self.in_play(effect)}"
            case LayColor():
                return "lay a colored card from your hand on top of this one"
            case NameCharacter():
                return "name a character or its number"
            case Challenge():
                return self.challenge(effect)
            case ChooseMode() | May() | OnlyIf() | ForEach() | Grant():
                raise TypeError(f"{effect!r} is more than a verb")
        assert_never(effect)

    def from_hand(self, effect: BurnFromHand, your: str) -> str:
        """Return the cards to burn from a hand, as the object of the verb."""
        chance = " at random" if effect.at_random else ""
        keep = f", but keep at least {amount(effect.keep)} there" if effect.keep else ""
        if effect.count == "all":
            every = "any number of" if effect.upto else "all"
            return f"{every} {self.cards([effect.card], plural=True)} from {your} hand{keep}"
        if not effect.upto:
            several = effect.count > 1
            cards = self.cards([effect.card], plural=several)
            cards = f"{number(effect.count)} {cards}" if several else cards
            return f"{cards} from {your} hand{chance}"
        most = "any number of" if effect.count >= 20 else f"up to {number(effect.count)}"
        return f"{most} {self.cards([effect.card], plural=True)} from {your} hand{keep}"

    def in_play(self, effect: ChooseCard) -> str:
        """Return the cards in play to choose from, as the object of the verb."""
        if effect.side == "item":
            whose = {
                "self": "one of your Items",
                "others": "an Item of another player",
                "all": "any Item in play",
            }
        else:
            whose = {
                "self": "the Enemy in front of you",
                "others": "an Enemy in front of another player",
                "all": "any Enemy in play",
            }
        return whose[effect.of]

    def challenge(self, effect: Challenge) -> str:
        """Return the effect of a Wild that may be challenged."""
        count, penalty = amount(effect.count), amount(effect.penalty)
        match_ = "a card of the color that was in play"
        if effect.wilds_match:
            match_ += ", or another Wild,"
        return (
            f"the next player draws {count} and loses their turn, or challenges you: "
            f"if you hold {match_} you draw {count}; "
            f"if not, the challenger draws {penalty} and loses their turn"
        )

    def cards(self, filters: Sequence[CardFilter], plural: bool = False) -> str:
        return listed([self.one_filter(card, plural) for card in filters], "or")

    def one_filter(self, card: CardFilter, plural: bool) -> str:
        """Return the cards that match a filter, as a noun phrase."""
        colors = listed(card.color, "or")
        plain = card.symbol == ("wild",)
        if set(card.kind) == set(ACTIONS):
            nouns = ["Action card"]
        else:
            nouns = [KINDS[kind] for kind in card.kind] or ["plain Wild" if plain else "card"]
        if plural:
            nouns = [SEVERAL.get(noun, f"{noun}s") for noun in nouns]
        nouns = [f"{colors} {noun}".strip() for noun in nouns]
        nouns = nouns if plural else [a(noun) for noun in nouns]
        return " ".join([listed(nouns, "or"), *self.which_are(card, plain, plural)])

    def which_are(self, card: CardFilter, plain: bool, plural: bool) -> list[str]:
        """Return the other conditions of a filter."""
        found = []
        if card.color_bound:
            found.append("of that color")
        if card.symbol and not plain:
            found.append(f"with the symbol {listed(card.symbol, 'or')}")
        if card.symbol_bound:
            found.append("with that number")
        if card.danger is not None:
            found.append("with the Danger icon" if card.danger else "without the Danger icon")
        if card.keyword:
            found.append(f"with the effect “{card.keyword}”")
        if card.keyword_bound:
            found.append("with that effect")
        if card.not_kind:
            others = CardFilter(kind=card.not_kind)
            found.append(f"other than {self.cards([others], plural)}")
        if card.not_this:
            found.append("other than this one")
        return found

    def conditions(self, when: When) -> str:
        return listed(self.each_condition(when), "and")

    def each_condition(self, when: When) -> list[str]:
        """Return the parts of a condition, one clause each."""
        found = []
        you, has = ROLES[when.who], "have" if when.who == "self" else "has"
        if when.burned_at_least:
            pile = "your" if when.who == "self" else "their"
            least = number(when.burned_at_least)
            found.append(f"{you} {has} {least} or more cards in {pile} Burn Pile")
        if when.has == "item":
            found.append(f"{you} {has} an Item")
        if when.has == "enemy":
            found.append(f"an Enemy is attacking {you}")
        if when.holds:
            holds = "hold" if has == "have" else "holds"
            found.append(f"{you} {holds} {self.cards(when.holds)}")
        if when.owner:
            front = "you" if when.owner == "self" else "another player"
            found.append(f"it was in front of {front}")
        if when.played:
            found.append(self.is_card("the card played", when.played))
        if when.card:
            found.append(self.is_card("it", when.card))
        if when.cause:
            found.append(f"the cause is {listed([CAUSES[one] for one in when.cause], 'or')}")
        if when.count_at_least:
            found.append(f"it is {number(when.count_at_least)} or more")
        return found

    def is_card(self, what: str, card: CardFilter) -> str:
        """Return the clause that a thing is, or is not, such a card."""
        if card == CardFilter(not_kind=card.not_kind):
            return f"{what} is not {self.cards([CardFilter(kind=card.not_kind)])}"
        return f"{what} is {self.cards([card])}"

    def only_when(self, when: When) -> str:
        if when == When(who=when.who, holds=when.holds):
            return "only with such a card in hand"
        return f"only if {self.conditions(when)}"

    def if_(self, condition: str) -> str:
        return f"if {condition}"

    def if_done(self, who: Who) -> str:
        return "if you do" if who == "self" else "if so"

    def each(self, effect: ForEach) -> str:
        if effect.who:
            order = {
                "others": "for each other player in turn order",
                "all": "for each player in turn order, you first",
                "others_then_self": "for each player in turn order, you last",
            }
            return order.get(effect.who, f"for {ROLES[effect.who]}")
        if isinstance(effect.times, int):
            return f"{number(effect.times)} times"
        return TALLIES[effect.times] if effect.times else f"{UNFINISHED} times"

    def may_do(self, who: Who, text: str) -> str:
        return f"{ROLES[who]} may {text}"

    def may_decide(self, who: Who, text: str) -> str:
        return f"{ROLES[who]} may decide that {text}"

    def until(self, effect: Grant) -> str:
        return {"your_next_turn": "until your next turn", "turn_ends": "this turn"}.get(
            effect.until, ""
        )

    def to(self, text: str) -> str:
        return f"to {text}"

    def to_take(self, name: str, text: str) -> str:
        return f"to name “{name}”" + (f" ({text})" if text else "")

    def choose_to(self, modes: Sequence[str], form: Form) -> str:
        return f"choose{'s' if form == 'he' else ''} {listed(modes, 'or')}"

    def choose_word(self, words: Sequence[str], form: Form) -> str:
        s = "s" if form == "he" else ""
        return f"name{s} {listed([f'“{word}”' for word in words], 'or')}"

    def moment(self, ability: Trigger, uses: int) -> str:
        """Return the moments and the condition of a trigger."""
        when = ability.when or When()
        happens = [self.happens(moment, ability) for moment in ability.on]
        if not happens:
            text = f"whenever {UNFINISHED}"
        elif ability.on[0] in ("turn_start", "turn_end"):
            text = listed(happens, "and")
        elif uses:
            time = "next time" if uses == 1 else f"next {number(uses)} times"
            text = f"the {time} {listed(happens, 'or')}"
        else:
            text = f"whenever {listed(happens, 'or')}"
        rest = self.each_condition(without_implied(ability, when))
        return f"{text}, if {listed(rest, 'and')}" if rest else text

    def happens(self, moment: Moment, ability: Trigger) -> str:
        """Return one moment of a trigger as a clause."""
        whose, when = ability.whose, ability.when or When()
        who = SEATS[whose]
        s = "" if whose == "self" else "s"
        card = when.card if implies_card(ability) else None
        turn = {"self": "your turn", "others": "another player's turn", "all": "every turn"}[whose]
        match moment:
            case "play":
                played = self.cards([when.played]) if when.played else "a card"
                return f"{who} play{s} {played}"
            case "color":
                by = " by playing a card" if when.cause == ("play",) else ""
                return f"{who} change{s} the color in play{by}"
            case "add" | "draw" | "burn" | "recover":
                return f"{who} {moment}{s} cards"
            case "skip":
                return f"{who} lose{s} a turn"
            case "reveal":
                return f"{who} reveal{s} {self.cards([card]) if card else 'a Danger card'}"
            case "destroy":
                of = {"self": " of yours", "others": " of another player", "all": ""}[whose]
                return f"an Item{of} is destroyed"
            case "defeat":
                other = "another" if card and card.not_this else "an"
                return f"{other} Enemy attacking {TARGETS[whose]} is defeated"
            case "turn_start":
                return f"at the start of {turn}"
            case "turn_end":
                return f"at the end of {turn}"

    def would(self, ability: Replacement, uses: int) -> str:
        """Return the intents and the condition of a replacement."""
        when = ability.when or When()
        who = SEATS[ability.whose]
        least = f"{number(when.count_at_least)} or more " if when.count_at_least else ""
        verbs = [f"{WOULD[one]} {least}cards" for one in ability.instead_of if one in WOULD]
        verbs += ["lose a turn"] if "skip" in ability.instead_of else []
        happens = [f"{who} would {listed(verbs, 'or')}"] if verbs else []
        if "attack" in ability.instead_of:
            happens.append(f"a new Enemy would attack {who}")
        text = listed(happens, "or") or UNFINISHED
        if when.cause:
            text += f" because of {listed([CAUSES[one] for one in when.cause], 'or')}"
        if when.by:
            by = "you" if when.by == "self" else "another player"
            text += f" played by {by}" if when.cause else f" because of {by}"
        elif "draw" in ability.instead_of and not when.cause:
            text += " because of a card"
        rest = self.each_condition(without_implied(ability, when))
        text = f"{text} and {listed(rest, 'and')}" if rest else text
        return f"the next time {text}" if uses == 1 else f"whenever {text}"

    def change(self, ability: Replacement) -> str:
        if ability.redirect:
            return "pass it on to another player"
        if ability.increase:
            return f"make it {number(ability.increase)} more"
        if ability.reduce:
            return f"make it {number(ability.reduce)} fewer"
        if ability.instead_of == ("attack",):
            return "discard it without effect"
        return "ignore it"

    def forbid(self, ability: Restriction) -> str:
        cards = self.cards([ability.forbid], plural=True)
        who = {
            "self": "you may not",
            "others": "no other player may",
            "all": "nobody may",  # words: allow
        }
        return f"{who[ability.who]} play {cards}"

    def silent(self, ability: Suppression) -> str:
        names = {"hero": "Character power"}
        nouns = [
            names.get(kind, SEVERAL.get(KINDS[kind], f"{KINDS[kind]}s"))
            for kind in ability.suppress
        ]
        text = [f"your {noun}" for noun in nouns]
        return f"{listed(text, 'and')} cannot be used"


SPEECH = English
