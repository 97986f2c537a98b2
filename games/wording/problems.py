"""Every problem that the API can report: its stable code, its status, its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.wording.language import Language, Text


class Problem(NamedTuple):
    """A sort of problem. ``detail`` may name parameters in braces."""

    code: str
    status: int
    title: Text
    detail: Text


REASONS: Final = {
    "creator": Text("only who made the game can", "seulement qui a créé la partie"),
    "invited": Text("the seats are for invited players", "les sièges sont pour les invités"),
    "seated": Text("you have no seat here", "tu n’as pas de siège ici"),
    "seat": Text("the seat is another’s", "le siège est à quelqu’un d’autre"),
    "player": Text(
        "who has a seat in a game, or had one, cannot direct it",
        "qui a ou avait un siège dans une partie ne peut pas la diriger",
    ),
    "arbiter": Text(
        "who has looked at a game as an arbiter cannot play in it",
        "qui a regardé une partie comme arbitre ne peut pas y jouer",
    ),
    "name_blank": Text("nothing of it can be seen", "rien n’en est visible"),
    "name_characters": Text(
        "it has a character that names cannot have: an invisible one, one that changes the"
        " direction of the text, a control character or #",
        "il contient un caractère exclu des noms : invisible, qui change le sens du texte, de"
        " commande ou #",
    ),
    "name_length": Text("it has more than 40 characters", "il dépasse 40 caractères"),
    "name_marks": Text(
        "a letter carries too many accents or other marks",
        "une lettre porte trop d’accents ou d’autres signes",
    ),
    "name_scripts": Text(
        "a word mixes letters of scripts that look alike, such as Latin and Cyrillic",
        "un mot mêle des lettres d’écritures qui se ressemblent, comme la latine et la cyrillique",
    ),
    "name_reserved": Text(
        "it looks like the name of a bot or of staff",
        "il ressemble au nom d’un robot ou du personnel",
    ),
    "token": Text(
        "a token may revoke only itself and the tokens made with it",
        "un jeton ne peut révoquer que lui-même et les jetons créés avec lui",
    ),
    "other": Text("it is not open to you", "cela ne t’est pas ouvert"),
}
"""Why a caller may not do a thing."""


class _Gaps(dict[str, object]):
    """Parameters of a sentence; one that is missing leaves its name."""

    def __missing__(self, name: str) -> str:
        return name


def told(text: Text, language: Language, params: Mapping[str, object]) -> str:
    """A text with its parameters filled in."""
    return text.to(language).format_map(_Gaps(params))


def _problem(
    code: str, status: int, title: str, title_fr: str, detail: str, detail_fr: str
) -> Problem:
    return Problem(code, status, Text(title, title_fr), Text(detail, detail_fr))


_MALFORMED: Final = (
    _problem(
        "malformed_json",
        400,
        "The body is not JSON",
        "Le corps n’est pas du JSON",
        "The body must be one JSON object in UTF-8.",
        "Le corps doit être un seul objet JSON en UTF-8.",
    ),
    _problem(
        "malformed",
        400,
        "The body has another shape",
        "Le corps a une autre forme",
        "Something in the body is missing, unknown or of the wrong type: see errors.",
        "Quelque chose dans le corps manque, est inconnu ou n’est pas du bon type : voir errors.",
    ),
    _problem(
        "invalid_parameter",
        400,
        "A query parameter is wrong",
        "Un paramètre de la requête est erroné",
        "The parameter {parameter} cannot be read.",
        "Le paramètre {parameter} est illisible.",
    ),
    _problem(
        "invalid_header",
        400,
        "A header is wrong",
        "Un en-tête est erroné",
        "The header {header} cannot be read.",
        "L’en-tête {header} est illisible.",
    ),
    _problem(
        "bad_request",
        400,
        "The request cannot be read",
        "La requête est illisible",
        "The request is not one that this server can read.",
        "Ce serveur ne peut pas lire cette requête.",
    ),
    _problem(
        "seq_out_of_range",
        400,
        "There is no such position",
        "Cette position n’existe pas",
        "The game has positions from 1 to {seq}.",
        "La partie a des positions de 1 à {seq}.",
    ),
    _problem(
        "unknown_variant",
        400,
        "There is no such variant",
        "Cette variante n’existe pas",
        "The variants are listed under variants/.",
        "Les variantes sont énumérées sous variants/.",
    ),
    _problem(
        "unknown_edition",
        400,
        "There is no such edition",
        "Cette édition n’existe pas",
        "The published editions are listed under editions/; each belongs to one variant.",
        "Les éditions publiées sont énumérées sous editions/; chacune appartient à une variante.",
    ),
    _problem(
        "unknown_bot",
        400,
        "There is no such bot",
        "Ce robot n’existe pas",
        "The bots on offer are listed under bots/.",
        "Les robots offerts sont énumérés sous bots/.",
    ),
    _problem(
        "unknown_player",
        400,
        "There is no such player",
        "Ce joueur n’existe pas",
        "No player has this id.",
        "Aucun joueur ne porte cet identifiant.",
    ),
    _problem(
        "edition_of_another_variant",
        400,
        "The edition is of another variant",
        "L’édition est d’une autre variante",
        "The edition is made for {edition_variant}, not for {variant}.",
        "L’édition est faite pour {edition_variant}, pas pour {variant}.",
    ),
    _problem(
        "edition_not_playable",
        400,
        "The edition cannot be played",
        "L’édition ne peut pas être jouée",
        "The cards of this edition cannot be dealt to {seats} seats by the rules of {variant}.",
        "Les cartes de cette édition ne peuvent pas être distribuées à {seats} sièges selon les"
        " règles de {variant}.",
    ),
    _problem(
        "no_such_seat",
        400,
        "There is no such seat",
        "Ce siège n’existe pas",
        "The table has no seat {seat}.",
        "La table n’a pas de siège {seat}.",
    ),
    _problem(
        "malformed_seat",
        400,
        "A seat has another shape",
        "Un siège a une autre forme",
        "A seat names what its kind needs, and nothing else.",
        "Un siège nomme ce que sa sorte demande, et rien d’autre.",
    ),
    _problem(
        "unknown_option",
        400,
        "There is no such option",
        "Cette option n’existe pas",
        "The variant has no option {option}.",
        "La variante n’a pas d’option {option}.",
    ),
    _problem(
        "option_type",
        400,
        "An option is of the wrong type",
        "Une option n’est pas du bon type",
        "The option {option} must be of another type: {type}.",
        "L’option {option} doit être d’un autre type : {type}.",
    ),
    _problem(
        "option_choice",
        400,
        "An option has no such value",
        "Une option n’a pas cette valeur",
        "The option {option} must be one of: {choices}.",
        "L’option {option} doit être l’une de : {choices}.",
    ),
    _problem(
        "option_range",
        400,
        "An option is out of range",
        "Une option est hors limites",
        "The option {option} must lie between {least} and {most}.",
        "L’option {option} doit se situer entre {least} et {most}.",
    ),
    _problem(
        "unknown_look",
        400,
        "There is no such look",
        "Cette apparence n’existe pas",
        "The hero has no look {look}; there are: {choices}.",
        "Le personnage n’a pas l’apparence {look}; il y a : {choices}.",
    ),
    _problem(
        "endless_game",
        400,
        "Nothing would end the game",
        "Rien ne mettrait fin à la partie",
        "Set a target score or a number of rounds.",
        "Fixe un pointage à atteindre ou un nombre de manches.",
    ),
    _problem(
        "seated_twice",
        400,
        "A player is seated twice",
        "Quelqu’un est assis deux fois",
        "A player can have one seat at a table.",
        "Un joueur ne peut avoir qu’un siège à une table.",
    ),
    _problem(
        "too_many_tokens",
        409,
        "Too many tokens",
        "Trop de jetons",
        "A player may hold {most} tokens at once; take one back first.",
        "Un joueur peut détenir {most} jetons à la fois; retires-en un d’abord.",
    ),
)

_WHO: Final = (
    _problem(
        "not_authenticated",
        401,
        "A token is needed",
        "Un jeton est requis",
        "Send a token: Authorization: Bearer fd_… (POST players/ gives one to anybody).",
        "Envoie un jeton : Authorization: Bearer fd_… (POST players/ en donne un à quiconque).",
    ),
    _problem(
        "invalid_token",
        401,
        "The token is not valid",
        "Le jeton n’est pas valide",
        "The token is unknown, has expired or has been revoked.",
        "Le jeton est inconnu, expiré ou retiré.",
    ),
    _problem(
        "missing_scope",
        403,
        "The token lacks a scope",
        "Il manque une portée au jeton",
        "This needs a token with the scope {scope}.",
        "Il faut un jeton avec la portée {scope}.",
    ),
    _problem(
        "not_allowed",
        403,
        "This is not yours to do",
        "Ce n’est pas à toi de faire cela",
        "Others may do this, you may not: {reason}.",
        "Quelqu’un d’autre peut le faire, pas toi : {reason}.",
    ),
    _problem(
        "not_seated",
        403,
        "You have no seat in this game",
        "Tu n’as pas de siège dans cette partie",
        "Only a player at this table can do this.",
        "Seule une personne assise à cette table peut le faire.",
    ),
    _problem(
        "not_your_view",
        403,
        "That view is not yours",
        "Cette vue n’est pas la vôtre",
        "You may look as your own seat or as the public; in full only once the game is over,"
        " or as an arbiter with the scope audit:live and no seat in the game.",
        "Tu peux regarder depuis ton siège ou comme le public; en entier seulement une fois la"
        " partie terminée, ou comme arbitre, avec la portée audit:live et sans siège dans la"
        " partie.",
    ),
)

_WHAT: Final = (
    _problem(
        "not_found",
        404,
        "There is nothing here",
        "Il n’y a rien ici",
        "There is nothing at this address, or nothing that you may see. Addresses end in a slash.",
        "Il n’y a rien à cette adresse, ou rien que tu puisses voir."
        " Les adresses se terminent par une barre oblique.",
    ),
    _problem(
        "game_not_found",
        404,
        "There is no such game",
        "Cette partie n’existe pas",
        "There is no such game, or none that you may see.",
        "Cette partie n’existe pas, ou tu ne peux pas la voir.",
    ),
    _problem(
        "method_not_allowed",
        405,
        "This cannot be done here",
        "Cela ne se fait pas ici",
        "The method {method} is not for this address: see the header Allow.",
        "La méthode {method} n’est pas pour cette adresse : voir l’en-tête Allow.",
    ),
    _problem(
        "not_acceptable",
        406,
        "No such format",
        "Ce format n’existe pas",
        "The reply cannot be given in a format that the header Accept names.",
        "La réponse n’existe dans aucun format que nomme l’en-tête Accept.",
    ),
    _problem(
        "body_too_large",
        413,
        "The body is too large",
        "Le corps est trop grand",
        "A body may have {most} bytes.",
        "Un corps peut compter {most} octets.",
    ),
    _problem(
        "unsupported_media_type",
        415,
        "The body is of another type",
        "Le corps est d’un autre type",
        "Send the body as application/json.",
        "Envoie le corps en application/json.",
    ),
)

_LOG: Final = (
    _problem(
        "game_not_over",
        409,
        "The game is not over",
        "La partie n’est pas terminée",
        "A game is audited when it is over. Its bundle can be had before, as you may see the game.",
        "On vérifie une partie quand elle est terminée. Son dossier s’obtient avant, tel que tu"
        " peux voir la partie.",
    ),
    _problem(
        "checkpoint_not_found",
        404,
        "There is no such checkpoint",
        "Ce point de contrôle n’existe pas",
        "The log of finished games was not signed at this size: see checkpoints/.",
        "Le registre des parties terminées n’a pas été signé à cette taille : voir checkpoints/.",
    ),
    _problem(
        "not_in_log",
        409,
        "The game is not in the log",
        "La partie n’est pas au registre",
        "Only a game that was begun and is over comes into the log, about a minute after its end.",
        "Seule une partie commencée et terminée entre au registre, environ une minute après sa"
        " fin.",
    ),
    _problem(
        "not_in_checkpoint",
        409,
        "The game is not in this checkpoint",
        "La partie n’est pas dans ce point de contrôle",
        "It has the number {number} in the log, and the checkpoint has {size} entries, numbered"
        " from 0: ask for a larger one.",
        "Elle porte le numéro {number} au registre, et le point de contrôle a {size} entrées,"
        " numérotées à partir de 0 : demandes-en un plus grand.",
    ),
)

_POSITION: Final = (
    _problem(
        "unknown_zone",
        400,
        "There is no such zone",
        "Cette zone n’existe pas",
        "This table has no zone {zone}.",
        "Cette table n’a pas de zone {zone}.",
    ),
    _problem(
        "unknown_card",
        400,
        "There is no such card",
        "Cette carte n’existe pas",
        "The edition has no card {card}.",
        "L’édition n’a pas de carte {card}.",
    ),
    _problem(
        "card_out_of_place",
        400,
        "A card lies where it cannot",
        "Une carte est où elle ne peut pas être",
        "{card} never lies in {zone}.",
        "{card} ne se trouve jamais dans {zone}.",
    ),
    _problem(
        "too_many_cards",
        400,
        "A card too many",
        "Une carte de trop",
        "The position has {card} {count} times; the box has it {most} times.",
        "La position a {card} {count} fois; la boîte l’a {most} fois.",
    ),
    _problem(
        "too_few_cards",
        400,
        "Cards are missing",
        "Il manque des cartes",
        "Every card of the box is in some zone, and the position has no room for these: {cards}.",
        "Chaque carte de la boîte est dans une zone, et la position n’a pas de place pour"
        " celles-ci : {cards}.",
    ),
    _problem(
        "wrong_count",
        400,
        "A zone has another number of cards",
        "Une zone a un autre nombre de cartes",
        "The count of {zone} is {count}, but with the rest of the position it is {cards}."
        " Elsewhere of the same pack: {elsewhere}.",
        "Le nombre de {zone} est {count}, mais avec le reste de la position c’est {cards}."
        " Ailleurs, du même paquet : {elsewhere}.",
    ),
    _problem(
        "wrong_length",
        400,
        "A list is not as long as the table",
        "Une liste n’a pas la longueur de la table",
        "{member} has one entry for each of the {seats} seats.",
        "{member} a une entrée pour chacun des {seats} sièges.",
    ),
    _problem(
        "too_many_enemies",
        400,
        "Several Enemies before one hero",
        "Plusieurs ennemis devant un héros",
        "One Enemy at most stands before a seat; before seat {seat} there are {count}.",
        "Au plus un ennemi se tient devant un siège; devant le siège {seat} il y en a {count}.",
    ),
    _problem(
        "cards_of_seat_out",
        400,
        "A seat that is out has cards",
        "Un siège éliminé a des cartes",
        "Seat {seat} is out of the game: nothing lies in {zone}.",
        "Le siège {seat} est éliminé du jeu : il n’y a rien dans {zone}.",
    ),
    _problem(
        "empty_deck",
        400,
        "A deck is empty",
        "Une pioche personnelle est vide",
        "With the last card of a deck its player is out: seat {seat} is not.",
        "Avec la dernière carte de sa pioche un joueur est éliminé : le siège {seat} ne l’est pas.",
    ),
    _problem(
        "seat_is_out",
        400,
        "It is the turn of a seat that is out",
        "C’est le tour d’un siège éliminé",
        "Seat {seat} is out of the game and has no turn.",
        "Le siège {seat} est éliminé du jeu et n’a pas de tour.",
    ),
    _problem(
        "too_few_left",
        400,
        "No player is left",
        "Il ne reste personne pour jouer",
        "While a game runs, two of the {seats} seats at least are in it.",
        "Tant qu’une partie dure, au moins deux des {seats} sièges y sont.",
    ),
    _problem(
        "unknown_color",
        400,
        "There is no such color in play",
        "Cette couleur n’est pas en jeu",
        "The color in play is one of: {choices}.",
        "La couleur en jeu est l’une de : {choices}.",
    ),
    _problem(
        "impossible_uno",
        400,
        "A standing that no hand can have",
        "Un état qu’aucune main ne peut avoir",
        "Seat {seat} has not one card, so UNO is not its business.",
        "Le siège {seat} n’a pas une seule carte : UNO ne le concerne pas.",
    ),
    _problem(
        "impossible_enemy_since",
        400,
        "An Enemy from the future",
        "Un ennemi venu du futur",
        "No Enemy has come after turn {turn}.",
        "Aucun ennemi n’est venu après le tour {turn}.",
    ),
    _problem(
        "impossible_lasting",
        400,
        "An effect that cannot last",
        "Un effet qui ne peut pas durer",
        "No lasting effect of {card} has this {member}. Expected: {expected}.",
        "Aucun effet durable de {card} n’a ce membre {member}. Attendu : {expected}.",
    ),
    _problem(
        "impossible_drawn",
        400,
        "A card that was not just drawn",
        "Une carte qui ne vient pas d’être pigée",
        "After a draw, seat {seat} may play {card} only if it is in the hand and fits; otherwise"
        " the turn has passed on. Do not send prompts beside drawn.",
        "Après une pige, le siège {seat} ne peut jouer {card} que si cette carte est dans la main"
        " et convient; sinon, le tour est passé. N’envoie pas prompts avec drawn.",
    ),
    _problem(
        "hidden_question",
        400,
        "The options of the question are hidden",
        "Les choix de la question sont cachés",
        "The view does not show which options seat {seat} has, so an answer cannot be ruled on.",
        "La vue ne montre pas les choix du siège {seat} : aucune réponse ne peut être jugée.",
    ),
    _problem(
        "impossible_prompt",
        400,
        "A question that the rules do not ask here",
        "Une question que les règles ne posent pas ici",
        "In this position the rules would not ask that, or not so. Leave prompts out for"
        " a turn of the current seat.",
        "Dans cette position, les règles ne poseraient pas cette question, ou pas ainsi."
        " Omets prompts pour un tour du siège courant.",
    ),
    _problem(
        "hero_needed",
        400,
        "A hero is missing",
        "Il manque un héros",
        "Name the hero of every seat, in heroes or in the zones hero:0, hero:1 …; seat"
        " {seat} has none.",
        "Nomme le héros de chaque siège, dans heroes ou dans les zones hero:0, hero:1 …;"
        " le siège {seat} n’en a pas.",
    ),
)

_WHEN: Final = (
    _problem(
        "not_open",
        409,
        "The seats are settled",
        "Les sièges sont attribués",
        "The game has begun or is over.",
        "La partie est commencée ou terminée.",
    ),
    _problem(
        "not_started",
        409,
        "The game has not begun",
        "La partie n’est pas commencée",
        "There is nothing to move yet: a player at the table starts the game first.",
        "Il n’y a encore rien à jouer : quelqu’un à la table commence d’abord la partie.",
    ),
    _problem(
        "seats_empty",
        409,
        "A seat is empty",
        "Il manque quelqu’un",
        "The game can begin when every seat is taken.",
        "La partie peut commencer quand chaque siège est pris.",
    ),
    _problem(
        "seat_taken",
        409,
        "No such free seat",
        "Ce siège n’est pas libre",
        "The seat is taken or reserved, or no seat is free.",
        "Quelqu’un y est assis ou attendu, ou aucun siège n’est libre.",
    ),
    _problem(
        "already_seated",
        409,
        "You already sit here",
        "Tu es déjà assis ici",
        "You have a seat at this table.",
        "Tu as un siège à cette table.",
    ),
    _problem(
        "stale_seq",
        412,
        "The game has moved on",
        "La partie a avancé",
        "Your If-Match is not where the game stands: it is at {seq}."
        " The events you missed are in the body.",
        "Ton If-Match n’est pas où en est la partie : elle en est à {seq}."
        " Les événements manqués sont dans le corps.",
    ),
    _problem(
        "seq_ahead",
        412,
        "The game has no such event yet",
        "La partie n’a pas encore cet événement",
        "If-Match names event {expected}, but the latest event of the game is {seq}.",
        "If-Match nomme l’événement {expected}, mais le dernier de la partie est le {seq}.",
    ),
    _problem(
        "name_refused",
        422,
        "This name cannot be taken",
        "Ce nom n’est pas permis",
        "Choose another name: {reason}.",
        "Choisis un autre nom : {reason}.",
    ),
    _problem(
        "key_reused",
        422,
        "The key was used for something else",
        "La clé a servi à autre chose",
        "The Idempotency-Key was used with another request; take a new one.",
        "L’en-tête Idempotency-Key a servi à une autre requête; prends-en une nouvelle.",
    ),
    _problem(
        "too_many_requests",
        429,
        "Too many requests",
        "Trop de requêtes",
        "Try again in {seconds} s.",
        "Réessaie dans {seconds} s.",
    ),
    _problem(
        "too_many_bot_games",
        429,
        "Too many running games with bots",
        "Trop de parties en cours avec des bots",
        "The limit {quota} allows {limit} running games. End one, or try again in {seconds} s.",
        "La limite {quota} permet {limit} parties en cours. Termines-en une, ou réessaie dans"
        " {seconds} s.",
    ),
    _problem(
        "server_error",
        500,
        "The server failed",
        "Le serveur a échoué",
        "This is our fault. Nothing of the request was kept; the instance names it in our logs.",
        "C’est notre faute. Rien de la requête n’a été gardé;"
        " instance la désigne dans nos journaux.",
    ),
    _problem(
        "unavailable",
        503,
        "The server cannot answer now",
        "Le serveur ne peut pas répondre maintenant",
        "Something that the server needs does not answer. Try again shortly.",
        "Une chose dont le serveur a besoin ne répond pas. Réessaie sous peu.",
    ),
)

_ILLEGAL: Final = (
    _problem(
        "not_your_prompt",
        409,
        "It is not yours to answer",
        "Ce n’est pas à toi de répondre",
        "The game waits for seat {seat}.",
        "La partie attend le siège {seat}.",
    ),
    _problem(
        "game_over",
        409,
        "The game is over",
        "La partie est terminée",
        "Nothing can be moved in it any more.",
        "On ne peut plus rien y jouer.",
    ),
    _problem(
        "already_out",
        422,
        "The seat is out of the game",
        "Le siège est éliminé du jeu",
        "Seat {seat} is out of the game and moves no more.",
        "Le siège {seat} est éliminé du jeu et ne joue plus.",
    ),
    _problem(
        "card_not_in_hand",
        422,
        "The card is not in the hand",
        "La carte n’est pas dans la main",
        "You do not hold {card}.",
        "Tu n’as pas {card} en main.",
    ),
    _problem(
        "card_does_not_fit",
        422,
        "The card does not fit",
        "La carte ne convient pas",
        "{card} matches neither the color in play nor the number or symbol on the discard pile.",
        "{card} ne correspond ni à la couleur en jeu, ni au chiffre ou au symbole du talon.",
    ),
    _problem(
        "card_forbidden",
        422,
        "The card is forbidden now",
        "La carte est interdite maintenant",
        "A card in force forbids {card}.",
        "Une carte en vigueur interdit {card}.",
    ),
    _problem(
        "bluff_refused",
        422,
        "Bluffs are not played here",
        "On ne bluffe pas ici",
        "{card} may be played only without a card of the color in play.",
        "{card} ne se joue que sans carte de la couleur en jeu.",
    ),
    _problem(
        "nothing_drawn",
        422,
        "Nothing has been drawn",
        "Rien n’a été pigé",
        "Only a card just drawn can be kept: play a card or draw one.",
        "On ne peut garder qu’une carte qu’on vient de piger : joue une carte ou piges-en une.",
    ),
    _problem(
        "already_drawn",
        422,
        "A card has been drawn",
        "Une carte a été pigée",
        "Play the card just drawn, or keep it.",
        "Joue la carte que tu viens de piger, ou garde-la.",
    ),
    _problem(
        "nothing_to_draw",
        422,
        "A second play is no draw",
        "Un deuxième coup n’est pas une pige",
        "The second play cannot be a draw: play a card that fits, or pass.",
        "Le deuxième coup ne peut pas être une pige : joue une carte qui convient, ou passe.",
    ),
    _problem(
        "not_an_option",
        422,
        "That is no answer to the question",
        "Ce n’est pas une réponse à la question",
        "The open question ({kind}) has other answers: see prompts.",
        "La question ouverte ({kind}) a d’autres réponses : voir prompts.",
    ),
    _problem(
        "nobody_to_catch",
        422,
        "There is no player to catch",
        "Il n’y a personne à prendre",
        "Seat {seat} cannot be caught now: it costs nothing.",
        "Le siège {seat} ne peut pas être pris maintenant : cela ne coûte rien.",
    ),
    _problem(
        "no_uno_to_call",
        422,
        "There is no UNO to call",
        "Il n’y a pas d’UNO à annoncer",
        "UNO is called once: with one card in hand, or with a play that can leave one.",
        "On annonce UNO une seule fois : avec une seule carte en main, ou avec un coup qui peut en"
        " laisser une.",
    ),
    _problem(
        "seats_out_of_range",
        422,
        "Too few or too many seats",
        "Trop peu ou trop de sièges",
        "This game is played with {least} to {most} seats, not {seats}.",
        "Ce jeu se joue à {least} jusqu’à {most} sièges, et non {seats}.",
    ),
    _problem(
        "no_heroes",
        422,
        "This game has no heroes",
        "Ce jeu n’a pas de personnages",
        "There are no heroes in {variant}: leave out hero and look.",
        "Personne n’a de personnage dans {variant} : omets hero et look.",
    ),
    _problem(
        "hero_count",
        422,
        "Too few or too many heroes",
        "Trop peu ou trop de personnages",
        "There are {seats} seats and {heroes} heroes: each seat has one, or null for the lot.",
        "Il y a {seats} sièges et {heroes} personnages : chaque siège en a un, ou null pour le"
        " sort.",
    ),
    _problem(
        "unknown_hero",
        422,
        "There is no such hero",
        "Ce personnage n’existe pas",
        "The edition has no hero {hero}.",
        "L’édition n’a pas de personnage {hero}.",
    ),
    _problem(
        "hero_taken",
        422,
        "The hero is taken",
        "Le personnage est pris",
        "Another seat plays {hero}: a hero is played once at a table.",
        "Un autre siège joue {hero} : un personnage n’est joué qu’une fois à une table.",
    ),
    _problem(
        "already_void",
        409,
        "The game is void already",
        "La partie est déjà annulée",
        "A game is voided once; its result may be corrected.",
        "Une partie est annulée une seule fois; son résultat peut être corrigé.",
    ),
    _problem(
        "same_winner",
        422,
        "That is the result already",
        "C’est déjà le résultat",
        "Seat {seat} has won already.",
        "Le siège {seat} a déjà gagné.",
    ),
    _problem(
        "illegal_move",
        422,
        "The rules refuse this",
        "Les règles refusent cela",
        "The rule {rule} refuses this.",
        "La règle {rule} refuse cela.",
    ),
)

PROBLEMS: Final = {
    problem.code: problem
    for problem in (*_MALFORMED, *_WHO, *_WHAT, *_LOG, *_POSITION, *_WHEN, *_ILLEGAL)
}
"""Every problem, by its code."""
