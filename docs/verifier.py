"""The formats of version 4 in small: standard library, and `cryptography` for Ed25519."""

import json
from hashlib import sha256, shake_256

SEAL, CHANCE = b"fairdeal-seal-v4", b"fairdeal-shake256-v3"
GENESIS = "0" * 64


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def read(source):
    """The value of a file; a ValueError if its bytes are not the canonical form."""
    value = json.loads(source)
    if canonical(value) != source or not plain(value, 64):
        raise ValueError("malformed")
    return value


def plain(value, depth):
    if isinstance(value, dict):
        return depth > 0 and all(k.isascii() and plain(v, depth - 1) for k, v in value.items())
    if isinstance(value, list):
        return depth > 0 and all(plain(v, depth - 1) for v in value)
    return not isinstance(value, float) and (type(value) is not int or abs(value) < 2**53)


# ---- event-format.md


def commitment(salt, value):
    return sha256(SEAL + b"/hidden/" + bytes.fromhex(salt) + canonical(value)).hexdigest()


def digest(previous, sealed):
    return sha256(SEAL + b"/row/" + bytes.fromhex(previous) + canonical(sealed)).hexdigest()


def link(previous, committed):
    return sha256(SEAL + b"/refusal/" + bytes.fromhex(previous + committed)).hexdigest()


def name_commitment(salt, name):
    return sha256(SEAL + b"/name/" + bytes.fromhex(salt) + name.encode()).hexdigest()


OPEN = ("discard", "danger-discard", "revealed", "burn", "enemy", "items", "hero")


def hidden_paths(event):
    """Which parts of a row are hidden, in any view."""
    paths = ["/signed"] if event["signed"] is not None or "/signed" in event["hidden"] else []
    for at, fact in enumerate(event["facts"]):
        kind, parts = fact["fact"], ()
        if kind == "cards-moved":
            seen = [fact[end].split(":")[0] in OPEN for end in ("source", "target")]
            parts = () if any(seen) else ("cards",)
        elif kind == "shuffled":
            parts = ("order",)
        elif kind == "lot-drawn" and fact.get("hidden"):
            parts = ("picked",)
        elif kind == "cards-shown" and fact.get("to") is not None:
            parts = ("cards",)
        elif kind in ("answered", "taken") and fact.get("hidden"):
            parts = ("option",)
        elif kind == "prompted" and fact["prompt"].get("hidden"):
            parts = [
                f"prompt/{name}"
                for name in ("default", "options", "resume")
                if name in fact["prompt"]
            ]
        paths += [f"/facts/{at}/{part}" for part in parts]
    if event["move"]["move"] == "choose" and "/facts/0/option" in paths:
        paths.append("/move/option")
    return paths


def move_message(game, seq, digest, move, choices):
    return b"fairdeal-move-v4/" + canonical(
        {"choices": choices, "digest": digest, "game": game, "move": move, "seq": seq}
    )


def act_message(game, seq, digest, event, second):
    actor = event["actor"]
    told = {"digest": digest, "game": game, "move": event["move"], "seq": seq, "second": second}
    told |= {name: actor.get(name) for name in ("player", "reason", "reference")}
    return b"fairdeal-act-v4/" + canonical(told)


def head_message(head):
    return b"fairdeal-head-v4/" + canonical(head)


# ---- fairness.md


def seed_commitment(server_seed):
    return sha256(CHANCE + b"/commitment/" + server_seed).hexdigest()


def share_commitment(share):
    return sha256(CHANCE + b"/share/" + bytes.fromhex(share)).hexdigest()


def mixed_seed(server_seed, shares):
    return sha256(CHANCE + b"/seed/" + server_seed + canonical(shares)).digest()


def terms_digest(bundle):
    """The digest of the terms, row 0, that follow from row 1."""
    first = bundle["events"][0]
    head, terms = bundle["head"], {k: v for k, v in first["move"].items() if k != "move"}
    chance = {k: v for k, v in terms["chance"].items() if k != "shares"}
    terms |= {"chance": chance | {"commitment": head["commitment"]}, "game": head["game"]}
    terms |= {"setup": first["facts"][0]["setup"]}
    return sha256(SEAL + b"/terms/" + canonical(terms)).hexdigest()


