"""The forms of accounts. What is wrong with a name, an address or a password is said here."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
)
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from lobby import mail
from lobby.models import User
from lobby.names import MAX_LENGTH, composed, name_key, validate_name

if TYPE_CHECKING:
    SetForm = SetPasswordForm[User]
else:
    SetForm = SetPasswordForm

MAX_PASSWORD_LENGTH = 128
NEW_PASSWORD = {"autocomplete": "new-password"}


def _password_field(label: Any, attributes: dict[str, str]) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        max_length=MAX_PASSWORD_LENGTH,
        widget=forms.PasswordInput(attrs=attributes),
    )


class NameField(forms.CharField):
    """A name that nobody has yet, nor one that looks like it."""

    def __init__(self) -> None:
        attributes = {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
            "maxlength": str(MAX_LENGTH),
        }
        super().__init__(
            label=_("Name"),
            help_text=_("3 to 20 letters, digits, hyphens or underscores. Everybody sees it."),
            widget=forms.TextInput(attrs=attributes),
            validators=[validate_name],
        )

    def to_python(self, value: Any) -> str:
        """Return the name in composed characters."""
        return composed(super().to_python(value) or "")


def refuse_taken(name: str, but: User | None = None) -> None:
    """Raises ValidationError if somebody `but` this person has a name that looks like it."""
    others = User.objects.filter(name_key=name_key(name))
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise ValidationError(
            _("Somebody has this name, or one that looks like it. Choose another."), code="taken"
        )


class SignUpForm(forms.Form):
    """A new account, or the account that a guest's identity becomes."""

    name = NameField()
    password = _password_field(_("Password"), NEW_PASSWORD)
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        help_text=_("Only for a new password, should you forget yours. Nobody sees it."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, guest: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest
        self.fields["password"].help_text = _("At least 8 characters.")

    def clean_name(self) -> str:
        """Return the name, if nobody has it."""
        name: str = self.cleaned_data["name"]
        refuse_taken(name, self.guest)
        return name

    def clean(self) -> dict[str, Any]:
        """Compare the password with the name and the address."""
        data = self.cleaned_data
        if "password" in data:
            person = User(name=data.get("name", ""), email=data.get("email", ""))
            try:
                password_validation.validate_password(data["password"], person)
            except ValidationError as error:
                self.add_error("password", error)
        return data


class SignInForm(AuthenticationForm):
    """A name and a password."""

    error_messages = {
        "invalid_login": _("Name and password don't match. Check both and try again."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.widget.attrs.update(autocapitalize="none", spellcheck="false")


class NameForm(forms.Form):
    """Another name for an account."""

    name = NameField()

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data, initial={"name": person.name})
        self.person = person

    def clean_name(self) -> str:
        """Return the name, if nobody else has it."""
        name: str = self.cleaned_data["name"]
        refuse_taken(name, self.person)
        return name


class EmailForm(forms.Form):
    """Another address for an account, or none."""

    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data, initial={"email": person.email})


def _say_briefly(form: forms.Form) -> None:
    """One line on what a password must be, in the place of Django's three."""
    first, second = form.fields["new_password1"], form.fields["new_password2"]
    first.help_text, second.help_text = _("At least 8 characters."), ""
    second.label = _("New password again")
    for field in (first, second):
        field.validators.append(MaxLengthValidator(MAX_PASSWORD_LENGTH))


class OwnPasswordForm(PasswordChangeForm):
    """Another password, asked with the present one."""

    field_order = ["old_password", "new_password1", "new_password2"]

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(person, data)
        old = self.fields["old_password"]
        old.label = _("Present password")
        old.widget.attrs.pop("autofocus", None)
        _say_briefly(self)


class NewPasswordForm(SetForm):
    """A password in the place of a forgotten one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say_briefly(self)


class ForgottenForm(PasswordResetForm):
    """An address to send a link to. What it says tells nobody whose address it is."""

    def get_users(self, email: str) -> Any:
        """Return who has verified this address."""
        return User.objects.filter(
            email__iexact=email, email_verified=True, is_active=True, is_guest=False
        )

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Leave it to a worker: the answer may not take longer where there is a receiver."""
        mail.send(subject_template_name, email_template_name, context, to_email)


class DeleteForm(forms.Form):
    """The end of an account, confirmed by its password."""

    password = _password_field(_("Password"), {"autocomplete": "current-password"})

    def __init__(self, person: User, data: Any = None) -> None:
        super().__init__(data)
        self.person = person

    def clean_password(self) -> str:
        """Return the password if it is right."""
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise ValidationError(_("This isn't your password."), code="wrong_password")
        return password
