"""CPU time and memory of the processes of a site and of its database (Linux's /proc)."""

import os
from pathlib import Path

import psycopg

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_s(pids: set[int]) -> float:
    """Return the CPU seconds these processes have used, with those of their ended children."""
    return sum(sum(_times(pid)) for pid in pids)


def rss_kb(pid: int) -> int:
    """Return the resident memory of a process."""
    for line in (PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise ProcessLookupError(pid)


def family(root: int) -> set[int]:
    """Return a process and all that descend from it."""
    parents = {}
    for entry in PROC.iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found
        found |= more


def postgres(url: str) -> set[int]:
    """Return the processes of the server behind `url`, which runs on this machine."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        stat = (PROC / str(row[0]) / "stat").read_text()
        return family(int(stat.rpartition(")")[2].split()[1]))


def _times(pid: int) -> list[float]:
    """Return user, system, and both of ended children, in seconds."""
    try:
        stat = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return []
    return [int(field) / TICKS for field in stat.rpartition(")")[2].split()[11:15]]
