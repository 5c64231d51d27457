"""Glicko-2, pure: Mark E. Glickman, "Example of the Glicko-2 system" (2022), glicko.net.

Each game is rated by itself, as a rating period of its own that is as long as the time since the
person's last one, in fractions of `PERIOD_MS`. So a rating is there at once, and the deviation of
somebody who stays away grows just as it would in whole periods.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 400 / math.log(10)
"""Between the scale that people see and the one that the formulas use (step 2)."""
START_RATING, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.5
"""How much volatility may change (step 1): between 0.3 and 1.2."""
MIN_DEVIATION, MAX_DEVIATION = 45.0, START_DEVIATION
"""Below the first a rating would hardly move any more; above the second one knows nothing."""
PROVISIONAL_DEVIATION = 110.0
"""A rating with a larger deviation is shown as provisional and stays out of the leaderboard."""
PERIOD_MS = round(4.64 * 24 * 3600 * 1000)
"""In so long somebody's deviation grows as in one period of the paper: from 60 to
`PROVISIONAL_DEVIATION` in a year."""
PRECISION = 1e-6
"""Of the volatility (step 5, called ε there)."""


class Rating(NamedTuple):
    """What is believed of a person's strength: a mean, its standard deviation, its volatility."""

    rating: float = START_RATING
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def provisional(self) -> bool:
        """Whether too little is known to compare it with others."""
        return self.deviation > PROVISIONAL_DEVIATION


class Game(NamedTuple):
    """One result of a period: 1 for a win, ½ for a draw, 0 for a loss, and against whom."""

    opponent: Rating
    score: float


def aged(player: Rating, periods: float) -> Rating:
    """Return what is still known after so many periods without a game (step 6)."""
    phi = math.hypot(player.deviation / SCALE, player.volatility * math.sqrt(periods))
    return player._replace(deviation=min(MAX_DEVIATION, phi * SCALE))


def rate(player: Rating, games: Sequence[Game], periods: float = 1.0) -> Rating:
    """Return the rating after a period with these games, `periods` after the one before.

    Deviation stays within MIN_DEVIATION and MAX_DEVIATION. Raises ValueError without games, or
    with a score or a length that is none.
    """
    if not games or periods < 0 or any(game.score not in (0, 0.5, 1) for game in games):
        raise ValueError("a period has games with scores of 0, 0.5 or 1, and lasts some time")
    mu = (player.rating - START_RATING) / SCALE
    phi = player.deviation / SCALE
    precision = gain = 0.0
    for opponent, score in games:  # steps 3 and 4
        mu_j = (opponent.rating - START_RATING) / SCALE
        g = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - mu_j)))
        precision += g**2 * expected * (1 - expected)
        gain += g * (score - expected)
    variance = 1 / precision
    volatility = _volatility(player.volatility, phi, variance, variance * gain)
    before = phi**2 + volatility**2 * periods  # step 6
    after = 1 / math.sqrt(1 / before + 1 / variance)  # step 7
    deviation = min(MAX_DEVIATION, max(MIN_DEVIATION, after * SCALE))
    return Rating(START_RATING + SCALE * (mu + after**2 * gain), deviation, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the Illinois algorithm on the paper's function f."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
