"""What goes wrong with a request about editions."""

from __future__ import annotations

from rest_framework.exceptions import APIException


class WrongParameter(APIException):
    """A query parameter that cannot be read: why, in both languages, and what it may be."""

    status_code = 400

    def __init__(self, parameter: str, en: str, fr: str, choices: str = "") -> None:
        super().__init__(en)
        self.parameter, self.en, self.fr, self.choices = parameter, en, fr, choices
