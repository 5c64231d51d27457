"""People: registered players and guests are rows of one user model."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_NAME_LENGTH = 20


class UserManager(BaseUserManager["User"]):
    """Makes people. Guests come from `lobby.guests`."""

    def create_user(self, name: str, password: str | None = None, **extra: Any) -> "User":
        """Make a registered person; without a password nobody can sign in as them."""
        user = self.model(name=name, **extra)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **extra: Any) -> "User":
        """Make a person who may do everything in the admin."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **extra)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. A guest has no password and lives as long as the browser's session."""

    name = models.CharField(
        _("name"),
        max_length=MAX_NAME_LENGTH,
        unique=True,
        validators=[
            RegexValidator(
                r"\A[A-Za-z0-9_-]{3,20}\Z",
                _("Use 3 to 20 letters, digits, hyphens or underscores."),
            )
        ],
    )
    email = models.EmailField(_("e-mail"), blank=True)
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
