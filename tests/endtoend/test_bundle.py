"""The two zips: what is in them, and grading with them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder.commands.bundle import RUN_ALONE, grading_files, write
from autograder.commands.main import main
from autograder.errors import AssignmentError
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures
from autograder.kinds.search.computing import tree_files
from autograder.trees import file as treefile
from autograder.trees import rules
from tests.platforms import unpack, unpack_only, within
from tests.small import (
    ROOT,
    check_file,
    environment,
    make_assignment,
    run,
    total,
    without_layers,
)

RUNNER = {
    "setup.sh",
    "run_autograder",
    "requirements.txt",
    "constraints.txt",
    "LICENSE",
}
PUBLIC, HIDDEN = (
    sorted(
        path.relative_to(ROOT / "test_trees").with_suffix("").as_posix()
        for folder in folders
        for path in (ROOT / "test_trees" / folder).glob("*.yaml")
    )
    for folders in (("lectures", "mistakes", "orders"), ("hidden", "nim"))
)
SIGNATURES, UNSEEN, FAMILIES = (
    {f"test_trees/answers/{name}.{kind}.json" for name in ("minimax", "alpha_beta")}
    for kind in ("search", "unseen", "small")
)


@pytest.fixture(scope="module")
def zips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zips of the default assignment."""
    folder = tmp_path_factory.mktemp("zips")
    done = run("bundle", folder)
    assert done.returncode == 0, done.stderr
    return folder


def contents(archive: Path) -> dict[str, bytes]:
    """Every file in a zip."""
    with zipfile.ZipFile(archive) as packed:
        assert packed.testzip() is None
        names = packed.namelist()
        return {within(archive, name): packed.read(name) for name in names}


def trees_in(names: set[str]) -> list[str]:
    """The trees among the names; each must have its answers."""
    found = sorted(
        name.removeprefix("test_trees/").removesuffix(".yaml")
        for name in names
        if name.endswith(".yaml") and name != "test_trees/assignment.yaml"
    )
    assert {f"test_trees/answers/{name}.json" for name in found} <= names
    return found


