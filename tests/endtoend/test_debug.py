"""The command `debug`: one's own code on one tree, with prints and breakpoints."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import for_each
from tests.small import ASSIGNMENT, PYTHON, ROOT, environment, make_assignment, run
from tests.tablegrading import GIVEN

OWN = """\
from helper import least

def max_value(game, state):
    print("at", state)
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return least(max_value(game, s) for _, s in game.successors(state))

def minimax_search(game, state):
    return max(game.successors(state), key=lambda s: min_value(game, s[1]))[0]
"""
TWO = (
    ASSIGNMENT + "  - name: alpha_beta\n    points: {value: 1}\n    trees: ['*.yaml']\n"
)
FIG = "fig_5_2"
SHOWN = """\
The two-ply game tree

A △
├─ B ▽: E=3 F=12 G=8
├─ C ▽: H=2 I=4 J=6
└─ D ▽: K=14 L=5 M=2

△ MAX, ▽ MIN

max_value(game, A)
at A
at E
at F
at G
at H
at I
at J
at K
at L
at M
returned 3
visited A, B, E, F, G, C, H, I, J, D, K, L and M

minimax_search(game, A)
at E
at F
at G
at H
at I
at J
at K
at L
at M
returned 'B'
visited A, B, E, F, G, C, H, I, J, D, K, L and M
"""


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    """An assignment with two questions on one tree."""
    return make_assignment(tmp_path / "made", {}, TWO)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of one's own, with a file for one question, and a module beside it."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "minimax.py").write_text(OWN)
    (folder / "helper.py").write_text("least = min\n")
    return folder


def debugged(
    folder: Path, trees: Path, *more: str, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """What the command does on the tree where this is typed."""
    words = (*PYTHON, "debug", str(folder), FIG, "--assignment", str(trees), *more)
    return subprocess.run(
        words,
        cwd=ROOT,
        env=environment(),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def changed(own: Path, before: str, after: str) -> Path:
    """The folder with a change in the module."""
    assert before in OWN
    (own / "minimax.py").write_text(OWN.replace(before, after))
    return own


def test_what_it_tells(own: Path, trees: Path) -> None:
    """The tree; by call the prints as they come, what was returned, and the visits."""
    done = debugged(own, trees)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == SHOWN
    assert sorted(path.name for path in own.iterdir()) == ["helper.py", "minimax.py"]


def test_a_folder_that_is_named_like_the_module(own: Path, trees: Path) -> None:
    """It is no file of it, neither here nor below."""
    (own / "minimax.py").unlink()
    (own / "minimax.py").mkdir()
    done = debugged(own, trees)
    assert done.returncode == 2
    assert done.stderr == f"{own}: expected minimax.py or alpha_beta.py\n"


def test_a_question_that_is_not_filled_in(own: Path, trees: Path) -> None:
    """Behind the traceback stands how to try another; who named one reads no more."""
    stub = ROOT / "student_template" / "minimax.py"
    (own / "minimax.py").write_text(stub.read_text("utf-8"))
    hint = "minimax.py is not filled in yet; --question NAME tries another\n"
    done = debugged(own, trees)
    assert (done.returncode, done.stderr.endswith(hint)) == (1, True)
    assert hint not in debugged(own, trees, "--question", "minimax").stderr


def test_the_window_is_the_trees(trees: Path, own: Path) -> None:
    """A search that prunes is called with it; the file decides on the question."""
    module = own / "alpha_beta.py"
    module.write_text((ROOT / "reference" / "alpha_beta.py").read_text())
    (own / "minimax.py").unlink()
    found = debugged(own, trees).stdout
    assert "max_value(game, A, -inf, inf)\nreturned 3\n" in found
    assert "visited A, B, E, F, G, C, H, D, K, L and M\n" in found


def test_a_question_can_be_named(trees: Path, own: Path) -> None:
    """Else it is the first for which there is a file."""
    module = own / "alpha_beta.py"
    module.write_text((ROOT / "reference" / "alpha_beta.py").read_text())
    assert "minimax_search" in debugged(own, trees).stdout
    found = debugged(own, trees, "--question", "alpha_beta").stdout
    assert "alpha_beta_search" in found
    assert "alpha_beta_search" in debugged(module, trees).stdout


def test_a_breakpoint_stops(own: Path, trees: Path) -> None:
    """What is typed reaches pdb, which shows the variables of that line."""
    folder = changed(own, '    print("at", state)\n', "    breakpoint()\n")
    done = debugged(folder, trees, typed="p state, game.to_move(state)\nq\n")
    assert "minimax.py(5)max_value()" in done.stdout
    assert "(A, 'max')" in done.stdout
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_an_exception_has_the_traceback_of_the_own_lines(
    own: Path, trees: Path
) -> None:
    """Python's, but for what stands above them; what was visited until then; a hint."""
    done = debugged(changed(own, "game.utility(state)", "game.value(state)"), trees)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1] == f'  File "{own}/minimax.py", line 7, in max_value'
    assert "AttributeError: 'Game' object has no attribute 'value'" in done.stderr
    assert lines[-1].startswith("Hint: ask the game; it has game.to_move(state), ")
    assert str(ROOT) not in done.stderr
    assert done.stdout.endswith("at A\nat E\nvisited A, B and E\n")


