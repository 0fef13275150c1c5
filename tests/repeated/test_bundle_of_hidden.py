"""What is hidden: neither its trees nor its answers are in the student's zip."""

from __future__ import annotations

from pathlib import Path

from tests.endtoend.test_bundle import contents
from tests.small import make_assignment, run


def test_a_canary_in_a_hidden_tree_does_not_sing(tmp_path: Path) -> None:
    """Students hear nothing of a hidden tree.

    The first question shows one tree and hides another, whose name and whose utility
    stand nowhere else; the second question is hidden altogether.
    """
    hidden = """\
  - name: minimax
    points: {value: 1}
    trees: [cellar/canary.yaml]
    visibility: hidden
  - name: alpha_beta
    arguments: [alpha, beta]
    points: {value: 1}
    trees: [cellar/canary.yaml]
    visibility: after_due_date
"""
    trees = make_assignment(
        tmp_path, {"cellar/canary.yaml": "tree: [[76543210987, 9], 8]"}
    )
    with (trees / "assignment.yaml").open("a") as assignment:
        assignment.write(hidden)
    assert run("answers", trees).returncode == 0
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    told = {
        zip_: {
            name: text.decode()
            for name, text in contents(tmp_path / f"{zip_}.zip").items()
            if name.startswith("test_trees/")
        }
        for zip_ in ("autograder", "student")
    }
    answers = "test_trees/answers/{}.json".format
    assert "76543210987" in told["autograder"][answers("cellar/canary")]
    assert answers("minimax.search") in told["student"]
    assert answers("alpha_beta.search") not in told["student"]
    for name, text in told["student"].items():
        assert "canary" not in name
        assert "canary" not in text, name
        assert "76543210987" not in text, name


def test_stub_of_a_hidden_question(tmp_path: Path) -> None:
    """Students get the stub of a question although all its tests are hidden."""
    hidden = """\
  - name: alpha_beta
    arguments: [alpha, beta]
    points: {value: 1}
    trees: ["*.yaml"]
    visibility: hidden
"""
    trees = make_assignment(tmp_path, {})
    with (trees / "assignment.yaml").open("a") as assignment:
        assignment.write(hidden)
    assert run("answers", trees).returncode == 0
    done = run("bundle", tmp_path, "--assignment", trees, "--anyway")
    assert done.returncode == 0  # the tree is public in another question
    files = contents(tmp_path / "student.zip")
    assert "student_template/alpha_beta.py" in files
    assert b"alpha_beta" not in files["test_trees/assignment.yaml"]
    assert b"alpha_beta" not in files["test_trees/answers/fig_5_2.json"]
