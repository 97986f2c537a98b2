"""The pages that make an edition current, or one that was so before."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio import reviews
from bots.studio.admin_pages.comparison_pages import compare_releases
from bots.studio.admin_pages.review_fragments import actor_of, current_text, variant_name
from bots.studio.admin_pages.studio_page import Act, AdminPage, ReasonForm, form_page, posted
from cards.models import Edition
from cards.page_language import time_text
from cards.selectors import current_release, editions, is_current


class MayRelease(AdminPage):
    """The permission to make editions current."""

    def has_release_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make editions current."""
        return bool(request.user.has_perm("cards.release_edition"))


class ReleasesEdition(MayRelease):
    """The actions of an edition that make it current, or roll back to it."""

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to roll back to what was current before, and nothing for the current one."""
        actions: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        edition = Edition.objects.filter(pk=object_id).defer("canonical").first()
        hidden: tuple[str, ...] = ("_release", "_roll_back")
        if edition is not None and not is_current(edition):
            hidden = ("_release",) if edition.releases.exists() else ("_roll_back",)
        return [one for one in actions if not one.action_name.endswith(hidden)]

    @action(description=_("Make current"), url_path="release", permissions=["release"])
    def release(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, then make the edition current."""
        edition = get_object_or_404(editions(), pk=object_id)
        form = ReasonForm(posted(request))
        act = partial(self.make_current, request, edition)
        texts = (
            gettext("Make this edition current"),
            gettext("Make current"),
            gettext("New games use this edition from now on. Existing games keep their editions."),
        )
        return self.edition_page(request, edition, form, act, texts)

    @action(description=_("Roll back to this"), url_path="roll-back", permissions=["release"])
    def roll_back(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for confirmation, with a reason filled in, then roll back."""
        edition = get_object_or_404(editions(), pk=object_id)
        last = current_release(edition.variant)
        reason = gettext("Roll back from {edition}.").format(edition=last.edition) if last else ""
        form = ReasonForm(posted(request), initial={"reason": reason})
        act = partial(self.make_current, request, edition)
        texts = (
            gettext("Roll back to this"),
            gettext("Roll back to this"),
            gettext(
                "This edition becomes current again. New games use it from now on; existing games"
                " keep their editions. To confirm, press the button: the reason is filled in, and"
                " can be changed."
            ),
        )
        return self.edition_page(request, edition, form, act, texts)

    def make_current(
        self, request: HttpRequest, edition: Edition, given: dict[str, Any]
    ) -> HttpResponse:
        """Make the edition current, and return to its page."""
        reviews.release(edition=edition, by=request.user, **given)  # type: ignore[arg-type]
        done = gettext("{edition} is now the current edition of {variant}.").format(
            edition=edition, variant=variant_name(edition.variant)
        )
        messages.success(request, done)
        return redirect("admin:cards_edition_change", edition.pk)

    def edition_page(
        self,
        request: HttpRequest,
        edition: Edition,
        form: forms.Form,
        act: Act,
        texts: tuple[str, str, str],
    ) -> HttpResponse:
        """Return a page about an edition; the texts are title, button and intro."""
        title, button, intro = texts
        by = gettext("by {user}").format(user=actor_of(edition))
        rows = [
            (gettext("Edition"), str(edition)),
            (gettext("Published"), f"{time_text(edition.published_at)} {by}"),
            (gettext("Current edition"), current_text(edition.variant)),
        ]
        return form_page(
            self, request, edition, form, act, title=title, button=button, intro=intro, rows=rows,
            comparison=compare_releases(edition),
        )  # fmt: skip
