"""Child processes that never outlive the process that started them.

Each child leads a session of its own, so that a terminal's Ctrl-C reaches the parent alone and the
child is stopped in its turn, and so that its whole group can be ended with it.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

PR_SET_PDEATHSIG = 1
"""From <linux/prctl.h>: the signal a process gets when its parent dies."""

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def spawn(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own, killed by the kernel if this process dies.

    The second half holds on Linux only. There it counts from the death of the calling thread:
    call this from the main one.
    """
    parent = os.getpid()

    def die_with_parent() -> None:
        # Runs in the child, between fork and exec.
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                # It died before the call above: no signal will come any more.
                os._exit(1)

    return subprocess.Popen(
        command,
        env=environment,
        pass_fds=pass_fds,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the group that a spawned `process` leads, itself included."""
    # macOS answers EPERM where only a zombie is left of the group.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def how_it_ended(process: subprocess.Popen[bytes]) -> str:
    """Put the exit status of an ended `process` into words."""
    code = process.returncode
    return f"exit status {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
