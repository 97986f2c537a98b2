"""The words of the pages, in English and in Canadian French."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from django.http import HttpRequest

from games.engine import VARIANTS
from games.models import Seat
from games.players.names import told_apart
from games.wording.language import ENGLISH, FRENCH, Language, Text

TEXTS: Final = {
    "site": Text("Fairdeal audit", "Fairdeal : vérification"),
    "colon": Text(":", "\u00a0:"),
    "skip": Text("Skip to the content", "Aller au contenu"),
    "language": Text("Language", "Langue"),
    "all_games": Text("All games", "Toutes les parties"),
    "rules": Text("Rules", "Règles"),
    "api": Text("API", "API"),
    "sign_in": Text("Staff sign in", "Connexion du personnel"),
    "signed_in": Text("Signed in as", "Session de"),
    "menu": Text("Main menu", "Menu principal"),
    # the list
    "find": Text("Find games", "Trouver des parties"),
    "find_lead": Text(
        "Every game that you may see, newest first. Open one to step through it and to read whether"
        " it is sealed, lawful and fair.",
        "Toutes les parties que tu peux voir, les plus récentes d’abord. Ouvres-en une pour la"
        " suivre pas à pas et lire si elle est scellée, conforme aux règles et équitable.",
    ),
    "find_variant": Text("Game", "Jeu"),
    "find_status": Text("Status", "État"),
    "find_player": Text("Player", "Joueur"),
    "find_player_help": Text(
        "A part of a name, a bot, or an id", "Une partie d’un nom, un robot ou un identifiant"
    ),
    "find_since": Text("Made from", "Créée depuis le"),
    "find_until": Text("Made until", "Créée jusqu’au"),
    "find_verdict": Text("Verdict on record", "Verdict inscrit"),
    "find_finding": Text("Finding", "Constat"),
    "anything": Text("any", "indifférent"),
    "search": Text("Search", "Chercher"),
    "clear": Text("Clear", "Effacer"),
    "one_found": Text("One game", "Une partie"),
    "many_found": Text("games", "parties"),
    "none_found": Text("No game fits.", "Aucune partie ne correspond."),
    "pages": Text("Pages of the list", "Pages de la liste"),
    "page": Text("Page", "Page"),
    "of": Text("of", "de"),
    "newer": Text("Newer", "Plus récentes"),
    "older": Text("Older", "Plus anciennes"),
    "unreadable": Text("This cannot be read.", "Cela est illisible."),
    "players": Text("Players", "Joueurs"),
    "winner": Text("Winner", "Gagnant"),
    "nobody": Text("nobody", "personne"),
    "bot": Text("bot", "robot"),
    "events_count": Text("events", "événements"),
    "status_open": Text("not begun", "pas commencée"),
    "status_running": Text("running", "en cours"),
    "status_over": Text("over", "terminée"),
    # verdicts
    "verdict": Text("Verdict", "Verdict"),
    "verdict_passed": Text("passed", "réussie"),
    "verdict_failed": Text("failed", "échouée"),
    "verdict_none": Text("not audited on record", "aucune vérification inscrite"),
    "verdict_sealed": Text("not sealed", "pas scellée"),
    "verdict_lawful": Text("not lawful", "pas conforme aux règles"),
    "verdict_fair": Text("not fair", "pas équitable"),
    "PASS": Text("PASS", "RÉUSSIE"),
    "FAIL": Text("FAIL", "ÉCHEC"),
    "sealed": Text("Sealed", "Scellée"),
    "lawful": Text("Lawful", "Conforme aux règles"),
    "fair": Text("Fair", "Équitable"),
    "sealed_what": Text(
        "Nothing was altered, dropped or added.", "Rien n’a été modifié, retiré ni ajouté."
    ),
    "lawful_what": Text(
        "Every move was legal and had the consequences of the rules.",
        "Chaque coup était permis et a eu les conséquences prévues par les règles.",
    ),
    "fair_what": Text(
        "Every shuffle and lot is the one promised before the deal.",
        "Chaque brassage et chaque tirage sont ceux promis avant la distribution.",
    ),
    "yes": Text("yes", "oui"),
    "no": Text("no", "non"),
    "not_yet": Text(
        "Not yet: a game is judged when it is over.",
        "Pas encore : une partie est jugée quand elle est terminée.",
    ),
    "judged": Text("Judged", "Jugée"),
    "by_rules": Text("by the rules of version", "selon les règles, version"),
    "finding_event": Text("event", "événement"),
    "finding_events": Text("events", "événements"),
    "to": Text("to", "à"),
    "note": Text("note", "remarque"),
    # a game
    "game": Text("Game", "Partie"),
    "about": Text("About this game", "À propos de cette partie"),
    "evidence": Text("Evidence", "Preuves"),
    "bundle": Text("Download the bundle", "Télécharger le dossier de partie"),
    "bundle_what": Text(
        "one file that proves the game without this server",
        "un seul fichier qui prouve la partie sans ce serveur",
    ),
    "log_text": Text("The log as text", "Le journal en texte"),
    "log_csv": Text("The log for a spreadsheet", "Le journal pour un tableur"),
    "log_json": Text("The events as data", "Les événements en données"),
    "keys": Text("Public keys", "Clés publiques"),
    "checkpoint": Text("Checkpoint", "Point de contrôle"),
    "checkpoint_in": Text(
        "In the signed log of finished games as entry",
        "Dans le registre signé des parties terminées, inscription",
    ),
    "checkpoint_of": Text("in the checkpoint of size", "dans le point de contrôle de taille"),
    "checkpoint_proof": Text("its proof", "sa preuve"),
    "checkpoint_none": Text("In no checkpoint yet.", "Pas encore dans un point de contrôle."),
    "head": Text("Digest of the last event", "Empreinte du dernier événement"),
    "commitment": Text("Commitment to the seed", "Engagement de la graine"),
    "seed": Text("Seed", "Graine"),
    "edition": Text("Cards", "Cartes"),
    "options": Text("Options", "Options"),
    "status": Text("Status", "État"),
    "made": Text("Made", "Créée"),
    "began": Text("Began", "Commencée"),
    "ended": Text("Ended", "Terminée"),
    "not_begun": Text(
        "The game has not begun: there is nothing to look at yet.",
        "La partie n’a pas commencé : il n’y a encore rien à voir.",
    ),
    "seen_as": Text("Seen as", "Vue de"),
    "view_full": Text("all cards open", "toutes les cartes ouvertes"),
    "view_public": Text("the public", "tout le monde"),
    "view_seat": Text("seat", "siège"),
    "arbiter": Text(
        "You see this as an arbiter. This look is on record.",
        "Tu vois ceci comme arbitre. Ce regard est inscrit.",
    ),
    "will_record": Text(
        "Other looks than the public’s are put on record.",
        "Tout autre regard que celui de tout le monde est inscrit.",
    ),
    "all_told": Text(
        "The table is drawn as that seat saw it; the events tell all, since the game is over.",
        "La table est dessinée comme ce siège l’a vue; les événements disent tout, puisque la"
        " partie est terminée.",
    ),
    # the timeline
    "timeline": Text("Timeline", "Ligne du temps"),
    "first": Text("First", "Premier"),
    "previous": Text("Previous", "Précédent"),
    "next": Text("Next", "Suivant"),
    "last": Text("Last", "Dernier"),
    "event": Text("Event", "Événement"),
    "go": Text("Go", "Aller"),
    "keys_help": Text(
        "Keys: ← previous, → next, Home first, End last.",
        "Touches : ← précédent, → suivant, Début premier, Fin dernier.",
    ),
    "permalink": Text("Link to this event", "Lien vers cet événement"),
    # the table
    "table": Text("The table", "La table"),
    "after_event": Text("after event", "après l’événement"),
    "color_in_play": Text("Color in play", "Couleur en jeu"),
    "no_color": Text("none yet", "aucune encore"),
    "direction": Text("Direction", "Sens du jeu"),
    "clockwise": Text("clockwise", "horaire"),
    "counter": Text("counter-clockwise", "antihoraire"),
    "turn": Text("Turn", "Tour"),
    "round": Text("Round", "Manche"),
    "waits_for": Text("Waits for", "Attend"),
    "result": Text("Result", "Résultat"),
    "on_turn": Text("on turn", "à son tour"),
    "exposed": Text("one card, no UNO said", "une carte, UNO pas annoncé"),
    "called": Text("UNO said", "UNO annoncé"),
    "skipped": Text("loses the next turn", "perd son prochain tour"),
    "is_out": Text("out of the game", "hors du jeu"),
    "dealer": Text("dealer", "donneur"),
    "won": Text("winner", "gagnant"),
    "points": Text("points", "points"),
    "card": Text("card", "carte"),
    "cards": Text("cards", "cartes"),
    "hidden": Text("face down", "face cachée"),
    "empty": Text("empty", "vide"),
    "moved": Text("changed", "changé"),
    "list_pile": Text("From the top", "Du dessus"),
    "piles": Text("Piles", "Piles"),
    "not_now": Text(
        "It came on this turn: it cannot be defeated yet.",
        "Il est arrivé à ce tour : il ne peut pas encore être vaincu.",
    ),
    "lasting": Text("Still in force", "Encore en vigueur"),
    "undrawable": Text(
        "The table cannot be drawn here: what is stored of the game does not fit together. The"
        " verdict tells where.",
        "La table ne peut pas être dessinée ici : ce qui est conservé de la partie ne concorde pas."
        " Le verdict dit où.",
    ),
    "pile_hand": Text("Hand", "Main"),
    "pile_deck": Text("Character Deck", "Paquet Personnage"),
    "pile_burn": Text("Burn Pile", "Brûlure"),
    "pile_enemy": Text("Enemy", "Ennemi"),
    "pile_items": Text("Items", "Éléments"),
    "pile_hero": Text("Hero", "Héros"),
    "pile_draw": Text("Draw pile", "Pioche"),
    "pile_discard": Text("Discard pile", "Talon"),
    "pile_danger": Text("Danger Deck", "Pioche Danger"),
    "pile_danger-discard": Text("Danger discard", "Talon Danger"),
    "pile_revealed": Text("Danger card flipped", "Carte Danger retournée"),
    "pile_removed": Text("Out of the game", "Hors du jeu"),
    # an event
    "who": Text("Who", "Qui"),
    "when": Text("When", "Quand"),
    "what_followed": Text("What followed, and why", "Ce qui a suivi, et pourquoi"),
    "no_rule": Text("No rule needs to be named.", "Aucune règle n’est à nommer."),
    "rule_for": Text("for seat", "pour le siège"),
    "basis": Text("Rests on", "Fondée sur"),
    "basis_sheet": Text("the printed sheet", "la feuille imprimée"),
    "basis_guide": Text("the written guide", "le guide écrit"),
    "basis_ruling": Text("a ruling", "une décision"),
    "read_rule": Text("The rule in full", "La règle au complet"),
    "hear_rule": Text("Hear the rule", "Entendre la règle"),
    "events": Text("Events", "Événements"),
    "previous_page": Text("Earlier", "Plus tôt"),
    "next_page": Text("Later", "Plus tard"),
    "events_pages": Text("Pages of events", "Pages d’événements"),
    "refused": Text("Refused", "Refusé"),
    "refused_others": Text("Other refused moves", "Autres coups refusés"),
    "refused_counted": Text(
        "Other refused moves, of which only the number is stored",
        "Autres coups refusés, dont seul le nombre est conservé",
    ),
    "refused_after": Text("after event", "après l’événement"),
    "refused_hidden": Text(
        "Refused moves name hidden cards: they are shown when the game opens.",
        "Les coups refusés nomment des cartes cachées : ils seront montrés quand la partie"
        " s’ouvrira.",
    ),
    "digest": Text("Digest", "Empreinte"),
    "as_data": Text("This event as data", "Cet événement en données"),
    # limits
    "limited": Text("Too many requests", "Trop de requêtes"),
    "limited_what": Text(
        "Your address has asked for too much in a short time. Try again in {seconds} seconds.",
        "Ton adresse a trop demandé en peu de temps. Réessaie dans {seconds} secondes.",
    ),
    # the rulings desk
    "rulings": Text("Rulings desk", "Bureau des décisions"),
    "rulings_here": Text(
        "Put a question to the rulings desk here", "Poser ici une question au bureau des décisions"
    ),
    "rulings_lead": Text(
        "Whether a move is legal in a position, by which rules, and what would follow. Nothing is"
        " stored, and no game changes.",
        "Si un coup est permis dans une position, selon quelles règles, et ce qui suivrait. Rien"
        " n’est conservé, et aucune partie ne change.",
    ),
    "rulings_question": Text("The question", "La question"),
    "rulings_position": Text("The position", "La position"),
    "rulings_of_game": Text("After event", "Après l’événement"),
    "rulings_back": Text("Back to the game", "Retour à la partie"),
    "rulings_edit": Text("Change the position", "Changer la position"),
    "rulings_seats": Text("Seats", "Sièges"),
    "rulings_options": Text("the options of the open question", "les choix de la question ouverte"),
    "rulings_json": Text("Position (JSON)", "Position (JSON)"),
    "rulings_json_help": Text(
        "The cards by zone, the top one last; the rest may be left out. The reply of position/ of"
        " the API is accepted as it is.",
        "Les cartes par zone, celle du dessus en dernier; tout le reste peut être omis. La réponse"
        " de position/ de l’API est acceptée telle quelle.",
    ),
    "rulings_game_options": Text("Options (JSON)", "Options (JSON)"),
    "rulings_heroes": Text("Heroes, seat by seat", "Héros, siège par siège"),
    "rulings_edition": Text("Edition (hash)", "Édition (empreinte)"),
    "rulings_newest": Text("current", "actuelle"),
    "rulings_show": Text("Show the position", "Montrer la position"),
    "rulings_choose": Text("Legal moves of", "Coups permis à"),
    "rulings_unknown": Text(
        "The hand of this seat is hidden, so its legal moves are not listed.",
        "La main de ce siège est cachée : ses coups permis ne sont pas énumérés.",
    ),
    "rulings_written": Text("Any move (JSON)", "N’importe quel coup (JSON)"),
    "rulings_written_help": Text(
        "The body that moves/ of the API takes, or a move as events and refusals record it.",
        "Le corps que prend moves/ de l’API, ou un coup comme les événements et les refus"
        " l’inscrivent.",
    ),
    "rulings_seat": Text("Seat that moves", "Siège qui joue"),
    "rulings_seat_help": Text("the one that is asked", "celui qui est attendu"),
    "rulings_ask": Text("Rule on it", "Décider"),
    "rulings_flaws": Text("This cannot be ruled on:", "Aucune décision n’est possible :"),
    "rulings_answer": Text("The ruling", "La décision"),
    "rulings_legal": Text("Legal", "Permis"),
    "rulings_illegal": Text("Not legal", "Pas permis"),
    "rulings_permitted": Text("Permitted by", "Permis par"),
    "rulings_forbidden": Text("Forbidden by", "Interdit par"),
    "rulings_other_rules": Text(
        "Rules that decide what follows", "Règles qui décident de la suite"
    ),
    "rulings_follows": Text("What would follow", "Ce qui suivrait"),
    "rulings_filled": Text(
        "One possibility, because chance has dealt what the position does not show",
        "Une possibilité parmi d’autres : le hasard a pigé ce que la position ne montre pas",
    ),
    "rulings_unused": Text(
        "Choices that no question used", "Choix qu’aucune question n’a utilisés"
    ),
    "rulings_then": Text("The questions that follow", "Les questions qui suivent"),
    "rulings_go_on": Text(
        "Choose an answer to go on from there.",
        "Choisis une réponse pour continuer à partir de là.",
    ),
    "rulings_nothing": Text("No question is open.", "Aucune question n’est ouverte."),
    "rulings_next": Text("Show the position after it", "Montrer la position qui suit"),
    "organiser": Text("an organiser", "un organisateur"),
    # what is not there
    "not_found": Text("There is no such page", "Cette page n’existe pas"),
    "not_found_what": Text(
        "There is no such game or event, or none that you may see.",
        "Il n’y a pas de telle partie ni de tel événement, ou aucun que tu puisses voir.",
    ),
    **{f"variant_{one.code}": Text(one.name, one.name_fr) for one in VARIANTS.values()},
}


def language_of(request: HttpRequest) -> Language:
    """The language of a page, as the switch or else the browser asks for it."""
    return FRENCH if str(getattr(request, "LANGUAGE_CODE", "")).startswith("fr") else ENGLISH


@cache
def words_in(language: Language) -> dict[str, str]:
    """Every word of the pages in one language."""
    return {name: text.to(language) for name, text in TEXTS.items()}


def said_of(words: dict[str, str], what: str, code: str) -> str:
    """The words for a code; the code itself where there are none."""
    return words.get(f"{what}_{code}", code)


def names_of(seats: Sequence[Seat], words: dict[str, str]) -> list[str]:
    """The names of those who sit there; with their tags where two look alike."""
    known = told_apart(seat.player for seat in seats if seat.player)
    return [
        known[seat.player.pk]
        if seat.player
        else f"{words['bot']} {seat.bot}"
        if seat.bot
        else words["nobody"]
        for seat in seats
    ]


def seat_names(seats: Sequence[Seat], language: Language) -> list[str]:
    """The names with the number of the seat."""
    words = words_in(language)
    names = zip(seats, names_of(seats, words), strict=True)
    return [f"{name} ({words['view_seat']} {seat.number})" for seat, name in names]
