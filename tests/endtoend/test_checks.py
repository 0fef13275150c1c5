"""An instructor's own tests beside the trees, run by the real command line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from autograder.observing.outcome import BEFORE
from autograder.words.blocks import STOPPED, unjudged_sentence
from autograder.words.faults import VALUE_HINTS, WANTS_TIME
from tests.schema import assert_valid_results, read_results
from tests.screens import without_commands
from tests.small import (
    ASSIGNMENT,
    ROOT,
    Graded,
    check_file,
    environment,
    grade,
    graded_checks,
    make_assignment,
    right,
    run,
    total,
)

ACTING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u202e\ud800-\udfff]")


def points(test: dict[str, Any]) -> tuple[float | None, float | None, str]:
    """Score, maximum and status of a test."""
    return test.get("score"), test.get("max_score"), test["status"]


def texts(value: Any) -> list[str]:
    """Every text in a JSON document."""
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value
    return (
        [text for item in items for text in texts(item)]
        if isinstance(value, (dict, list))
        else []
    )


class TestDecorators:
    """gradescope-utils' decorators say what a test is worth and how it is shown."""

    def test_none(self, tmp_path: Path) -> None:
        """Without any, a test is worth no points, and is shown."""
        test = graded_checks(tmp_path, "def test_plain(): pass")["test_plain"]
        assert points(test) == (None, None, "passed")
        assert (test["number"], test["visibility"], test["tags"]) == ("", "visible", [])

    def test_all(self, tmp_path: Path) -> None:
        """Each has its effect, stacked in any order."""
        stack = ["@weight(3)", "@number('7.1')", "@visibility('hidden')"]
        stack += ["@tags('a', 'b')", "@hide_errors('no')"]
        source = "\n".join(
            [
                *(*stack, "def test_one(): pass"),
                *(*stack[::-1], "def test_two(): assert 0"),
            ]
        )
        graded = graded_checks(tmp_path, source)
        for name, score in (("test_one", 3), ("test_two", 0)):
            test = graded[name]
            assert points(test)[:2] == (score, 3)
            assert test["number"] == "7.1"
            assert test["visibility"] == "hidden"
            assert test["tags"] == ["a", "b"]
        assert graded["test_two"]["output"] == "no"
        assert graded.status == 0

    def test_title(self, tmp_path: Path) -> None:
        """The first line of the docstring names a test; else its own name does."""
        source = '''
            def test_one():
                """The search is quick.

                This is for the instructor.
                """
            @pytest.mark.parametrize("n", [1, 2])
            def test_two(n):
                """Wide"""
            @pytest.mark.parametrize("n", [1])
            def test_three(n): pass
        '''
        names = ["The search is quick.", "Wide [1]", "Wide [2]", "test_three[1]"]
        assert graded_checks(tmp_path, source).names() == names

    def test_partial_credit(self, tmp_path: Path) -> None:
        """What is set counts, within 0 and the weight; unset, a pass is full marks."""
        source = """
            @partial_credit(10)
            def test_some(set_score): set_score(4.5)
            @partial_credit(10)
            def test_default(set_score=None): set_score(2)
            @partial_credit(10)
            def test_keywords(**kwargs): kwargs["set_score"](1)
            @partial_credit(10)
            def test_unset(set_score): pass
            @partial_credit(10)
            def test_beyond(set_score): set_score(50)
            @partial_credit(10)
            def test_negative(set_score): set_score(-3)
            @partial_credit(10)
            def test_failed(set_score):
                set_score(9)
                assert 1 == 2
            @partial_credit(10)
            def test_twice(set_score):
                set_score(9)
                set_score(3)
        """
        graded = graded_checks(tmp_path, source)
        expected = [
            ("test_some", 4.5),
            ("test_default", 2),
            ("test_keywords", 1),
            ("test_unset", 10),
            ("test_beyond", 10),
            ("test_negative", 0),
            ("test_failed", 0),
            ("test_twice", 3),
        ]
        assert [(n, graded[n]["score"]) for n, _ in expected] == expected
        assert graded.status == 0

    def test_no_score(self, tmp_path: Path) -> None:
        """What is no number is the check's own fault, and nobody loses by it."""
        scores = ["float('nan')", "float('inf')", "'4'", "[1]", "10**400"]
        made = [
            f"@partial_credit(10)\ndef test_{n}_(set_score): set_score({score})"
            for n, score in enumerate(scores)
        ]
        graded = graded_checks(tmp_path, "\n".join(made))
        for n, _ in enumerate(scores):
            test = graded[f"test_{n}_"]
            assert points(test) == (None, 10, "failed")
            assert "a fault of this check, not yours: set_score(" in str(test)
        assert graded.status == 2

    def test_leaderboard(self, tmp_path: Path) -> None:
        """A column for each value that a passing test has set, and for no other."""
        source = """
            @leaderboard("visits", "asc")
            def test_a(set_leaderboard_value): set_leaderboard_value(42)
            @leaderboard("default")
            def test_b(set_leaderboard_value=None): set_leaderboard_value("a text")
            @leaderboard("nan")
            def test_c(set_leaderboard_value): set_leaderboard_value(float("nan"))
            @leaderboard("huge")
            def test_d(set_leaderboard_value): set_leaderboard_value(10 ** 5000)
            @leaderboard("object")
            def test_e(set_leaderboard_value): set_leaderboard_value(object)
            @leaderboard("failed")
            def test_f(set_leaderboard_value):
                set_leaderboard_value(1)
                assert False
            @leaderboard("unset")
            def test_g(set_leaderboard_value): pass
        """
        board = graded_checks(tmp_path, source).results["leaderboard"]
        assert board[:3] == [
            {"name": "visits", "value": 42, "order": "asc"},
            {"name": "default", "value": "a text", "order": "desc"},
            {"name": "nan", "value": "nan", "order": "desc"},
        ]
        assert [column["name"] for column in board[3:]] == ["huge", "object"]
        assert all(isinstance(column["value"], str) for column in board[3:])

    @pytest.mark.parametrize("first", ["partial_credit(8)", "leaderboard('column')"])
    def test_score_and_leaderboard(self, tmp_path: Path, first: str) -> None:
        """Both wrappers at once, in either order."""
        stack = [f"@{first}", "@partial_credit(8)", "@leaderboard('column')"]
        stack = list(dict.fromkeys(stack))
        parameters = "set_score, set_leaderboard_value"
        source = "\n".join(
            [
                *(*stack, "@tags('t')", "@weight(99)"),
                f"def test_it({parameters}):",
                "    set_score(3); set_leaderboard_value(7)",
            ]
        )
        graded = graded_checks(tmp_path, source)
        assert points(graded["test_it"]) == (3, 8, "passed")
        assert graded["test_it"]["tags"] == ["t"]
        (column,) = graded.results["leaderboard"]
        assert column["value"] == 7

    def test_outermost_weight(self, tmp_path: Path) -> None:
        """Of two weights the one written first holds."""
        source = """
            @weight(5)
            @partial_credit(8)
            def test_it(set_score): set_score(7)
        """
        assert points(graded_checks(tmp_path, source)["test_it"]) == (5, 5, "passed")

    def test_undecorated(self, tmp_path: Path) -> None:
        """`set_score` without its decorator is the check's fault, and says so."""
        graded = graded_checks(tmp_path, "def test_it(set_score): set_score(1)")
        assert "set_score needs the decorator partial_credit" in str(graded["test_it"])
        assert graded.status == 2

    def test_misused(self, tmp_path: Path) -> None:
        """A decorator that means nothing is the assignment's fault, said on stderr."""
        complaints = {
            "weight(float('nan'))": "@weight(nan): expected points, 0 or more",
            "weight(-1)": "@weight(-1): expected points, 0 or more",
            "weight('3')": "@weight('3'): expected points, 0 or more",
            "partial_credit(None.__class__)": "expected points, 0 or more",
            "visibility('hiden')": "@visibility('hiden'): expected visible, hidden",
            "leaderboard('x', 'up')": "@leaderboard(…, 'up'): expected 'desc' or",
        }
        made = [
            f"@{decorator}\ndef test_{n}_(*, set_score=None): pass"
            for n, decorator in enumerate(complaints)
        ]
        graded = graded_checks(tmp_path, "\n".join(made))
        for n, complaint in enumerate(complaints.values()):
            test = graded[f"test_{n}_"]
            assert "score" not in test
            assert complaint in test["output"]
            assert complaint in graded.stderr
        assert graded.status == 2

    def test_unknown_visibility_is_hidden(self, tmp_path: Path) -> None:
        """What was meant to be hidden stays so, whatever the typing error."""
        graded = graded_checks(tmp_path, "@visibility('hiden')\ndef test_it(): pass")
        assert graded["test_it"]["visibility"] == "hidden"


