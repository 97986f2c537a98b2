"""The admin of games, organisers, arbiters, players and users."""

from games.staff.games_admin import (
    AuditFindingAdmin,
    AuditRunAdmin,
    GameAdmin,
    MoveEventAdmin,
    RefusalAdmin,
    RefusalCountAdmin,
)
from games.staff.looks_admin import LookAdmin, RefusedLookAdmin
from games.staff.organisers_admin import ActProposalAdmin, GameSetAdmin, GrantAdmin, RefusedActAdmin
from games.staff.people_admin import GroupAdmin, PlayerAdmin, UserAdmin

__all__ = [
    "ActProposalAdmin",
    "AuditFindingAdmin",
    "AuditRunAdmin",
    "GameAdmin",
    "GameSetAdmin",
    "GrantAdmin",
    "GroupAdmin",
    "LookAdmin",
    "MoveEventAdmin",
    "PlayerAdmin",
    "RefusalAdmin",
    "RefusalCountAdmin",
    "RefusedActAdmin",
    "RefusedLookAdmin",
    "UserAdmin",
]