def words(seed, purpose, nth):
    stream = shake_256(CHANCE + b"/%s/%d/" % (purpose, nth) + seed).digest(4096)
    return (stream[i] * 256 + stream[i + 1] for i in range(0, 4096, 2))


def below(count, numbers):
    return next(word for word in numbers if word < 65536 - 65536 % count) % count


def shuffle(seed, cards, nth):
    pile, numbers = sorted(cards), words(seed, b"shuffle", nth)
    for last in range(len(pile) - 1, 0, -1):
        chosen = below(last + 1, numbers)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile


def pick(seed, count, nth):
    return below(count, words(seed, b"pick", nth))


# ---- bundle.md


def signed(public, message, signature):
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
            bytes.fromhex(signature), message
        )
    except InvalidSignature:
        return False
    return True


def game_seed(bundle):
    shares = bundle["events"][0]["move"]["chance"]["shares"]
    return mixed_seed(bytes.fromhex(bundle["seed"]), shares)


def sealed_row(bundle, event):
    row = json.loads(canonical(event)) | {"game": bundle["head"]["game"]}
    hidden = row.pop("hidden")
    del row["mark"]
    for path, given in hidden.items():
        *steps, last = [int(s) if s.isdigit() else s for s in path[1:].split("/")]
        part = row
        for step in steps:
            part = part[step]
        part[last] = {
            "commitment": given.get("commitment") or commitment(given["salt"], part[last])
        }
    return row


def committed_refusal(refusal):
    value = {name: part for name, part in refusal.items() if name != "salt"}
    return refusal.get("commitment") or commitment(refusal["salt"], value)


def sealed(bundle, public=None):
    by, head = bundle["signature"], bundle["head"]
    if public and by["public"] != public:
        return "key"
    if not signed(by["public"], head_message(head), by["head"]):
        return "head-signature"
    start = bundle["events"][0]["move"]
    if (
        sha256(canonical(bundle["edition"])).hexdigest()
        != bundle["events"][0]["facts"][0]["setup"]["edition"]
    ):
        return "edition"
    if bundle["seed"] and seed_commitment(bytes.fromhex(bundle["seed"])) != head["commitment"]:
        return "seed"
    names = bundle["names"] or []
    for seat, given in zip(start["seats"], names, strict=bundle["names"] is not None):
        if (given is None) != (seat["kind"] == "bot"):
            return "name"
        if given and "erased" in given:
            continue
        if given and name_commitment(given["salt"], given["name"]) != seat["name"]:
            return "name"
    previous, time, refusals = GENESIS, "", {}
    for refusal in bundle["refusals"]:
        refusals.setdefault(refusal["seq"], []).append(refusal)
    for number, event in enumerate(bundle["events"], 1):
        if event["seq"] != number:
            return "missing"
        if number > 1 and event["refused"] != refused_after(
            number - 1, previous, event["refused"], refusals
        ):
            return f"refusals {number - 1}"
        previous = digest(previous, sealed_row(bundle, event))
        if not previous.startswith(event["mark"]):
            return f"altered {number}"
        if sorted(hidden_paths(event)) != list(event["hidden"]):
            return f"hidden {number}"
        if event["at"] < time:
            return f"time {number}"
        time = event["at"]
        who = start["seats"][event["seat"]] if event["seat"] is not None else {}
        actor = event["actor"]
        if actor["kind"] == "player" and number > 1 and actor["player"] != who.get("player"):
            return f"actor {number}"
        if actor["kind"] == "bot" and actor["name"] != who.get("bot"):
            return f"actor {number}"
        named = {one["player"] for one in start["organisers"]}
        acting = {actor.get("player"), actor.get("second", actor.get("player"))}
        if actor["kind"] == "organiser" and named and not acting <= named:
            return f"actor {number}"
    if number != head["seq"] or previous != head["digest"]:
        return "head"
    if head["refused"] != refused_after(number, previous, head["refused"], refusals):
        return f"refusals {number}"
    return "refusals" if refusals else ""


def refused_after(seq, head, told, refusals):
    """What a row must say of the refusals before it; `refusals` loses those that were looked at."""
    stored = refusals.pop(seq, [])
    if told is None:
        return None if not stored else {}
    for nth, refusal in enumerate(stored, 1):
        if refusal["nth"] != nth:
            return {}
        head = link(head, committed_refusal(refusal))
    return {"count": max(told["count"], len(stored)), "head": head} if stored else {}