class TestOutcomes:
    """Nothing vanishes: every test has one entry, and its reason."""

    def test_assertion(self, tmp_path: Path) -> None:
        """What pytest says of the assertion is what the student reads."""
        source = """
            @weight(2)
            def test_plain(): assert 1 + 1 == 3
            @weight(2)
            def test_message(): assert False, "the root is cut"
            @weight(2)
            def test_fail(): pytest.fail("said plainly")
            @weight(2)
            def test_crash(): {}["key"]
            @weight(2)
            def test_silent(): raise AssertionError
        """
        graded = graded_checks(tmp_path, source)
        assert graded["test_plain"]["output"] == "assert (1 + 1) == 3"
        assert graded["test_message"]["output"].startswith("the root is cut\n")
        assert graded["test_fail"]["output"] == "said plainly"
        assert graded["test_crash"]["output"] == "KeyError: 'key'"
        assert graded["test_silent"]["output"] == "failed"
        checks = [t for t in graded.results["tests"] if t["name"][:6] == "checks"]
        assert [points(test) for test in checks] == [(0, 2, "failed")] * 5
        assert graded.status == 0

    def test_skipped(self, tmp_path: Path) -> None:
        """A skipped test is shown with its reason, and asks for no points."""
        source = """
            @weight(2)
            @pytest.mark.skip(reason="not this year")
            def test_mark(): pass
            @weight(2)
            def test_call(): pytest.skip("needs more")
            class TestCase(unittest.TestCase):
                @unittest.skip("unittest says")
                @weight(2)
                def test_unittest(self): pass
        """
        graded = graded_checks(tmp_path, source)
        assert points(graded["test_mark"]) == (None, None, "failed")
        assert graded["test_mark"]["output"] == "skipped: not this year"
        assert graded["test_call"]["output"] == "skipped: needs more"
        assert graded["test_unittest"]["output"] == "skipped: unittest says"
        assert total(graded.stdout) == "3/3"
        assert graded.status == 0

    def test_expected_failure(self, tmp_path: Path) -> None:
        """As pytest has it: a strict one must fail, another may do either."""
        source = """
            @weight(1)
            @pytest.mark.xfail
            def test_failed(): assert 0
            @weight(1)
            @pytest.mark.xfail
            def test_passed(): pass
            @weight(1)
            @pytest.mark.xfail(strict=True)
            def test_strict(): pass
            @weight(1)
            def test_call(): pytest.xfail("known")
            @weight(1)
            @pytest.mark.xfail(run=False, reason="it hangs")
            def test_not_run(): assert 0
            class TestCase(unittest.TestCase):
                @unittest.expectedFailure
                @weight(1)
                def test_unit_failed(self): self.fail()
                @unittest.expectedFailure
                @weight(1)
                def test_unit_passed(self): pass
        """
        graded = graded_checks(tmp_path, source)
        expected = {
            "test_failed": (1, 1, "passed"),
            "test_passed": (1, 1, "passed"),
            "test_strict": (0, 1, "failed"),
            "test_call": (1, 1, "passed"),
            "test_not_run": (None, None, "failed"),
            "test_unit_failed": (1, 1, "passed"),
            "test_unit_passed": (0, 1, "failed"),
        }
        assert {n: points(graded[n]) for n in expected} == expected
        assert "expected to fail" in graded["test_passed"]["output"]
        assert graded["test_not_run"]["output"].startswith("skipped: ")

    def test_subtests(self, tmp_path: Path) -> None:
        """One failed subtest fails its test, and is named; a skipped one is told."""
        source = """
            @weight(1)
            def test_some(subtests):
                for i in range(4):
                    with subtests.test("leaf", i=i):
                        print("in", i)
                        if i == 0: pytest.skip("no node")
                        assert i != 2
            @weight(1)
            def test_all(subtests):
                with subtests.test(): pass
            class TestCase(unittest.TestCase):
                @weight(1)
                def test_unit_some(self):
                    for i in range(3):
                        with self.subTest(i=i):
                            self.assertNotEqual(i, 1)
                @weight(1)
                def test_unit_all(self):
                    with self.subTest(): pass
                @weight(1)
                def test_unit_skip_and_fail(self):
                    for i in range(3):
                        with self.subTest(i=i):
                            if i == 1: self.skipTest("no")
                            self.assertNotEqual(i, 2)
        """
        graded = graded_checks(tmp_path, source)
        assert points(graded["test_some"]) == (0, 1, "failed")
        assert graded["test_some"]["output"] == dedent("""\
            leaf i=2: assert 2 != 2

            skipped: leaf i=0: no node

            Printed:
            in 0
            in 1
            in 2
            in 3""")
        assert points(graded["test_all"]) == (1, 1, "passed")
        assert points(graded["test_unit_some"]) == (0, 1, "failed")
        assert graded["test_unit_some"]["output"].startswith("i=1: 1 == 1")
        assert points(graded["test_unit_all"]) == (1, 1, "passed")
        assert points(graded["test_unit_skip_and_fail"]) == (0, 1, "failed")

    def test_classes(self, tmp_path: Path) -> None:
        """Methods of plain classes and of TestCases, decorated, are tests."""
        source = """
            class TestPlain:
                @weight(1)
                def test_method(self): pass
                @partial_credit(2)
                def test_partial(self, set_score): set_score(1)
            class TestCase(unittest.TestCase):
                def setUp(self): self.ready = True
                @partial_credit(3)
                def test_unit(self, set_score=None):
                    assert self.ready
                    set_score(2)
                @partial_credit(3)
                def test_no_default(self, set_score): set_score(2)
        """
        graded = graded_checks(tmp_path, source)
        assert points(graded["test_method"]) == (1, 1, "passed")
        assert points(graded["test_partial"]) == (1, 2, "passed")
        assert points(graded["test_unit"]) == (2, 3, "passed")
        assert points(graded["test_no_default"]) == (2, 3, "passed")

    def test_parametrised(self, tmp_path: Path) -> None:
        """Each parameter is a test, and a score that one set is not another's."""
        source = """
            @pytest.mark.parametrize("n", [2, 5, None])
            @partial_credit(5)
            def test_it(n, set_score):
                if n: set_score(n)
        """
        graded = graded_checks(tmp_path, source)
        scores = {f"test_it[{n}]": graded[f"[{n}]"]["score"] for n in (2, 5, None)}
        assert scores == {"test_it[2]": 2, "test_it[5]": 5, "test_it[None]": 5}

    @pytest.mark.parametrize(
        "source, reason",
        [
            (
                """
                class TestCase(unittest.TestCase):
                    @classmethod
                    def setUpClass(cls): raise RuntimeError("no tree")
                    @weight(2)
                    def test_it(self): pass
                """,
                "RuntimeError: no tree",
            ),
            (
                """
                @pytest.fixture
                def tree(): raise RuntimeError("no tree")
                @weight(2)
                def test_it(tree): pass
                """,
                "RuntimeError: no tree",
            ),
            (
                """
                @pytest.fixture
                def tree():
                    yield
                    raise RuntimeError("no end")
                @weight(2)
                def test_it(tree): pass
                """,
                "RuntimeError: no end",
            ),
            ("@weight(2)\ndef test_it(no_such_fixture): pass", "no_such_fixture"),
            (
                "@weight(2)\ndef test_it():\n    import sys\n    sys.exit(3)",
                "SystemExit: 3",
            ),
        ],
    )
    def test_broken(self, tmp_path: Path, source: str, reason: str) -> None:
        """A check that breaks outside its assertions gives and takes no points."""
        graded = graded_checks(tmp_path, source)
        assert points(graded["test_it"]) == (None, 2, "failed")
        assert "a fault of this check, not yours: " in graded["test_it"]["output"]
        assert reason in graded["test_it"]["output"]
        assert "test_checks.py::" in graded.stderr
        assert graded.status == 2
        assert graded["fig_5_2"]["score"] == 3

    def test_assertion_in_set_up(self, tmp_path: Path) -> None:
        """A fixture may assert something about the submission: that one loses by."""
        source = """
            @pytest.fixture
            def value(submission):
                found = submission.call("max_valu", [1, 2], module="minimax")
            @weight(2)
            def test_it(value): pass
        """
        graded = graded_checks(tmp_path, source)
        assert points(graded["test_it"]) == (0, 2, "failed")
        assert "there is no function max_valu; is it max_value?" in str(
            graded["test_it"]
        )
        assert graded.status == 0

    def test_printed(self, tmp_path: Path) -> None:
        """What a check prints is shown, unless it hides its errors."""
        source = """
            @pytest.fixture
            def before(): print("in the fixture")
            def test_open(before): print("in the call")
            @hide_errors("closed")
            def test_closed(): print("secret"); assert "secret" == 1
            @hide_errors("closed")
            def test_hidden_passed(): print("secret")
            @hide_errors("closed")
            def test_hidden_broken(): print("secret"); exit("secret")
        """
        graded = graded_checks(tmp_path, source)
        assert graded["test_open"]["output"] == (
            "correct\n\nPrinted:\nin the fixture\nin the call"
        )
        assert graded["test_closed"]["output"] == "closed"
        assert "secret" not in json.dumps(graded.results)

    def test_hostile_texts(self, tmp_path: Path) -> None:
        """Whatever a check says is bounded, and acts on no reader."""
        source = r"""
            WORD = "\x1b[31m\u202e\udc80\x00"
            class Hostile(Exception):
                def __str__(self): raise RuntimeError
            @tags(*([WORD * 1000] * 1000))
            @number(WORD * 1000)
            @weight(1)
            def test_message(): assert False, WORD + "a" * 1_000_000
            def test_lines(): pytest.fail("line\n" * 1_000_000)
            def test_words(): raise Hostile
            def test_empty(): pytest.fail("\n\n")
            def test_print(): print(WORD * 100_000)
            @leaderboard(WORD * 1000)
            def test_board(set_leaderboard_value): set_leaderboard_value(WORD * 1000)
            @hide_errors(WORD * 100_000)
            def test_hide(): assert 0
            @visibility(WORD * 1000)
            def test_see(): pass
            @pytest.mark.parametrize("n", [WORD * 1000])
            def test_parameter(n): pass
            @pytest.mark.skip(reason=WORD * 100_000)
            def test_skip(): pass
            def test_subtest(subtests):
                with subtests.test(WORD * 1000, n=WORD * 1000): assert 0
            def test_name(): pass
            test_name.__doc__ = WORD * 1000
        """
        graded = graded_checks(tmp_path, source)
        assert len(graded.results["tests"]) == 13
        assert all(test["output"] for test in graded.results["tests"])
        assert not [t for t in texts(graded.results) if ACTING.search(t)]
        assert max(len(text) for text in texts(graded.results)) <= 10_000
        assert len(json.dumps(graded.results)) < 200_000
        assert graded["test_words"]["output"] == "Hostile"
        assert max(map(len, without_commands(graded.stdout).splitlines())) <= 80


