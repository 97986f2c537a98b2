"""OpenAPI components, generated from the structs that are read and written.

Generators of clients read them, so they use only what those understand: every discriminator names
components, every union and every closed list is a component of its own, every constant has a type,
and a member with a default says so in words only (a ``default`` would make it look required).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, get_args

import msgspec

from games import messages
from games.api.openapi.closed_lists import LISTS, MEMBERS
from games.engine.facts import Fact
from games.engine.moves import Act, CallJudge, Move
from games.engine.prompts import Bookmark, Intent
from games.engine.seen_facts import SeenMove
from games.engine.variants import VARIANTS, options_schema
from games.ledger.rows import BotSeat, PlayerSeat, Start
from games.messages import (
    act_messages,
    bodies,
    game_messages,
    move_messages,
    records,
    tournament_messages,
)
from games.messages.ruled_moves import RuledMove
from games.wording.language import ENGLISH
from games.wording.problems import PROBLEMS, Problem

Schema = dict[str, Any]
Known = Sequence[tuple[str, str, Any]]
"""Names of components, with the keyword and value by which a schema is recognised as theirs."""

REF: Final = "#/components/schemas/"

STATUS: Final = {
    200: "Success.",
    201: "Created. The response has the results.",
    202: "Accepted, and not done yet.",
    204: "Success, without a body.",
    304: "Not modified since the ETag that the request names.",
    400: "The request is malformed.",
    401: "A valid token is needed.",
    403: "The token, or its player, may not do this.",
    404: "The resource does not exist, or you may not see it.",
    405: "The resource does not support this method.",
    406: "The requested format is not available.",
    409: "The present state of the game or the resource does not permit this.",
    412: "The game has changed since the state that the request names.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The rules refuse the request, or the idempotency key belongs to another request.",
    428: "The request needs If-Match.",
    429: "Too many requests.",
    500: "The server failed.",
    503: "The server is temporarily unavailable.",
}
"""The meaning of each status."""

_OTHERWISE: Final = {
    "Prompt": "OpenedPrompt",
    "MoveResponse": "MoveReply",
    "PromptsResponse": "PromptList",
    "AnswerResponse": "AuditAnswer",
}
"""Structs of the engine and of the API that would have one name, or that of their own member."""


SEEN: Final = "Seen"
"""The prefix of the names of structs whose hidden parts are null. Such a struct and the one without
hidden parts are one component."""


def name_of(name: str) -> str:
    """Return the name of the component made of a struct."""
    name = name.removeprefix(SEEN)
    if name.endswith("Request"):
        return name.removesuffix("Request") + "Body"
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    return name.removesuffix("Response")


BASES: Final = (
    *(bodies.ResponseBody, bodies.RequestBody, game_messages.SeatRequest, records.CaseRequest),
    *(act_messages.BaseActRequest, act_messages.SeatActRequest, act_messages.ProposedActRequest),
)
"""The structs of which others are made; none is a body of an operation."""

_WITH_OPTIONS: Final = (
    *("GameBody", "RulingBody", "Game", "NewGame", "OpenTable", "Setup"),
    *("TournamentBody", "TournamentSetup"),
)
"""The components with the options of a game."""

_UNIONS: Final[dict[str, tuple[Any, str]]] = {
    "MoveBody": (move_messages.MoveRequest, "A move, always for your own seat."),
    "RuledMove": (RuledMove, "A move to rule on: the body of a move, or a move as recorded."),
    "ActBody": (act_messages.ActRequest, "What an organiser does to a game."),
    "TournamentActBody": (
        tournament_messages.TournamentActRequest,
        "What is done in a tournament, by its staff or for an entry.",
    ),
    "ProposedAct": (
        act_messages.VoidRequest | act_messages.CorrectRequest,
        "An act that a second organiser must confirm.",
    ),
    "SeatBody": (
        game_messages.MySeatRequest
        | game_messages.BotSeatRequest
        | game_messages.OpenSeatRequest
        | game_messages.InvitedSeatRequest,
        "The player or bot for a seat.",
    ),
    "Fact": (Fact, "One thing that happened."),
    "Move": (Move, "A move of a seat, or an act of an organiser."),
    "RecordedMove": (CallJudge | Act, "An act of an organiser, or a call for a judge."),
    "EventMove": (SeenMove | Start, "What an event records: a move, or the start."),
    "StartSeat": (PlayerSeat | BotSeat, "A seat as the start of a game names it."),
    "Frame": (Bookmark | Intent, "A piece of work that waits for an answer."),
}
"""The unions of structs: msgspec gives them no name."""


@cache
def components() -> dict[str, Schema]:
    """Return every component that the structs give, each with its example."""
    sent = [
        one
        for one in _members_of(messages)
        if isinstance(one, type)
        and issubclass(one, bodies.ResponseBody | bodies.RequestBody)
        and one not in BASES
    ]
    kinds = [*sent, Fact, Move, tournament_messages.TournamentActRequest]
    _, found = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    structs = _struct_types(kinds)
    made: dict[str, Schema] = {}
    for name in sorted(found, key=lambda name: name.startswith(SEEN)):
        component, plain = _component(structs[name], found[name]), made.get(name_of(name))
        description = {"description": plain["description"]} if plain else {}
        made[name_of(name)] = component | description
    made |= _lists() | _unions() | _problems(made)
    made["GameOptions"] = _game_options()
    made |= _ruling_bodies(made["RulingBody"])
    known = _known(made)
    made = {name: rebuilt(schema, lambda part: named(part, known)) for name, schema in made.items()}
    for name, example in examples().items():
        if name in made and not _has_examples_of_its_items(made[name]):
            is_sent = name.endswith("Body")
            made[name]["examples"] = [example if is_sent else _first_of_lists(example)]
    return dict(sorted(made.items()))


def _has_examples_of_its_items(schema: Schema) -> bool:
    """Whether a component is a page of a list, whose items have an example each."""
    items = schema.get("properties", {}).get("results", {}).get("items", {})
    return "$ref" in items and items["$ref"].removeprefix(REF) in examples()


def _first_of_lists(example: Any) -> Any:
    """Return an example whose lists of objects have one at most."""
    if isinstance(example, dict):
        return {name: _first_of_lists(part) for name, part in example.items()}
    if isinstance(example, list):
        is_long = any(isinstance(one, dict) for one in example)
        return [_first_of_lists(one) for one in (example[:1] if is_long else example)]
    return example


def _members_of(package: ModuleType) -> list[Any]:
    """Return what the modules of a package define, each name once."""
    names = (f"{package.__name__}.{one.name}" for one in iter_modules(package.__path__))
    modules = [import_module(name) for name in names]
    return list({name: one for module in modules for name, one in vars(module).items()}.values())


def _struct_types(kinds: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """Return every struct that a type holds, by its name."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting = [msgspec.inspect.type_info(kind) for kind in kinds]
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls.__name__ in found:
                continue
            found[info.cls.__name__] = info.cls
            waiting += [field.type for field in info.fields]
        for name in info.__struct_fields__:
            part = getattr(info, name)
            parts = part if isinstance(part, tuple) else (part,)
            waiting += [one for one in parts if isinstance(one, msgspec.inspect.Type)]
    return found


