"""Processes that tests have started, and may kill."""

import os
import pathlib
import signal


def descendants(word):
    """The processes that this one has started, however indirectly, whose command has a word in it."""
    parents, commands = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text()
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
        commands[int(entry.name)] = command

    def is_ours(pid):
        while pid in parents:
            pid = parents[pid]
            if pid == os.getpid():
                return True
        return False

    return [pid for pid in parents if word in commands[pid] and is_ours(pid)]


def kill(pid):
    os.kill(pid, signal.SIGKILL)