@pytest.mark.parametrize(
    "before, after, told",
    [
        ("from helper", "from nowhere", "ModuleNotFoundError: No module named"),
        ("def max", "def def max", "SyntaxError"),
        ("max_value(game, state):", "max_value(game):", "TypeError: max_value() takes"),
        ("    print", "    import sys; sys.exit(4); print", "SystemExit: 4"),
    ],
)
def test_whatever_the_code_raises_is_the_codes(
    own: Path, trees: Path, before: str, after: str, told: str
) -> None:
    """At its import, or at the call; it never looks like a fault of the grader's."""
    done = debugged(changed(own, before, after), trees)
    assert done.returncode == 1
    assert told in done.stderr
    assert str(ROOT) not in done.stderr


def test_a_missing_function_is_told_with_the_nearest(own: Path, trees: Path) -> None:
    """As in a report, in one line."""
    done = debugged(changed(own, "minimax_search", "minimaxsearch"), trees)
    assert done.returncode == 2
    text = "minimax.py: there is no function minimax_search; is it minimaxsearch?\n"
    assert done.stderr == text


def test_a_file_of_a_tree(own: Path, tmp_path: Path) -> None:
    """As the smallest tree of a report, saved; and a file in a folder further down."""
    path = tmp_path / "small.yaml"
    path.write_text("tree: [0, [-1, 0]]\n")
    deeper = tmp_path / "upload" / "hw2"
    deeper.parent.mkdir()
    own.rename(deeper)
    done = run("debug", deeper.parent, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "max_value(game, A)\nat A\nat D\nat E\nreturned 0" in done.stdout


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("own", "fig"), "fig: there is no such tree; did you mean fig_5_2?"),
        (("own", FIG, "--question", "x"), "--question x: there is no such question"),
        (("nowhere", FIG), "nowhere: expected minimax.py or alpha_beta.py"),
        (("own", FIG, "--question", "alpha_beta"), "own: expected alpha_beta.py"),
        (("own/helper.py", FIG), "own/helper.py: expected minimax.py or alpha_beta.py"),
    ],
)
def test_what_is_not_there(
    arguments: tuple[str, ...], told: str, own: Path, trees: Path
) -> None:
    """One line, with what there is."""
    done = run("debug", *arguments, "--assignment", trees, cwd=own.parent)
    assert done.returncode == 2
    assert done.stderr.startswith(told)
    assert len(done.stderr.splitlines()) == 1


def test_one_tree_at_a_time(own: Path) -> None:
    """Several that fit are listed."""
    done = run("debug", own, "*example_1*")
    assert done.returncode == 0
    done = run("debug", own, "greenwald_[ce]*")
    text = "greenwald_[ce]*: expected one tree, found lectures/greenwald_coins and "
    assert done.stderr == f"{text}lectures/greenwald_example_1\n"


def test_a_script_raises_what_the_code_raises(own: Path, trees: Path) -> None:
    """So that the debugger of an IDE stops there."""
    folder = changed(own, "return game.utility", "1 / 0; return game.utility")
    script = f"""\
from autograder.commands.debug import debug
try:
    debug({str(folder)!r}, {FIG!r}, "minimax", {str(trees)!r})
except ZeroDivisionError:
    print("raised")
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("visited A, B and E\nraised\n")


@pytest.mark.skipif(os.name == "nt", reason="there it is another signal")
def test_stopped_at_the_keyboard(own: Path, trees: Path) -> None:
    """An endless loop: Ctrl-C shows the line."""
    folder = changed(
        own,
        '    print("at", state)\n',
        "    print('on', flush=True)\n    while True: pass\n",
    )
    words = (*PYTHON, "debug", str(folder), FIG, "--assignment", str(trees))
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, cwd=ROOT, env=environment(), stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while process.stdout.readline() != "on\n":
            pass
        process.send_signal(2)
        told = process.stderr.read()
        assert process.wait(timeout=30) == 130
    assert 'minimax.py", line ' in told
    assert told.endswith("KeyboardInterrupt\nIt was stopped by hand.\n")


WRONG_F = "def f(x):\n    print('at', x)\n    return 1 / (x - 2)\n"


def on_rows(
    folder: Path, name: str, more: str = ""
) -> subprocess.CompletedProcess[str]:
    """What the command does on rows whose results are given."""
    work = folder / "work"
    work.mkdir()
    (work / "f.py").write_text(WRONG_F + "g = list\n")
    (folder / "assignment.yaml").write_text(GIVEN + more)
    assert run("answers", folder).returncode == 0
    return run("debug", work, name, "--assignment", folder)


def test_rows_of_a_table(tmp_path: Path) -> None:
    """Each row of a group, with what it should return, up to one that raises."""
    done = on_rows(tmp_path, "small")
    assert done.stdout == (
        "f(1)\nat 1\nreturned -1.0\nexpected 1\nf(2)\nat 2\nexpected 2\n"
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "Traceback (most recent call last):"
    assert "ZeroDivisionError" in done.stderr


def test_one_call_of_a_group(tmp_path: Path) -> None:
    """As a report tells it; no other row of the group is called."""
    done = on_rows(tmp_path, "f(1)")
    assert done.stdout == "f(1)\nat 1\nreturned -1.0\nexpected 1\n"
    assert done.returncode == 0


def test_a_row_is_given_lists_of_its_own(tmp_path: Path) -> None:
    """As it is graded; a row that is a test goes by its call."""
    done = on_rows(tmp_path, "g([2, 1])")
    assert done.stdout == "g([2, 1])\nreturned [2, 1]\nexpected [1, 2]\n"


@for_each("kept", ["visibility: hidden", "feedback: diagnosis"])
def test_what_students_are_not_told_is_not_expected(
    tmp_path_factory: pytest.TempPathFactory, kept: str
) -> None:
    """The call is made all the same, where the rows are there."""
    more = f"""\
