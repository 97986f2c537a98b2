"""The short form of the OpenAPI description, for the pages that show it.

A page resolves an operation with everything that it refers to whenever a reader opens it, and the
time grows with the size of the whole description. The short form has every operation with its
parameters, its body and its successful responses, and leaves out what readers seldom need:

- an error response has no headers, and one component, `Problem`, for all statuses; the codes of a
  status are in words;
- in what only responses hold, a union is an object that names its alternatives;
- the parts of a screen that an error may include are plain objects;
- discriminators, and components that nothing refers to any more, are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from games.api.openapi.components import REF, Schema, examples, problem_name, rebuilt

NOTE: Final = (
    "**This page shows a short form** of the description: the codes of errors are listed in words,"
    " and a part of a response that is one of many structs is shown as an object. The full"
    " description, for generators of clients, is at `/api/v1/schema/`:"
    " [YAML](/api/v1/schema/?format=yaml), [JSON](/api/v1/schema/?format=json).\n\n"
)
"""What the pages say above the text of the description."""

_SCREEN: Final = ("table", "since", "cards")
"""The parts of a screen that an error may include."""


def short_form(full: Schema) -> Schema:
    """Return the short form of a description; the full one stays unchanged."""
    schemas: dict[str, Schema] = full["components"]["schemas"]
    operations = [one for methods in full["paths"].values() for one in methods.values()]
    errors = {name: _error(name, schemas) for name in full["components"]["responses"]}
    sent = _reached([one.get("requestBody") for one in operations], schemas)
    short = {
        name: _without_discriminator(
            schema if name in sent else _with_short_unions(schema, schemas)
        )
        for name, schema in schemas.items()
    }
    short["Problem"] = _with_short_screen(short["Problem"])
    parameters = full["components"]["parameters"]
    used = _reached([operations, errors, parameters], short)
    components = full["components"] | {
        "responses": errors,
        "schemas": {name: schema for name, schema in short.items() if name in used},
    }
    info = full["info"] | {"description": NOTE + full["info"]["description"].lstrip()}
    return full | {"info": info, "components": components}


def _error(name: str, schemas: Mapping[str, Schema]) -> Schema:
    """Return the shared response of an error status, with an example of its own."""
    problem = schemas[name]
    codes = problem["allOf"][1]["properties"]["code"]["enum"]
    listed = ", ".join(f"`{code}`" for code in codes)
    example = examples().get(name) or examples()[problem_name(codes[0])]
    content = {"schema": {"$ref": f"{REF}Problem"}, "example": example}
    return {
        "description": f"{problem['description']} The `code` is one of: {listed}.",
        "content": {"application/problem+json": content},
    }


def _refs(part: Any) -> Iterator[str]:
    """Return every reference to a component in a part of the description."""
    if isinstance(part, Mapping):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = part.values()
    elif not isinstance(part, list):
        return
    for one in part:
        yield from _refs(one)


def _reached(parts: Iterable[Any], schemas: Mapping[str, Schema]) -> set[str]:
    """Return the names of the schemas that parts refer to, directly or through others."""
    found: set[str] = set()
    waiting: list[Any] = [*parts]
    while waiting:
        for ref in _refs(waiting.pop()):
            name = ref.removeprefix(REF)
            if name in schemas and name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return found


def _with_short_screen(problem: Schema) -> Schema:
    """Return the schema of an error in which each part of a screen is a plain object."""
    members = problem["properties"]
    shown = {
        name: {"description": f"As `{name}` of prompts/.", "type": ["object", "array", "null"]}
        for name in _SCREEN
        if name in members
    }
    return problem | {"properties": members | shown}


def _without_discriminator(schema: Schema) -> Schema:
    made = rebuilt(schema, _without_discriminator)
    made.pop("discriminator", None)
    return made


def _with_short_unions(schema: Schema, schemas: Mapping[str, Schema]) -> Schema:
    """Return a schema in which a reference to a union is an object in its place."""
    name = schema.get("$ref", "").removeprefix(REF)
    union = schemas.get(name, {})
    if "oneOf" not in union:
        return rebuilt(schema, lambda part: _with_short_unions(part, schemas))
    names = ", ".join(f"`{one['$ref'].removeprefix(REF)}`" for one in union["oneOf"])
    text = schema.get("description", union["description"])
    return {
        "description": f"{text} One of {names}: see `{name}` in the full description.",
        "type": "object",
        "additionalProperties": True,
    }
