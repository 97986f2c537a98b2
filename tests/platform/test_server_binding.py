"""PostgreSQL options with which a move could not be stored."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.postgresql.base import DatabaseWrapper


def test_parameters_bound_on_the_server_are_refused() -> None:
    database = DatabaseWrapper({"NAME": "fairdeal", "OPTIONS": {"server_side_binding": True}})
    with pytest.raises(ImproperlyConfigured, match="server_side_binding"):
        database.get_connection_params()