def package() -> set[str]:
    """The files of the package."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "autograder").rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def test_autograder_zip(zips: Path) -> None:
    """The runner, the package, the assignment, its trees and answers."""
    names = set(contents(zips / "autograder.zip"))
    assert trees_in(names) == sorted(PUBLIC + HIDDEN)
    trees = {n for n in names if n.startswith("test_trees/")}
    assert names - trees == RUNNER | package()
    trees.discard("test_trees/answers/secret")  # `answers` writes it where it is run
    of_questions = SIGNATURES | FAMILIES | UNSEEN
    assert trees >= of_questions
    assert len(trees) == 1 + 2 * len(PUBLIC + HIDDEN) + len(of_questions)


def test_student_zip(zips: Path) -> None:
    """The runner, what grades, README and stubs, visible trees and their answers.

    A folder with the title holds them. No class can be graded there, and no assignment
    be made.
    """
    with zipfile.ZipFile(zips / "student.zip") as packed:
        tops = {name.partition("/")[0] for name in packed.namelist()}
    assert tops == {"minimax-and-alpha-beta"}
    names = set(contents(zips / "student.zip"))
    assert len(names) < 380
    assert trees_in(names) == PUBLIC
    trees = {n for n in names if n.startswith("test_trees/")}
    stubs = {"student_template/minimax.py", "student_template/alpha_beta.py"}
    left_out = package() - names
    assert {name.split("/")[1] for name in left_out} == {
        *("authoring", "classroom", "commands", "kinds")
    }
    graded_with = package() - left_out
    assert names - trees == RUNNER | graded_with | stubs | {"README.md", "grade.py"}
    for command in ("grade", "debug", "show"):
        assert f"autograder/commands/{command}.py" in names
    of_questions = SIGNATURES | FAMILIES
    assert trees >= of_questions
    (title,) = (name for name in trees if name.startswith("test_trees/titles/"))
    rest = trees - of_questions - {title, "test_trees/assignment.yaml"}
    assert len(rest) == 2 * len(PUBLIC)
    assert not UNSEEN & names


def test_no_secret_in_student_zip(zips: Path) -> None:
    """No reference, no hidden tree, no convention but the accepted ones."""
    whole = b"\n".join(
        text
        for name, text in contents(zips / "student.zip").items()
        if not name.startswith("autograder/") and name != "README.md"
    ).decode()
    assert "reference" not in set(re.findall(r"\w+", whole)) - {"references"}
    for name in (*HIDDEN, "after_published"):
        assert name not in whole
    for path in (ROOT / "reference").rglob("*.py"):
        function = path.read_text(encoding="utf-8").partition("def ")[2]
        assert function[:200] not in whole


def test_what_is_asked_again_only_graders_know(tmp_path: Path) -> None:
    """`answers` makes the secret, and keeps it; students get none."""
    folder = tmp_path / "course"
    shutil.copytree(ROOT / "tests" / "assignments" / "quick", folder)
    secret = folder / "answers" / "secret"
    secret.unlink(missing_ok=True)
    for _ in range(2):
        done = run("answers", folder)
        assert done.returncode == 0, done.stderr
        made = secret.read_bytes()
        done = run("bundle", tmp_path / "zips", "--assignment", folder)
        assert done.returncode == 0, done.stderr
        packed = contents(tmp_path / "zips" / "autograder.zip")
        assert packed["test_trees/answers/secret"] == made
    assert len(made) >= 32
    for name, text in contents(tmp_path / "zips" / "student.zip").items():
        assert "secret" not in name
        assert made not in text


@pytest.mark.parametrize("name", ["autograder", "student"])
def test_no_path_of_this_machine(zips: Path, name: str) -> None:
    """Nothing in a zip tells where it was built."""
    for file, text in contents(zips / f"{name}.zip").items():
        assert str(ROOT).encode() not in text, file
        assert not file.startswith(("/", "..")), file


def test_reproducible(zips: Path, tmp_path: Path) -> None:
    """The same bytes from a copy elsewhere, of another time and other modes."""
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "test_trees", copy, copy_function=shutil.copyfile)
    assert run("bundle", tmp_path / "out", "--assignment", copy).returncode == 0
    for name in ("autograder.zip", "student.zip"):
        assert (tmp_path / "out" / name).read_bytes() == (zips / name).read_bytes()


@pytest.mark.parametrize("name", ["autograder", "student"])
def test_modes(zips: Path, name: str) -> None:
    """The two scripts can be run, everybody can read all, and nothing is younger."""
    with zipfile.ZipFile(zips / f"{name}.zip") as packed:
        for entry in packed.infolist():
            script = within(zips / f"{name}.zip", entry.filename) in (
                "setup.sh",
                "run_autograder",
            )
            assert entry.external_attr >> 16 == (0o755 if script else 0o644)
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize("name", ["autograder", "student"])
def test_rule_games_are_written_out(zips: Path, tmp_path: Path, name: str) -> None:
    """Trees are what they were, to the last label, and need no rules."""
    unpack(zips / f"{name}.zip", tmp_path)
    ours = assignments.load(ROOT / "test_trees").trees()
    theirs = assignments.load(tmp_path / "test_trees").trees()
    for tree_name, tree in theirs.items():
        assert tree.fingerprint() == ours[tree_name].fingerprint()
        assert tree.expect == ours[tree_name].expect
        text = (tmp_path / "test_trees" / f"{tree_name}.yaml").read_text()
        assert not re.search(r"^['\"]?game", text, re.MULTILINE)
    assert len(theirs) == len(PUBLIC) + len(HIDDEN) * (name == "autograder")


@pytest.mark.parametrize("written", ['"game": nim', "game : nim"])
def test_rule_game_however_written(tmp_path: Path, written: str) -> None:
    """A rule game is one, quoted key or not."""
    trees = make_assignment(tmp_path, {})
    (trees / "fig_5_2.yaml").write_text(f"{written}\npiles: [1, 2]\n")
    assert run("answers", trees).returncode == 0
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    text = contents(tmp_path / "student.zip")["test_trees/fig_5_2.yaml"].decode()
    assert "piles" not in text
    assert treefile.parse(text).fingerprint() == (
        treefile.load(trees / "fig_5_2.yaml").fingerprint()
    )


def test_checks(tmp_path: Path) -> None:
    """An instructor's Python files are in autograder.zip, and in no student's."""
    checks = {
        "conftest.py": "",
        "test_more.py": check_file("from helper_module import x"),
        "helper_module.py": "x = 1",
        "below/test_deep.py": "",
        "__pycache__/test_more.py": "",
        ".hidden/test_more.py": "",
        "other/test_other.py": "",
        "other/assignment.yaml": "",
    }
    trees = make_assignment(tmp_path, checks)
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    first, second = (
        {n for n in contents(tmp_path / f"{zip_}.zip") if n.endswith(".py")}
        for zip_ in ("autograder", "student")
    )
    package_files = {n for n in package() if n.endswith(".py")}
    assert first - package_files == {
        "test_trees/conftest.py",
        "test_trees/test_more.py",
        "test_trees/helper_module.py",
        "test_trees/below/test_deep.py",
    }
    assert second - package_files == {"grade.py", "student_template/minimax.py"}


def test_the_readme_is_of_the_assignment(tmp_path: Path) -> None:
    """Its title, its questions with their functions, and a tree that it holds."""
    trees = make_assignment(tmp_path, {})
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    text = contents(tmp_path / "student.zip")["README.md"].decode()
    assert text.startswith("# Small\n\nTo fill in, in `student_template`:\n")
    functions = "`max_value` `min_value` `minimax_search`"
    assert f"\n| minimax | `minimax.py` | {functions} |\n" in text
    assert "    ./run_autograder my_folder --question minimax --tree fig_5_2\n" in text
    assert "alpha_beta" not in text
    assert "aima" not in text
    assert "## What is graded" in text


@pytest.mark.parametrize("name", ["autograder", "student"])
def test_smallest_trees_stand_ready_in_both_zips(
    name: str, tmp_path: Path, zips: Path
) -> None:
    """Neither has the reference; a minimax that starts from 0 fails at [-1]."""
    unpack(zips / f"{name}.zip", tmp_path)
    assert not (tmp_path / "reference" / "minimax.py").exists()
    submission = tmp_path / "mine"
    shutil.copytree(ROOT / "tests" / "submissions" / "minimax_initial_zero", submission)
    results = tmp_path / "results.json"
    command = ["./run_autograder", "mine", "--question", "minimax"]
    graded(tmp_path, [*command, "--results", str(results)])
    (smallest,) = [
        test
        for test in json.loads(results.read_text(encoding="utf-8"))["tests"]
        if "smallest tree" in test["name"]
    ]
    assert "tree: [-1]" in smallest["output"]


def test_no_smallest_trees_where_they_are_not_looked_for(tmp_path: Path) -> None:
    """An assignment without `counterexample` has none, nor have its zips."""
    trees = make_assignment(tmp_path, {})
    done = run("bundle", tmp_path, "--assignment", trees)
    assert done.returncode == 0, done.stderr
    for zip_ in ("autograder", "student"):
        names = contents(tmp_path / f"{zip_}.zip")
        assert not [name for name in names if name.endswith(".small.json")]


BOTH_MOVE = """\
from dataclasses import dataclass
@dataclass(frozen=True)
class Both:
    def initial(self): return "S"
    def to_move(self, position): return "min" if position == "M" else "max"
    def successors(self, position): return {"S": ("A", "M")}.get(position, ())
    def utility(self, position): return 1
    def label(self, position): return position
    def content(self, position): return None
