"""Tables of queries: what a row costs by `wayline batch`, on Spark and on Ray, beside the engine alone and beside a
kernel that does nothing.

Targets: `wayline batch` from Parquet to Parquet, costs only, takes at most twice as long as the engine alone takes for
the same rows, and less than 500 MB however many they are. For Spark and Ray there is no target: rows a second, and what
a row costs that is answered by nobody.

One map, its index prepared before; random free cells; the same rows for all. Times are wall-clock, of one run.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import wayline as wl

SPEC = "caves:512x512:seed=1"
COLUMNS = {"status": pa.string(), "cost": pa.float64(), "steps": pa.int64(), "reason": pa.string()}


class Bench:
    def __init__(self, folder: pathlib.Path, rows: int) -> None:
        self.folder, self.rows = folder, rows
        self.map, self.index = str(folder / "arena.txt"), str(folder / "arena.wl")
        grid = wl.Grid.generate(SPEC)
        pathlib.Path(self.map).write_text("\n".join(grid.to_rows()) + "\n")
        self.grid = wl.Grid.open(self.map)
        self.prepared = self.grid.prepare()
        self.prepared.save(self.index)
        cells = np.argwhere(self.grid.free)
        random = np.random.default_rng(1)
        self.starts, self.goals = cells[random.integers(0, len(cells), (2, rows))]
        ends = {"sx": self.starts[:, 1], "sy": self.starts[:, 0], "gx": self.goals[:, 1], "gy": self.goals[:, 0]}
        table = pa.table({"id": np.arange(rows)} | {name: column.astype(np.int32) for name, column in ends.items()})
        self.queries = str(folder / "queries.parquet")
        pq.write_table(table, self.queries, row_group_size=65_536)
        self.parts = folder / "parts"
        self.parts.mkdir()
        size = -(-rows // 16)
        for part in range(16):
            pq.write_table(table.slice(part * size, size), self.parts / f"{part:02}.parquet")

    def timed(self, name: str, run: Callable[[], Any]) -> float:
        began = time.perf_counter()
        run()
        took = time.perf_counter() - began
        print(
            f"  {name:40} {self.rows / took / 1e3:10.0f} k rows/s {took / self.rows * 1e6:10.3f} µs a row", flush=True
        )
        return took

    def engine(self) -> float:
        print(f"the engine, {self.rows} rows, one thread")
        return self.timed("GridIndex.costs", lambda: self.prepared.costs(self.starts, self.goals, threads=1))

    def files(self, command: str, engine: float) -> None:
        print("wayline batch, Parquet to Parquet, costs only")
        out = str(self.folder / "answers.parquet")
        most = 0.0
        for threads in ["1", "2"]:
            asked = [command, "batch", self.map, "--index", self.index, "--queries", self.queries, "-o", out]
            run = [*asked, "--threads", threads]
            peaks: list[float] = []
            took = self.timed(f"{threads} threads", lambda run=run, peaks=peaks: peaks.append(peak_of(run)))
            most = max(most, *peaks)
            pathlib.Path(out).unlink()
            wanted = f"   wanted 2: {'yes' if took <= 2 * engine else 'NO'}"
            print(f"  {'':40} {took / engine:10.2f} times the engine alone{wanted}")
        print(f"  the most memory: {most:.0f} MB   wanted 500: {'yes' if most < 500 else 'NO'}")

    def spark(self) -> None:
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
        import wayline.spark

        builder = SparkSession.builder.master("local[2]").appName("wayline").config("spark.ui.enabled", "false")
        session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        df = session.read.parquet(str(self.parts))
        schema = wayline.spark.schema(df.schema)

        def kernel(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            return map(nothing, batches)

        def write(frame: Any) -> None:
            frame.write.format("noop").mode("overwrite").save()

        print("Spark, two cores, Parquet to nowhere")
        write(df.limit(1).mapInArrow(kernel, schema))  # Python is started by then.
        idle = self.timed("a kernel that does nothing", lambda: write(df.mapInArrow(kernel, schema)))
        took = self.timed("wayline.spark.paths", lambda: write(wayline.spark.paths(df, self.map, index=self.index)))
        print(f"  {'':40} {took / idle:10.2f} times the kernel that does nothing")
        session.stop()

    def ray(self) -> None:
        import ray
        import wayline.ray

        # Reading takes a processor of its own, or nothing would ever come.
        ray.init(num_cpus=4, include_dashboard=False, configure_logging=False)
        print("Ray, two actors, Parquet to its store")

        def read() -> Any:
            return ray.data.read_parquet(str(self.parts))

        idle = self.timed(
            "a kernel that does nothing",
            lambda: read().map_batches(nothing, batch_format="pyarrow", batch_size=65_536).materialize(),
        )
        took = self.timed(
            "wayline.ray.paths",
            lambda: wayline.ray.paths(read(), self.map, index=self.index, concurrency=2).materialize(),
        )
        print(f"  {'':40} {took / idle:10.2f} times the kernel that does nothing")
        ray.shutdown()


def peak_of(command: list[str]) -> float:
    """Runs a command: the most memory that it had, in MB. What the system says of children counts their parent in."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        peak = 0.0
        while process.poll() is None:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            words = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
            peak = max(peak, *(float(word) / 1e3 for word in words), 0.0)
            time.sleep(0.01)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return peak


def nothing(queries: Any) -> Any:
    """The columns of answers, and none."""
    count = queries.num_rows
    answers = [pa.repeat("found", count), *(pa.nulls(count, kind) for kind in list(COLUMNS.values())[1:])]
    columns = dict(zip(queries.schema.names, queries.columns, strict=True)) | dict(zip(COLUMNS, answers, strict=True))
    make = pa.record_batch if isinstance(queries, pa.RecordBatch) else pa.table
    return make(columns)


def main() -> None:
    parser = argparse.ArgumentParser(description="Tables of queries beside the engine alone.")
    parts = ["files", "spark", "ray"]
    parser.add_argument("--only", choices=parts, action="append", help="this part; may be given again")
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--command", default=shutil.which("wayline"), help="the command wayline, for files")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), options.rows)
        engine = bench.engine()
        for part in options.only or parts:
            if part == "files" and options.command is None:
                print("wayline batch: there is no command wayline; give --command")
            elif part == "files":
                bench.files(options.command, engine)
            else:
                getattr(bench, part)()


if __name__ == "__main__":
    main()
