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
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [parameter])
            return self._named(cursor.fetchall())

    def after(self, first: "Select", parameter: int) -> list[dict[str, Any]]:
        """Run another SELECT on the same parameter before this one, and return this one's rows.

        Postgres is sent both at once, with the BEGIN before them; it begins the second, and looks
        at what is stored, when the first has ended.
        """
        connection.ensure_connection()
        with (
            connection.connection.pipeline(),
            connection.cursor() as earlier,
            connection.cursor() as cursor,
        ):
            earlier.execute(first.sql, [parameter])
            cursor.execute(self.sql, [parameter])
            return self._named(cursor.fetchall())

    @property
    def sql(self) -> str:
        """The statement, with a mark for the parameter."""
        if self._sql is None:
            self._sql, parameters = self._query().values_list(*self._fields).query.sql_with_params()
            assert len(parameters) == 1
        return self._sql

    def _named(self, rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
        return [dict(zip(self._fields, row, strict=True)) for row in rows]


class Write:
    """An INSERT of a row of a model, or an UPDATE of the rows that `where` finds.

    Values are numbers, texts, truths and None, by the fields' attribute names ("host_id"); every
    one of `fields` must be given, so that the statement stays the same.
    """

    def __init__(
        self, model: type[models.Model], fields: Sequence[str], where: Sequence[str] = ()
    ) -> None:
        self._model, self._fields, self._where = model, tuple(fields), tuple(where)
        self._sql: str | None = None

    @property
    def sql(self) -> str:
        """The statement, with a mark for each value."""
        if self._sql is None:
            self._sql = self._written()
        return self._sql

    def values(self, given: Mapping[str, Any], found_by: Sequence[Any]) -> list[Any]:
        """Return the values for the marks, in order; `found_by` are those of `where`."""
        return [*(given[name] for name in self._fields), *found_by]

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


class Batch:
    """Writes that don't depend on each other's order, sent together.

    Postgres takes them as one statement; SQLite, which is in this process, one by one.
    """

    def __init__(self) -> None:
        self._writes: list[tuple[str, list[Any]]] = []

    def add(self, write: Write, given: Mapping[str, Any], *found_by: Any) -> None:
        """Put a write in."""
        self._writes.append((write.sql, write.values(given, found_by)))

    def update(
        self, write: Write, before: Mapping[str, Any], after: Mapping[str, Any], *found_by: Any
    ) -> None:
        """Put an UPDATE in, if any value differs."""
        if before != after:
            self.add(write, after, *found_by)

    def send(self) -> None:
        """Write all of it."""
        writes = self._writes
        if connection.vendor == "postgresql" and len(writes) > 1:
            *others, (last, _) = writes
            parts = ", ".join(f"w{number} AS ({sql})" for number, (sql, _) in enumerate(others))
            everything = [value for _, values in writes for value in values]
            writes = [(f"WITH {parts} {last}", everything)]
        with connection.cursor() as cursor:
            for sql, values in writes:
                cursor.execute(sql, values)