- name: h
  kind: table
  module: f
  function: g
  {kept}
  points: {{result: 1}}
  compare: sequence
  rows: [{{of: [[3]], is: [4]}}]
"""
    done = on_rows(tmp_path_factory.mktemp("kept"), "g([3])", more)
    assert done.stdout == "g([3])\nreturned [3]\n"


def test_a_function_that_is_missing_is_called_on_no_row(tmp_path: Path) -> None:
    """It is told as on a tree, and nothing is expected of it."""
    more = """\
- name: missing
  kind: table
  module: f
  points: {result: 1}
  rows: [{of: [5], is: 1}]
"""
    done = on_rows(tmp_path, "missing(5)", more)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("f.py: ")


def test_a_row_that_is_not_there(tmp_path: Path) -> None:
    """One line, with near names; a file of a tree needs a search."""
    done = on_rows(tmp_path, "smal")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "smal: there is no such row; did you mean small?\n"
    path = tmp_path / "one.yaml"
    path.write_text("tree: [1]\n")
    done = run("debug", tmp_path / "work", path, "--assignment", tmp_path)
    told = "these questions are asked on rows, and on no tree"
    assert done.stderr == f"{path}: {told}\n"


MONTE_CARLO = ROOT / "test_trees" / "monte_carlo"
UNITS = ROOT / "tests" / "units" / "monte_carlo"
ASTRAY = """\
mcts_search(game, A, 30)
playout 1 from B: -1
playout 2 from C: -1
playout 3 from D: 1
"""
FIRST_WRONG = """\
returned 'B'
expected 'B'
First wrong playout: iteration 8: your search went on to G, where UCB1 is 0.48;
  H was due with 2.48: after iteration 6 G has 1 playout and U = -1, H 1 playout
  and U = 1.
MIN moves into G, so U of G counts what MIN gets. The playout of iteration 6
  ended with 1 for MAX. Your playouts are those of a search that gives each
  state the payoff of MAX.
"""


def played_on(folder: Path, tree: str) -> tuple[str, str]:
    """What the command tells of a search by playouts, and on what it complains."""
    done = run("debug", folder, tree, "--assignment", MONTE_CARLO)
    return done.stdout, done.stderr


def test_playouts_are_told_as_they_are_asked_for() -> None:
    """And in the end the first that is wrong, with what explains it."""
    told, _ = played_on(UNITS / "sign_never_turned", "two_actions")
    assert ASTRAY in told
    assert told.endswith(FIRST_WRONG)
    again, _ = played_on(
        UNITS / "sign_never_turned", str(MONTE_CARLO / "first" / "two_actions.yaml")
    )
    assert again == told


def test_right_playouts_are_told_to_be_right() -> None:
    """With the action."""
    told, _ = played_on(ROOT / "reference", "two_actions")
    assert told.endswith("returned 'B'\nexpected 'B'\nall 30 playouts are right\n")


def test_a_search_that_plays_on_is_stopped() -> None:
    """At twice the playouts, and the first wrong one is told all the same."""
    told, _ = played_on(UNITS / "never_stops", "ends")
    assert "playout 49 from" in told
    assert "playout 50 from" not in told
    assert "mcts_search was stopped at twice the playouts" in told
    assert "First wrong playout: " in told


def test_a_tree_without_iterations_is_refused() -> None:
    """In a sentence that names the file and the key."""
    tree = ROOT / "test_trees" / "lectures" / "aima_fig_5_2.yaml"
    told, complaint = played_on(ROOT / "reference", str(tree))
    assert told == ""
    assert "aima_fig_5_2.yaml: mcts needs `iterations`" in complaint
