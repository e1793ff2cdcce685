"""Processes that tests have started, and may kill; and tables that are the same."""

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


def assert_same(found, expected):
    """Every row once, and the same: both are brought into the order of their ids."""
    assert found.num_rows == expected.num_rows
    assert set(found.column_names) == set(expected.column_names)
    found = found.sort_by("id")
    for name in expected.column_names:
        column = found[name].cast(expected[name].type).combine_chunks()
        assert column.equals(expected[name].combine_chunks()), name
