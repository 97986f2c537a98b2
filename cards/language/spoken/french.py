"""Render cards in Canadian French, in the words of the French sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, assert_never

from cards.language.abilities import Replacement, Restriction, Suppression, Trigger, Whose
from cards.language.cards import CardDef
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

NUMBERS = ["zéro", "une", "deux", "trois", "quatre", "cinq", "six"]
NUMBERS += ["sept", "huit", "neuf", "dix", "onze", "douze"]
ROLES: dict[Who, str] = {
    "self": "tu",
    "next": "le joueur suivant",
    "others": "chaque autre joueur",
    "all": "chaque joueur",
    "others_then_self": "chaque joueur, toi en dernier,",
    "target": "ce joueur",
    "they": "ce joueur",
}
TO_ROLES: dict[Who, str] = {
    "self": "à toi",
    "next": "au joueur suivant",
    "others": "à tous les autres joueurs",
    "all": "à tous",
    "others_then_self": "à tous",
    "target": "à ce joueur",
    "they": "à ce joueur",
}
TITLES = {"flipped": "Une fois retourné", "attacking": "En attaque", "cost": "Pour vaincre"}
# Each noun for one and for several; all are feminine.
KINDS = {
    "number": ("carte numérotée", "cartes numérotées"),
    "draw_two": ("Carte +2", "Cartes +2"),
    "reverse": ("carte Inversion", "cartes Inversion"),
    "skip": ("carte Passer", "cartes Passer"),
    "wild": ("Carte blanche", "Cartes blanches"),
    "hero": ("carte Personnage", "cartes Personnage"),
    "event": ("carte Événement", "cartes Événement"),
    "item": ("carte Élément", "cartes Élément"),
    "enemy": ("carte Ennemi", "cartes Ennemi"),
}
ACTION = ("carte Action", "cartes Action")
PLAIN_WILD = ("Carte blanche ordinaire", "Cartes blanches ordinaires")
CARD = ("carte", "cartes")
THINGS = {"event": "Événement", "item": "Élément", "enemy": "Ennemi"}
COLORS = {
    "red": ("rouge", "rouge"),
    "yellow": ("jaune", "jaune"),
    "green": ("vert", "verte"),
    "blue": ("bleu", "bleue"),
    "purple": ("violet", "violette"),
}
# What precedes the French name of a card; other kinds of cards, and other Wilds than “Carte
# blanche”, have proper names.
ARTICLES = {
    "number": "le ",
    "draw_two": "la ",
    "reverse": "l’",
    "skip": "la carte ",
    "wild": "la ",
}
TALLIES = {
    "others": "pour chaque autre joueur",
    "items": "pour chacun de tes Éléments",
    "enemies": "pour chaque Ennemi en jeu",
    "removed": "pour chaque carte ainsi retirée",
}
SEATS: dict[Whose, str] = {"self": "tu", "others": "un autre joueur", "all": "un joueur"}
CAUSES = {
    "play": "d’une carte jouée",
    "wild": "d’une Carte blanche",
    "action": "d’une carte Action",
    "item": "d’un Élément",
    "hero": "d’un pouvoir de personnage",
    "event": "d’un Événement",
    "enemy": "d’un Ennemi",
}
IS_NOT = "n’est pas"
WORDS = {"add": "ajoute", "burn": "brûle"}
VERBS: dict[str, tuple[str, str, str, str]] = {
    # you, named, to, he
    "add": ("ajoute", "ajoutes", "ajouter", "ajoute"),
    "draw": ("pige", "piges", "piger", "pige"),
    "burn": ("brûle", "brûles", "brûler", "brûle"),
    "recover": ("récupère", "récupères", "récupérer", "récupère"),
    "exchange": ("échange", "échanges", "échanger", "échange"),
    "show": ("montre", "montres", "montrer", "montre"),
    "lose": ("perds", "perds", "perdre", "perd"),
    "play": ("joue", "joues", "jouer", "joue"),
    "flip": ("retourne", "retournes", "retourner", "retourne"),
    "put": ("mets", "mets", "mettre", "met"),
    "do": ("fais", "fais", "faire", "fait"),
    "defeat": ("vaincs", "vaincs", "vaincre", "vainc"),
    "destroy": ("détruis", "détruis", "détruire", "détruit"),
    "take": ("prends", "prends", "prendre", "prend"),
    "move": ("déplace", "déplaces", "déplacer", "déplace"),
    "choose": ("choisis", "choisis", "choisir", "choisit"),
    "name": ("nomme", "nommes", "nommer", "nomme"),
    "lay": ("pose", "poses", "poser", "pose"),
    "count": ("compte", "comptes", "compter", "compte"),
}
# After "tu" and after "il"; the same words say what would have happened.
PRESENT = {
    "play": ("joues", "joue"),
    "color": ("changes", "change"),
    "add": ("ajoutes des cartes", "ajoute des cartes"),
    "draw": ("piges", "pige"),
    "burn": ("brûles des cartes", "brûle des cartes"),
    "recover": ("récupères des cartes", "récupère des cartes"),
    "skip": ("perds ton tour", "perd son tour"),
    "reveal": ("révèles", "révèle"),
}
WOULD = {"add": "ajouter", "draw": "piger", "burn": "brûler"}
TERMS = {
    **{str(count): rf"{count}|{word}" for count, word in enumerate(NUMBERS) if count > 1},
    **{color: f"({'|'.join(words)})s?" for color, words in COLORS.items()},
    "add": "ajoute[sr]?",
    "draw": "pig(e[sr]?|ent)|pioch(e[sr]?|ent)",
    "burn": "brûle[sr]?",
    "recover": "récupères?|récupérer",
    "exchange": "échange[sr]?",
    "show": "(?<!elle )montre[sr]?",
    "flip": "retourn(e[sr]?|ée?s?)",
    "defeat": "vain(cs?|cre|cue?s?)",
    "destroy": "détrui(s|t|re|te?s?)",
    "take": "pren(ds?|dre)|vole[sr]?",
    "challenge": "conteste[sr]?",
    "skip": "(perds?|perdre|passes?|passer) (un|le|ton|son)( prochain)? tour",
    "reverse": "sens",
    "others": "chaque autre joueur|tous les autres joueurs",
    "another": "un autre joueur|d’un autre joueur|aucun autre joueur",
    "any": "n’importe quel joueur|un joueur",
    "all": "chaque joueur|tous les joueurs|tous(?! les)",
    "next": "joueur suivant|prochain joueur",
}
"""What texts are compared by: numbers, colors, verbs and players, as whole words."""
ATTACKS: dict[Whose, str] = {
    "self": "un nouvel Ennemi doit t’attaquer",
    "others": "un nouvel Ennemi doit attaquer un autre joueur",
    "all": "un nouvel Ennemi doit attaquer un joueur",
}


ATTACKING: dict[Whose, str] = {
    "self": "qui t’attaque",
    "others": "qui attaque un autre joueur",
    "all": "qui attaque un joueur",
}


def number(count: int) -> str:
    """Return a small number of cards in letters."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def amount(count: int | str) -> str:
    """Return a number of cards, such as "deux cartes", or one for each of a tally."""
    if isinstance(count, int):
        return f"{number(count)} carte{'s' if count > 1 else ''}"
    return f"une carte {TALLIES[count]}"


