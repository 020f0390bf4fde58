"""Many games on one core, on all cores or on a cluster: the same results in the same order, and none played twice.

Whatever in the lab plays more than one game goes through `gather`.
"""

from __future__ import annotations

import os
import pickle
import signal
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.lab.kept import Job, Kept

if TYPE_CHECKING:
    from rich.progress import Progress

R = TypeVar("R")

#: Seconds that an idle process waits for more games before it ends.
IDLE = 60
#: Seconds that a scheduler may take to answer.
ANSWER = 10
#: Folders with scenarios of one's own; processes that wait for more games may be older than its value.
_FOLDERS = "NAPWIDGETS_SCENARIOS"


class CantSpread(NapwidgetsError):
    """Several processes or a cluster can't be used; the sentence says what to do."""


class GameFailed(NapwidgetsError):
    """A game that a worker could not finish, with the sentence that says why."""


def jobs_for(
    scenario: str,
    games: int,
    bots: Mapping[str, str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
) -> list[Job]:
    """The jobs of a row of games: one game has the seed itself, game ``n`` of several the seed
    ``{seed}/{n}``.

    >>> [job.seed for job in jobs_for("nlc/first-steps", 2, {}, "1815")]
    ['1815/1', '1815/2']
    """
    seeds = [seed] if games == 1 else [f"{seed}/{n}" for n in range(1, games + 1)]
    return [Job(scenario, s, dict(bots), dict(options or {}), dict(tables or {})) for s in seeds]


def gather(
    what: Callable[[Job], R],
    jobs: Iterable[Job],
    title: str = "",
    workers: int | None = None,
    progress: bool = False,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> list[R]:
    """What comes of each job, in the order of the jobs, however many workers there are.

    ``what`` is a function of a module, for other processes must find it. ``workers`` are processes: None takes one for
    each core, 1 plays in this process and starts none. ``cluster`` is the address of a Dask scheduler
    (``"tcp://host:8786"``) or a ``distributed.Client``; then its workers play, and they need napwidgets. With ``keep``
    every finished job is written to that file at once, and what stands there already is not played again. ``progress``
    shows a bar on stderr.

    Interrupting (Ctrl-C, or the stop button of a notebook) gives what is finished. Raises `CantSpread` where processes
    or the cluster can't be used, `KeepError` where the file can't, and whatever ``what`` raises.
    """
    todo = list(jobs)
    done: dict[int, R] = {}
    with Kept(keep, what) as kept, bar(title, len(todo), progress) as step:
        left: list[tuple[int, Job]] = []
        with suppress(KeyboardInterrupt):
            for n, job in enumerate(todo):
                known = kept.get(job)
                if known is None:
                    left.append((n, job))
                else:
                    done[n] = known
                    step()
            with closing(_finished(what, left, workers, cluster)) as finished:
                for n, result in finished:
                    done[n] = result
                    kept.add(todo[n], result)
                    step()
    return [done[n] for n in sorted(done)]


def _finished(
    what: Callable[[Job], R], left: list[tuple[int, Job]], workers: int | None, cluster: Any
) -> Generator[tuple[int, R], None, None]:
    """Numbers of jobs with what came of them, as they are finished."""
    if cluster is not None:
        yield from _on_cluster(what, left, cluster)
        return
    most = min(_cores() if workers is None else workers, len(left))
    if most <= 1:
        for n, job in left:
            yield n, what(job)
        return
    yield from _on_processes(what, left, most)


def _cores() -> int:
    try:
        import joblib
    except ModuleNotFoundError:
        # Without what spreads games they are played here, one after the other.
        return 1

    return int(joblib.cpu_count())


def _on_processes(what: Callable[[Job], R], left: list[tuple[int, Job]], workers: int) -> Iterator[tuple[int, R]]:
    import joblib
    from joblib.externals.loky.process_executor import BrokenProcessPool

    # A process whose memory has grown is replaced between two games, which changes nothing.
    warnings.filterwarnings("ignore", "A worker stopped while some jobs were given", UserWarning)
    folders = os.pathsep.join(map(os.path.abspath, filter(None, os.environ.get(_FOLDERS, "").split(os.pathsep))))
    parallel = joblib.Parallel(
        workers,
        backend="loky",
        return_as="generator_unordered",
        max_nbytes=None,
        idle_worker_timeout=IDLE,
        initializer=_deaf,
    )
    try:
        yield from _quietly(parallel(joblib.delayed(_at_home)(what, n, job, folders) for n, job in left))
    except BrokenProcessPool as broken:
        raise CantSpread(
            "A process that played games ended before its time, perhaps for want of memory. Fewer `workers` need less; "
            "`workers=1` plays the games one after the other in this process."
        ) from broken
    except (PermissionError, BlockingIOError) as refused:
        raise CantSpread(
            f"No further processes can be started here ({refused.strerror}). `workers=1` plays the games one after the "
            "other in this process."
        ) from refused


def _on_cluster(what: Callable[[Job], R], left: list[tuple[int, Job]], cluster: Any) -> Iterator[tuple[int, R]]:
    try:
        from distributed import Client
    except ImportError as missing:
        raise CantSpread(
            "Games on a cluster need Dask: install it with `pip install distributed`, or leave `cluster` out to play "
            "on this machine."
        ) from missing
    import joblib

    own = isinstance(cluster, str)
    try:
        client = Client(cluster, set_as_default=False, timeout=ANSWER) if own else cluster
    except (OSError, ValueError) as error:
        raise CantSpread(
            f"No Dask scheduler answers at {cluster}. Start one with `dask scheduler` and workers with `dask worker`, "
            "or leave `cluster` out to play on this machine."
        ) from error
    try:
        with joblib.parallel_config(backend="dask", client=client):
            parallel = joblib.Parallel(return_as="generator_unordered")
            yield from _quietly(parallel(joblib.delayed(_at_home)(what, n, job, None) for n, job in left))
    except TimeoutError as error:
        raise CantSpread("The cluster has no workers: start some with `dask worker ADDRESS`.") from error
    finally:
        if own:
            client.close()


def _quietly(found: Any) -> Iterator[Any]:
    """The same, without a word of games that were finished and not asked for when somebody stops it."""
    try:
        yield from found
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found.close()


def _at_home(what: Callable[[Job], R], n: int, job: Job, folders: str | None) -> tuple[int, R]:
    """Do a job in a worker, which remembers the scenarios that it has loaded."""
    if folders is not None:
        os.environ[_FOLDERS] = folders
    try:
        return n, what(job)
    except NapwidgetsError as error:
        if _travels(error):
            raise
        raise GameFailed(f"{job.scenario} with seed {job.seed!r}: {error}") from None


def _travels(error: Exception) -> bool:
    """Whether an error comes out of a worker as it is; one that doesn't would take the worker with it."""
    try:
        return str(pickle.loads(pickle.dumps(error))) == str(error)
    except Exception:
        return False


def _deaf() -> None:
    """Workers leave Ctrl-C, which goes to them as well, to the process that asked for the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def bar(title: str, games: int, show: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr; gives the function that moves it on by one game."""
    if not show:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    shown: Progress = Progress(console=Console(stderr=True))
    with shown:
        task = shown.add_task(title, total=games)
        yield lambda: shown.advance(task)