RULES = Both
"""


def test_a_tree_that_cannot_be_written_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is named: both players move in one ply, which no file can say."""
    (tmp_path / "both.py").write_text(BOTH_MOVE)
    games = rules.known_games(tmp_path)
    monkeypatch.setattr(rules, "known_games", lambda: games)
    path = tmp_path / "one.yaml"
    path.write_text("game: both\n")
    text = "questions: [{name: minimax, points: {value: 1}, trees: [one.yaml]}]"
    (tmp_path / "assignment.yaml").write_text(text)
    assert main(["answers", str(tmp_path)]) == 0
    assignment = signatures.load(assignments.load(tmp_path))
    with pytest.raises(AssignmentError) as caught:
        grading_files(assignment, ROOT)
    assert str(caught.value) == (
        f"{path}: S: more players than one move at depth 1, so that the tree cannot be "
        "written out"
    )


def test_no_stub(tmp_path: Path) -> None:
    """A question without a stub is refused, and nothing is written."""
    assignment = assignments.assignment_with_answers(
        assignments.load(make_assignment(tmp_path, {}))
    )
    template = tmp_path / "root" / "student_template"
    template.mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.name != template.name:
            (template.parent / path.name).symlink_to(path)
    shutil.copy(ROOT / template.name / "README.md", template)
    with pytest.raises(AssignmentError) as caught:
        write(assignment, template.parent, tmp_path / "out")
    missing = template / "minimax.py"
    assert str(caught.value) == f"{missing}: there is no stub for this question"
    assert list((tmp_path / "out").iterdir()) == []


