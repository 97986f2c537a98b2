"""What the lint can find, in English and in Canadian French."""

from __future__ import annotations

from dataclasses import dataclass

MOST = 1000
"""No count, copy or value of points on a card is above this."""

MESSAGES: dict[str, tuple[str, str]] = {
    "ability-asleep": (
        "no effect grants this ability, and the card does not stay in play",
        "aucun effet n’accorde cette capacité, et la carte ne reste pas en jeu",
    ),
    "another-hero": (
        "{code} is a card of {hero}, so it cannot be in this deck",
        "{code} est une carte de {hero} : elle ne peut pas être dans ce paquet",
    ),
    "bad-code": (
        "{code} is no code: lower-case letters, digits and single hyphens",
        "{code} n’est pas un code : lettres minuscules, chiffres et traits d’union simples",
    ),
    "bad-copies": (
        "{count} copies of {code}: there must be 1 to {most}",
        "{count} exemplaires de {code} : il en faut de 1 à {most}",
    ),
    "bad-number": (
        "{field} is {count}: it must be {least} to {most}",
        "{field} vaut {count} : il faut de {least} à {most}",
    ),
    "color-missing": ("a {kind} card needs a color", "une carte {kind} a besoin d’une couleur"),
    "color-unasked": (
        "nothing on this Wild names the color that goes on",
        "rien sur cette Carte blanche ne nomme la couleur pour poursuivre",
    ),
    "color-unwanted": ("a {kind} card has no color", "une carte {kind} n’a pas de couleur"),
    "cost-missing": (
        "an Enemy needs a cost to defeat it",
        "un Ennemi a besoin d’un coût de défaite",
    ),
    "cost-unwanted": (
        "only an Enemy has a cost to defeat it",
        "seul un Ennemi a un coût de défaite",
    ),
    "counted-twice": (
        "the decks say how many copies of {code} there are",
        "les paquets disent combien d’exemplaires de {code} il y a",
    ),
    "dead-branch": (
        "this branch is never taken or does nothing",
        "cette branche n’est jamais prise ou ne fait rien",
    ),
    "duplicate-code": (
        "another card has the code {code} already",
        "une autre carte a déjà le code {code}",
    ),
    "duplicate-color": ("{color} is named twice", "{color} est nommé deux fois"),
    "deck-missing": (
        "the hero {code} has no Character Deck",
        "le héros {code} n’a pas de paquet de cartes Personnage",
    ),
    "duplicate-deck": (
        "{hero} has another deck already",
        "{hero} a déjà un autre paquet",
    ),
    "duplicate-foil": ("{foil} is named twice", "{foil} est nommé deux fois"),
    "duplicate-in-deck": (
        "{code} stands in this deck already: change its number of copies instead",
        "{code} est déjà dans ce paquet : change plutôt son nombre d’exemplaires",
    ),
    "duplicate-mode": ("two modes are called {name}", "deux modes s’appellent {name}"),
    "endless": (
        "this ability wakes itself again, without end: {verbs}",
        "cette capacité se réveille elle-même, sans fin : {verbs}",
    ),
    "endless-together": (
        "this ability wakes itself again, without end, together with {cards}: {verbs}",
        "cette capacité se réveille elle-même, sans fin, avec {cards} : {verbs}",
    ),
    "filter-fits-nothing": (
        "no card can fit this filter",
        "aucune carte ne peut correspondre à ce filtre",
    ),
    "game-crashes": (
        "a random game with {seats} seats could not be played on ({detail}; seed {seed}, at work: "
        "{cards})",
        "une partie au hasard à {seats} sièges n’a pas pu continuer ({detail}; graine {seed}, en "
        "cours : {cards})",
    ),
    "game-endless": (
        "a random game with {seats} seats did not end ({detail} Seed {seed})",
        "une partie au hasard à {seats} sièges n’a pas pris fin ({detail} Graine {seed})",
    ),
    "grant-out-of-range": (
        "there is no ability {number} on this card",
        "il n’y a pas de capacité {number} sur cette carte",
    ),
    "hero-missing": (
        "a {kind} card belongs to a hero",
        "une carte {kind} appartient à un héros",
    ),
    "in-no-deck": (
        "{code} stands in no Character Deck, so it is never played",
        "{code} n’est dans aucun paquet de cartes Personnage : on ne la joue jamais",
    ),
    "move-endless": (
        "a move of a random game with {seats} seats did not end (seed {seed}, at work: {cards})",
        "un coup d’une partie au hasard à {seats} sièges n’a pas pris fin (graine {seed}, en "
        "cours : {cards})",
    ),
    "name-missing": ("the card needs a name", "la carte a besoin d’un nom"),
    "never-fires": (
        "{field} is empty, so this ability never does anything",
        "{field} est vide : cette capacité ne fait jamais rien",
    ),
    "never-happens": (
        "a {kind} card is never played or flipped, so this never happens",
        "une carte {kind} n’est jamais jouée ni retournée : cela n’arrive jamais",
    ),
    "no-choice": (
        "there is nothing to choose between",
        "il n’y a pas de choix à faire",
    ),
    "not-dealt": (
        "it cannot be dealt to {seats} seats: {reason}",
        "elle ne peut pas être distribuée à {seats} sièges : {reason}",
    ),
    "not-for-decks": (
        "{code} is a {kind} card, which stands in no Character Deck",
        "{code} est une carte {kind}, qui n’est dans aucun paquet de cartes Personnage",
    ),
    "not-in-play": (
        "{verb} this: a {kind} card is never in front of a player as that needs",
        "{verb} this : une carte {kind} n’est jamais en jeu comme il le faudrait",
    ),
    "not-one-change": (
        "exactly one of prevent, redirect, increase and reduce must be given",
        "il faut exactement un de prevent, redirect, increase et reduce",
    ),
    "not-one-count": (
        "exactly one of who and times must be given",
        "il faut exactement un de who et times",
    ),
    "one-of-each": (
        "{count} copies of {code}: there is one of each {kind} card",
        "{count} exemplaires de {code} : il y a une seule carte {kind} de chaque sorte",
    ),
    "out-of-place": (
        "{field} means nothing here",
        "{field} ne veut rien dire ici",
    ),
    "no-colors": (
        "the edition needs at least one color",
        "l’édition a besoin d’au moins une couleur",
    ),
    "symbol-missing": (
        "a {kind} card needs a symbol to be matched by",
        "une carte {kind} a besoin d’un symbole pour être associée",
    ),
    "too-late": (
        "this ability begins after the moment it waits for and ends before the next one",
        "cette capacité commence après le moment qu’elle attend et finit avant le suivant",
    ),
    "too-long": (
        "{field} has {length} characters: {most} at most",
        "{field} a {length} caractères : {most} au plus",
    ),
    "too-many-steps": (
        "this can take {steps} steps: {most} at most",
        "ceci peut prendre {steps} étapes : {most} au plus",
    ),
    "unbound": (
        "nothing chosen before this is called {name}",
        "rien de choisi auparavant ne s’appelle {name}",
    ),
    "unknown-card": ("there is no card {code}", "il n’y a pas de carte {code}"),
    "unfit-character": (
        "{field} holds {character}, which cannot be printed",
        "{field} contient {character}, qui ne peut pas être imprimé",
    ),
    "unknown-color": ("the edition has no color {color}", "l’édition n’a pas de couleur {color}"),
    "unknown-copies": (
        "copies of {code}, but there is no such card",
        "des exemplaires de {code}, mais cette carte n’existe pas",
    ),
    "unknown-hero": (
        "there is no Character card {hero}",
        "il n’y a pas de carte Personnage {hero}",
    ),
    "unknown-symbol": (
        "no card of the edition has the symbol {symbol}",
        "aucune carte de l’édition n’a le symbole {symbol}",
    ),
    "unknown-variant": (
        "there is no variant {code}: {choices}",
        "il n’y a pas de variante {code} : {choices}",
    ),
    "unknown-word": (
        "{word} is no verb of the cards, so no card features it",
        "{word} n’est pas un verbe des cartes : aucune carte ne le dit",
    ),
    "unlisted-color": (
        "{color} is no color of these games: {choices}",
        "{color} n’est pas une couleur de ces jeux : {choices}",
    ),
    "unread": (
        "{name} is chosen, but nothing reads it",
        "{name} est choisi, mais rien ne le lit",
    ),
    "wrong-sort": (
        "{name} is {given}, where {wanted} is needed",
        "{name} est {given}, alors qu’il faut {wanted}",
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be: where, its stable code, and why in two languages."""

    path: str
    code: str
    message: str
    message_fr: str


def finding(path: str, code: str, /, **params: object) -> Finding:
    """A finding in the words of its code."""
    english, french = MESSAGES[code]
    return Finding(path, code, english.format(**params), french.format(**params))
