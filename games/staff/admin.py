"""Users and groups, with the forms of the admin's theme: Django's own show no fields there."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, User
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]
    """Users: staff, and one for each guest."""

    compressed_fields = True  # labels above the fields, or choosing permissions is too wide
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(auth_admin.GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Groups of users with the same permissions."""

    compressed_fields = True