class TestFiles:
    """Check files as wholes."""

    @pytest.mark.parametrize(
        "source, reason",
        [
            ("def test_it(:\n    pass", "SyntaxError: invalid syntax (line 1)"),
            ("\n1 / 0", "ZeroDivisionError: division by zero"),
            ("import no_such_module", "No module named 'no_such_module'"),
            ("import sys; sys.exit()", "it calls sys.exit"),
            ("raise RuntimeError('\x1b[31m' + 'a' * 10_000)", "RuntimeError: \\x1b"),
        ],
    )
    def test_cannot_be_loaded(self, tmp_path: Path, source: str, reason: str) -> None:
        """It is said everywhere whose fault it is; all other tests are graded."""
        files = {
            "test_broken.py": source,
            "test_good.py": check_file("@weight(1)\ndef test_good(): pass"),
        }
        graded = grade(make_assignment(tmp_path, files))
        assert graded.status == 2
        broken = graded["test_broken.py"]
        assert points(broken) == (None, None, "failed")
        assert broken["output"].startswith("could not be loaded, a fault of this check")
        assert reason in broken["output"]
        (line,) = graded.stderr.splitlines()
        assert line.startswith(f"{tmp_path}/trees/test_broken.py: ")
        assert reason in line
        assert graded["test_good"]["score"] == 1
        assert graded["fig_5_2"]["score"] == 3
        assert "a fault of the assignment" in graded.results["output"]

    def test_skips_itself(self, tmp_path: Path) -> None:
        """A file that skips itself is shown, and asks nothing."""
        source = "pytest.skip('next week', allow_module_level=True)"
        graded = graded_checks(tmp_path, source)
        assert "next week" in graded["test_checks.py"]["output"]
        assert points(graded["test_checks.py"]) == (None, None, "failed")
        assert graded.status == 0

    def test_helper_module(self, tmp_path: Path) -> None:
        """conftest.py and its fixtures serve the checks; folders below are searched."""
        files = {
            "conftest.py": check_file("@pytest.fixture\ndef seven(): return 7"),
            "more/test_below.py": "def test_below(seven): assert seven == 7",
        }
        graded = grade(make_assignment(tmp_path, files))
        assert graded["test_below"]["status"] == "passed"

    def test_same_names(self, tmp_path: Path) -> None:
        """Two files of one name in two folders are two files."""
        text = "def test_it(): pass"
        trees = make_assignment(tmp_path, {"a/test_x.py": text, "b/test_x.py": text})
        assert grade(trees).names() == ["test_it", "test_it"]

    def test_stops_the_rest(self, tmp_path: Path) -> None:
        """pytest.exit is the assignment's fault; what was done keeps its score."""
        source = """
            @weight(1)
            def test_a(): pytest.exit("enough")
            @weight(1)
            def test_b(): pass
        """
        graded = graded_checks(tmp_path, source)
        assert graded.status == 2
        assert graded["fig_5_2"]["score"] == 3
        assert points(graded["test_b"]) == (None, 1, "failed")
        assert STOPPED in graded.results["output"]


