"""Statements that are the same every time but for their values: written once.

Compiling a query in the ORM takes longer than running it, and a room is read and written for each
move. Postgres prepares them by itself after a few uses (settings: `prepare_threshold`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import connection, models
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


class Write:
    """Inserts a row of a model, or updates the rows that `where` finds.

    Values are numbers, texts, truths and None, by the fields' attribute names ("host_id"); every
    one of `fields` must be given, so that the statement stays the same.
    """

    def __init__(
        self, model: type[models.Model], fields: Sequence[str], where: Sequence[str] = ()
    ) -> None:
        self._model, self._fields, self._where = model, tuple(fields), tuple(where)
        self._sql: str | None = None

    def __call__(self, values: Mapping[str, Any], *found_by: Any) -> None:
        """Write; `found_by` are the values of `where`, in its order."""
        if self._sql is None:
            self._sql = self._written()
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [*(values[name] for name in self._fields), *found_by])

    def _written(self) -> str:
        table = connection.ops.quote_name(self._model._meta.db_table)
        columns = [self._column(name) for name in self._fields]
        if not self._where:
            marks = ", ".join(["%s"] * len(columns))
            return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        set_to = ", ".join(f"{column} = %s" for column in columns)
        found = " AND ".join(f"{self._column(name)} = %s" for name in self._where)
        return f"UPDATE {table} SET {set_to} WHERE {found}"

    def _column(self, name: str) -> str:
        field = self._model._meta.get_field(name)
        assert isinstance(field, models.Field)
        return connection.ops.quote_name(str(field.column))
