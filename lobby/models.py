"""People: registered players and guests are rows of one user model."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.names import MAX_LENGTH, name_key, validate_name


class UserManager(BaseUserManager["User"]):
    """Makes people. Guests come from `lobby.guests`."""

    def create_user(self, name: str, password: str | None = None, **extra: Any) -> "User":
        """Make a registered person; without a password nobody can sign in as them."""
        user = self.model(name=name, **extra)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the person whose name looks like this one. Raises User.DoesNotExist."""
        return self.get(name_key=name_key(username or ""))

    def create_superuser(self, name: str, password: str | None = None, **extra: Any) -> "User":
        """Make a person who may do everything in the admin."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **extra)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. A guest has no password, and becomes registered by signing up."""

    name = models.CharField(
        _("name"), max_length=MAX_LENGTH, unique=True, validators=[validate_name]
    )
    name_key = models.CharField(max_length=2 * MAX_LENGTH, unique=True, null=True, editable=False)
    """What names that look alike have in common (`lobby.names`)."""
    email = models.EmailField(_("e-mail"), blank=True)
    email_verified = models.BooleanField(_("e-mail verified"), default=False, db_default=False)
    """Whether somebody has opened the link that was sent to the address."""
    is_guest = models.BooleanField(_("guest"), default=False)
    hue = models.PositiveSmallIntegerField(_("colour"), default=0)
    """The colour of the person's mark, in degrees on the colour wheel."""
    is_staff = models.BooleanField(_("may use the admin"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined = models.DateTimeField(_("joined"), default=timezone.now)

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the key of the name with the name."""
        self.name_key = name_key(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)