def test_the_folder_of_an_assignment_is_not_taken_for_the_output(
    tmp_path: Path,
) -> None:
    """Other commands take it there; `bundle` says both that may have been meant."""
    trees = make_assignment(tmp_path, {})
    before = sorted(trees.rglob("*"))
    done = run("bundle", trees)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"{trees}: it holds an assignment: `./run_autograder bundle build --assignment "
        f"{trees}` packs that one, and `./run_autograder bundle {trees} --assignment "
        "DIR` writes the zips of another into it\n"
    )
    assert sorted(trees.rglob("*")) == before
    done = run("bundle", trees, "--assignment", trees)
    assert done.stdout.splitlines()[-1] == "packed Small: 3 points"


def test_answers_that_are_not_the_references(tmp_path: Path) -> None:
    """No zip is made of answers that a change of the reference has left behind."""
    trees = make_assignment(tmp_path, {})
    found = trees / "answers" / "fig_5_2.json"
    text = found.read_text()
    found.write_text(text.replace('["E"]', '["F"]', 1))
    done = run("bundle", tmp_path / "out", "--assignment", trees)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        f"{found}: stale",
        f"run `./run_autograder answers {trees}`",
    ]
    assert not (tmp_path / "out").exists()
    assert run("answers", trees).stdout == f"wrote {found}\nSmall: 3 points\n"
    assert found.read_text() == text


def commands_of_readme(folder: Path) -> list[list[str]]:
    """The indented commands of README.md in an unpacked student.zip."""
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    return [
        shlex.split(line) for line in lines if line.startswith(("    ./", "    cp "))
    ]