class TestSubmissionFixture:
    """`submission.call` runs the student's function in a worker."""

    def test_trees(self, tmp_path: Path) -> None:
        """A tree is a name, nested lists, or a mapping; values and visits come back."""
        source = """
            LEAVES = [[3, 12], [2, 4]]
            def test_list(submission):
                called = submission.call("max_value", LEAVES, module="minimax")
                assert called.value == 3
                assert called.visited == ("A", "B", "D", "E", "C", "F", "G")
            def test_mapping(submission):
                tree = {"A": {"B": 1, "C": 2}}
                assert submission.call("max_value", tree, module="minimax").value == 2
                action = submission.call("minimax_search", tree, module="minimax")
                assert action.value == "C"
            def test_whole_file(submission):
                tree = {
                    "tree": {"A": {"B": (5, 1.5e-7), "C": {"C1": 2, "C2": 4}}},
                    "players": ["min", "max"],
                    "window": [-float("inf"), 10],
                    "data": {"B": [1, None, True, "x"]},
                    "title": "Two plies",
                    "expect": {"value": 4},
                }
                called = submission.call("min_value", tree, module="minimax")
                assert called.value == 4
            def test_game(submission):
                tree = {"game": "nim", "piles": [1, 2]}
                assert submission.call("max_value", tree, module="minimax").value == 1
            def test_name(submission):
                called = submission.call("max_value", "fig_5_2", module="minimax")
                assert called.value == 3
            def test_window(submission):
                called = submission.call(
                    "max_value", LEAVES, 3, 5, module="alpha_beta"
                )
                assert called.visited == ("A", "B", "D", "C", "F")
        """
        graded = graded_checks(tmp_path, source)
        named = {name: graded[name]["output"] for name in graded.names()}
        assert named == dict.fromkeys(named, "correct")
        assert len(named) == 6

    def test_no_such_tree(self, tmp_path: Path) -> None:
        """A tree that does not exist is the check's fault."""
        reasons = {
            "'fig_5_3'": "no tree 'fig_5_3'; did you mean 'fig_5_2'?",
            "[[], 1]": "without children",
            "{'A': 'x'}": "expected",
            "{'tree': [1], 'playes': ['min']}": "did you mean players?",
            "{'tree': [1], 'game': 'nim'}": "and not both",
            "{'A': {1: 2}}": "expected a text or a number, found 1",
            "[1, {2}]": "expected a text or a number, found {2}",
            "object()": "expected a text or a number, found <object",
        }
        made = [
            f"@weight(1)\ndef test_{n}_(submission):\n"
            f"    submission.call('max_value', {tree}, module='minimax')"
            for n, tree in enumerate(reasons)
        ]
        graded = graded_checks(tmp_path, "\n".join(made))
        for n, reason in enumerate(reasons.values()):
            test = graded[f"test_{n}_"]
            assert points(test) == (None, 1, "failed")
            assert reason in test["output"]
        assert graded.status == 2

    @pytest.mark.parametrize("mark", ["", "@pytest.mark.xfail\n"])
    def test_a_wrong_call(self, tmp_path: Path, mark: str) -> None:
        """A call that no submission could answer is the check's fault alone."""
        unsent = "cannot be sent to a worker"
        reasons = {
            "call('max_value', [1])": "missing a required argument: 'module'",
            "call('max_value', module='minimax')": "missing a required argument: 'tr",
            "call('f', [1], modul='minimax')": "missing a required argument: 'mod",
            "call(max, [1], module='minimax')": "<built-in function max> is no name",
            "cal('max_value', [1])": "submission has no cal, but submission.call(",
            "call('max_value', [1], object, module='minimax')": (
                f"max_value: the argument <class 'object'> {unsent}"
            ),
            "call('max_value', [1], None, module='minimax')": (
                f"max_value: the argument None {unsent}; expected a"
            ),
        }
        made = [
            f"{mark}@weight(1)\ndef test_{n}_(submission): submission.{call}"
            for n, call in enumerate(reasons)
        ]
        graded = graded_checks(tmp_path, "\n".join(made))
        for n, reason in enumerate(reasons.values()):
            test = graded[f"test_{n}_"]
            assert points(test) == (None, 1, "failed")
            said = test["output"].splitlines()[0]
            assert said.startswith("a fault of this check, not yours: ")
            assert reason in said
        assert (graded["fig_5_2"]["score"], graded.status) == (3, 2)

    def test_a_broken_check_on_the_platform(self, tmp_path: Path) -> None:
        """A grading that took place has status 0; the output says what is wrong."""
        check = "@weight(1)\ndef test_it(submission): submission.call()"
        trees = make_assignment(tmp_path, {"test_checks.py": check_file(check)})
        platform = tmp_path / "autograder"
        shutil.copytree(right(), platform / "submission")
        done = run("grade", "--platform", platform, "--assignment", trees)
        assert done.returncode == 0, done.stderr
        results = read_results(platform / "results" / "results.json")
        assert [test.get("score") for test in results["tests"]] == [3, None]
        assert unjudged_sentence(1, "assignment") in results["output"]

    def test_what_students_do(self, tmp_path: Path) -> None:
        """A call that gives nothing usable fails with the sentence of the trees."""
        source = """
            @weight(1)
            @pytest.mark.parametrize("name", [
                "loops", "crashes", "gives_none", "leaves", "is_missing"
            ])
            def test_it(submission, name):
                submission.call(name, [1, 2], module="minimax")
            def test_module(submission):
                submission.call("max_value", [1, 2], module="expectimax")
            def test_after(submission):
                assert submission.call("fine", [1, 2], module="minimax").value == 1
        """
        student = tmp_path / "student"
        student.mkdir()
        (student / "minimax.py").write_text(
            dedent("""\
            def loops(game, state):
                while True: pass
            def crashes(game, state): return {}[state]
            def gives_none(game, state): pass
            def leaves(game, state): exit()
            def fine(game, state): return 1
            """)
        )
        trees = make_assignment(tmp_path, {"test_checks.py": check_file(source)})
        graded = grade(trees, student)
        said = [
            graded[f"[{name}]"]["output"].split("\n")[0]
            for name in ("loops", "crashes", "gives_none", "leaves", "is_missing")
        ]
        assert said[0].endswith("in loops (minimax.py:2)")
        assert said[1].startswith("raised KeyError: ")
        assert said[2] == f"gives_none returned None: {VALUE_HINTS['none']}"
        assert said[3].startswith("called exit(), in leaves (minimax.py:5)")
        assert said[4] == "there is no function is_missing"
        assert graded["test_module"]["output"].startswith("expectimax.py is missing")
        assert graded["test_after"]["output"] == "correct"
        assert graded.status == 0

    def test_payoffs(self, tmp_path: Path) -> None:
        """Where players have names a value is a tuple; elsewhere it is a mistake."""
        source = """
            def test_players(submission):
                tree = {"tree": ["1 6", "2 4.5"], "players": ["A", "B"]}
                called = submission.call("pair", tree, module="minimax")
                assert called.value == (2, 4.5)
                assert called.visited == ("A", "C")
            def test_one_number(submission):
                submission.call("pair", [1, 2], module="minimax")
        """
        student = tmp_path / "student"
        student.mkdir()
        (student / "minimax.py").write_text(
            dedent("""\
            def pair(game, state):
                found = game.utility(game.result(state, game.actions(state)[-1]))
                return found if isinstance(found, tuple) else (found, "C")
            """)
        )
        trees = make_assignment(tmp_path, {"test_checks.py": check_file(source)})
        graded = grade(trees, student)
        assert graded["test_players"]["output"] == "correct"
        said = graded["test_one_number"]["output"].splitlines()[0]
        assert said == f"pair returned (2, 'C'): {VALUE_HINTS['tuple']}"

    def test_budget(self, tmp_path: Path) -> None:
        """Checks that the budget leaves no time for are not run, and say so."""
        source = """
            import time
            @weight(1)
            def test_a(): time.sleep(1.2)
            @weight(1)
            def test_b(): pass
            @weight(1)
            def test_c(submission): submission.call("max_value", [1], module="minimax")
        """
        assignment = f"budget: 1\n{ASSIGNMENT}"
        files = {"test_checks.py": check_file(source)}
        graded = grade(make_assignment(tmp_path, files, assignment))
        assert graded["test_a"]["score"] == 1
        for name in ("test_b", "test_c"):
            assert points(graded[name]) == (0, 1, "failed")
            assert graded[name]["output"] == WANTS_TIME[BEFORE].format("1")


