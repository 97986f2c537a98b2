"""A part of the cache for one test: on a real Redis, tests run side by side."""

from uuid import uuid4

from django.conf import settings
from django.core.cache import cache


def empty_cache() -> None:
    """Let this test use keys that nothing has used: ``cache.clear`` would empty all of Redis."""
    prefix = f"test-{uuid4().hex}"
    settings.CACHES["default"]["KEY_PREFIX"] = prefix
    cache.key_prefix = prefix
