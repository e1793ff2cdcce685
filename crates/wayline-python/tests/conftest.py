"""What the tests share."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("short", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("long" if os.environ.get("WAYLINE_PROOF") == "long" else "short")
