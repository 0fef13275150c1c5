"""A course's own interface is graded through its module, and only the student is told.

What a sentence names, and each line, is the student's; a fault of the course's module
costs nobody a point.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from autograder.errors import AssignmentError
from tests.cases import for_each
from tests.courseagents import ADAPTER, AGENTS, OWN, STUB, SUPPORT, course, handed_in
from tests.small import Graded, grade, run

FULL = 3.0
POINTS = "points: {value: 1, action: 1, visits: 1}"
WRONG_PLAYER = AGENTS.replace("worst = min(worst", "worst = max(worst")


def graded(folder: Path, adapter: str = ADAPTER, **modules: str) -> Graded:
    """A submission to the course."""
    return grade(course(folder, adapter), handed_in(folder, **modules))


def score(done: Graded) -> Any:
    """What the one test earned."""
    (test,) = done.results["tests"]
    return test.get("score")


def output(done: Graded) -> str:
    """What the one test tells."""
    (test,) = done.results["tests"]
    return " ".join(test["output"].split())


def test_a_right_agent_has_all_points(tmp_path: Path) -> None:
    """The support of the course is there, though the student sends it not."""
    done = graded(tmp_path, agents=AGENTS)
    assert (done.status, score(done)) == (0, FULL)


def test_a_wrong_value_is_told_of_the_students_method(tmp_path: Path) -> None:
    """The node of B is worth 3, and its largest child 12: the root is 14 then."""
    done = graded(tmp_path, agents=WRONG_PLAYER)
    assert "Agent.largest returned" in output(done)
    assert "max_value" not in output(done)
    assert "minimax.py" not in json.dumps(done.results)


def test_functions_that_earn_points_have_the_students_names(tmp_path: Path) -> None:
    """Those of the adapter are in no report."""
    made = course(tmp_path)
    file = made / "assignment.yaml"
    points = "points: {value: 1, max_value: 1, min_value: 1}"
    file.write_text(file.read_text().replace(POINTS, points))
    assert run("answers", made).returncode == 0
    done = grade(made, handed_in(tmp_path, agents=AGENTS))
    assert score(done) == FULL
    assert "✓ Agent.largest 1/1" in output(done)
    assert "✓ Agent.smallest 1/1" in output(done)
    assert "_value" not in output(done)


def test_the_line_that_makes_all_right_is_the_students(tmp_path: Path) -> None:
    """The edit is one of the student's file, and is found through the adapter."""
    home = handed_in(tmp_path, agents=WRONG_PLAYER)
    done = grade(course(tmp_path), home, "--explain", "3")
    line = 1 + WRONG_PLAYER.splitlines().index(
        "            worst = max(worst, self.value(self.game.result(state, action)))"
    )
    (test,) = done.results["tests"]
    assert test["extra_data"]["explanation"]["lines"] == [line]
    assert f"agents.py:{line}" in done.stdout


def only_the_action(folder: Path, agents: str) -> Graded:
    """A submission to a course whose adapter calls what chooses, and no more."""
    made = course(folder, ADAPTER.partition("def max_value")[0])
    file = made / "assignment.yaml"
    file.write_text(file.read_text().replace(POINTS, "points: {action: 1}"))
    assert run("answers", made).returncode == 0
    return grade(made, handed_in(folder, agents=agents))


def test_the_first_wrong_value_of_methods_that_no_adapter_calls(tmp_path: Path) -> None:
    """MIN's last state has 14, 5 and 2: it is worth 2, and the method said 14."""
    wrong = WRONG_PLAYER.replace("worst = WORST", "worst = -WORST")
    done = only_the_action(tmp_path, wrong)
    told = "D is MIN and worth 2, the smallest of K = 14, L = 5, M = 2; your code found"
    assert f"First wrong value: {told} 14." in output(done)


def test_methods_that_return_the_movers_payoff_are_not_called_wrong(
    tmp_path: Path,
) -> None:
    """They say -3 for a state of MIN that is worth 3; what is wrong is the choice."""
    turned = AGENTS.replace("return worst", "return -worst").replace(
        "for a in self.moves(state)}", "for a in self.moves(state)[1:]}"
    )
    done = only_the_action(tmp_path, turned)
    assert "the best is" in output(done)
    assert "First wrong value" not in output(done)


def test_an_exception_is_where_the_student_raised_it(tmp_path: Path) -> None:
    """No frame of the adapter is shown."""
    code = AGENTS.replace("worst = WORST", "worst = self.nothing")
    done = graded(tmp_path, agents=code)
    assert "has no attribute 'nothing'" in output(done)
    assert "in smallest (agents.py:32)" in output(done)


def test_a_stub_is_named_by_the_students_method(tmp_path: Path) -> None:
    """Write what the student has to write."""
    done = graded(tmp_path, agents=STUB)
    assert "write largest" in output(done)


