"""What a search by playouts did on a tree: the nodes of its playouts, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.kinds.playouts.question import PlayoutTest
from autograder.observing.observation import Observation, in_own_words, recursion_for
from autograder.observing.outcome import Outcome, outcomes_of, split_trace
from autograder.observing.printed import own_words
from autograder.sandbox.jobs import Call, Ended, Job
from autograder.sandbox.oracle import PlayoutOracle
from autograder.sandbox.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class PlayoutsObserved:
    """One call: what came of it, and the nodes of its playouts, by their indices."""

    call: Observation
    played: tuple[int, ...] = ()
    printed: str = ""
    cpu_seconds: float = 0.0

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of the call."""
        return (self.call.outcome,)

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """The same: no others are made."""
        return self.outcomes


def observe(sandbox: Sandbox, folder: Path, test: PlayoutTest) -> PlayoutsObserved:
    """Make the call of a test, in a worker of its own."""
    job, came = call(sandbox, folder, test)
    return came(sandbox.run(job))


def call(
    sandbox: Sandbox, folder: Path, test: PlayoutTest
) -> tuple[Job, Callable[[Ended], PlayoutsObserved]]:
    """A job that makes the call of a test, and what is seen once it has ended."""
    question, tree = test.question, test.tree
    oracle = PlayoutOracle(tree, apart=question.apart)
    job = Job(
        folder=folder,
        module=question.module,
        calls=(Call(question.search, (tree.iterations,), oracle),),
        limits=question.limits,
        recursion_limit=recursion_for(tree),
    )

    def own(text: str) -> str:
        return own_words(text, folder, sandbox.folder)

    def came(ended: Ended) -> PlayoutsObserved:
        (outcome,) = outcomes_of(ended, folder, job.limits, 1)
        printed, _ = split_trace(ended.output)
        return seen(
            test,
            in_own_words(outcome, own),
            oracle.played,
            printed=own(printed),
            cpu_seconds=ended.cpu_seconds,
        )

    return job, came


def seen(
    test: PlayoutTest,
    outcome: Outcome,
    played: Sequence[int] = (),
    *,
    printed: str = "",
    cpu_seconds: float = 0.0,
) -> PlayoutsObserved:
    """What was seen of a call, or stands for it where none was made."""
    call = Observation(test.question.search, test.question.call, outcome)
    return PlayoutsObserved(call, tuple(played), printed, cpu_seconds)