def graded(folder: Path, command: list[str]) -> list[str]:
    """The lines of the table that a command of the README prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return without_layers(done.stdout).splitlines() if done.stdout else []


def test_debugging_at_home(zips: Path, tmp_path: Path) -> None:
    """Without reference and catalogue's trees, by the README's command and by lines."""
    unpack(zips / "student.zip", tmp_path)
    *_, debug = commands_of_readme(tmp_path)
    (tmp_path / debug[-2]).mkdir()
    for path in (ROOT / "reference").glob("*.py"):
        shutil.copy(path, tmp_path / debug[-2])
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    lines, more = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "look.py").write_text(lines.replace("TREE", FIG_5_2))
    python = str(tmp_path / ".venv" / "bin" / "python")
    for command in ([*debug[:-1], FIG_5_2], [python, "look.py"]):
        done = subprocess.run(
            command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "max_value(game, A)\nreturned 3\nvisited A, B, " in done.stdout
        assert "minimax_search(game, A)\nreturned 'a1'\n" in done.stdout
    asked = f"{more}print(game.to_move(root), explore('TREE', 'alpha_beta'), sep='\\n')"
    (tmp_path / "ask.py").write_text(asked.replace("TREE", FIG_5_2))
    for command, said in (
        ([python, "ask.py"], "expected value: 3\nexpected visits: A, B, B1, "),
        ([debug[0], "show", FIG_5_2], "├─ a2→C ▽: c1→C1=2 c2→C2=4 c3→C3=6"),
    ):
        done = subprocess.run(
            command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert said in done.stdout


def test_two_assignments_in_one_folder_are_noticed(zips: Path, tmp_path: Path) -> None:
    """Whatever is graded then is of neither; the same one again does no harm."""
    trees = make_assignment(tmp_path, {})
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    folder = tmp_path / "hw"
    unpack(zips / "student.zip", folder)
    for archive in (zips, tmp_path):
        unpack_only(archive / "student.zip", folder)
        command = ["./run_autograder", "student_template", "--question", "minimax"]
        done = subprocess.run(
            command, cwd=folder, env={}, capture_output=True, text=True, check=False
        )
        assert done.returncode == (2 if archive == tmp_path else 0), done.stderr
    (said,) = done.stderr.splitlines()
    assert said.endswith(
        "unpacked over one another; unpack each student.zip into an empty folder, and "
        "copy your own files there"
    )
    assert "“Small”" in said
    assert "“Minimax and alpha-beta”" in said


def run_in_an_editor(stub: Path) -> subprocess.CompletedProcess[str]:
    """What the button does: it runs the file, from the folder one has opened."""
    return subprocess.run(
        [sys.executable, str(stub)],
        cwd=stub.anchor,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_stub_that_is_run_is_graded(zips: Path, tmp_path: Path) -> None:
    """It and no other, wherever below grade.py its folder is copied or renamed to."""
    unpacked = tmp_path / "a renamed folder"
    unpack(zips / "student.zip", unpacked)
    copied = unpacked / "mine" / "second try"
    shutil.copytree(unpacked / "student_template", copied)
    (unpacked / "student_template").rename(unpacked / "renamed")
    for stub in (copied / "minimax.py", unpacked / "renamed" / "alpha_beta.py"):
        assert "\n\n\nif __name__ ==" in stub.read_text(encoding="utf-8"), "PEP 8"
        done = run_in_an_editor(stub)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f" ✗ {stub.stem} ")
        assert total(done.stdout).startswith("0/")
        assert ("alpha_beta" in done.stdout) == (stub.stem == "alpha_beta")


def test_what_to_type_next_begins_as_what_was_typed(zips: Path, tmp_path: Path) -> None:
    """Debian has no `python`, Windows no bash: each is told what works there."""
    unpack(zips / "student.zip", tmp_path)
    asked = ("student_template", "--question", "minimax")
    for started in (("./run_autograder",), ("python3", "grade.py")):
        lines = graded(tmp_path, [*started, *asked])
        (following,) = (line for line in lines if line.startswith("Next: "))
        assert following.startswith(f"Next: {' '.join((*started, *asked))}")


def test_a_stub_that_is_filled_in_is_graded_as_without_its_end(
    zips: Path, tmp_path: Path
) -> None:
    """What a run does is nothing to a worker, which imports the file."""
    unpack(zips / "student.zip", tmp_path)
    stub = tmp_path / "student_template" / "minimax.py"
    right = (ROOT / "reference" / "minimax.py").read_text(encoding="utf-8")
    stub.write_text(right + RUN_ALONE, encoding="utf-8")
    done = run_in_an_editor(stub)
    assert (done.returncode, done.stderr) == (0, "")
    assert "✗" not in done.stdout
    assert total(done.stdout) == "22.5/22.5"


def test_a_stub_without_grade_py_says_where_it_belongs(
    zips: Path, tmp_path: Path
) -> None:
    """Downloaded by itself, or copied elsewhere."""
    stub = tmp_path / "minimax.py"
    stub.write_bytes(
        contents(zips / "student.zip")["student_template/minimax.py"],
    )
    done = run_in_an_editor(stub)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "minimax.py: no folder above it has grade.py, which grades it; put it into the "
        "folder that student.zip unpacks, or into one in there\n"
    )


FIG_5_2 = "aima_fig_5_2"


def test_a_game_that_goes_on_beyond_the_horizon(tmp_path: Path) -> None:
    """It is not written out: what lies further down only its rules know."""
    whole, cut = "game: nim\npiles: [1, 2]\n", "game: tic_tac_toe\ndepth: 1\n"
    for name, text in (("whole", whole), ("cut", cut)):
        (tmp_path / f"{name}.yaml").write_text(text)
    text = "questions: [{name: minimax, points: {value: 1}, trees: ['*.yaml']}]"
    (tmp_path / "assignment.yaml").write_text(text)
    files = tree_files(assignments.load(tmp_path))
    assert files["test_trees/cut.yaml"] == cut.encode()
    assert b"game" not in files["test_trees/whole.yaml"]
    games = [name for name in files if name.startswith("reference/")]
    assert games == ["reference/games/tic_tac_toe.py"]