def _component(struct: type[msgspec.Struct], found: Schema) -> Schema:
    name = name_of(struct.__name__)
    made = refined(found)
    del made["title"]
    properties = made["properties"]
    is_body = struct.__name__.endswith(("Request", "Patch"))
    omits = struct.__struct_config__.omit_defaults
    for member, default in _defaults(found).items():
        properties[member] = _with_default(properties[member], default, is_body, omits)
    if not is_body and not omits:
        # A member that is neither required nor has a default is absent if it is UNSET.
        given = {*found.get("required", ()), *_defaults(found)}
        made["required"] = [member for member in properties if member in given]
        if not given:
            del made["required"]
    if not issubclass(struct, bodies.RequestBody) and not is_body and name != "Choices":
        made.pop("additionalProperties", None)
    for (owner, member), words in MEMBERS.items():
        if owner == name:
            properties[member] = _of_list(properties[member], words)
    if name in _WITH_OPTIONS:
        properties["options"] = {"$ref": f"{REF}GameOptions"}
    return made


def _defaults(found: Schema) -> dict[str, Any]:
    return {
        member: schema["default"]
        for member, schema in found["properties"].items()
        if "default" in schema
    }


def _with_default(schema: Schema, default: Any, is_body: bool, omits: bool) -> Schema:
    """Say in words what a missing member means."""
    if is_body:
        note = "" if default is None else f"If omitted: `{json.dumps(default)}`."
    elif not omits:
        note = ""
    elif default is None:
        schema = _not_null(schema)
        note = "Omitted if there is none."
    else:
        note = f"Omitted if it is `{json.dumps(default)}`."
    return _described(schema, note)


