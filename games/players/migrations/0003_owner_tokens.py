from django.db import migrations, models


def mark_owners(apps, schema_editor):
    """Mark the first token of each guest; tokens made with it so far have no parent on record."""
    tokens = apps.get_model("players", "Token").objects
    for user, digest in tokens.filter(
        user__player__is_guest=True, label="first", scopes=["game:create", "game:play"]
    ).order_by("user_id", "-created").values_list("user_id", "digest"):
        older = tokens.filter(user_id=user, created__lt=models.Subquery(
            tokens.filter(digest=digest).values("created")[:1]
        ))
        if not older.exists():
            tokens.filter(digest=digest).update(is_owner=True)


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_token_family'),
    ]

    operations = [
        migrations.RunPython(mark_owners, migrations.RunPython.noop),
    ]
