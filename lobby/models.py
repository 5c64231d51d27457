"""People and their ratings: registered players and guests are rows of one user model."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game
from lobby import glicko2
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
    in_leaderboard = models.BooleanField(_("in the leaderboard"), default=True, db_default=True)
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


class Search(models.Model):
    """Somebody searches for an opponent. One search a person, however many tabs."""

    person = models.OneToOneField(
        User, models.CASCADE, primary_key=True, related_name="search", verbose_name=_("person")
    )
    kind = models.CharField(max_length=8)
    """Quick or ranked (`games.core.policy.Kind`)."""
    since_ms = models.BigIntegerField()
    beat_ms = models.BigIntegerField()
    """When a page of the person last said that it waits."""
    rating = models.FloatField(null=True)
    dark_lead = models.SmallIntegerField(default=0)
    recent = models.JSONField(default=list)
    """The numbers of the last opponents."""

    class Meta:
        verbose_name = _("search")
        verbose_name_plural = _("searches")

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind}"


class Rating(models.Model):
    """What is believed of a registered person's strength, after the last rated game."""

    person = models.OneToOneField(
        User, models.CASCADE, primary_key=True, related_name="rating", verbose_name=_("person")
    )
    rating = models.FloatField(_("rating"), default=glicko2.START_RATING)
    deviation = models.FloatField(_("deviation"), default=glicko2.START_DEVIATION)
    volatility = models.FloatField(_("volatility"), default=glicko2.START_VOLATILITY)
    games = models.PositiveIntegerField(_("rated games"), default=0)
    last_ms = models.BigIntegerField(null=True)
    """When the last rated game ended."""

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = [models.Index(fields=["-rating"], name="rating_order")]

    def __str__(self) -> str:
        return f"{self.rating:.0f}"

    @property
    def value(self) -> glicko2.Rating:
        """The rating as it was after the last game."""
        return glicko2.Rating(self.rating, self.deviation, self.volatility)

    def at(self, now_ms: int) -> glicko2.Rating:
        """Return what is still known at an instant (milliseconds since the epoch)."""
        return glicko2.aged(self.value, self.periods_until(now_ms))

    def periods_until(self, now_ms: int) -> float:
        """Return how many rating periods have passed since the last rated game, in fractions."""
        if self.last_ms is None:
            return 0.0
        return max(0, now_ms - self.last_ms) / glicko2.PERIOD_MS


class RatingChange(models.Model):
    """What one rated game did to one person's rating. Made with the result, once."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="rating_changes")
    person = models.ForeignKey(User, models.PROTECT, related_name="rating_changes")
    score = models.FloatField()
    """1 for a win, ½ for a draw, 0 for a loss."""
    at_ms = models.BigIntegerField()
    rating_before = models.FloatField()
    deviation_before = models.FloatField()
    volatility_before = models.FloatField()
    rating_after = models.FloatField()
    deviation_after = models.FloatField()
    volatility_after = models.FloatField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "person"], name="one_rating_change_a_game_and_person"
            )
        ]
        indexes = [models.Index(fields=["person", "-at_ms"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.person_id}"