def fair(bundle):
    seed, nth = game_seed(bundle), 0
    chance = bundle["events"][0]["move"]["chance"]
    for share, bound in zip(chance["shares"], chance["commitments"], strict=True):
        if share and bound and share_commitment(share) != bound:
            return "share"
    for event in bundle["events"]:
        for fact in event["facts"]:
            if fact["fact"] == "shuffled":
                right = fact["order"] == shuffle(seed, fact["order"], nth)
            elif fact["fact"] == "lot-drawn":
                right = fact["picked"] == pick(seed, fact["among"], nth)
            else:
                continue
            if fact["nth"] != nth:
                return f"nth {event['seq']}"
            if not right:
                return f"{fact['fact']} {event['seq']}"
            nth += 1
    return ""


SHARED = ("draw", "discard", "danger", "danger-discard", "revealed", "removed")
OWN = ("hand", "deck", "burn", "hero", "enemy", "items")


def dealt(bundle):
    zones, shown = {}, 0
    seats = range(bundle["events"][0]["facts"][0]["setup"]["seats"])
    known = {*SHARED, *(f"{kind}:{seat}" for kind in OWN for seat in seats)}
    for event in bundle["events"]:
        for fact in event["facts"]:
            wrong = f"{event['seq']}"
            if fact["fact"] == "cards-placed":
                if sorted(fact["cards"]) != sorted(
                    box(bundle["edition"], fact["zone"], zones, fact["cards"])
                ):
                    return "box " + wrong
                zones[fact["zone"]] = list(fact["cards"])
            elif fact["fact"] == "shuffled":
                if sorted(zones.get(fact["zone"], [])) != sorted(fact["order"]):
                    return "pile " + wrong
                zones[fact["zone"]] = list(fact["order"])
                shown = 0 if fact["zone"] == "draw" else shown
            elif fact["fact"] == "cards-moved":
                source, cards = zones.setdefault(fact["source"], []), fact["cards"]
                if not {fact["source"], fact["target"]} <= known:
                    return "zone " + wrong
                kind = fact["source"].split(":")[0]
                top = cards == source[::-1][: len(cards)] or sorted(cards) == sorted(source)
                if kind in ("draw", "deck", "danger") and not top:
                    return "top " + wrong
                for card in cards:
                    if card not in source:
                        return "absent " + wrong
                    del source[len(source) - 1 - source[::-1].index(card)]
                target = zones.setdefault(fact["target"], [])
                target[:0], target[len(target) :] = (
                    (cards[::-1], []) if fact.get("bottom") else ([], cards)
                )
            elif fact["fact"] == "cards-shown":
                if fact["verb"] == "dealer":
                    shown += 1
                    if zones["draw"][-shown:][:1] != fact["cards"]:
                        return "shown " + wrong
                else:
                    hand = list(zones.get(f"hand:{fact['seat']}", []))
                    if fact["verb"] == "hand" and sorted(hand) != sorted(fact["cards"]):
                        return "shown " + wrong
                    if any(card not in hand for card in fact["cards"]):
                        return "shown " + wrong
    return ""


DANGERS = ("enemy", "event", "item")


def box(edition, zone, zones, new):
    """What comes out of the box onto a zone that is still empty."""
    kind, _, seat = zone.partition(":")
    decks = {deck["hero"]: deck for deck in edition.get("decks", [])}
    if zone in zones:
        return [None]
    if kind == "draw" and not decks:
        return [
            c["code"] for c in edition["cards"] for _ in range(edition["copies"].get(c["code"], 1))
        ]
    heroes = {z: cards[0] for z, cards in zones.items() if z.startswith("hero:")}
    if kind == "deck" and "hero:" + seat in heroes:
        cards = decks[heroes["hero:" + seat]]["cards"]
        return [c["card"] for c in cards for _ in range(c.get("copies", 1))]
    if kind == "danger":
        own = set(heroes.values())
        dangers = [c["code"] for c in edition["cards"] if c["kind"] in DANGERS and c["hero"] in own]
        return [code for code in dangers for _ in range(edition.get("copies", {}).get(code, 1))]
    if kind == "hero":
        return next(
            ([hero] for hero in decks if [hero] == new and [hero] not in list(zones.values())),
            [None],
        )
    return [None]


