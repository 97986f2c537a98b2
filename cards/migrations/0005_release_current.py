"""Release the newest edition of each variant, which was the current one; name permissions."""

from django.db import migrations

PUBLISH, RELEASE = "publish_edition", "release_edition"
NAMES = {PUBLISH: "Can publish a card set as an edition", RELEASE: "Can make an edition current"}
REASON = "It was published last, when releases were not recorded yet."


def release_current(apps, schema_editor):
    Edition, Release = apps.get_model("cards", "Edition"), apps.get_model("cards", "Release")
    newest = {}
    for edition in Edition.objects.order_by("published_at", "pk").defer("canonical"):
        newest[edition.variant] = edition
    for variant, edition in newest.items():
        Release.objects.create(
            variant=variant,
            edition=edition,
            at=edition.published_at,
            means="migration",
            reason=REASON,
        )


def name_permissions(apps, schema_editor):
    """Who could add editions could publish them, and so make them current."""
    Permission = apps.get_model("auth", "Permission")
    of_editions = Permission.objects.filter(
        content_type__app_label="cards", content_type__model="edition"
    )
    add = of_editions.filter(codename="add_edition").first()
    if add is None:
        return
    for codename, name in NAMES.items():
        new, _ = Permission.objects.get_or_create(
            content_type_id=add.content_type_id, codename=codename, defaults={"name": name}
        )
        new.user_set.add(*add.user_set.all())
        new.group_set.add(*add.group_set.all())
    of_editions.filter(codename__in=["add_edition", "change_edition", "delete_edition"]).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0004_releases"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(release_current, migrations.RunPython.noop),
        migrations.RunPython(name_permissions, migrations.RunPython.noop),
    ]
