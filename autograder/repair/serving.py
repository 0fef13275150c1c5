"""Serves one search for repairs in a worker: the grader judges, the steps are here."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from autograder.repair.loading import (
    Candidate,
    Codes,
    Compiler,
    Edited,
    OutOfSteps,
    Steps,
)
from autograder.repair.search import Facets, Line, Repair, Search
from autograder.repair.written import Program, written_out
from autograder.worker import protocol, serve

CPU_SECONDS = 3.0  # of a trial in which no step is counted
MOST_REPAIRS = 8  # that are told the grader
LONGEST = 400_000  # characters of a program that is worth a search


class Nowhere:
    """Where what a candidate prints goes to."""

    def write(self, text: str) -> int:
        """Nothing is kept."""
        return len(text)

    def flush(self) -> None:
        """Nothing is to be done."""


class Asked:
    """Trials that the grader makes up and judges: it is asked for each by its number."""

    def __init__(self, job: dict[str, Any], requests: int, replies: int) -> None:
        wishes = job["repair"]
        self.sizes: Sequence[int] = wishes["sizes"]
        self._allowed: Sequence[int] = wishes["steps"]
        self._budget: int = wishes["budget"]
        self._job, self._pipes = job, (requests, replies)
        self._steps = Steps()
        self._compiler = Compiler(self._steps)
        self._edited = Edited(self._steps)
        self._codes: tuple[Program | None, Codes | None] = None, None
        sys.meta_path.insert(0, self._edited)  # type: ignore[arg-type]

    def facets(self, program: Program, trial: int) -> Facets | None:
        """What is right; None where the program cannot be compiled."""
        if self._codes[0] is not program:
            try:
                self._codes = program, self._compiler.codes(program)
            except (SyntaxError, ValueError, RecursionError):
                self._codes = program, None
        codes = self._codes[1]
        return None if codes is None else self._run(codes, trial)

    def lines(self, program: Program, trial: int) -> set[Line]:
        """The lines that it runs in a trial."""
        self._edited.seen.clear()
        self._run(self._compiler.marking(program), trial)
        return {*self._edited.seen}

    def is_over(self) -> bool:
        """Whether the steps of the whole search are used up."""
        return self._steps.spent > self._budget

    def _run(self, codes: Codes, trial: int) -> Facets:
        requests, replies = self._pipes
        ask = protocol.REQUEST.pack(protocol.TRIAL, trial)
        protocol.write_all(requests, ask)
        calls = protocol.read_job(replies)["calls"]
        self._edited.codes = codes
        sys.setrecursionlimit(self._job["recursion_limit"])
        candidate = Candidate(self._job["folder"], self._job["module"], self._edited)
        self._steps.allow(self._allowed[trial])
        for result in serve.results(self._job, candidate, calls, self._pipes):
            frame = protocol.frame_of(protocol.RESULT, result)
            protocol.write_all(requests, frame)
        self._steps.stop()
        facets = protocol.read_job(replies)["facets"]
        return tuple(facets)


def perform(
    job: dict[str, Any], requests: int, replies: int
) -> Iterator[dict[str, Any]]:
    """The one result of a search: what of the program was right, and its repairs."""
    sys.stdout = sys.stderr = Nowhere()  # type: ignore[assignment]
    signal.signal(signal.SIGVTALRM, _stop)
    wishes = job["repair"]
    folder = Path(job["folder"])
    sources = {name: (folder / f"{name}.py").read_bytes() for name in wishes["modules"]}
    program = Program({name: written_out(text) for name, text in sources.items()})
    asked = Asked(job, requests, replies)
    entries = tuple(wishes["entries"])
    found = Search(
        program, asked, entries, wishes["chooser"], wishes["of_value"]
    ).run()
    yield {
        "right": [all(facets) for facets in found.base.facets],
        "whole": [_told(repair, program) for repair in found.whole[:MOST_REPAIRS]],
        "partly": [_told(repair, program) for repair in found.partly[:MOST_REPAIRS]],
        "steps": asked._steps.spent,
        "tried": len(asked._compiler._known),
    }


def _told(repair: Repair, base: Program) -> dict[str, Any]:
    return {
        "sources": dict(repair.program.sources),
        "right": [all(facets) for facets in repair.facets],
        "edits": [
            [e.module, e.line, e.family, e.role, e.before, e.after]
            for e in repair.edits
        ],
        "cost": repair.cost[1],
    }


def _stop(*_: object) -> None:
    """The alarm of a program that goes on without a step that is counted."""
    raise OutOfSteps
