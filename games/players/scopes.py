"""What a token may be used for."""

from typing import Final

CREATE: Final = "game:create"
PLAY: Final = "game:play"
AUDIT_READ: Final = "audit:read"
AUDIT_LIVE: Final = "audit:live"
DIRECT: Final = "tournament:direct"

SCOPES: Final = (
    CREATE,
    PLAY,
    AUDIT_READ,
    AUDIT_LIVE,
    DIRECT,
)
"""All scopes."""

PUBLIC: Final = "public"
"""In place of a scope: no token is needed, and none changes the response."""

OPTIONAL: Final = "optional"
"""In place of a scope: no token is needed, but the response shows more with one."""

ANY_TOKEN: Final = "any"
"""In place of a scope: any valid token."""

GUEST: Final = (CREATE, PLAY)
"""The scopes of the first token of a guest."""
