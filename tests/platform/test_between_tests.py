"""What a test that commits leaves to the tests after it on the same process."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command

pytestmark = [pytest.mark.slow]


@pytest.mark.django_db(transaction=True)
def test_a_flush_keeps_content_types_and_permissions_with_their_ids() -> None:
    kept = [set(model.objects.values_list("pk", flat=True)) for model in (ContentType, Permission)]
    Group.objects.create(name="Club")
    call_command("flush", interactive=False, verbosity=0)
    assert not Group.objects.exists()
    assert all(kept)
    assert kept == [
        set(model.objects.values_list("pk", flat=True)) for model in (ContentType, Permission)
    ]