def _described(schema: Schema, text: str) -> Schema:
    description = f"{schema.get('description', '')} {text}".strip()
    return schema | {"description": description} if description else schema


def _not_null(schema: Schema) -> Schema:
    """Return a schema without its null."""
    others = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    if len(others) != 1:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**others[0], **rest}


def _of_list(schema: Schema, words: str) -> Schema:
    """Return the schema of a text, or of texts, with the words of a closed list."""
    if schema.get("type") == "array":
        return schema | {"items": _of_list(schema["items"], words)}
    if "anyOf" in schema:
        return schema | {"anyOf": [_of_list(one, words) for one in schema["anyOf"]]}
    if schema["type"] == "null":
        return schema
    retained = {key: value for key, value in schema.items() if key == "description"}
    return {"$ref": REF + words, **retained}


# Every schema


def refined(schema: Schema) -> Schema:
    """Return a schema as the generators of clients understand it."""
    made = rebuilt(schema, refined)
    made.pop("default", None)
    if isinstance(made.get("$ref"), str):
        made["$ref"] = REF + name_of(made["$ref"].removeprefix(REF))
    if isinstance(made.get("description"), str):
        made["description"] = re.sub(r"\s*\n(?!\n)\s*", " ", made["description"])
        made["description"] = made["description"].replace("``", "`").strip()
    if "discriminator" in made:
        made["discriminator"] = {
            "propertyName": made["discriminator"]["propertyName"],
            "mapping": {
                tag: REF + name_of(ref.removeprefix(REF))
                for tag, ref in made["discriminator"]["mapping"].items()
            },
        }
    if "enum" in made or "const" in made:
        _typed(made)
    if "prefixItems" in made:
        _pair(made)
    if made.get("type") == "object" and not {"properties", "additionalProperties"} & set(made):
        made["additionalProperties"] = True
    return made


