"""Crowds: many units at once that never collide.

```python
from wayline.crowd import BodyPlanner, Dependencies, Flow, Lifelong, Planner, Steering
planner = Planner(floor, starts, goals)
planner.find()
planner.improve(max_seconds=5)
planner.plan()          # where everybody is at every moment: (moments, units, 2)
```

`Planner` has a plan for units of one cell, `BodyPlanner` one for bodies with headings and footprints,
`Dependencies` who passes before whom in it. `Lifelong` is for robots that never rest, `Flow` for thousands of
units that share a few goals, `Steering` for movement between cells.
"""

from __future__ import annotations

from ._wayline import BodyPlanner, Dependencies, Flow, Lifelong, Planner, Steering

__all__ = ["BodyPlanner", "Dependencies", "Flow", "Lifelong", "Planner", "Steering"]
