"""Create the permissions of the studio and three groups; who could change cards may draft."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

VIEW = (
    "view_cardset", "view_card", "view_deckcard", "view_edition", "view_release", "view_proposal",
    "view_scheduledrelease",
)  # fmt: skip
GROUPS = {
    "Card translators": ("translate_card",),
    "Card editors": ("translate_card", "draft_card", "review_edition"),
    "Card publishers": ("review_edition", "publish_edition", "release_edition"),
}
OBSOLETE = (
    "add_cardset", "change_cardset",
    "add_card", "change_card", "delete_card",
    "add_deckcard", "change_deckcard", "delete_deckcard",
)  # fmt: skip


def permissions_of(apps, alias):
    """Return the permissions of the cards, which are otherwise created after all migrations."""
    config = apps.get_app_config("cards")
    config.models_module = True
    create_permissions(config, apps=apps, verbosity=0, using=alias)
    config.models_module = None
    Permission = apps.get_model("auth", "Permission")
    return Permission.objects.using(alias).filter(content_type__app_label="cards")


def keep_rights(apps, schema_editor):
    """Who could change cards may draft; permissions without effect are removed."""
    permissions = permissions_of(apps, schema_editor.connection.alias)
    draft = permissions.get(codename="draft_card")
    former = permissions.filter(codename="change_card").first()
    if former is not None:
        draft.user_set.add(*former.user_set.all())
        draft.group_set.add(*former.group_set.all())
    permissions.filter(codename__in=OBSOLETE).delete()


def create_groups(apps, schema_editor):
    """Create the three groups; a group that has the name of one is left as it is."""
    alias = schema_editor.connection.alias
    permissions = permissions_of(apps, alias)
    Group = apps.get_model("auth", "Group")
    for name, codenames in GROUPS.items():
        group, is_new = Group.objects.using(alias).get_or_create(name=name)
        if is_new:
            group.permissions.set(permissions.filter(codename__in=(*VIEW, *codenames)))


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0007_proposals"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(keep_rights, migrations.RunPython.noop),
        migrations.RunPython(create_groups, migrations.RunPython.noop),
    ]
