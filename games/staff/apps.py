"""The Django app of logins and users."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StaffConfig(AppConfig):
    """Logging in, users and groups."""

    name = "games.staff"
    label = "staff"
    verbose_name = _("Staff")

    def ready(self) -> None:
        """Report failed logins."""
        from django.contrib.auth.signals import user_login_failed

        from games.staff import logins

        user_login_failed.connect(logins.report_failure, dispatch_uid="games.staff")
