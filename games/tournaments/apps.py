"""The Django app of tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments: their rows, entries and tables."""

    name = "games.tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the games which tables they are of, what erasures delete, who may judge."""
        from games.play.directing import on_act
        from games.play.erasure import on_erasure
        from games.play.starting import tables_of_events
        from games.tournaments.erased_names import forget_entrant
        from games.tournaments.judges import check_role
        from games.tournaments.table_games import table_of
        from games.tournaments.tasks import wake
        from games.tournaments.tournament_ledger import on_row

        on_row.append(wake)
        tables_of_events.append(table_of)
        on_erasure.append(forget_entrant)
        on_act.append(check_role)
