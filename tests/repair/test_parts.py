"""Several faults at once: each function is repaired by itself, and the whole on top."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from autograder.repair.difference import changed_places
from autograder.repair.loading import Candidate, Compiler, Edited, Steps
from autograder.repair.parts import ByParts
from autograder.repair.search import Facets, Line
from autograder.repair.written import Program, written_out
from autograder.worker.submission import Submission
from tests.cases import for_each
from tests.repair.test_search import ALPHA_BETA, MINIMAX
from tests.repair.toys import Toys, search_of


def edited(source: str, *changes: tuple[str, str]) -> str:
    """A program with some faults, each of which stands in it."""
    for right, wrong in changes:
        assert right in source
        source = source.replace(right, wrong, 1)
    return source


SMALL_STARTS = (("v = -math.inf", "v = -4"), ("v = math.inf", "v = 4"))
LAST = "        v = max(v, min_value(game, child))\n"
STOPS_EARLY = LAST, f"{LAST}        if v == 3:\n            break\n"
KEEP = "    games.append(game)\n"
# What cannot be repaired: nothing of what it returns comes from the tree.
NO_SEARCH = "def search(game, state):\n    pass\n"
NO_CHOICE = MINIMAX.partition("def search(")[0] + NO_SEARCH


def test_faults_that_mask_each_other_are_repaired_one_after_the_other() -> None:
    """Four changes make all right; each function's own are known by themselves."""
    with search_of(edited(MINIMAX, *SMALL_STARTS, STOPS_EARLY), prunes=False) as search:
        search.find_repairs()
        assert len(search.whole[0].edits) >= 3
        told = {each.function: each for each in search.functions}
        written = search.program.sources["search"]
        new = {
            name: [
                place.after
                for place in changed_places(
                    written, one.repair.program.sources["search"]
                )
            ]
            for name, one in told.items()
        }
    assert told.keys() == {"max_value", "min_value"}
    assert new["min_value"] == [("    v = float('inf')",)]
    assert len(new["max_value"]) == 2  # the start, and the break


def test_a_function_is_right_by_itself_where_the_rest_cannot_be() -> None:
    """One change in min_value; of the search function nothing is told."""
    with search_of(edited(NO_CHOICE, SMALL_STARTS[1]), prunes=False) as search:
        search.find_repairs()
        assert not search.whole
        (one,) = search.functions
        assert (one.function, one.calls) == ("min_value", 5)


def test_a_function_that_cannot_be_called_by_itself() -> None:
    """MIN's game is known when MAX was called: the whole is repaired all the same."""
    source = edited(
        MINIMAX.replace("game.", "games[-1]."),
        ("import math\n", "import math\ngames = []\n"),
        ("max_value(game, state):\n", f"max_value(game, state):\n{KEEP}"),
        ("search(game, state):\n", f"search(game, state):\n{KEEP}"),
        SMALL_STARTS[1],
    )
    with search_of(source, prunes=False) as search:
        search.find_repairs()
        (edit,) = search.whole[0].edits
    assert (edit.before, edit.after) == ("v = 4", "v = float('inf')")


def test_an_edit_that_mends_more_plies_is_likelier_than_a_smaller_one() -> None:
    """On one ply a smaller edit would do, and be followed by another for two."""
    raised, wrong = "alpha = max(alpha, v)", "beta = min(beta, v)"
    source = edited(ALPHA_BETA.partition("def search(")[0] + NO_SEARCH, (raised, wrong))
    with search_of(source, prunes=True, plies=2) as search:
        search.find_repairs()
        written = search.program.sources["search"]
        texts = [each.repair.program.sources["search"] for each in search.functions]
    places = [changed_places(written, text) for text in texts]
    assert places
    assert all([p.after for p in each] == [(f"        {raised}",)] for each in places)


