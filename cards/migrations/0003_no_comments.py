from django.db import migrations, models

TABLE = "cards_proposalstep"


def delete_comments(apps, schema_editor):
    """Delete the comments; the triggers that refuse it are installed again after each migrate."""
    names = {"postgresql": f"{TABLE}_no_change ON {TABLE}", "sqlite": f"{TABLE}_no_delete"}
    schema_editor.execute(f"DROP TRIGGER IF EXISTS {names[schema_editor.connection.vendor]}")
    steps = apps.get_model("cards", "ProposalStep").objects.using(schema_editor.connection.alias)
    steps.filter(action="commented").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0002_no_schedules'),
    ]

    operations = [
        migrations.RunPython(delete_comments, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='proposalstep',
            name='card',
        ),
        migrations.AlterField(
            model_name='proposalstep',
            name='action',
            field=models.CharField(choices=[('submitted', 'Submitted'), ('approved', 'Approved'), ('returned', 'Returned'), ('withdrawn', 'Withdrawn'), ('published', 'Published')], max_length=10, verbose_name='action'),
        ),
        migrations.AlterField(
            model_name='proposalstep',
            name='reason',
            field=models.TextField(blank=True, max_length=300, verbose_name='reason'),
        ),
    ]
