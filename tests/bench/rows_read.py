"""What statements read on PostgreSQL, by their plans."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.db import connection

MANY: Final = 1000
"""The rows from which a table is too large to be read whole."""

READ: Final = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
"""What a node of a plan says of the rows that it reads."""


class Statement(NamedTuple):
    """A statement that was executed, and how long it took."""

    sql: str
    params: Any
    seconds: float


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """Record the statements of the connection."""
    statements: list[Statement] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            statements.append(Statement(sql, params, time.perf_counter() - start))

    with connection.execute_wrapper(note):
        yield statements


@dataclass
class Reading:
    """The rows and index entries that were read, and the large tables that were read whole.

    Both are by the name of the table; entries that no table was read by, by that of the index.
    """

    by_name: Counter[str] = field(default_factory=Counter)
    whole: set[str] = field(default_factory=set)

    @property
    def rows(self) -> int:
        """All that was read."""
        return self.by_name.total()

    def add(self, node: dict[str, Any]) -> None:
        """Add a node of a plan, and those below it."""
        name = node.get("Relation Name") or node.get("Index Name")
        rows = sum(node.get(kind, 0) for kind in READ) * node.get("Actual Loops", 0)
        if name:
            self.by_name[name] += rows
        if node["Node Type"] == "Seq Scan" and rows >= MANY:
            self.whole.add(name)
        for part in node.get("Plans", ()):
            self.add(part)


def reading_of(statements: Sequence[Statement]) -> Reading:
    """Return what statements read; those that only read are executed again."""
    reading = Reading()
    with connection.cursor() as cursor:
        for sql, params, _ in statements:
            kind = sql.lstrip("( ").split(" ", 1)[0].upper()
            if kind in ("SELECT", "UPDATE", "DELETE") and ";" not in sql:
                how = "ANALYZE, TIMING OFF, FORMAT JSON" if kind == "SELECT" else "FORMAT JSON"
                cursor.execute(f"EXPLAIN ({how}) {sql}", params)
                ((found,),) = cursor.fetchall()
                plans = json.loads(found) if isinstance(found, str) else found
                reading.add(plans[0]["Plan"])
    return reading
