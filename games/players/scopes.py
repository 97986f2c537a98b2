"""What a token may be used for."""

from typing import Final

CREATE: Final = "game:create"
PLAY: Final = "game:play"
AUDIT_READ: Final = "audit:read"
AUDIT_LIVE: Final = "audit:live"
DIRECT: Final = "tournament:direct"
CATALOG_WRITE: Final = "catalog:write"
CATALOG_PUBLISH: Final = "catalog:publish"

SCOPES: Final = (CREATE, PLAY, AUDIT_READ, AUDIT_LIVE, DIRECT, CATALOG_WRITE, CATALOG_PUBLISH)
"""Every scope there is."""

GUEST: Final = (CREATE, PLAY)
"""What anyone gets for the asking."""
