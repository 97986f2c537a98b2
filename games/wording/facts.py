"""What happened, in sentences: the facts of an event as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cards.language import color_name
from games.engine import Ruleset
from games.engine.zones import NOBODY, owner_of
from games.wording.labels import card_name, reason_of
from games.wording.language import Language, Text
from games.wording.pages import said_of, words_in

Fact = Mapping[str, Any]

MOVED: Final = {
    "play": Text("{who} plays {cards}", "{who} joue {cards}"),
    "draw": Text("{who} draws {cards}", "{who} pige {cards}"),
    "deal": Text("{who} is dealt {cards}", "{who} reçoit {cards}"),
    "add": Text("{who} adds {cards}", "{who} ajoute {cards}"),
    "burn": Text("{who} burns {cards}", "{who} brûle {cards}"),
    "recover": Text("{who} recovers {cards}", "{who} récupère {cards}"),
    "exchange": Text("{who} exchanges {cards}", "{who} échange {cards}"),
    "lay": Text("{who} lays {cards}", "{who} dépose {cards}"),
    "flip": Text("{who} flips {cards}", "{who} retourne {cards}"),
    "attach": Text("{who} is given {cards}", "{who} reçoit {cards}"),
    "attack": Text("{cards} attacks {who}", "{cards} attaque {who}"),
    "replace": Text("{cards} makes room for another", "{cards} fait place à un autre"),
    "discard": Text("{cards} is discarded", "{cards} est défaussée"),
    "defeat": Text("{who} defeats {cards}", "{who} vainc {cards}"),
    "destroy": Text("{who} destroys {cards}", "{who} détruit {cards}"),
    "take": Text("{who} takes {cards}", "{who} prend {cards}"),
    "move": Text("{who} moves {cards}", "{who} déplace {cards}"),
    "leave": Text("{cards} of {who} leave", "{cards} de {who} s’en vont"),
    "reshuffle": Text("{cards} are gathered", "{cards} sont rassemblées"),
    "gather": Text("{cards} are gathered", "{cards} sont rassemblées"),
    "turn-up": Text("{cards} is turned up", "{cards} est retournée"),
    "return": Text("{cards} goes back", "{cards} est remise"),
    "forfeit": Text("{who} gives up {cards}", "{who} abandonne {cards}"),
}
_WENT: Final = Text("{what}: from {source} to {target}.", "{what} ({source} → {target}).")
_WENT_BELOW: Final = Text(
    "{what}: from {source} to the bottom of {target}.",
    "{what} ({source} → sous {target}).",
)
_BY: Final = Text("{said} By {card}.", "{said} Par {card}.")
_SHOWN: Final = {
    "hand": Text(
        "{who} shows the hand to {to}: {cards}.", "{who} montre sa main à {to} : {cards}."
    ),
    "reveal": Text("{who} reveals to {to}: {cards}.", "{who} révèle à {to} : {cards}."),
    "dealer": Text(
        "{who} draws {cards} for the deal.", "{who} pige {cards} pour choisir le donneur."
    ),
}
_UNO: Final = {
    "exposed": Text(
        "{who} has one card and has not called UNO.", "{who} a une carte et n’a pas annoncé UNO."
    ),
    "called": Text("{who} has called UNO.", "{who} a annoncé UNO."),
    "missed": Text(
        "{who} cannot be caught any more.", "{who} ne peut plus se faire prendre sans UNO."
    ),
    "": Text(
        "The hand of {who} is no longer at one card.",
        "La main de {who} n’est plus à une carte.",
    ),
}
_PLAIN: Final = {
    "game-started": Text(
        "The table is laid; the seed is committed to.",
        "La table est mise; la graine est engagée.",
    ),
    "round-began": Text("Round {round} begins.", "La manche {round} commence."),
    "round-ended": Text(
        "Round {round} is won by {winner}: {why}.",
        "La manche {round} est gagnée par {winner} : {why}.",
    ),
    "cards-placed": Text("{cards} is laid out: {zone}.", "{cards} est en place : {zone}."),
    "shuffled": Text(
        "Shuffled: {zone} (use {nth} of chance).", "Brassage : {zone} (recours {nth} au hasard)."
    ),
    "lot-drawn": Text(
        "A lot is drawn among {among}: {picked} (use {nth} of chance).",
        "Un tirage parmi {among} : {picked} (recours {nth} au hasard).",
    ),
    "color-changed": Text("The color in play is {color}.", "La couleur en jeu est {color}."),
    "direction-changed": Text("Play runs {direction}.", "Le jeu va dans le sens {direction}."),
    "turn-began": Text("The turn of {who} begins.", "Le tour de {who} commence."),
    "skip-on": Text("{who} is to lose a turn.", "{who} doit perdre un tour."),
    "skip-off": Text("{who} has lost a turn.", "{who} a perdu un tour."),
    "enemy-arriving": Text("An Enemy arrives in front of {who}.", "Un Ennemi arrive devant {who}."),
    "enemy-came": Text("From now on it attacks {who}.", "À partir de maintenant il attaque {who}."),
    "seat-out": Text("{who} is out: {why}.", "{who} est éliminé du jeu : {why}."),
    "lasting-began": Text("{card} goes on for {who}.", "{card} continue d’agir pour {who}."),
    "lasting-used": Text("A lasting effect acts.", "Un effet qui dure agit."),
    "lasting-ended": Text("A lasting effect ends.", "Un effet qui dure prend fin."),
    "prompted": Text("{who} is asked.", "{who} doit répondre."),
    "taken": Text(
        "{who} has only one choice, which is taken: {option}.",
        "{who} n’a qu’un choix, qui est fait : {option}.",
    ),
    "withdrawn": Text("A question to {who} is withdrawn.", "Une question à {who} tombe."),
    "score-changed": Text(
        "{who} scores {points} points, {total} in all.",
        "{who} marque {points} points, {total} en tout.",
    ),
    "result-changed": Text(
        "The result is changed. Winner: {winner} ({why}).",
        "Le résultat est changé. Gagnant : {winner} ({why}).",
    ),
    "game-ended": Text(
        "The game is over. Winner: {winner} ({why}).",
        "La partie est terminée. Gagnant : {winner} ({why}).",
    ),
}
_UNTOLD: Final = frozenset({"answered"})
"""The move itself says it."""
_ALL: Final = Text("all", "tout le monde")
_ONE: Final = Text("a card", "une carte")
_SOME: Final = Text("{count} cards", "{count} cartes")
_UNSEEN: Final = Text("hidden", "caché")
_ZONE_OF: Final = Text("{zone} of {who}", "{zone} de {who}")


class Teller:
    """Says facts in one language, at one table; ``names`` has who sits on each seat."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str], language: Language) -> None:
        self._edition = ruleset.edition
        self._names = names
        self._language = language
        self._words = words_in(language)

    def tell(self, fact: Fact) -> str:
        """A fact in a sentence; "" for one that adds nothing to the move."""
        kind = fact["fact"]
        match kind:
            case "cards-moved":
                return self._moved(fact)
            case "cards-shown":
                return self._say(_SHOWN[fact["verb"]], fact)
            case "uno-changed":
                return self._say(_UNO[fact["status"]], fact)
            case "skip-changed":
                return self._say(_PLAIN["skip-on" if fact["on"] else "skip-off"], fact)
            case "enemy-came":
                return self._say(_PLAIN["enemy-arriving" if fact["since"] < 0 else kind], fact)
            case "prompted" if fact["prompt"]["kind"] == "turn":
                return ""
            case _ if kind in _UNTOLD:
                return ""
            case _:
                return self._say(_PLAIN[kind], fact) if kind in _PLAIN else kind

    def who(self, seat: int | None) -> str:
        """Who sits on a seat."""
        if seat is None or not 0 <= seat < len(self._names):
            return self._words["nobody"]
        return self._names[seat]

    def card(self, code: str) -> str:
        """What a card is called."""
        return card_name(self._edition, code, self._language)

    def zone(self, zone: str, seat: int = NOBODY) -> str:
        """What a place for cards is called, and whose it is, if not that seat's."""
        name = said_of(self._words, "pile", zone.partition(":")[0])
        if owner_of(zone) in (NOBODY, seat):
            return name
        return _ZONE_OF.to(self._language).format(zone=name, who=self.who(owner_of(zone)))

    def _moved(self, fact: Fact) -> str:
        what = self._say(MOVED[fact["verb"]], fact)
        went = _WENT_BELOW if fact.get("bottom") else _WENT
        seat = fact["seat"]
        source, target = self.zone(fact["source"], seat), self.zone(fact["target"], seat)
        said = went.to(self._language).format(what=what, source=source, target=target)
        if not fact.get("cause"):
            return said
        return _BY.to(self._language).format(said=said, card=self.card(fact["cause"]))

    def _say(self, text: Text, fact: Fact) -> str:
        effect, prompt = fact.get("effect") or {}, fact.get("prompt") or {}
        seat = fact.get("seat", effect.get("seat", prompt.get("seat")))
        return text.to(self._language).format(
            who=self.who(seat),
            to=self.who(fact["to"]) if fact.get("to", -1) >= 0 else _ALL.to(self._language),
            winner=self.who(fact.get("winner")),
            cards=self._cards(fact),
            card=self.card(effect.get("card", "")),
            zone=self.zone(fact.get("zone", "")),
            color=color_name(fact.get("color", ""), self._language),
            direction=self._words["clockwise" if fact.get("direction", 1) > 0 else "counter"],
            option=self._option(fact.get("option"), fact.get("kind", "")),
            why=reason_of(fact.get("why", ""), self._language),
            picked=self._option(fact.get("picked")),
            **{name: fact.get(name, "") for name in ("round", "nth", "among", "points", "total")},
        )

    def _cards(self, fact: Fact) -> str:
        """The cards by name; where they are hidden, how many they are."""
        cards = fact.get("cards")
        if cards is not None:
            return ", ".join(map(self.card, cards))
        count = fact.get("count", 0)
        return (_ONE if count == 1 else _SOME).to(self._language).format(count=count)

    def _option(self, option: object, kind: str = "") -> str:
        """What was chosen: a seat by who sits there, a color or a card by its name."""
        if option is None:
            return _UNSEEN.to(self._language)
        if kind == "player" and str(option).isdigit():
            return self.who(int(str(option)))
        if kind == "color":
            return color_name(str(option), self._language)
        return self.card(str(option))
