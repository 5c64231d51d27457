"""The pages that tell of people: a profile, and the leaderboard."""

from datetime import UTC, datetime

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clocks import now_ms
from lobby import glicko2
from lobby.models import Rating, User
from lobby.names import MAX_LENGTH, composed, name_key
from lobby.record import HEIGHT, WIDTH, finished, graph, opponents, recent, record

A_PAGE = 50
ACTIVE_MS = 90 * 24 * 3600 * 1000


@require_safe
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show what somebody has played. Guests and deleted accounts have no profile."""
    people = User.objects.select_related("rating").filter(is_guest=False, is_active=True)
    key = name_key(composed(name[: 2 * MAX_LENGTH]))
    # Postgres has no NUL, and refuses to look for one.
    person = None if "\x00" in key else people.filter(name_key=key).first()
    if person is None:
        raise Http404
    if person.name != name:
        return redirect("profile", person.name)
    mine = request.user == person
    games = finished(person, seen_by_all=not mine)
    stored = getattr(person, "rating", None)
    drawn = graph(person)
    context = {
        "person": person,
        "mine": mine,
        "rating": None if stored is None else stored.at(now_ms()),
        "rated_games": 0 if stored is None else stored.games,
        "record": record(games, person),
        "opponents": opponents(games, person),
        "recent": [(played, _when(played.game.ended_ms)) for played in recent(games, person)],
        "graph": drawn,
        "graph_from": drawn and _when(drawn.from_ms),
        "graph_to": drawn and _when(drawn.to_ms),
        "width": WIDTH,
        "height": HEIGHT,
    }
    return render(request, "people/profile.html", context)


@require_safe
@never_cache
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the established players who have played lately, the strongest first."""
    rows = Rating.objects.select_related("person").filter(
        deviation__lte=glicko2.PROVISIONAL_DEVIATION,
        last_ms__gte=now_ms() - ACTIVE_MS,
        person__is_active=True,
        person__in_leaderboard=True,
    )
    paginator = Paginator(rows.order_by("-rating", "person_id"), A_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    return render(request, "people/leaderboard.html", {"page": page})


def _when(at_ms: int | None) -> datetime:
    return datetime.fromtimestamp((at_ms or 0) / 1000, UTC)