def test_twice_in_one_process(tmp_path: Path) -> None:
    """What one grading set or imported does not reach the next in the process."""
    first = """
        STATE = []
        @partial_credit(4)
        def test_it(set_score):
            STATE.append(1)
            if len(STATE) == 1: set_score(3)
    """
    second = "@weight(9)\ndef test_other(): pass"
    one = make_assignment(tmp_path / "1", {"test_x.py": check_file(first)})
    two = make_assignment(tmp_path / "2", {"test_x.py": check_file(second)})
    program = dedent("""
        import json, sys
        from autograder.commands.main import main
        for folder in sys.argv[2:]:
            for i in range(2):
                results = ["--results", f"{folder}.{i}"]
                main([sys.argv[1], "--assignment", folder, *results])
    """)
    command = [sys.executable, "-c", program, str(right()), str(one)]
    subprocess.run(
        [*command, str(two)], env=environment(), check=True, capture_output=True
    )
    scores = []
    for path in (one, two):
        for i in range(2):
            results = json.loads(Path(f"{path}.{i}").read_bytes())
            assert_valid_results(results)
            found = Graded(0, "", "", results)
            scores.append([found[name]["score"] for name in found.names()])
    assert scores == [[3], [3], [9], [9]]


def test_documented_example(tmp_path: Path) -> None:
    """The example of docs/checks.md runs, and gives what the document says."""
    text = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(# test_trees/(\S+)\n.*?)```", text, re.DOTALL)
    files = {name: source for source, name in blocks}
    assert files
    graded = grade(make_assignment(tmp_path, files), right(), "-v")
    assert graded.status == 0
    shown = [line for line in graded.stdout.splitlines() if line[:2] in (" ✓", " ?")]
    documented = [line.strip() for line in text.splitlines()]
    assert [line for line in shown[1:] if line.strip() not in documented] == []
    assert len(shown) - 1 == len(graded.names())


def test_hidden_files_are_no_checks(tmp_path: Path) -> None:
    """What a Mac, Jupyter and git leave beside an instructor's own is not run."""
    own = check_file("def test_own(submission): pass")
    trees = make_assignment(tmp_path, {"test_own.py": own})
    for name in ("._own_test.py", ".git/test_x.py", "__MACOSX/test_own.py"):
        (trees / name).parent.mkdir(exist_ok=True)
        (trees / name).write_bytes(b"\0\5\26\7")
    graded = grade(trees)
    assert graded.status == 0
    assert graded.names() == ["test_own"]
