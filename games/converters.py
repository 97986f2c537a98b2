"""Ids in addresses."""

from __future__ import annotations

from django.urls.converters import UUIDConverter


class IdConverter(UUIDConverter):
    """An id (UUID) with hexadecimal digits of either case, as in RFC 9562."""

    regex = UUIDConverter.regex.replace("a-f", "a-fA-F")
