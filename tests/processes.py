"""What the kernel says about processes (Linux's /proc)."""

import os
import time
from collections.abc import Callable
from pathlib import Path

PROC = Path("/proc")


def environment_of(pid: int) -> set[str]:
    """Return the NAME=value pairs that a process was started with; none if it has ended."""
    try:
        raw = (PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return set()
    return set(raw.decode(errors="replace").split("\0"))


def command_of(pid: int) -> str:
    """Return a process's command line; empty if it has ended."""
    try:
        raw = (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return ""
    return raw.decode(errors="replace").replace("\0", " ").strip()


def parent_of(pid: int) -> int:
    """Return the process's parent; 0 if it has ended."""
    try:
        status = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return 0
    # The name stands in parentheses and may contain anything.
    return int(status.rpartition(")")[2].split()[1])


def of_site(data_dir: Path) -> set[int]:
    """Return every process of the site that lives in `data_dir`, whoever its parent is now.

    That finds what was orphaned too. They are known by their environment; Valkey writes its own
    title over that, with its socket in it. A zombie has neither: it isn't counted.
    """
    pids = {int(entry.name) for entry in PROC.iterdir() if entry.name.isdecimal()} - {os.getpid()}
    return {
        pid
        for pid in pids
        if f"DATA_DIR={data_dir}" in environment_of(pid)
        or f"unixsocket:{data_dir}" in command_of(pid)
    }


def eventually(condition: Callable[[], bool], timeout_s: float = 30.0) -> bool:
    """Return whether `condition` comes true in time. For what no file or socket tells of."""
    deadline_s = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.05)
    return True


def resident_mb(pid: int) -> float:
    """Return how much memory a process really has at the moment, in MB."""
    status = (PROC / str(pid) / "status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024
