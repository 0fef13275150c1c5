"""Serves one search for repairs in a worker: the grader judges, the steps are here."""

from __future__ import annotations

import marshal
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.game import Value
from autograder.repair.difference import (
    Original,
    changed_places,
    number_of_mistakes,
    tells_nothing,
)
from autograder.repair.loading import (
    FILES,
    Candidate,
    Codes,
    Compiler,
    Edited,
    OutOfSteps,
    Steps,
)
from autograder.repair.nearby import Nearby, Playout
from autograder.repair.parts import ByParts
from autograder.repair.search import (
    Facets,
    Line,
    Repair,
    lines_of_shared_functions,
)
from autograder.repair.walked import Recalled, Said
from autograder.repair.written import Program
from autograder.worker import protocol, serve
from autograder.worker.protocol import COURSE
from autograder.worker.walking import Talk

CPU_SECONDS = 3.0  # of a trial in which no step is counted
FIRST, LATER = 10, 2  # times the steps: of the student's program; what edited ones may
PER_RUN = 100  # steps, to load a program for a trial
PER_LINE = 200  # steps, for what the grader asks and judges of it
FOR_SEARCH = "chooser", "of_value", "budget", "parts_first", "late", "begins"  # as sent
PLAIN_FORM = 2  # of marshal: equal things are written alike, wherever they lie
SHOWN = 300  # characters of what goes and of what comes


class Nowhere:
    """Where what a candidate prints goes to."""

    def write(self, text: str) -> int:
        """Nothing is kept."""
        return len(text)

    def flush(self) -> None:
        """Nothing is to be done."""


class Asked:
    """Trials that the grader makes up and judges: each is asked by its number."""

    def __init__(self, job: dict[str, Any], requests: int, replies: int) -> None:
        wishes = job["repair"]
        self.sizes: Sequence[int] = wishes["sizes"]
        self._least: Sequence[int] = wishes["steps"]
        self._allowed: list[int | None] = [None for _ in self._least]
        # As bytes: a program may fill what a call is handed, so it is made anew.
        self._calls = [calls and marshal.dumps(calls) for calls in wishes["calls"]]
        self._late: Sequence[int] = wishes["parts"].get(wishes["late"], ())
        self._judged: list[dict[bytes, Facets]] = [{} for _ in self.sizes]
        self._budget: int = wishes["budget"]
        self._job, self._pipes = job, (requests, replies)
        self._steps = Steps()
        self._compiler = Compiler(self._steps)
        self._edited = Edited(self._steps, draws=_mentions_random(job["folder"]))
        self._codes: tuple[Program | None, Codes | None] = None, None
        self._part_of: Sequence[Any] = wishes["part_of"]
        self._known: dict[tuple[int, tuple[str, ...]], Facets | None] = {}
        self._walks: dict[int, tuple[list[dict[str, Any]], Said]] = {}
        self._nearby = Nearby(wishes["trees"], self._steps, self._payoff)
        sys.meta_path.insert(0, self._edited)

    def facets(self, program: Program, trial: int) -> Facets | None:
        """What is right; None where the program cannot be compiled."""
        if self._part_of[trial] is None:
            return self._whole(program, trial)
        whole, own = self._part_of[trial]
        known = whole, tuple(program.sources.values())
        if known not in self._known:  # other parts of it are asked of the same programs
            self._known[known] = self._whole(program, whole)
        facets = self._known[known]
        return facets and tuple([facets[place] for place in own])

    def _whole(self, program: Program, trial: int) -> Facets | None:
        if self._codes[0] is not program:
            try:
                self._codes = program, self._compiler.codes(program)
            except (SyntaxError, ValueError, RecursionError):
                self._codes = program, None
        codes = self._codes[1]
        return None if codes is None else self._run(codes, trial)

    def lines(self, program: Program, trial: int) -> set[Line]:
        """The lines that it runs in a trial; in a late one those for the choice alone.

        They first run behind the last playout, and in no function that has two callers.
        """
        self._edited.seen.clear()
        whole, _ = self._part_of[trial] or (trial, ())
        self._run(self._compiler.marking(program), whole)
        seen, last = self._edited.seen, self._nearby.left_at_playout
        if trial not in self._late:
            return {*seen}
        late = {line for line, left in seen.items() if left <= last}
        shared = lines_of_shared_functions
        rows = (shared(name, text) for name, text in program.sources.items())
        return late.difference(*rows)

    def spend(self, steps: int) -> None:
        """Count steps that no trial has made."""
        self._steps.spent += steps

    def is_over(self) -> bool:
        """Whether the steps of the whole search are used up."""
        return self._steps.spent > self._budget

    def spent(self) -> int:
        """The steps that were made so far."""
        return self._steps.spent

    def _run(self, codes: Codes, trial: int) -> Facets:
        """What is right; what was judged once is known where the tree lies here."""
        self.spend(PER_RUN)
        calls = self._calls[trial]
        if calls is None:
            return self._hold(codes, trial)
        anew = marshal.loads(calls)  # noqa: S302 - ours
        results = [*self._results(codes, trial, anew, Talk(*self._pipes))]
        behaviour = marshal.dumps(results, PLAIN_FORM)
        judged = self._judged[trial]
        if behaviour not in judged:
            self._send(protocol.TRIAL, trial)
            for result in results:
                self._tell(result)
            judged[behaviour] = self._verdict()
        return judged[behaviour]

    def _hold(self, codes: Codes, trial: int) -> Facets:
        """What is right, where the grader is asked about each state."""
        self.spend(PER_LINE * self.sizes[trial])
        if trial in self._walks:
            return self._walk(codes, trial)
        calls = self._begun(trial)
        if "walk" in calls[0]:
            self._walks[trial] = calls, Said()
        for result in self._results(codes, trial, calls, Talk(*self._pipes)):
            self._tell(result)
        return self._verdict()

    def _walk(self, codes: Codes, trial: int) -> Facets:
        """What is right of a walk, like which there may have been another."""
        calls, said = self._walks[trial]
        talk = Recalled(said, lambda: self._begun(trial), self._pipes)
        (result,) = self._results(codes, trial, calls, talk)
        return talk.verdict(result, self._verdict_on)

    def _begun(self, trial: int) -> list[dict[str, Any]]:
        """The calls of a trial that the grader holds from now on."""
        self._send(protocol.TRIAL, trial)
        calls: list[dict[str, Any]] = protocol.read_job(self._pipes[1])["calls"]
        return calls

    def _send(self, opcode: int, number: int) -> None:
        protocol.write_all(self._pipes[0], protocol.REQUEST.pack(opcode, number))

    def _tell(self, result: dict[str, Any]) -> None:
        frame = protocol.frame_of(protocol.RESULT, result)
        protocol.write_all(self._pipes[0], frame)

    def _payoff(self, playout: Playout) -> Value | None:
        frame = protocol.frame_of(protocol.PLAY, playout)
        protocol.write_all(self._pipes[0], frame)
        return protocol.value_of(protocol.read_frame(self._pipes[1]))

    def _verdict_on(self, result: dict[str, Any]) -> Facets:
        self._tell(result)
        return self._verdict()

    def _verdict(self) -> Facets:
        return tuple(protocol.read_job(self._pipes[1])["facets"])

    def _results(
        self,
        codes: Codes,
        trial: int,
        calls: list[dict[str, Any]],
        talk: Talk,
    ) -> Iterator[dict[str, Any]]:
        """What comes of each call, and what was asked of a tree that lies here."""
        self._edited.codes = codes
        sys.setrecursionlimit(self._job["recursion_limit"])
        candidate = Candidate(self._job["folder"], self._job["module"], self._edited)
        before, most = self._steps.spent, self._allowed[trial]
        if most is None:
            most = FIRST * self._least[trial]
        self._steps.begin_trial(most)
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
        asked = self._nearby.asked
        given = self._job, candidate, calls, talk, self._opened
        for result in serve.results(*given):
            yield {**result, "asked": [*asked]}
            asked.clear()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self._steps.end_trial()
        if self._allowed[trial] is None:
            taken = self._steps.spent - before
            is_endless = taken > most
            needed = 0 if is_endless else LATER * taken
            self._allowed[trial] = max(self._least[trial], needed)

    def _opened(
        self, call: dict[str, Any], requests: int, replies: int, continued: Any
    ) -> serve.Remote:
        """A game that lies here where the tree does; else one that asks the grader."""
        is_here = call.get("nearby") is not None
        opened = self._nearby.opened if is_here else serve.remote_game
        return opened(call, requests, replies, continued)


