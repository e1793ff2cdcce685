"""Crowds: plans for many units at once that never collide, and robots that never rest.

```python
from wayline.crowd import Lifelong, Planner
planner = Planner(floor, starts, goals)
planner.find()
planner.improve(max_seconds=5)
planner.plan()          # where everybody is at every moment: (moments, units, 2)
```
"""

from __future__ import annotations

from ._wayline import Lifelong, Planner

__all__ = ["Lifelong", "Planner"]
