"""The addresses of drafts, under /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.api.catalog_editing.draft_cards import DraftCardList, DraftCardOne, DraftDeck
from games.api.catalog_editing.draft_sets import (
    SetComparison,
    SetDefinition,
    SetLint,
    SetList,
    SetOne,
    SetPreview,
)
from games.api.catalog_editing.proposal_views import (
    ProposalApproval,
    ProposalComments,
    ProposalComparison,
    ProposalList,
    ProposalOne,
    ProposalPublication,
    ProposalReturn,
    ProposalWithdrawal,
    SetPublication,
)
from games.api.catalog_editing.release_views import ReleaseList, ScheduleCancel, ScheduleList

SET = "sets/<str:code>/"
PROPOSAL = "proposals/<int:proposal>/"

urlpatterns: list[URLPattern] = [
    path("sets/", SetList.as_view(), name="sets"),
    path(SET, SetOne.as_view(), name="set"),
    path(f"{SET}definition.json", SetDefinition.as_view(), name="set-definition"),
    path(f"{SET}lint/", SetLint.as_view(), name="set-lint"),
    path(f"{SET}preview/", SetPreview.as_view(), name="set-preview"),
    path(f"{SET}compare/<str:other>/", SetComparison.as_view(), name="set-compare"),
    path(f"{SET}publish/", SetPublication.as_view(), name="set-publish"),
    path(f"{SET}cards/", DraftCardList.as_view(), name="draft-cards"),
    path(f"{SET}cards/<str:card>/", DraftCardOne.as_view(), name="draft-card"),
    path(f"{SET}decks/<str:hero>/", DraftDeck.as_view(), name="draft-deck"),
    path("proposals/", ProposalList.as_view(), name="proposals"),
    path(PROPOSAL, ProposalOne.as_view(), name="proposal"),
    path(f"{PROPOSAL}compare/", ProposalComparison.as_view(), name="proposal-compare"),
    path(f"{PROPOSAL}comments/", ProposalComments.as_view(), name="proposal-comments"),
    path(f"{PROPOSAL}approve/", ProposalApproval.as_view(), name="proposal-approve"),
    path(f"{PROPOSAL}return/", ProposalReturn.as_view(), name="proposal-return"),
    path(f"{PROPOSAL}withdraw/", ProposalWithdrawal.as_view(), name="proposal-withdraw"),
    path(f"{PROPOSAL}publish/", ProposalPublication.as_view(), name="proposal-publish"),
    path("releases/", ReleaseList.as_view(), name="releases"),
    path("releases/schedules/", ScheduleList.as_view(), name="schedules"),
    path(
        "releases/schedules/<int:schedule>/cancel/",
        ScheduleCancel.as_view(),
        name="schedule-cancel",
    ),
]
