"""SELECTs that are the same every time but for one number: compiled once, by Django's ORM.

Compiling a query with many joins takes longer than running it, and a room is read for each move.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet


class Select:
    """Reads `fields` of the rows that a query finds when its only parameter is replaced.

    `query` returns a queryset with exactly one parameter. Values come as the database gives them:
    SQLite's booleans are 0 and 1.
    """

    def __init__(self, fields: Sequence[str], query: Callable[[], QuerySet[Any]]) -> None:
        self._fields = tuple(fields)
        self._query = query
        self._sql: str | None = None

    def __call__(self, parameter: int) -> list[dict[str, Any]]:
        """Return the rows, each as fields by name."""
        if self._sql is None:
            self._sql, parameters = self._query().values_list(*self._fields).query.sql_with_params()
            assert len(parameters) == 1
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [parameter])
            rows = cursor.fetchall()
        return [dict(zip(self._fields, row, strict=True)) for row in rows]
