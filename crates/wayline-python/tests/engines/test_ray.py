"""Ray with two actors, one of which is killed: every row is answered once, the same as locally."""

import threading
import time

import pytest
from processes import assert_same, descendants, kill

pa = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")


@pytest.fixture
def cluster():
    ray.init(num_cpus=4, include_dashboard=False, configure_logging=False)
    yield
    ray.shutdown()


def test_a_killed_actor_loses_no_row_and_answers_none_twice(cluster, arena, queries):
    import wayline
    import wayline.ray

    count = queries.num_rows
    size = count // 40
    killed = []

    def watch():
        while not killed:
            actors = descendants("ray::MapWorker")
            if len(actors) == 2:
                # It has answered some by then.
                time.sleep(0.7)
                killed.append(actors[0])
                kill(actors[0])
            time.sleep(0.01)

    threading.Thread(target=watch, daemon=True).start()
    dataset = ray.data.from_arrow([queries.slice(at, size) for at in range(0, count, size)])
    answered = wayline.ray.paths(dataset, arena, concurrency=2, batch_size=max(1000, size // 10))
    found = pa.concat_tables(ray.get(answered.to_arrow_refs()))
    assert killed, "nothing was killed"
    assert_same(found, wayline.batch(wayline.Grid.open(arena), queries))
