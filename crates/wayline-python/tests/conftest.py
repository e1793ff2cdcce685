"""What the tests share."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("short", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("long" if os.environ.get("WAYLINE_PROOF") == "long" else "short")

# A shell's background jobs ignore Ctrl-C, and Python then leaves it so: tests that press it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