def elided(word: str, before: str) -> str:
    """Join words: "de" and "ajouter" give "d'ajouter", with elision before a vowel."""
    first = before[:1].lower()
    return f"{word[:-1]}’{before}" if first in "aeéèêiouyœ" else f"{word} {before}"


_LINKED: Final = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
"""*de* or *que* before a parameter."""

_VOWEL: Final = re.compile(r"[aàâäeéèêëiîïoôöuùûüœæ]|y[^aàâeéèiou]", re.IGNORECASE)
"""A beginning before which *de* and *que* are elided."""


@lru_cache(maxsize=4096)
def _links(text: str) -> tuple[str, ...]:
    """Return the parameters of a French text that follow *de* or *que*."""
    return tuple(name for _, name in _LINKED.findall(text))


def filled_in_french(text: str, params: Mapping[str, object]) -> str:
    """Return a French text with values for its parameters, elided and contracted.

    *de* and *que* are elided before a vowel; *de le* and *de les* become *du* and *des*.
    """
    for name in _links(text):
        value = str(params[name])
        for word, joined in (("de", "d’"), ("De", "D’"), ("que", "qu’"), ("Que", "Qu’")):
            if _VOWEL.match(value):
                text = text.replace(f"{word} {{{name}}}", f"{joined}{{{name}}}")
        for article, joined in (("le ", "du "), ("les ", "des ")):
            if value.startswith(article) and f"de {{{name}}}" in text:
                text = text.replace(f"de {{{name}}}", joined + f"{{{name}-}}")
                params = {**params, f"{name}-": value.removeprefix(article)}
    return text.format_map(params)