def rebuilt(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """Return a schema with each schema inside it changed."""
    made = dict(schema)
    for key in ("properties", "patternProperties"):
        if key in made:
            made[key] = {name: change(part) for name, part in made[key].items()}
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        if key in made:
            made[key] = [change(part) for part in made[key]]
    for key in ("items", "additionalProperties"):
        if isinstance(made.get(key), dict):
            made[key] = change(made[key])
    return made


_TYPES: Final = {str: "string", bool: "boolean", int: "integer", type(None): "null"}


def _typed(schema: Schema) -> None:
    """Give an enum or a constant its type, and one word alone as a constant."""
    if len(schema.get("enum", ())) == 1:
        (schema["const"],) = schema.pop("enum")
    values = [schema["const"]] if "const" in schema else schema["enum"]
    kinds = list(dict.fromkeys(_TYPES[type(value)] for value in values))
    schema.setdefault("type", kinds[0] if len(kinds) == 1 else kinds)


def _pair(schema: Schema) -> None:
    """Write a tuple of equal parts as an array: generators know no tuples."""
    parts = schema.pop("prefixItems")
    if any(part != parts[0] for part in parts):
        raise ValueError(f"A tuple of different parts cannot be described: {parts}")
    schema["items"] = parts[0]


def named(schema: Schema, known: Known) -> Schema:
    """Return a schema whose unions and closed lists refer to their components."""
    made = rebuilt(schema, lambda part: named(part, known))
    for name, key, value in known:
        if made.get(key) == value:
            retained = {one: made[one] for one in ("description",) if one in made}
            return {"$ref": REF + name, **retained}
    return made


def _known(made: Mapping[str, Schema]) -> Known:
    """Return the components that stand for the same schema anywhere else."""
    lists = [(name, "enum", made[name]["enum"]) for name in LISTS]
    unions = [(name, "anyOf", made[name]["oneOf"]) for name in _UNIONS]
    return lists + unions


def _lists() -> dict[str, Schema]:
    return {
        name: {"description": text, "type": "string", "enum": sorted(words)}
        for name, (words, text) in LISTS.items()
    }


def _unions() -> dict[str, Schema]:
    """Return the components of the unions."""
    made: dict[str, Schema] = {}
    for name, (union, text) in _UNIONS.items():
        structs = get_args(union)
        configs = [struct.__struct_config__ for struct in structs]
        refs = [REF + name_of(struct.__name__) for struct in structs]
        made[name] = {
            "description": text,
            "oneOf": [{"$ref": ref} for ref in refs],
            "discriminator": {
                "propertyName": configs[0].tag_field,
                "mapping": {one.tag: ref for one, ref in zip(configs, refs, strict=True)},
            },
        }
    return made


def _game_options() -> Schema:
    """Return the options of all variants: which a game has depends on its variant."""
    properties: dict[str, Schema] = {}
    for variant in VARIANTS.values():
        for name, schema in options_schema(variant)["properties"].items():
            known = properties.setdefault(name, refined(schema))
            if "maximum" in schema:
                known["maximum"] = max(known["maximum"], schema["maximum"])
    return {
        "description": "The options of a game; `variants/` tells which ones a variant has, and"
        " what each is if it is omitted.",
        "type": "object",
        "properties": dict(sorted(properties.items())),
        "additionalProperties": False,
    }


_OF_TABLE: Final = ("variant", "seats", "position")
_BESIDE_TABLE: Final = (*_OF_TABLE, "edition", "options", "heroes")
_BESIDE_GAME: Final = ("game", "at")


def _ruling_bodies(body: Schema) -> dict[str, Schema]:
    """Return the question about a position at a table, that about a game, and either."""
    kinds = {
        "TableRulingBody": ("A move, and a position to rule on it in.", _OF_TABLE, _BESIDE_GAME),
        "GameRulingBody": ("A move, and a game to rule on it in.", ("game",), _BESIDE_TABLE),
    }
    made: dict[str, Schema] = {}
    for name, (text, needed, others) in kinds.items():
        members = {key: one for key, one in body["properties"].items() if key not in others}
        made[name] = body | {
            "description": text,
            "properties": members | {key: _not_null(members[key]) for key in needed},
            "required": ["move", *needed],
        }
    either = [{"$ref": REF + name} for name in kinds]
    return made | {"RulingBody": {"description": body["description"], "oneOf": either}}


# Problems

_MEMBERS_OF_STATUS: Final = {
    409: ("seq", "prompts", "open"),
    412: ("seq", "events"),
    422: ("seq", "prompts", "open"),
}
"""The further members of problems: only these statuses have any."""


def _problems(made: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return a component for each status, and their common members."""
    whole = made["Problem"]
    further = {name for names in _MEMBERS_OF_STATUS.values() for name in names}
    members = whole["properties"]
    common = {name: schema for name, schema in members.items() if name not in further}
    params = {"description": "What the words of a problem name."}
    found = {
        "ProblemParams": params | common["params"],
        "Problem": whole | {"properties": common | {"params": {"$ref": f"{REF}ProblemParams"}}},
    }
    for status in sorted({problem.status for problem in PROBLEMS.values()}):
        more = {name: members[name] for name in _MEMBERS_OF_STATUS.get(status, ())}
        found[f"Problem{status}"] = _of_status(status, more)
    return found


def _of_status(status: int, more: Mapping[str, Schema]) -> Schema:
    """Return the component of a status, whose text has each code with its words."""
    problems = {one.code: one for one in PROBLEMS.values() if one.status == status}
    words = [f"- `{code}`: {words_of(one)}" for code, one in sorted(problems.items())]
    return {
        "description": "\n".join([STATUS[status], "", *words]),
        "allOf": [
            {"$ref": f"{REF}Problem"},
            {
                "type": "object",
                "properties": {
                    "status": {"type": "integer", "enum": [status]},
                    "code": {"type": "string", "enum": sorted(problems)},
                    **more,
                },
                "required": ["code", "status"],
            },
        ],
    }


def words_of(problem: Problem) -> str:
    """Return title and detail of a problem type, its parameters in braces."""
    return f"{problem.title.to(ENGLISH)}. {problem.detail.to(ENGLISH)}"


def names_in(part: Any) -> Iterator[str]:
    """Yield the names of the components that a part of the description refers to."""
    if isinstance(part, str) and part.startswith(REF):
        yield part.removeprefix(REF)
    elif isinstance(part, Mapping):
        yield from (name for one in part.values() for name in names_in(one))
    elif isinstance(part, list):
        yield from (name for one in part for name in names_in(one))


@cache
def examples() -> dict[str, Any]:
    """Return an example of each component."""
    found = files("games.api.openapi").joinpath("examples.json")
    retained: dict[str, Any] = msgspec.json.decode(found.read_bytes())
    return retained
