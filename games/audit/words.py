"""Findings and answers in words, in the languages of the rulebook."""

from __future__ import annotations

from typing import Final

from games.audit.findings import Answer, Finding
from games.engine.rulebook import spoken

Pair = tuple[str, str]

FINDINGS: Final[dict[str, Pair]] = {
    # sealed
    "altered": ("It was altered.", "Il a été modifié."),
    "missing": ("It is missing.", "Il manque."),
    "inserted": (
        "It was inserted: there is one too many.",
        "Il a été ajouté : il y en a un de trop.",
    ),
    "cut": ("The end was cut off.", "La fin a été coupée."),
    "head": (
        "All events fit each other, but the last is not the one that was signed.",
        "Tous les événements concordent, mais le dernier n’est pas celui qui a été signé.",
    ),
    "out-of-place": ("It stands in another’s place.", "Il est à la place d’un autre."),
    "format": ("The file has a format unknown here.", "Le format du fichier est inconnu ici."),
    "malformed": ("The file is no bundle.", "Le fichier n’est pas un dossier de partie."),
    "unsigned": ("The file is not signed.", "Le fichier n’est pas signé."),
    "key": (
        "The key that signed is not the one named, or none that you trust.",
        "La clé qui a signé n’est pas celle qui est nommée, ou tu ne lui fais pas confiance.",
    ),
    "head-signature": (
        "The signature of the head is not the key’s.",
        "La signature de la tête n’est pas celle de la clé.",
    ),
    "bundle-signature": (
        "The file is not as it was signed.",
        "Le fichier n’est pas tel qu’il a été signé.",
    ),
    "edition": (
        "The cards are not those of the edition played.",
        "Les cartes ne sont pas celles de l’édition jouée.",
    ),
    "setup": (
        "The setup is not the one that the first event has.",
        "La mise en place n’est pas celle du premier événement.",
    ),
    "commitment": (
        "The setup binds another seed than the head does.",
        "La mise en place engage une autre graine que la tête.",
    ),
    "algorithm": (
        "The setup names another algorithm of chance.",
        "La mise en place nomme un autre algorithme du hasard.",
    ),
    "seed": (
        "The seed is not the one that was committed to.",
        "La graine n’est pas celle qui a été engagée.",
    ),
    "view": (
        "What the file shows is not what its view may know.",
        "Ce que le fichier montre n’est pas ce que sa vue peut savoir.",
    ),
    "result": (
        "The result is not the one that the last event tells.",
        "Le résultat n’est pas celui que donne le dernier événement.",
    ),
    "line": (
        "What the database repeats of the game is not what its events say.",
        "Ce que la base répète de la partie n’est pas ce que disent ses événements.",
    ),
    # lawful
    "unplayable": (
        "These rules cannot play this setup with these cards.",
        "Ces règles ne peuvent pas jouer cette mise en place avec ces cartes.",
    ),
    "unreadable": (
        "These rules cannot read it; nothing after it was judged.",
        "Ces règles ne peuvent pas le lire; rien de ce qui suit n’a été jugé.",
    ),
    "unjudged": (
        "An event is missing or one too many before it: from here on nothing was judged.",
        "Avant lui, un événement manque ou est de trop : à partir d’ici rien n’a été jugé.",
    ),
    "unfoldable": (
        "Its facts fit no state of the table; nothing after it was judged.",
        "Ses faits ne vont avec aucun état de la table; rien de ce qui suit n’a été jugé.",
    ),
    "seat": (
        "The move is not one of that seat, or not one for that moment.",
        "Le coup n’est pas de ce siège, ou pas de ce moment.",
    ),
    "actor": (
        "The move is not one that such an actor makes, or an organiser gave no reason.",
        "Le coup n’est pas de ceux que fait un tel acteur, ou l’organisateur n’a pas dit pourquoi.",
    ),
    "illegal": ("The rules refuse the move.", "Les règles refusent le coup."),
    "undecidable": (
        "The rules cannot decide the move in this state.",
        "Les règles ne peuvent pas trancher ce coup dans cet état.",
    ),
    "facts": (
        "The move has other consequences by the rules.",
        "Selon les règles, le coup a d’autres conséquences.",
    ),
    "rulings": ("Other rules are behind the move.", "D’autres règles justifient le coup."),
    "state": (
        "The table after it is not the one on record.",
        "La table qui en résulte n’est pas celle qui est inscrite.",
    ),
    "ruled-differently": (
        "Ruled differently since: it was made under another version of the rules.",
        "Jugé autrement depuis : le coup date d’une autre version des règles.",
    ),
    "refused-though-legal": (
        "A move refused here is one that the rules allow.",
        "Un coup refusé ici est permis par les règles.",
    ),
    "refused-otherwise": (
        "A move refused here is refused by the rules, but not as recorded.",
        "Un coup refusé ici l’est bien par les règles, mais pas comme il est inscrit.",
    ),
    "refusal-unplaced": (
        "A move is said to be refused after an event that is not there.",
        "Un coup aurait été refusé après un événement qui n’existe pas.",
    ),
    # fair
    "nth": (
        "This use of chance is not the next one.",
        "Ce recours au hasard n’est pas le suivant.",
    ),
    "shuffle": ("The seed gives another order.", "La graine donne un autre ordre."),
    "pick": ("The seed gives another lot.", "La graine donne un autre tirage."),
    "choice": (
        "The seed gives another seed for the bot’s choice.",
        "La graine donne une autre graine pour le choix du robot.",
    ),
}
"""What a finding says, in English and in Canadian French."""

REASONS: Final[dict[str, Pair]] = {
    "own_view": (
        "the file shows one view, in which cards are hidden",
        "le fichier montre une seule vue, où des cartes sont cachées",
    ),
    "not_over": ("the game is not over", "la partie n’est pas terminée"),
    "unknown_format": ("the format is unknown here", "le format est inconnu ici"),
    "unknown_algorithm": (
        "the algorithm of chance is unknown here",
        "l’algorithme du hasard est inconnu ici",
    ),
    "no_seed": ("the seed is not told", "la graine n’est pas révélée"),
}
"""Why a question cannot be answered."""


def said(finding: Finding, language: str = "en") -> str:
    """A finding as one sentence."""
    return _in(language, FINDINGS[finding.code])


def answered(answer: Answer, language: str = "en") -> str:
    """An answer in short: yes, no, or why it cannot be told."""
    if answer.answer == "unanswered":
        return _in(language, REASONS[answer.why])
    return _in(language, ("yes", "oui") if answer.answer == "yes" else ("no", "non"))


def _in(language: str, pair: Pair) -> str:
    return pair[1] if spoken(language) == "fr-CA" else pair[0]
