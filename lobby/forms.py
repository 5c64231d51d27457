"""The lobby's forms."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.codes import LENGTH, read_code
from games.core.clock import TimeControl


def _action_choices() -> list[tuple[int, str]]:
    return [
        (seconds, ngettext("%d second", "%d seconds", seconds) % seconds)
        for seconds in settings.ACTION_SECONDS
    ]


class OpenRoomForm(forms.Form):
    """A new club room."""

    seconds = forms.TypedChoiceField(
        label=_("Time for each move"),
        coerce=int,
        choices=_action_choices,
        widget=forms.RadioSelect,
        initial=lambda: settings.ACTION_SECONDS[0],
        error_messages={
            "required": _("Choose one of the times shown."),
            "invalid_choice": _("Choose one of the times shown."),
        },
    )
    listed = forms.BooleanField(
        label=_("Show it in the list"),
        help_text=_("Otherwise only people with the link or the code can enter."),
        required=False,
        initial=True,
    )

    def control(self) -> TimeControl:
        """Return the time control that was chosen."""
        return TimeControl(action_ms=self.cleaned_data["seconds"] * 1000)


class EnterCodeForm(forms.Form):
    """A room's code, typed by hand."""

    code = forms.CharField(label=_("Room code"), required=False)

    def clean_code(self) -> str:
        """Return the code as it is stored: spaces and hyphens left out, in capitals."""
        code = read_code(self.cleaned_data["code"])
        if code is None:
            raise forms.ValidationError(
                _("A room code has %(length)d letters and digits, such as %(example)s."),
                code="not_a_code",
                params={"length": LENGTH, "example": "K7M2QX4P"},
            )
        return code
