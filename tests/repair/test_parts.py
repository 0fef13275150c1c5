"""Several faults at once: each function is repaired by itself, and the whole on top."""

from __future__ import annotations

from typing import cast

from autograder.repair.difference import changed_places
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
    source = edited(MINIMAX, *SMALL_STARTS, STOPS_EARLY)
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