def windows_of(events):
    """By row the first row of the window for calls that is open after it."""
    first, windows = 0, {}
    for event in events:
        kinds = {fact["fact"] for fact in event["facts"]}
        first = 0 if kinds & {"window-closed", "game-ended"} else first
        first = first or event["seq"] if "window-opened" in kinds else first
        windows |= {event["seq"]: first} if first else {}
    return windows


def act_fault(event, keys, game, digests, windows, proposed):
    """What is wrong with the signatures of an act; `proposed` are those of proposals."""
    actor, last = event["actor"], event["seq"] - 1
    acting = [actor[name] for name in ("player", "second") if name in actor]
    given = event["signed"]["organisers"] if event["signed"] else []
    if len(given) > len(acting):
        return "signed"
    for at, player in enumerate(acting):
        one, proposes = given[at] if at < len(given) else None, at < len(acting) - 1
        if not keys.get(player):
            if one:
                return "signed"
            continue
        if not one:
            return "unsigned-act"
        first = 1 if proposes else windows.get(last, last)
        if not first <= one["seq"] <= last or one["signature"] in proposed:
            return "act-signature"
        if proposes:
            proposed.add(one["signature"])
        second = None if proposes else actor.get("second")
        message = act_message(game, one["seq"], digests[one["seq"]], event, second)
        if not signed(keys[player], message, one["signature"]):
            return "act-signature"
    return ""


def revoked_keys(events, seats):
    """By seat the row in which its player revoked its key."""
    rows = {}
    for event in events:
        seat, by_player = event["seat"], event["actor"]["kind"] == "player"
        revokes = seat is not None and by_player and event["move"]["move"] == "revoke-key"
        if revokes and seats[seat].get("key"):
            rows.setdefault(seat, event["seq"])
    return rows


def authentic(bundle):
    """An empty text is a yes only if no key was revoked: see `revoked_keys`."""
    start = bundle["events"][0]["move"]
    seats, keys = start["seats"], {one["player"]: one["key"] for one in start["organisers"]}
    if not any([*(seat.get("key") for seat in seats), *keys.values()]):
        return None
    proposed = set()
    game, windows = bundle["head"]["game"], windows_of(bundle["events"])
    revoked = revoked_keys(bundle["events"], seats)
    by, used, last, choices, who = 0, set(), 0, {}, None
    digests = [GENESIS]
    for event in bundle["events"]:
        digests.append(digest(digests[-1], sealed_row(bundle, event)))
    for event in bundle["events"][1:]:
        seat = seats[event["seat"]] if event["seat"] is not None else {}
        mine, wrong = event["signed"], str(event["seq"])
        if event["actor"]["kind"] == "organiser":
            code = act_fault(event, keys, game, digests, windows, proposed)
            if code:
                return f"{code} {wrong}"
            continue
        first = revoked.get(event["seat"], event["seq"] + 1)
        signs = event["seq"] < first or (mine or {}).get("seq", first) < first
        signs = signs and event["move"]["move"] != "revoke-key"
        if event["actor"]["kind"] != "player" or not seat.get("key") or not signs:
            if mine is not None:
                return "signed " + wrong
            continue
        if mine is None:
            return "unsigned " + wrong
        if "signature" in mine:
            before = event["seq"] - 1
            answered = mine.get("seq", before)
            fits = answered == before or windows.get(before, before) <= answered < before
            row = (answered, digests[answered]) if fits else (0, GENESIS)
            message = move_message(game, *row, event["move"], mine["choices"])
            if not fits or not signed(seat["key"], message, mine["signature"]):
                return "move-signature " + wrong
            by, used, last, choices, who = (
                event["seq"],
                set(),
                event["seq"],
                mine["choices"],
                event["seat"],
            )
            continue
        kind, nth = mine["choice"]
        given = choices.get(kind)
        given = given if isinstance(given, list) else [given]
        first = nth == 0 or (kind, nth - 1) in used
        if (
            (mine["by"], last + 1, who) != (by, event["seq"], event["seat"])
            or (kind, nth) in used
            or not first
        ):
            return "choice " + wrong
        option = (
            {True: "yes", False: "no"}.get(given[nth])
            if isinstance(given[nth], bool)
            else str(given[nth])
        )
        if event["move"] != {"move": "choose", "option": option, "seat": event["seat"]}:
            return "choice " + wrong
        used.add((kind, nth))
        last = event["seq"]
    return ""
