"""The command `convert`: test cases in Berkeley's form, written here, as tree files.

The trees are worked out by hand. MAX takes Left at `top`, since min1 is worth 3 and
min2 at most 2; alpha-beta that has seen `c` leaves `x` out.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.commands.main import main
from autograder.trees import file as treefile
from autograder.trees.tree import Expectation, GameTree
from tests.cases import for_each
from tests.small import ROOT, grade, run

CASE = '''\
# Anybody may write a remark.
class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"

diagram: """
    top
  /     \\
min1   min2: two
"""
num_agents: "2"

start_state: "top"
win_states: "a b"
lose_states: "c d"

successors: """
top Left min1
top Right min2
min1 Left a
min1 Right b
min2 Left c
min2 Right x
x Left d
"""

evaluation: """
a 3.0
b 4.5
c 2.0
x 7
d -9
"""
'''
SOLVED = 'action: "Left"\ngenerated: "a b c min1 min2 top x"\n'
CUT = SOLVED.replace(" x", "")
TWO_GHOSTS = '''\
class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"
num_agents: "3"
start_state: "top"
win_states: "a b c d"
lose_states: ""
successors: """
top Left p
top Right q
p Left r
q Left s
r Left a
r Right b
s Left c
s Right e
e Left d
"""
evaluation: """
a 1
b 5
c 4
d 0
e 6
"""
'''


def cases(folder: Path, **texts: str) -> Path:
    """A folder of test cases and solutions: `two_test` is `two.test`."""
    home = folder / "test_cases"
    home.mkdir()
    for name, text in texts.items():
        stem, _, ending = name.rpartition("_")
        (home / f"{stem}.{ending}").write_text(text)
    return home


def converted(folder: Path, case: str, solution: str = "") -> GameTree:
    """The tree of one test case."""
    more = {"two_solution": solution} if solution else {}
    home, out = cases(folder, two_test=case, **more), folder / "out"
    assert main(["convert", "berkeley", str(home), str(out)]) == 0
    return treefile.load(out / "two.yaml")


def test_a_case_is_a_tree_and_its_solution_what_is_expected(tmp_path: Path) -> None:
    """A depth of 1 is a round, in which both agents move; their names stay."""
    tree = converted(tmp_path, CASE, SOLVED)
    found = {n.label: (n.to_move, n.utility, n.estimate) for n in tree.nodes}
    assert found["top"] == ("max", None, None)
    assert found["min2"] == ("min", None, None)
    assert found["x"] == ("max", None, 7)
    assert (found["b"][1], found["d"][1]) == (4.5, -9)
    assert tree.root_actions() == ("Left", "Right")
    assert (tree.limit.depth, tree.title, tree.data) == (2, "two", ())
    assert tree.expect == Expectation(action="Left", mark=tree.expect.mark)


def test_what_alpha_beta_did_not_generate_is_pruned(tmp_path: Path) -> None:
    """Of the states within the depth: d lies beyond."""
    case = CASE.replace("Minimax", "AlphaBeta")
    assert converted(tmp_path, case, CUT).expect.pruned == ("x",)


def test_chance_replies_to_expectimax(tmp_path: Path) -> None:
    """Nothing counts its rounds, so that the tree ends with the last one."""
    tree = converted(tmp_path, CASE.replace("Minimax", "Expectimax"))
    assert [n.to_move for n in tree.nodes if n.label[:3] == "min"] == ["chance"] * 2
    assert [(n.label, n.utility) for n in tree.nodes if n.label in "xd"] == [("x", 7)]
    assert not tree.limit


def test_a_state_that_is_met_again_has_another_number(tmp_path: Path) -> None:
    """Berkeley's are graphs; here b is reached from both."""
    case = CASE.replace("min2 Left c", "min2 Left b").replace("c 2.0\n", "")
    labels = converted(tmp_path, case).labels()
    assert [label for label in labels if label[0] == "b"] == ["b", "b#2"]


