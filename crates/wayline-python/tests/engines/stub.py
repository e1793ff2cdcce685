"""A kernel for trying the adapters without the compiled package: straight distances on an empty map."""

import os
import time

import pyarrow as pa


class Batch:
    def __init__(self, maps, *, paths=False, threads=0, strict=False, expected_rows=None):
        assert not paths and not strict
        with open(maps) as file:
            self.size = int(file.read())
        # One line for each time that it is opened.
        with open(maps + ".opened", "a") as log:
            log.write(f"{os.getpid()}\n")

    def answer(self, batch):
        time.sleep(0.05)
        columns = [batch.column(name).to_pylist() for name in ("sx", "sy", "gx", "gy")]
        status, cost, steps, reason = [], [], [], []
        for ends in zip(*columns):
            good = all(0 <= number < self.size for number in ends)
            far = max(abs(ends[0] - ends[2]), abs(ends[1] - ends[3]))
            status.append("found" if good else "bad")
            cost.append(float(far) if good else None)
            steps.append(far if good else None)
            reason.append(None if good else "off the map")
        added = {
            "status": pa.array(status, pa.string()),
            "cost": pa.array(cost, pa.float64()),
            "steps": pa.array(steps, pa.int64()),
            "reason": pa.array(reason, pa.string()),
        }
        arrays = [*batch.columns, *added.values()]
        return pa.RecordBatch.from_arrays(arrays, names=[*batch.schema.names, *added])
