"""Failed checks of the laws are told in full."""

import pytest

pytest.register_assert_rewrite("tests.laws.checks")
