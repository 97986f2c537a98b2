"""The short form of the OpenAPI description, for the pages that show it.

A page resolves an operation with everything that it refers to whenever a reader opens it. In the
short form an error has its codes in words and no schema, and a union that no body holds is an
object that names its alternatives: an operation has a quarter of the nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.api.openapi.components import REF, Schema, examples, names_in

NOTE: Final = (
    "**This page shows a short form** of the description: the codes of errors are listed in words,"
    " and a part of a response that is one of many structs is shown as an object. The full"
    " description, for generators of clients, is at `/api/v1/schema/`:"
    " [YAML](/api/v1/schema/?format=yaml), [JSON](/api/v1/schema/?format=json).\n\n"
)
"""What the pages say above the text of the description."""


def short_form(full: Schema) -> Schema:
    """Return the short form of a description; the full one stays unchanged."""
    components = full["components"]
    schemas: dict[str, Schema] = components["schemas"]
    operations = (one for methods in full["paths"].values() for one in methods.values())
    sent = _reached([one.get("requestBody") for one in operations], schemas)
    short = {
        name: _in_words(name, schema) if "oneOf" in schema and name not in sent else schema
        for name, schema in schemas.items()
    }
    errors = {name: _error(name, schemas[name]) for name in components["responses"]}
    info = full["info"] | {"description": NOTE + full["info"]["description"].lstrip()}
    return full | {"info": info, "components": components | {"schemas": short, "responses": errors}}


def _in_words(name: str, union: Schema) -> Schema:
    names = ", ".join(f"`{one['$ref'].removeprefix(REF)}`" for one in union["oneOf"])
    text = f"{union['description']} One of {names}: see `{name}` in the full description."
    return {"description": text, "type": "object", "additionalProperties": True}


def _error(name: str, problem: Schema) -> Schema:
    """Return the shared response of an error status, with an example of its own."""
    example = examples()[name]
    content = {"schema": {"type": "object"}, "example": example}
    return {
        "description": problem["description"],
        "content": {"application/problem+json": content},
    }


def _reached(part: Any, schemas: Mapping[str, Schema]) -> set[str]:
    """Return the schemas that a part refers to, directly or through others."""
    found: set[str] = set()
    waiting = [*names_in(part)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names_in(schemas[name])
    return found
