"""The admin's view of people."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.hub import identity_changed
from lobby.accounts import leave_rooms
from lobby.models import User

if TYPE_CHECKING:
    PeopleAdmin = UserAdmin[User]
    ChangeForm = UserChangeForm[User]
    CreationForm = AdminUserCreationForm[User]
else:
    PeopleAdmin, ChangeForm, CreationForm = UserAdmin, UserChangeForm, AdminUserCreationForm


class PersonCreationForm(CreationForm):
    """Makes a registered person."""

    class Meta:
        """Only a name is asked for, beside the password."""

        model = User
        fields = ("name",)


class PersonChangeForm(ChangeForm):
    """Changes a person."""

    class Meta:
        """Every field; which of them show is said by the admin."""

        model = User
        fields = "__all__"


@admin.register(User)
class PersonAdmin(PeopleAdmin):
    """People: search, and keep somebody out by taking "active" away."""

    form = PersonChangeForm
    add_form = PersonCreationForm
    list_display = ["name", "is_guest", "is_staff", "is_active", "joined"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["name"]
    ordering = ["-joined"]
    readonly_fields = ["joined", "last_login", "is_guest", "hue"]
    fieldsets = (
        (None, {"fields": ["name", "password", "email", "is_guest", "hue"]}),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"]}),
        (_("Dates"), {"fields": ["last_login", "joined"]}),
    )
    add_fieldsets = ((None, {"fields": ["name", "usable_password", "password1", "password2"]}),)
    filter_horizontal = ["groups"]

    def save_model(
        self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool
    ) -> None:
        """Who is kept out leaves every seat and game at once, in all tabs."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data and not obj.is_active:
            leave_rooms(obj)
            identity_changed(obj.pk)
