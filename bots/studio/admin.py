"""The admin of the studio: drafts, proposals, editions, releases, rehearsals."""

from django.contrib import admin

from bots.studio.admin_pages.cards_admin import CardAdmin
from bots.studio.admin_pages.editions_admin import EditionAdmin, ReleaseAdmin
from bots.studio.admin_pages.proposals_admin import ProposalAdmin
from bots.studio.admin_pages.rehearsals_admin import RehearsalAdmin
from bots.studio.admin_pages.sets_admin import CardSetAdmin
from cards.confirmations import delete_chosen

__all__ = [
    "CardAdmin",
    "CardSetAdmin",
    "EditionAdmin",
    "ProposalAdmin",
    "RehearsalAdmin",
    "ReleaseAdmin",
]

admin.site.add_action(delete_chosen, "delete_selected")
