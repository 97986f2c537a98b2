"""What the responses of a deprecated method say: docs/versions.md."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.http import HttpResponseBase
from django.utils.http import http_date


@dataclass(frozen=True, slots=True)
class Deprecation:
    """The day it began, the earliest day of the removal, and the announcement."""

    since: date
    sunset: date
    link: str

    def mark(self, response: HttpResponseBase) -> None:
        """Set the headers of RFC 9745 and RFC 8594, and the link to the announcement."""
        response["Deprecation"] = f"@{_seconds(self.since)}"
        response["Sunset"] = http_date(_seconds(self.sunset))
        link = f'<{self.link}>; rel="deprecation"'
        response["Link"] = f"{response['Link']}, {link}" if response.has_header("Link") else link


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
