"""The attributes that requests of Django and of REST framework have in common."""

from __future__ import annotations

from typing import Protocol

from django.http import QueryDict

from games.wording.language import HasMeta


class AnyRequest(HasMeta, Protocol):
    """A request of either kind.

    The framework's request is no ``HttpRequest``: it wraps one, and passes on what it does not
    define. Its ``content_type``, ``user``, ``POST`` and ``FILES`` are its own.
    """

    @property
    def GET(self) -> QueryDict:
        """The query, without the body."""

    @property
    def body(self) -> bytes:
        """The bytes of the body."""

    @property
    def method(self) -> str | None:
        """The HTTP method, in capitals."""

    def get_full_path(self, force_append_slash: bool = False) -> str:
        """Return the path with its query."""