def test_an_edit_is_asked_on_one_ply_before_it_is_asked_on_trees() -> None:
    """Of what one function runs by itself: most edits are told as wrong there."""
    source = edited(MINIMAX, STOPS_EARLY)
    runs = []
    for has_parts in (True, False):
        with search_of(source, prunes=False) as search:
            search.parts = search.parts if has_parts else {}
            search.find_repairs()
            assert search.whole
            runs.append(cast("Toys", search.trials).runs_of_trees)
    assert 3 * runs[0] < runs[1]


@for_each("base, prunes", [(MINIMAX, False), (ALPHA_BETA, True)])
def test_of_a_right_program_nothing_is_told(base: str, *, prunes: bool) -> None:
    """No part of it, either."""
    with search_of(base, prunes=prunes) as search:
        search.find_repairs()
        assert not search.functions
        assert search.partly is None


def test_one_function_is_the_mirror_of_the_other() -> None:
    """Where all of one function is MAX's, the other says what it should be."""
    of_max = ALPHA_BETA.partition("def min_value")[0].rpartition("def max_value")[2]
    of_min = ALPHA_BETA.partition("def min_value")[2].partition("def search")[0]
    wrong = of_max.replace("min_value", "max_value")
    with search_of(ALPHA_BETA.replace(of_min, wrong), prunes=True) as search:
        search.find_repairs()
        assert search.whole


class OnCalls:
    """Calls of functions, each a trial: name, argument, and what is right."""

    def __init__(self, calls: Sequence[tuple[str, object, object]]) -> None:
        self.sizes: Sequence[int] = [1 for _ in calls]
        self._calls, self._steps = calls, Steps()
        self._compiler, self._edited = Compiler(self._steps), Edited(self._steps)

    @contextmanager
    def running(self) -> Iterator[None]:
        """While programs can be imported."""
        sys.meta_path.insert(0, self._edited)
        try:
            yield
        finally:
            self._edited.forget()
            sys.meta_path.remove(self._edited)

    def facets(self, program: Program, trial: int) -> Facets | None:
        """Whether the call returns what it should."""
        try:
            return (self._run(self._compiler.codes(program), trial),)
        except SyntaxError:
            return None

    def lines(self, program: Program, trial: int) -> set[Line]:
        """The lines that are run."""
        self._edited.seen.clear()
        self._run(self._compiler.marking(program), trial)
        return {*self._edited.seen}

    def spend(self, steps: int) -> None:
        """Count steps that no trial has made."""
        self._steps.spent += steps

    def spent(self) -> int:
        """The steps that were made so far."""
        return self._steps.spent

    def is_over(self) -> bool:
        """There are enough."""
        return False

    def _run(self, codes: Any, trial: int) -> bool:
        name, given, wanted = self._calls[trial]
        self._edited.codes = codes
        self._steps.begin_trial(5_000)
        came: list[object] = []
        candidate = Candidate("", "rows", self._edited)

        def kept(returned: object) -> dict[str, Any]:
            came.append(returned)
            return {}

        Submission.call(candidate, name, (given,), (), kept)
        self._steps.end_trial()
        return came == [wanted]


CHOOSES = """
def order(xs):
    return [*TABLE[xs]]

def f(xs):
    return max(order(xs), key=abs)
"""
TABLE = "TABLE = {(-4, 4, 1): (4, -4, 1), (7, -7, 2): (-7, 7, 2)}\n"
TIED = (-4, 4, 1), (7, -7, 2)


@for_each("wanted, told", [([4, -4, 1], True), ("no order", False)])
def test_an_order_of_ties_is_doubted_where_another_part_is_wrong(
    wanted: object,
    told: bool,  # noqa: FBT001 - a case
) -> None:
    """What comes first may be the other's fault: it is told of no function then."""
    trials = OnCalls([("f", xs, xs[0]) for xs in TIED] + [("order", TIED[0], wanted)])
    with trials.running():
        program = Program({"rows": written_out(TABLE + CHOOSES)})
        parts = {"f/1": (0, 1), "order/1": (2,)}
        search = ByParts(program, trials, 3, parts, ("f", "order"), "", 0, 3_000_000)
        search.find_repairs()
    is_of_f = [each for each in search.functions if each.function == "f"]
    assert bool(search.whole or is_of_f) == told