def test_other_classes_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And named, with what they are."""
    other = 'class: "EvalAgentTest"\nagentName: "ReflexAgent"\n'
    home, out = cases(tmp_path, one_test=CASE, two_test=other), tmp_path / "out"
    assert main(["convert", "berkeley", str(home), str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"wrote {out}/one.yaml"
    told = f"left out {home}/two.test, which is no GraphGameTreeTest: EvalAgentTest"
    assert said[1] == told
    assert [path.name for path in out.iterdir()] == ["one.yaml"]
    assert main(["convert", "berkeley", str(home), str(out)]) == 2
    assert "one.yaml: it is there already" in capsys.readouterr().err


@pytest.mark.parametrize("folder", ["none", "empty"])
def test_a_folder_without_trees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    """It may be the wrong one, or there is none of that name."""
    (tmp_path / "empty").mkdir()
    where = str(tmp_path / folder), str(tmp_path / "out")
    assert main(["convert", "berkeley", *where]) == 2
    told = f'{where[0]}: there is no .test file of the class "GraphGameTreeTest" here\n'
    assert capsys.readouterr().err == told


# By what is put in place of what, where something is wrong then, and what.
WRONG = {
    ('alg: "MinimaxAgent"', 'alg: "Minimax"'): (
        "3:7: alg: expected one of MinimaxAgent, AlphaBetaAgent and ExpectimaxAgent, "
        "found 'Minimax'"
    ),
    ('depth: "1"', 'depth: "one"'): (
        "4:9: depth: expected a number from 1, found 'one'"
    ),
    ('depth: "1"', "depth: 1"): "4:1: expected KEY: \"TEXT\", found 'depth: 1'",
    ('num_agents: "2"\n', ""): "1:1: there is no num_agents",
    ("min1 Left a", "min1 a"): (
        "20:1: successors: expected STATE ACTION STATE, found 2 words"
    ),
    ("min1 Right b", "min1 Left b"): "21:6: min1 has two actions Left",
    ("min1 Right b", "min1 Right min2"): (
        "19:11: min2 is reached where one agent moves, and where another"
    ),
    ("x Left d", "x Left min2"): (
        "13:15: more than 10,000 nodes; does a state follow itself?"
    ),
    ("c 2.0", "c two"): "30:3: evaluation: expected a number, found 'two'",
    ("c 2.0\n", ""): "22:11: evaluation: there is no line of c",
    ("x 7\n", ""): "18:1: the search stops at x, without an estimate in `evaluate`",
    ('d -9\n"""', "d -9"): '27:1: no line with """ ends what begins here',
}  # fmt: skip


@for_each("old, new", WRONG)
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    """One sentence, and nothing is written."""
    folder = tmp_path / str(len([*tmp_path.iterdir()]))
    folder.mkdir()
    assert CASE.count(old) == 1
    home = cases(folder, two_test=CASE.replace(old, new))
    assert main(["convert", "berkeley", str(home), str(folder / "out")]) == 2
    told = f"{home}/two.test:{WRONG[old, new]}\n"
    assert capsys.readouterr().err == told
    assert not (folder / "out").exists()


# What a solution says, and what is wrong with it.
OTHERS = {
    '\naction: "Up"\n': "2:10: action: two.test has no Up",
    CUT: "2:13: generated: there is no x, within the depth",
    'generated: "top e"': "1:17: generated: two.test has no e",
}


@for_each("solution", OTHERS)
def test_a_solution_of_another_tree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], solution: str
) -> None:
    """What it names must be there, and minimax leaves nothing out."""
    folder = tmp_path / str(len([*tmp_path.iterdir()]))
    folder.mkdir()
    home = cases(folder, two_test=CASE, two_solution=solution)
    assert main(["convert", "berkeley", str(home), str(folder / "out")]) == 2
    told = f"{home}/two.solution:{OTHERS[solution]}\n"
    assert told in capsys.readouterr().err


def test_converted_trees_are_graded_by_the_example(tmp_path: Path) -> None:
    """Their solutions hold; a right agent has all points, with two ghosts too."""
    home = cases(
        tmp_path,
        q2_test=CASE,
        q2_solution=SOLVED,
        q3_test=CASE.replace("Minimax", "AlphaBeta"),
        q3_solution=CUT,
        q4_test=CASE.replace("Minimax", "Expectimax"),
        q4_solution=SOLVED.replace("Left", "Right"),
        two_ghosts_test=TWO_GHOSTS,
        two_ghosts_solution='action: "Right"\ngenerated: "a b c e p q r s top"\n',
    )
    course = tmp_path / "course"
    shutil.copytree(ROOT / "examples" / "cs188", course)
    assert run("convert", "berkeley", home, course / "converted").returncode == 0
    file = course / "assignment.yaml"
    text = file.read_text()
    for old, new in {
        "trees/tie_at_min.yaml": "converted/q2.yaml",
        "unit:depth_limited/cuts/deep_cutoff.yaml": "converted/two_ghosts.yaml",
        "unit:chance/expectimax/cs188_assumptions.yaml": "converted/q4.yaml",
    }.items():
        text = text.replace(old, new)
    before, after = text.split("  - name: AlphaBetaAgent")
    after = after.replace("converted/q2.yaml", "converted/q3.yaml")
    file.write_text(f"{before}  - name: AlphaBetaAgent{after}")
    shutil.rmtree(course / "answers")
    done = run("answers", course)
    assert done.returncode == 0, done.stderr
    for style in ("loops", "one_function"):
        graded = grade(course, course / "right" / style)
        assert graded.stdout.split()[-1] == "100/100", graded.stdout