def _mentions_random(folder: str) -> bool:
    """Whether a file of a submission, or of its course, names `random`."""
    files = (
        path for each in (folder, folder + COURSE) for path in Path(each).rglob("*.py")
    )
    return any(b"random" in path.read_bytes() for path in files if path.is_file())


def perform(
    job: dict[str, Any], requests: int, replies: int
) -> Iterator[dict[str, Any]]:
    """The one result of a search: what of the program was right, and its repairs."""
    sys.stdout = sys.stderr = Nowhere()
    signal.signal(signal.SIGVTALRM, _stop)
    wishes = job["repair"]
    folder = Path(job["folder"])
    sources = {name: (folder / f"{name}.py").read_bytes() for name in wishes["modules"]}
    originals = {name: Original(text) for name, text in sources.items()}
    program = Program({name: each.written for name, each in originals.items()})
    asked = Asked(job, requests, replies)
    entries = tuple(wishes["entries"])
    search = ByParts(
        program,
        asked,
        wishes["tests"],
        wishes["parts"],
        entries,
        **{name: wishes[name] for name in FOR_SEARCH},
    )
    search.find_repairs()
    yield {
        "right": search.trials_right,
        "repairs": [_shown(repair, originals) for repair in search.whole],
        "functions": [
            {
                "function": each.function,
                "repair": _shown(each.repair, originals),
                "parts": [*each.parts],
                "calls": each.calls,
            }
            for each in search.functions
        ],
        "partly": [_shown(each, originals) for each in filter(None, [search.partly])],
        "steps": asked.spent(),
    }


def _shown(repair: Repair, originals: Mapping[str, Original]) -> dict[str, Any]:
    """The modules that change, and where they do, as the grader reads it."""
    new = {
        name: text
        for name, text in repair.program.sources.items()
        if text != originals[name].written
    }
    rows = [
        (name, place)
        for name, text in new.items()
        for place in changed_places(originals[name].written, text)
    ]
    all_places = [place for _, place in rows]
    return {
        "sources": {
            name: originals[name].text_with_changes(text) for name, text in new.items()
        },
        "places": [
            [
                name,
                originals[name].line(place),
                "\n".join(place.before)[:SHOWN],
                "\n".join(place.after)[:SHOWN],
            ]
            for name, place in rows
        ],
        "edits": number_of_mistakes(all_places),
        "rewrites": tells_nothing(all_places),
        "size": repair.size,
    }


def _stop(_: int, frame: FrameType | None) -> None:
    """The alarm of a program that goes on without a step that is counted."""
    while frame is not None:
        if frame.f_code.co_filename in FILES:
            raise OutOfSteps
        frame = frame.f_back