class French(Speech):
    """Renders the text of a card in Canadian French."""

    tag = "fr-CA"
    endonym = "Français"
    terms = TERMS
    decimal_sign = ","
    otherwise = "Sinon"
    again = "ceci s’applique de nouveau"
    last = "et"
    colon = " : "

    @staticmethod
    def color_name(code: str) -> str:
        return COLORS.get(code, (code,))[0]

    @classmethod
    def definite_color(cls, code: str) -> str:
        return f"le {cls.color_name(code)}"

    @staticmethod
    def definite_name(card: CardDef, name: str) -> str:
        is_own = name == card.name or (card.kind == "wild" and not name.startswith("Carte"))
        return name if is_own else f"{ARTICLES.get(card.kind, '')}{name}"

    @staticmethod
    def filled(text: str, params: Mapping[str, object]) -> str:
        return filled_in_french(text, params)

    @staticmethod
    def quoted(text: str) -> str:
        return text.replace("« ", "“").replace(" »", "”")

    def under(self, title: str, text: str) -> str:
        return f"{TITLES[title]} : {text}" if title and text else text

    def plain_number(self) -> str:
        text = "Une carte numérotée : on l’associe par sa couleur ou son nombre."
        return f"{text} Elle montre {self.card.character}." if self.card.character else text

    def indestructible(self) -> str:
        return "aucune autre carte ne peut le détruire"

    def danger_icon(self) -> str:
        return "elle comporte une icône Danger"

    def subject(self, who: Who | None) -> str:
        return ROLES[who] if who else ""

    def conjugated(self, verb: str, form: Form) -> str:
        """Return a form of a verb."""
        you, named, to, he = VERBS[verb]
        return {"you": you, "named": named, "to": to, "to3": to, "he": he}[form]

    def verb(self, effect: Effect, form: Form) -> str:
        its = "ta" if form in ("you", "named", "to") else "sa"
        match effect:
            case Add(count=count):
                return f"{self.conjugated('add', form)} {amount(count)}"
            case Draw(count=count):
                return f"{self.conjugated('draw', form)} {amount(count)}"
            case Burn(count=count, floor=floor):
                least = ", jamais moins" if floor else ""
                return f"{self.conjugated('burn', form)} {amount(count)}{least}"
            case BurnUntil(card=card):
                until = f"jusqu’à brûler {self.cards([card])}"
                return f"{self.conjugated('burn', form)} des cartes {until}"
            case BurnFromHand():
                return f"{self.conjugated('burn', form)} {self.from_hand(effect, its)}"
            case Recover(count=count, chosen=chosen):
                choice = f" de {'ton' if its == 'ta' else 'son'} choix" if chosen else ""
                return f"{self.conjugated('recover', form)} {amount(count)}{choice}"
            case Exchange():
                swap = self.conjugated("exchange", form)
                pile = f"n’importe quelle carte de {its} Brûlure"
                return f"{swap} une carte de {its} main contre {pile}"
            case ShowHand(to=to, card=cards):
                shown = self.cards(cards) if cards else f"{its} main"
                show = self.conjugated("show", form)
                return f"te {show} {shown}" if to == "self" else f"{show} {shown} {TO_ROLES[to]}"
            case Skip():
                turn = "ton prochain tour" if its == "ta" else "son tour"
                return f"{self.conjugated('lose', form)} {turn}"
            case Reverse():
                return "le sens du jeu est inversé"
            case PlayAgain():
                may = {"you": "tu peux jouer", "named": "peux jouer"}
                return f"{may.get(form) or self.conjugated('play', form)} aussitôt une autre carte"
            case SetColor(color=color):
                return f"la couleur en jeu devient le {COLORS.get(color, (color,))[0]}"
            case Flip():
                top = "la carte sur le dessus du paquet de cartes Dangers"
                return f"{self.conjugated('flip', form)} {top}"
            case FlipUntil(kind=kind):
                return self.flip_until(kind, form)
            case Defeat(which=which):
                return self.done_to("defeat", which, "tous les Ennemis", "cet Ennemi", form)
            case Destroy(which=which):
                return self.done_to("destroy", which, "tous les Éléments", "cet Élément", form)
            case Take(which=which, to=to):
                return self.take(which, to, form)
            case ChooseColor(bind=bind):
                what = "une couleur" if bind else "la couleur pour poursuivre le jeu"
                return f"{self.conjugated('choose', form)} {what}"
            case ChoosePlayer(among=among):
                anyone = "n’importe quel joueur, toi compris"
                player = anyone if among == "all" else "un autre joueur"
                return f"{self.conjugated('choose', form)} {player}"
            case ChooseCard():
                return f"{self.conjugated('choose', form)} {self.in_play(effect)}"
            case LayColor():
                lay = self.conjugated("lay", form)
                return f"{lay} une carte de couleur de ta main par-dessus celle-ci"
            case NameCharacter():
                return f"{self.conjugated('name', form)} un personnage ou son nombre"
            case Challenge():
                return self.challenge(effect)
            case ChooseMode() | May() | OnlyIf() | ForEach() | Grant():
                raise TypeError(f"{effect!r} is more than a verb")
        assert_never(effect)

    def done_to(self, verb: str, which: str, all_: str, this: str, form: Form) -> str:
        """Return a verb with its object, such as "vaincs-le" or "vaincs cet Ennemi"."""
        text = self.conjugated(verb, form)
        if which == "chosen":
            return f"{text}-le" if form == "you" else elided("le", text)
        return f"{text} {all_ if which == 'all' else this}"

    def flip_until(self, kind: str, form: Form) -> str:
        """Return the effect that flips Danger cards up to one of a kind."""
        flip = self.conjugated("flip", form)
        if kind == "item":
            end = {"you": "attache-le à toi", "named": "l’attaches à toi"}.get(form)
            end = end or "l’attacher à toi"
        else:
            do = self.conjugated("do", form)
            end = {"you": "place-le devant toi", "named": "le places devant toi"}.get(form)
            end = f"{end or 'le placer devant toi'}, {do} ce qu’il fait une fois retourné"
        put = self.conjugated("put", form)
        until = f"{flip} des cartes Dangers jusqu’à trouver un {THINGS[kind]}"
        return f"{until}, {end} et {put} les autres au talon Dangers"

    def take(self, which: str, to: Who, form: Form) -> str:
        """Return the effect that moves a card in play to another player."""
        verb = "take" if to == "self" else "move"
        where = "" if to == "self" else f" devant {ROLES[to]}"
        thing = f"cet {THINGS.get(self.card.kind, 'Élément')}"
        # "cet Ennemi" would be ambiguous: another Enemy has just been defeated.
        this = f"{thing}-ci" if verb == "move" else thing
        return self.done_to(verb, which, thing, this, form) + where

    def from_hand(self, effect: BurnFromHand, its: str) -> str:
        """Return the cards to burn from a hand, as the object of the verb."""
        chance = "au hasard " if effect.at_random else ""
        keep = f", mais gardes-y au moins {amount(effect.keep)}" if effect.keep else ""
        if effect.count == "all":
            every = "n’importe quel nombre de" if effect.upto else "toutes les"
            return f"{every} {self.cards([effect.card], plural=True)} de {its} main{keep}"
        if not effect.upto:
            several = effect.count > 1
            cards = self.cards([effect.card], plural=several)
            cards = f"{number(effect.count)} {cards}" if several else cards
            return f"{chance}{cards} de {its} main"
        most = (
            "n’importe quel nombre de" if effect.count >= 20 else f"jusqu’à {number(effect.count)}"
        )
        return f"{most} {self.cards([effect.card], plural=True)} de {its} main{keep}"

    def in_play(self, effect: ChooseCard) -> str:
        """Return the cards in play to choose from, as the object of the verb."""
        if effect.side == "item":
            whose = {
                "self": "un de tes Éléments",
                "others": "un Élément d’un autre joueur",
                "all": "n’importe quel Élément en jeu",
            }
        else:
            whose = {
                "self": "l’Ennemi devant toi",
                "others": "un Ennemi devant un autre joueur",
                "all": "n’importe quel Ennemi en jeu",
            }
        return whose[effect.of]

    def challenge(self, effect: Challenge) -> str:
        """Return the effect of a Wild that may be challenged."""
        count, penalty = amount(effect.count), amount(effect.penalty)
        match_ = "une carte de la couleur qui était en jeu"
        if effect.wilds_match:
            match_ += ", ou une autre Carte blanche"
        return (
            f"le joueur suivant pige {count} et perd son tour, ou conteste : "
            f"si tu as en main {match_}, tu piges {count}; "
            f"sinon, c’est le joueur qui conteste qui pige {penalty} et perd son tour"
        )

    def cards(self, filters: Sequence[CardFilter], plural: bool = False) -> str:
        return listed([self.one_filter(card, plural) for card in filters], "ou")

    def one_filter(self, card: CardFilter, plural: bool) -> str:
        """Return the cards that match a filter, as a noun phrase."""
        plain = card.symbol == ("wild",)
        nouns = [KINDS[kind] for kind in card.kind] or [PLAIN_WILD if plain else CARD]
        if set(card.kind) == set(ACTIONS):
            nouns = [ACTION]
        text = [noun[1] if plural else f"une {noun[0]}" for noun in nouns]
        colors = listed([self.color(color, plural) for color in card.color], "ou")
        return " ".join(
            [listed(text, "ou"), *filter(None, [colors]), *self.which_are(card, plain, plural)]
        )

    def color(self, color: str, plural: bool) -> str:
        """Return a color as an adjective."""
        word = COLORS[color][1] if color in COLORS else f"de couleur {color}"
        return f"{word}s" if plural and color in COLORS else word

    def which_are(self, card: CardFilter, plain: bool, plural: bool) -> list[str]:
        """Return the other conditions of a filter."""
        found = []
        if card.color_bound:
            found.append("de cette couleur")
        if card.symbol and not plain:
            found.append(f"avec le symbole {listed(card.symbol, 'ou')}")
        if card.symbol_bound:
            found.append("avec ce nombre")
        if card.danger is not None:
            found.append("avec une icône Danger" if card.danger else "sans icône Danger")
        if card.keyword:
            found.append(f"ayant l’effet « {WORDS.get(card.keyword, card.keyword)} »")
        if card.keyword_bound:
            found.append("ayant cet effet")
        if card.not_kind:
            others = self.cards([CardFilter(kind=card.not_kind)], plural)
            found.append(f"autres que les {others}" if plural else f"autre qu’{others}")
        if card.not_this:
            found.append("autre que celle-ci")
        return found

    def conditions(self, when: When) -> str:
        return listed(self.each_condition(when), "et")

    def each_condition(self, when: When) -> list[str]:
        """Return the parts of a condition, one clause each."""
        found = []
        has = "as" if when.who == "self" else "a"
        you, have = ROLES[when.who], f"{ROLES[when.who]} {has}"
        if when.burned_at_least:
            pile = "ta" if when.who == "self" else "sa"
            found.append(f"{have} {amount(when.burned_at_least)} ou plus dans {pile} Brûlure")
        if when.has == "item":
            found.append(f"{have} un Élément")
        if when.has == "enemy":
            attacked = "un Ennemi t’attaque" if when.who == "self" else f"un Ennemi attaque {you}"
            found.append(attacked)
        if when.holds:
            found.append(f"{have} en main {self.cards(when.holds)}")
        if when.owner:
            front = "toi" if when.owner == "self" else "un autre joueur"
            found.append(f"il était devant {front}")
        if when.played:
            found.append(self.is_card("la carte jouée", when.played))
        if when.card:
            found.append(self.is_card("cette carte", when.card))
        if when.cause:
            found.append(f"c’est à cause {listed([CAUSES[one] for one in when.cause], 'ou')}")
        if when.count_at_least:
            found.append(f"il s’agit {elided('de', amount(when.count_at_least))} ou plus")
        return found

    def is_card(self, what: str, card: CardFilter) -> str:
        """Return the clause that a thing is, or is not, such a card."""
        negated = card == CardFilter(not_kind=card.not_kind)
        meant = CardFilter(kind=card.not_kind) if negated else card
        return f"{what} {IS_NOT if negated else 'est'} {self.cards([meant])}"

    def only_when(self, when: When) -> str:
        if when == When(who=when.who, holds=when.holds):
            return "seulement avec une telle carte en main"
        return f"seulement {self.if_(self.conditions(when))}"

    def if_(self, condition: str) -> str:
        return f"s’{condition}" if condition.startswith("il ") else f"si {condition}"

    def if_done(self, who: Who) -> str:
        return "si tu le fais" if who == "self" else "si c’est le cas"

    def each(self, effect: ForEach) -> str:
        if effect.who:
            order = {
                "others": "pour chaque autre joueur dans l’ordre des tours",
                "all": "pour chaque joueur dans l’ordre des tours, toi en premier",
                "others_then_self": "pour chaque joueur dans l’ordre des tours, toi en dernier",
            }
            return order.get(effect.who, f"pour {ROLES[effect.who]}")
        if isinstance(effect.times, int):
            return f"{number(effect.times)} fois"
        return TALLIES[effect.times] if effect.times else f"{UNFINISHED} fois"

    def may_do(self, who: Who, text: str) -> str:
        return f"{ROLES[who]} {self.may_verb(who)} {text}"

    def may_decide(self, who: Who, text: str) -> str:
        return f"{ROLES[who]} {self.may_verb(who)} décider {elided('que', text)}"

    def may_verb(self, who: Who) -> str:
        """Return the verb "may", which agrees with its subject."""
        return "peux" if who == "self" else "peut"

    def until(self, effect: Grant) -> str:
        return {
            "your_next_turn": "jusqu’à ton prochain tour",
            "turn_ends": "jusqu’à la fin de ce tour",
        }.get(effect.until, "")

    def to(self, text: str) -> str:
        return elided("de", text)

    def to_take(self, name: str, text: str) -> str:
        return f"de dire « {name} »" + (f" ({text})" if text else "")

    def choose_to(self, modes: Sequence[str], form: Form) -> str:
        return f"{self.conjugated('choose', form)} {listed(modes, 'ou')}"

    def choose_word(self, words: Sequence[str], form: Form) -> str:
        text = listed([f"« {WORDS.get(word, word)} »" for word in words], "ou")
        return f"{self.conjugated('name', form)} {text}"

    def moment(self, ability: Trigger, uses: int) -> str:
        """Return the moments and the condition of a trigger."""
        when = ability.when or When()
        happens = [self.happens(moment, ability) for moment in ability.on]
        if not happens:
            text = f"chaque fois que {UNFINISHED}"
        elif ability.on[0] in ("turn_start", "turn_end"):
            text = listed(happens, "et")
        elif uses:
            next_ = "la prochaine fois" if uses == 1 else f"les {number(uses)} prochaines fois"
            text = f"{next_} {self.that(happens)}"
        else:
            text = f"chaque fois {self.that(happens)}"
        rest = self.each_condition(without_implied(ability, when))
        return f"{text}, {self.if_(listed(rest, 'et'))}" if rest else text

    def that(self, happens: Sequence[str]) -> str:
        """Return clauses with "que", joined by "ou"."""
        return listed([elided("que", one) for one in happens], "ou")

    def happens(self, moment: Moment, ability: Trigger) -> str:
        """Return one moment of a trigger as a clause."""
        whose, when = ability.whose, ability.when or When()
        who = SEATS[whose]
        card = when.card if implies_card(ability) else None
        match moment:
            case "play":
                played = self.cards([when.played]) if when.played else "une carte"
                return f"{who} {self.present(moment, whose)} {played}"
            case "color":
                by = " en jouant une carte" if when.cause == ("play",) else ""
                return f"{who} {self.present(moment, whose)} la couleur en jeu{by}"
            case "add" | "draw" | "burn" | "recover" | "skip":
                return f"{who} {self.present(moment, whose)}"
            case "reveal":
                return f"{who} {self.present(moment, whose)} {self.danger_card(card)}"
            case "destroy":
                return {
                    "self": "un de tes Éléments est détruit",
                    "others": "un Élément d’un autre joueur est détruit",
                    "all": "un Élément est détruit",
                }[whose]
            case "defeat":
                other = "un autre" if card and card.not_this else "un"
                return f"{other} Ennemi {ATTACKING[whose]} est vaincu"
            case "turn_start":
                return f"au début {self.of_turn(whose)}"
            case "turn_end":
                return f"à la fin {self.of_turn(whose)}"

    def danger_card(self, card: CardFilter | None) -> str:
        """Return "une carte Danger", or the word for one kind of it."""
        if card is None:
            return "une carte Danger"
        if card.kind and card == CardFilter(kind=card.kind) and set(card.kind) <= set(THINGS):
            return listed([f"un {THINGS[kind]}" for kind in card.kind], "ou")
        return self.cards([card])

    def of_turn(self, whose: Whose) -> str:
        """Return whose turn it is, in the genitive."""
        return {
            "self": "de ton tour",
            "others": "du tour d’un autre joueur",
            "all": "de chaque tour",
        }[whose]

    def present(self, moment: str, whose: Whose) -> str:
        """Return the verb of a moment in the present tense."""
        return PRESENT[moment][0 if whose == "self" else 1]

    def would(self, ability: Replacement, uses: int) -> str:
        """Return the intents and the condition of a replacement."""
        when = ability.when or When()
        of_self = ability.whose == "self"
        turn = "perdre ton tour" if of_self else "perdre son tour"
        least = f"{amount(when.count_at_least)} ou plus" if when.count_at_least else "des cartes"
        verbs = [f"{WOULD[one]} {least}" for one in ability.instead_of if one in WOULD]
        verbs += [turn] if "skip" in ability.instead_of else []
        must = f"{SEATS[ability.whose]} {'dois' if of_self else 'doit'}"
        happens = [f"{must} {listed(verbs, 'ou')}"] if verbs else []
        if "attack" in ability.instead_of:
            happens.append(ATTACKS[ability.whose])
        first, *others = happens or [UNFINISHED]
        text = " ou ".join([first, *(elided("que", one) for one in others)])
        if when.cause:
            text += f" à cause {listed([CAUSES[one] for one in when.cause], 'ou')}"
        if when.by:
            by = "toi" if when.by == "self" else "un autre joueur"
            text += f" jouée par {by}" if when.cause else f" à cause {elided('de', by)}"
        elif "draw" in ability.instead_of and not when.cause:
            text += " à cause d’une carte"
        rest = self.each_condition(without_implied(ability, when))
        text = f"{text} et {elided('que', listed(rest, 'et'))}" if rest else text
        return elided("la prochaine fois que" if uses == 1 else "chaque fois que", text)

    def change(self, ability: Replacement) -> str:
        if ability.redirect:
            return f"{self.as_done('passe', 'passer', ability)} cet effet à un autre joueur"
        if ability.increase:
            return f"{self.counting(ability)} {number(ability.increase)} de plus"
        if ability.reduce:
            return f"{self.counting(ability)} {number(ability.reduce)} de moins"
        if ability.instead_of == ("attack",):
            return f"{self.as_done('défausse', 'défausser', ability)} cet Ennemi sans effet"
        return self.as_done("ignore cet effet", "ignorer cet effet", ability)

    def counting(self, ability: Replacement) -> str:
        """Return a verb with "en", such as "brûles-en" or "lui en faire brûler"."""
        verb = ability.instead_of[0] if len(ability.instead_of) == 1 else "count"
        verb = verb if verb in VERBS else "count"
        you, _, to, _ = VERBS[verb]
        if ability.whose == "self" or verb == "count":
            return self.as_done(f"{you.removesuffix('s')}s-en", f"en {to}", ability)
        return self.as_done(f"fais-lui-en {to}", f"lui en faire {to}", ability)

    def as_done(self, you: str, to: str, ability: Replacement) -> str:
        """Return the imperative, or the infinitive if the player may refuse."""
        return to if ability.may else you

    def forbid(self, ability: Restriction) -> str:
        cards = self.cards([ability.forbid], plural=True)
        who = {
            "self": "tu ne peux pas",
            "others": "aucun autre joueur ne peut",
            "all": "personne ne peut",
        }
        return f"{who[ability.who]} jouer {elided('de', cards)}"

    def silent(self, ability: Suppression) -> str:
        names = {"hero": "ton pouvoir de personnage", "item": "tes Éléments"}
        text = [names.get(kind, f"tes {KINDS[kind][1]}") for kind in ability.suppress]
        return f"tu ne peux pas utiliser {listed(text, 'ni')}"


SPEECH = French