# By what was handed in, what every test says of it.
LACKING = {
    "a class of another name": (
        {"agents": AGENTS.replace("class Agent", "class Agents")},
        "agents.py has no class Agent; found Agents, line 4",
    ),
    "a method of another name": (
        {"agents": AGENTS.replace("def largest", "def larges")},
        "agents.py has no largest in Agent; found larges, line 21",
    ),
    "no such file": ({"agnets": AGENTS}, "agents.py is missing; rename agnets.py?"),
    "another signature": (
        {"agents": AGENTS.replace("__init__(self, game)", "__init__(self, game, n)")},
        "the course cannot use your code: minimax.py: TypeError",
    ),
}


@for_each("name", LACKING)
def test_what_the_course_looks_for_is_named(tmp_path: Path, name: str) -> None:
    """With the nearest name that is there, and its line."""
    modules, told = LACKING[name]
    folder = tmp_path / name.replace(" ", "_")
    folder.mkdir()
    done = graded(folder, **modules)
    assert told in output(done)
    assert score(done) < FULL


def test_a_file_of_the_courses_name_is_not_used(tmp_path: Path) -> None:
    """It is told, unless it is the same."""
    other = graded(tmp_path, agents=AGENTS, support="WORST = 5\n")
    told = "support.py is the course's, which uses its own; yours is not used"
    assert score(other) == FULL
    assert told in other.results["output"]


def test_the_same_file_again_is_nothing_to_be_told(tmp_path: Path) -> None:
    """Students hand in the whole folder that they were given."""
    same = graded(tmp_path, agents=AGENTS, support=SUPPORT)
    assert score(same) == FULL
    assert "support.py" not in same.results.get("output", "")


def test_support_that_nobody_provides(tmp_path: Path) -> None:
    """Whoever imports it reads that neither the course nor they have sent it."""
    done = graded(tmp_path, agents=f"import util\n{AGENTS}")
    told = "cannot import util (agents.py:1): the course does not provide it, and you"
    assert told in output(done)
    assert (done.status, score(done)) == (0, 0)


def test_a_stub_that_ends_the_program(tmp_path: Path) -> None:
    """By a function of the course: it is a stub, and no fault."""
    made = course(tmp_path)
    ending = "import sys\n\nWORST = 9\n\n\ndef not_written():\n    sys.exit(1)\n"
    (made / "course" / "support.py").write_text(ending)
    head = f"import support\n{STUB}"
    code = head.replace("raise NotImplementedError", "support.not_written()")
    done = grade(made, handed_in(tmp_path, agents=code))
    assert "not filled in" in done.stdout
    assert "write largest" in output(done)


CALL = "return Agent(game).largest(state)"
AGAIN = "\n\ndef again(game, state):\n    return max_value(game, state)\n"
AT_FAULT = {
    "a module that nobody has": "import nowhere_at_all\n" + ADAPTER,
    "no end": ADAPTER.replace(CALL, "return again(game, state)") + AGAIN,
    "a loop": ADAPTER.replace(CALL, f"while True:\n        pass\n    {CALL}"),
    "no such function": ADAPTER.replace("def max_value", "def maximum"),
    "no search": ADAPTER.replace("def minimax_search", "def minimax_seek"),
    "another signature": ADAPTER.replace(
        "def max_value(game, state", "def max_value(game"
    ),
}


@for_each("name", AT_FAULT)
def test_a_fault_of_the_course_is_no_students(tmp_path: Path, name: str) -> None:
    """Nothing is taken; the status says that the assignment is at fault."""
    folder = tmp_path / name.replace(" ", "_")
    folder.mkdir()
    done = graded(folder, AT_FAULT[name], agents=AGENTS)
    assert done.status == AssignmentError.exit_status
    assert score(done) is None
    assert "a fault of the course's file, not yours: minimax.py" in output(done)


@for_each("name", AT_FAULT)
def test_an_author_is_told_before_anybody_hands_in(tmp_path: Path, name: str) -> None:
    """The stubs show it."""
    folder = tmp_path / name.replace(" ", "_")
    folder.mkdir()
    made = course(folder, AT_FAULT[name], keys=f"{OWN}stubs: start\n")
    told = f"{made}/course/minimax.py: with the course's own stubs: minimax.py: "
    for command in ("answers", "adequacy")[: 1 + (name == "no end")]:
        done = run(command, made)
        assert done.returncode == AssignmentError.exit_status
        assert done.stderr.startswith(told)
        assert done.stderr.count("\n") == 1


def test_a_right_adapter_is_passed(tmp_path: Path) -> None:
    """So are its stubs."""
    made = course(tmp_path, keys=f"{OWN}stubs: start\n")
    assert run("answers", made, "--check").returncode == 0


# By what stands in place of the call in `max_value`, or behind all, where and what is
# told of it.
READ = {
    "    print(state)\n    " + CALL: (
        "12:5: max_value prints, which students would read as what their own code "
        "prints"
    ),
    "    global KEPT\n    " + CALL: (
        "12:5: KEPT is kept from one call to the next; make it anew in each"
    ),
    "    Agent(game).largest(state)": (
        "11:1: max_value returns nothing, whatever the student's code returns"
    ),
    "    return str(Agent(game).largest(state))": (
        "12:5: max_value returns a text, whatever the student's code returns"
    ),
    "    return [Agent(game).largest(state)]": (
        "12:5: max_value returns a list, whatever the student's code returns"
    ),
    f"    {CALL}\n\n\nKEPT = Agent(None)": (
        "15:1: KEPT is kept from one call to the next; make it anew in each"
    ),
    "    return max_value(game, state)": ("11:1: max_value calls itself without end"),
    f"    {CALL}\n\n\ndef (": "15:5: no Python: invalid syntax",
}


@for_each("body", READ)
def test_what_can_be_read_in_an_adapter(tmp_path: Path, body: str) -> None:
    """Its author is told where it stands, and nobody is graded with it."""
    folder = tmp_path / str(len([*tmp_path.iterdir()]))
    folder.mkdir()
    made = course(folder, ADAPTER.replace(f"    {CALL}", body))
    told = f"{made}/course/minimax.py:{READ[body]}\n"
    done = run("answers", made)
    assert (done.returncode, done.stderr) == (2, told)
    graded = grade(made, handed_in(folder, agents=AGENTS))
    assert (graded.status, graded.results["tests"]) == (2, [])


HELPED = "from helpers import tidy\n" + ADAPTER.replace(
    CALL, "return tidy(Agent(game).largest(state))"
)
HEAD = "def tidy(value):\n"
# By what the adapter's helper is, in a module beside it, where and what is told of it.
HELPERS = {
    f"{HEAD}    print(value)\n    return value\n": (
        "2:5: tidy prints, which students would read as what their own code prints"
    ),
    f"import os\n{HEAD}    return os._exit(0)\n": (
        "3:12: tidy ends the process, which would look like the student's doing"
    ),
    f"SEEN: list[int] = []\n{HEAD}    SEEN.append(value)\n    return SEEN[-1]\n": (
        "3:5: SEEN is kept from one call to the next; make it anew in each"
    ),
    f"class Last:\n    pass\n\n\n{HEAD}    Last.one = value\n    return Last.one\n": (
        "6:5: Last is kept from one call to the next; make it anew in each"
    ),
    "def tidy(value, seen={}):\n    seen[0] = value\n    return seen[0]\n": (
        "2:5: seen is kept from one call to the next; make it anew in each"
    ),
    f"from functools import cache\n\n\n@cache\n{HEAD}    return value\n": (
        "4:2: what tidy returns is kept from one call to the next; make it anew in each"
    ),
    f"{HEAD}    text = str(value)\n    return text\n": (
        "3:5: tidy returns a text, whatever the student's code returns"
    ),
    f"{HEAD}    value + 0\n": (
        "1:1: tidy returns nothing, whatever the student's code returns"
    ),
    f"{HEAD}    return tidy(value)\n": ("1:1: tidy calls itself without end"),
}


def helped(folder: Path, helper: str) -> Path:
    """The course, whose adapter calls a function of another of its modules."""
    made = course(folder, HELPED, keys=f"{OWN}stubs: start\n")
    (made / "course" / "helpers.py").write_text(helper)
    return made


@for_each("helper", HELPERS)
def test_what_can_be_read_in_a_helper(tmp_path: Path, helper: str) -> None:
    """As in the adapter: its author is told, and nobody is graded with it."""
    folder = tmp_path / str(len([*tmp_path.iterdir()]))
    folder.mkdir()
    made = helped(folder, helper)
    told = f"{made}/course/helpers.py:{HELPERS[helper]}\n"
    done = run("answers", made)
    assert (done.returncode, done.stderr) == (2, told)
    graded = grade(made, handed_in(folder, agents=AGENTS))
    assert (graded.status, graded.results["tests"]) == (2, [])


def test_no_command_of_an_author_goes_on_with_it(tmp_path: Path) -> None:
    """Nor do they find fault with what no adapter calls, or with what lasts a call."""
    ends = [*HELPERS][1]
    made = helped(tmp_path, ends)
    told = f"{made}/course/helpers.py:{HELPERS[ends]}\n"
    bundle = ("bundle", tmp_path / "zips", "--assignment", made)
    for command in (("answers", made), ("adequacy", made), bundle):
        done = run(*command)
        assert (done.returncode, done.stderr) == (2, told)
    harmless = "SEEN = []\n\n\ndef unused():\n    print(SEEN)\n"
    kept = f"{HEAD}    SEEN = [value]\n    SEEN.append(value)\n    return SEEN[0]\n"
    (made / "course" / "helpers.py").write_text(f"{harmless}\n\n{kept}")
    assert run("answers", made).returncode == 0


def test_a_helper_without_end_is_no_students_fault(tmp_path: Path) -> None:
    """It is called with what the student's code returns: no stub comes so far."""
    endless = f"{HEAD}    return other(value)\n\n\ndef other(value):\n"
    made = helped(tmp_path, f"{endless}    return tidy(value)\n")
    assert run("answers", made).returncode == 0
    done = grade(made, handed_in(tmp_path, agents=AGENTS))
    assert (done.status, score(done)) == (2, None)
    assert "a fault of the course's file, not yours: helpers.py" in output(done)
