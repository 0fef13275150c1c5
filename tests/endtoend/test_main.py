"""The command line, run as users run it.

`python -m tests.renew` writes docs/commands.md anew.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder import __version__
from autograder.kinds.all import ORPHAN
from tests.schema import read_results
from tests.small import (
    ASSIGNMENT,
    PYTHON,
    ROOT,
    Graded,
    check_file,
    environment,
    grade,
    make_assignment,
    right,
    run,
    total,
    without_layers,
)

DOCUMENT = ROOT / "docs" / "commands.md"
COMMANDS = (
    *((), ("grade",), ("class",), ("debug",), ("new",), ("convert",)),
    *(("answers",), ("renew",), ("show",), ("play",), ("tournament",)),
    *(("perft",), ("adequacy",), ("misconceptions",), ("bundle",), ("try_zip",)),
)
TWO_QUESTIONS = (
    ASSIGNMENT
    + """\
  - name: alpha_beta
    arguments: [alpha, beta]
    points: {value: 1, visits: 1}
    trees: ["*.yaml"]
"""
)
AIMA = "aima_fig_5_2"
SEE_HELP = "; --help lists the options"
NAME_ONE = "name one of reference and student_template: ./run_autograder reference"
NOT_ASKED = "no question asks for it, but for"


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    """An assignment with two questions on one tree, and a check."""
    check = {"test_more.py": check_file("@weight(1)\ndef test_more(): pass")}
    return make_assignment(tmp_path, check, TWO_QUESTIONS)


def refused(*arguments: str | Path, cwd: Path = ROOT, status: int = 2) -> str:
    """The one line with which a command is refused."""
    done = run(*arguments, cwd=cwd)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def groups(graded: Graded) -> list[str]:
    """What each test in results.json belongs to, in order."""
    return [test["name"].partition(":")[0] for test in graded.results["tests"]]


class TestGrade:
    """`grade`, whose name may be left out."""

    def test_table(self, trees: Path) -> None:
        """A row a test, the sums, status 0."""
        done = run("grade", right(), "--assignment", trees)
        assert done.returncode == 0
        assert done.stderr == ""
        lines = without_layers(done.stdout).splitlines()
        assert lines[0] == " ✓ minimax    3/3  right"
        assert lines[-1].split() == ["Total", "6/6"]

    def test_name_may_be_left_out(self, trees: Path) -> None:
        """The submission alone, or options before it, are `grade`."""
        named = run("grade", "reference", "--assignment", trees)
        assert run("reference", "--assignment", trees).stdout == named.stdout
        assert run("--assignment", trees, "reference").stdout == named.stdout

    def test_any_score_is_status_0(self, trees: Path) -> None:
        """Stubs earn nothing, each row says what to write, and nothing is wrong."""
        graded = grade(trees, ROOT / "student_template")
        assert graded.status == 0
        assert graded.stderr == ""
        assert "Traceback" not in graded.stdout
        assert "On fig_5_2: write " in graded.stdout
        assert total(graded.stdout) == "1/6"

    def test_from_another_folder(self, trees: Path, tmp_path: Path) -> None:
        """Paths are those of the caller."""
        shutil.copytree(right(), tmp_path / "mine")
        arguments = ("mine", "--assignment", "trees", "--results", "new/r.json")
        done = run(*arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "new" / "r.json").is_file()
        assert trees.is_dir()

    @pytest.mark.parametrize("name", ["a [b]", "100% ü", "x::y", "-dash"])
    def test_odd_folder_names(self, trees: Path, tmp_path: Path, name: str) -> None:
        """Whatever the folder's name, its trees and its checks are found."""
        trees.rename(tmp_path / name)
        odd = tmp_path / name
        done = run("reference", "--assignment", odd)
        assert total(done.stdout) == "6/6", done.stderr

    def test_linked_folder(self, trees: Path, tmp_path: Path) -> None:
        """A link to the assignment is the assignment."""
        (tmp_path / "link").symlink_to(trees)
        done = run("reference", "--assignment", tmp_path / "link")
        assert total(done.stdout) == "6/6"

    def test_callers_pytest_is_left_alone(self, trees: Path, tmp_path: Path) -> None:
        """Neither the caller's options, nor plugins, nor a conftest.py above count."""
        (tmp_path / "conftest.py").write_text("raise RuntimeError")
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nonsense")
        odd = {"PYTEST_ADDOPTS": "--nonsense", "PYTEST_PLUGINS": "no_such_plugin"}
        graded = grade(trees, right(), **odd)
        assert graded.status == 0
        assert total(graded.stdout) == "6/6"
        assert not list(tmp_path.rglob(".pytest_cache"))

    def test_question(self, trees: Path) -> None:
        """Only its tests, and no checks."""
        graded = grade(trees, right(), "--question", "alpha_beta")
        assert groups(graded) == ["alpha_beta"]

    def test_tree(self, trees: Path) -> None:
        """Only the trees that fit, by their whole name or their last part."""
        trees_below = grade(trees, right(), "--tree", "fig*")
        assert groups(trees_below) == ["minimax", "alpha_beta"]
        done = run("reference", "--tree", "aima*", "--question", "minimax")
        assert done.stdout.splitlines()[1].startswith(" ✓ aima_fig_5_2 ")
        assert done.stdout.splitlines()[3].split() == ["Total", "0.5/0.5"]

    def test_single_file(self, trees: Path) -> None:
        """A .py file is graded on its question alone."""
        graded = grade(trees, right() / "alpha_beta.py")
        assert groups(graded) == ["alpha_beta"]
        assert total(graded.stdout) == "2/2"

    def test_zip(self, trees: Path, tmp_path: Path) -> None:
        """A zip is graded as its folder is."""
        with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
            for name in ("minimax.py", "alpha_beta.py"):
                archive.write(ROOT / "reference" / name, f"work/{name}")
        assert total(grade(trees, tmp_path / "mine.zip").stdout) == "6/6"

    @pytest.mark.parametrize("inside", ["helper.py", "__init__.py", ""])
    def test_folder_named_like_a_module(
        self, trees: Path, tmp_path: Path, inside: str
    ) -> None:
        """Told as a folder, with status 0; the other question has its points."""
        folder = tmp_path / "mine" / "minimax.py"
        folder.mkdir(parents=True)
        if inside:
            (folder / inside).touch()
        code = (ROOT / "reference" / "alpha_beta.py").read_text()
        names = "# minimax py helper\n"
        (folder.parent / "alpha_beta.py").write_text(names + code)
        graded = grade(trees, folder.parent)
        assert graded.status == 0
        assert "minimax.py is a folder, not a file; send the file" in graded.stdout
        assert graded["alpha_beta"]["score"] == graded["alpha_beta"]["max_score"]
        assert graded["minimax"]["score"] == 0

    def test_verbose(self, trees: Path) -> None:
        """Details stand below what failed."""
        graded = grade(trees, ROOT / "student_template", "-v")
        assert "    The two-ply game tree (AIMA 4e, Figure 5.2)" in graded.stdout
        assert "    The two-ply" not in grade(trees, right(), "-v").stdout
        assert max(map(len, graded.stdout.splitlines())) <= 80


class TestRefusals:
    """A mistake on the command line is one line, and status 2."""

    @pytest.mark.parametrize(
        "arguments, line",
        [
            (("nowhere",), "nowhere: there is no such submission"),
            (
                ("bundel", "--assignment", "mine"),
                (
                    "bundel: there is no such submission; did you mean the command "
                    "`bundle`?"
                ),
            ),
            (
                ("LICENSE",),
                "LICENSE: expected a folder, a .py file, a notebook or a zip",
            ),
            (
                ("absent.py", "--question", "minimax"),
                "absent.py: there is no such submission",
            ),
            (("grade",), NAME_ONE),
            ((), NAME_ONE),
            (
                ("reference", "--question", "minmax"),
                "--question minmax: there is no such question; did you mean minimax?",
            ),
            (
                ("reference", "--tree", "aima_fig_52"),
                "--tree aima_fig_52: no tree fits; did you mean aima_fig_5_2?",
            ),
            (
                ("reference", "--tree", "lecture/aima*"),
                f"--tree lecture/aima*: no tree fits; did you mean lectures/{AIMA}?",
            ),
            (
                ("autograder/__main__.py",),
                f"autograder/__main__.py: {NOT_ASKED} minimax.py or alpha_beta.py",
            ),
            (
                ("reference/minimax.py", "--question", "alpha_beta"),
                "reference/minimax.py: no question asks for it, but for alpha_beta.py",
            ),
            (
                ("reference", "--colour"),
                "run_autograder: unrecognized arguments: --colour" + SEE_HELP,
            ),
            (
                ("reference", "--tree"),
                "run_autograder grade: argument --tree: expected one argument"
                + SEE_HELP,
            ),
            (
                ("reference", "--quest", "minimax"),
                "run_autograder: unrecognized arguments: --quest minimax" + SEE_HELP,
            ),
            (
                ("bundle",),
                "run_autograder bundle: the following arguments are required: DIR"
                + SEE_HELP,
            ),
            (("bundle", "LICENSE/x"), "LICENSE/x: Not a directory"),
        ],
    )
    def test_line(self, arguments: tuple[str, ...], line: str) -> None:
        """What was found, and what was expected."""
        assert refused(*arguments) == line

    @pytest.mark.parametrize(
        "name, kind",
        [
            ("mine.docx", "is a document: save the program as plain text"),
        ],
    )
    def test_a_file_of_another_kind(self, tmp_path: Path, name: str, kind: str) -> None:
        """By itself it gets the words that a folder with it gets."""
        path = tmp_path / name
        with zipfile.ZipFile(path, "w") as archive:  # as a .docx is one
            archive.writestr("minimax.py", "")
        assert refused(path) == f"{path} {kind}"

    @pytest.mark.parametrize("argument", ["{}", "{}.zip", "{}.py"])
    def test_names_that_act(self, tmp_path: Path, argument: str) -> None:
        """A path that a student may have named does nothing to the terminal."""
        evil = tmp_path / "a\x1b[2Jb\u202ec\u3164d\ne"
        for suffix in (".zip", ".py"):
            evil.with_name(evil.name + suffix).write_text("no zip")
        line = refused(argument.format(evil))
        assert r"\x1b[2Jb\u202ec\u3164d" in line
        assert line.replace("\n", "").isprintable()

    def test_no_assignment(self, tmp_path: Path) -> None:
        """A folder without assignment.yaml is named, for every command."""
        for command in (("reference", "--assignment"), ("answers",)):
            assert f"{tmp_path}/assignment.yaml" in refused(*command, tmp_path)
        bundle = refused("bundle", tmp_path / "out", "--assignment", tmp_path)
        assert f"{tmp_path}/assignment.yaml" in bundle

    def test_missing_answers(self, trees: Path) -> None:
        """They are named, with the remedy."""
        (trees / "answers" / "fig_5_2.json").unlink()
        assert refused("reference", "--assignment", trees) == (
            f"{trees}/answers/fig_5_2.json: there are no answers; "
            f"run `./run_autograder answers {trees}`"
        )

    def test_every_problem(self, trees: Path) -> None:
        """All mistakes of an assignment are told at once, a line each."""
        (trees / "fig_5_2.yaml").write_text("tree: [1, [], x]\n")
        done = run("reference", "--assignment", trees)
        assert done.returncode == 2
        places = [line.rpartition("/")[2][:18] for line in done.stderr.splitlines()]
        assert places == ["fig_5_2.yaml:1:11:", "fig_5_2.yaml:1:15:"]

    def test_no_tests(self, trees: Path) -> None:
        """An assignment without questions is one that cannot be graded."""
        (trees / "assignment.yaml").write_text("questions: []\n")
        line = refused("reference", "--assignment", trees)
        assert line.endswith("assignment.yaml:1:12: expected at least one question")

    def test_results_cannot_be_written(self, trees: Path, tmp_path: Path) -> None:
        """It is said before any test is run."""
        (tmp_path / "file").touch()
        results = tmp_path / "file" / "results.json"
        line = refused("reference", "--assignment", trees, "--results", results)
        assert line.startswith(f"{results}: cannot be written (")

    def test_told_in_results_too(self, trees: Path) -> None:
        """results.json says the same, without a score."""
        graded = grade(trees, trees.parent / "nowhere")
        assert graded.status == 2
        assert graded.results["tests"] == []
        assert "there is no such submission" in graded.results["output"]
        assert "no fault of yours" in graded.results["output"]

    def test_stale_results_are_replaced(self, trees: Path) -> None:
        """A results.json of an earlier grading does not pass for this one's."""
        assert grade(trees).status == 0
        assert grade(trees, trees.parent / "nowhere").results["tests"] == []


class TestOtherCommands:
    """`answers` and `bundle`."""

    def test_answers(self, tmp_path: Path) -> None:
        """What is stale is written, and named; what is not is left alone."""
        folder = make_assignment(tmp_path, {}) / "answers"
        written = {path: path.read_text() for path in folder.iterdir()}
        names = {path.name for path in written}
        kinds = ("search", "unseen")
        files = {"fig_5_2.json", *(f"minimax.{kind}.json" for kind in kinds)}
        assert names == files | {"secret"}
        *kept, removed, secret = sorted(written)
        assert secret.name == "secret"
        removed.unlink()
        done = run("answers", folder.parent)
        assert done.stdout == f"wrote {removed}\nSmall: 3 points\n"
        assert {path: path.read_text() for path in (*kept, removed, secret)} == written

    def test_check(self, tmp_path: Path) -> None:
        """--check only tells, by status 2 and a line for each."""
        trees = make_assignment(tmp_path, {})
        assert run("answers", "--check", trees).returncode == 0
        stale = [
            trees / "answers" / name
            for name in (
                "minimax.search.json",
                "fig_5_2.json",
                "minimax.unseen.json",
            )
        ]
        for path in stale:
            path.write_text("{}")
        done = run("answers", "--check", trees)
        assert done.returncode == 2
        assert done.stderr.splitlines()[:3] == [f"{path}: stale" for path in stale]
        assert [path.read_text() for path in stale] == ["{}"] * 3

    def test_answers_to_nothing(self, tmp_path: Path) -> None:
        """Those of a tree and a question that are gone are noticed, and removed.

        What else stands there stays.
        """
        trees = make_assignment(tmp_path, {})
        folder = trees / "answers"
        kept = sorted([*folder.iterdir(), folder / "adequate.txt"])
        (folder / "adequate.txt").touch()
        gone = [folder / "old" / "tree.json", folder / "before.search.json"]
        for path in gone:
            path.parent.mkdir(exist_ok=True)
            path.write_text("{}")
        done = run("answers", "--check", trees)
        told = [f"{path}: {ORPHAN}" for path in sorted(gone)]
        assert (done.returncode, done.stderr.splitlines()[:2]) == (2, told)
        done = run("answers", trees)
        removed = [f"removed {path}, which {ORPHAN}" for path in sorted(gone)]
        assert done.stdout.splitlines() == [*removed, "Small: 3 points"]
        assert sorted(path for path in folder.rglob("*") if path.is_file()) == kept
        assert run("answers", "--check", trees).returncode == 0

    def test_what_is_missing_is_stale(self, tmp_path: Path) -> None:
        """As what has changed."""
        trees = make_assignment(tmp_path, {})
        path = trees / "answers" / "minimax.unseen.json"
        path.unlink()
        done = run("answers", "--check", trees)
        assert (done.returncode, done.stderr.splitlines()[0]) == (2, f"{path}: stale")
        assert not path.exists()

    def test_check_of_what_is_no_text(self, tmp_path: Path) -> None:
        """A damaged file is a stale one, and is written anew."""
        trees = make_assignment(tmp_path, {})
        found = sorted((trees / "answers").glob("*.json"))
        written = [path.read_bytes() for path in found]
        for path in found:
            path.write_bytes(b"\xff{")
        done = run("answers", "--check", trees)
        assert done.returncode == 2
        assert sorted(done.stderr.splitlines()[:-1]) == [f"{p}: stale" for p in found]
        assert run("answers", trees).returncode == 0
        assert [path.read_bytes() for path in found] == written

    def test_bundle(self, trees: Path, tmp_path: Path) -> None:
        """Both zips are written, and named."""
        out = tmp_path / "out"
        done = run("bundle", out, "--assignment", trees)
        assert done.returncode == 0, done.stderr
        names = [f"wrote {out / name}.zip" for name in ("autograder", "student")]
        packed = "packed Small: 5 points, and those of test_more.py"
        assert done.stdout.splitlines() == [*names, packed]


class TestTerminals:
    """Where the output goes does not matter to the grading."""

    @pytest.mark.parametrize(
        "variables",
        [
            {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"PYTHONIOENCODING": "latin-1"},
        ],
    )
    def test_encodings(self, trees: Path, variables: dict[str, str]) -> None:
        """A terminal that lacks a sign shows another; the columns stay."""
        done = run("reference", "--assignment", trees, variables=variables)
        assert done.returncode == 0, done.stderr
        row = done.stdout.splitlines()[0]
        assert row in (f" {mark} minimax    3/3  right" for mark in "v✓")

    @pytest.mark.parametrize(
        "arguments", [("reference", "--tree", "aima*"), ("--help",)]
    )
    def test_reader_gone(self, arguments: tuple[str, ...]) -> None:
        """`| head` is no reason for a traceback."""
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [*PYTHON, *arguments],
            cwd=ROOT,
            env=environment(),
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
        os.close(writer)
        assert done.stderr == ""
        assert done.returncode == 0

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_disk_full(self) -> None:
        """A file that takes no more is a line on stderr, and no fault of the user."""
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*PYTHON, "reference", "--tree", "aima*"],
                cwd=ROOT,
                env=environment(),
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=60,
            )
        assert done.stderr == (
            "No space left on device; make room on that disk and try again\n"
        )
        assert done.returncode == 3

    @pytest.mark.parametrize(
        "closed, lines",
        [("<&-", 8), (">&-", 0), ("2>&-", 8), ("<&- >&- 2>&-", 0)],
    )
    def test_closed_streams(
        self, trees: Path, tmp_path: Path, closed: str, lines: int
    ) -> None:
        """A stream that the caller has closed is one that shows nothing."""
        arguments = ["reference", "--assignment", trees]
        results = tmp_path / "results.json"
        words = [*PYTHON, *arguments, "--results", results]
        command = f"{shlex.join(map(str, words))} {closed}"
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")
        table = without_layers(done.stdout) if lines else done.stdout
        assert len(table.splitlines()) == lines
        tests = read_results(results)["tests"]
        assert [test["score"] for test in tests] == [3, 2, 1]


def test_results_that_outgrow_the_disk(tmp_path: Path) -> None:
    """The grader's fault: one line, status 3, and the whole file of before is kept."""
    results = tmp_path / "results.json"
    limit = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (2500, 2500)); "
    given = ["reference", "--tree", "lectures/*", "--results", str(results)]
    grade = f"from autograder.commands.main import run; sys.argv[1:] = {given}; run()"
    # What Python compiles under the limit would be cut short, for all that come after.
    program = f"import sys; sys.dont_write_bytecode = True; {limit}{grade}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == (
        f"{results}: File too large; raise the limit on the size of files (ulimit -f) "
        "and try again\n"
    )
    assert done.returncode == 3
    assert read_results(results)["tests"] == []


LOADED = """\
import sys
from autograder.commands.main import main
status = main(["reference", "--question", "minimax"])
print(status, *sorted(name for name in sys.modules if name.startswith("autograder.")))
"""


def test_what_a_right_submission_does_not_need_is_not_loaded() -> None:
    """No other kind of question, no repair, no drawing, no pytest plugin."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=ROOT,
        env=environment(AUTOGRADER_EXPLAIN="20"),
        capture_output=True,
        text=True,
        check=True,
    )
    status, *loaded = done.stdout.splitlines()[-1].split()
    assert status == "0"
    kinds = {name.split(".")[2] for name in loaded if name[-5:] == ".kind"}
    assert kinds == {"kind", "search"}
    rooms = {name.split(".")[1] for name in loaded}
    assert not rooms & {"authoring", "classroom", "drawing"}
    needless = {"report.page", "grading.explaining"}
    assert not {f"autograder.{name}" for name in needless} & {*loaded}


def test_explain_leads_to_the_line(trees: Path, tmp_path: Path) -> None:
    """The sentence stands above the tests, and in results.json; with all trees."""
    source = (ROOT / "reference" / "minimax.py").read_text(encoding="utf-8")
    sent = tmp_path / "sent"
    sent.mkdir()
    wrong = source.replace("min_value(game, state)", "-min_value(game, state)", 1)
    (sent / "minimax.py").write_text(wrong, encoding="utf-8")
    told = grade(trees, sent, "--explain", "2")
    assert "minimax: With a change in line " in told.stdout
    test = told.results["tests"][0]
    assert test["extra_data"]["explanation"]["right"] == 1
    for more, fault in ((("-1",), "from 0 to 1000"), (("1", "--tree", "*"), "--tree")):
        done = run(sent, "--assignment", trees, "--explain", *more)
        assert done.returncode == 2
        assert fault in done.stderr


def test_a_wrong_line_is_looked_for_unless_the_environment_says_no(
    trees: Path, tmp_path: Path
) -> None:
    """With --tree never: it goes by all trees that students see."""
    source = (ROOT / "reference" / "minimax.py").read_text(encoding="utf-8")
    wrong = source.replace("min_value(game, state)", "-min_value(game, state)", 1)
    (tmp_path / "minimax.py").write_text(wrong, encoding="utf-8")
    told = "minimax: With a change in line "
    for usual, more, is_told in (("2", (), True), ("2", ("--tree", "*"), False)):
        sent = (tmp_path / "minimax.py", "--assignment", trees, *more)
        done = run(*sent, variables={"AUTOGRADER_EXPLAIN": usual})
        assert (told in done.stdout) is is_told
    done = run(*sent[:3], variables={"AUTOGRADER_EXPLAIN": "much"})
    assert done.returncode == 2
    assert "AUTOGRADER_EXPLAIN=much: expected a number of millions" in done.stderr


def test_version() -> None:
    """The one that the distribution and each results.json have."""
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"game-search-autograder {__version__} ({ROOT})\n",
        "",
    )


def test_console_script() -> None:
    """What the distribution installs is the same command line."""
    script = Path(sys.prefix) / "bin" / "game-search-autograder"
    if not script.exists():
        pytest.skip("the distribution is not installed")
    done = subprocess.run(
        [script, "--help"], capture_output=True, text=True, check=True
    )
    assert done.stdout == run("--help").stdout


def commands_reference() -> str:
    """docs/commands.md, as the commands' own help has it."""
    parts = [FIRST_PART]
    for command in COMMANDS:
        title = " ".join(("run_autograder", *command))
        help_text = run(*command, "--help").stdout
        _, _, told = help_text.partition("\n\n")  # without its first lines, the usage
        told = HELP_OPTION.sub("", told).strip()
        parts.append(f"## `{title}`\n\n```text\n{told}\n```\n")
    parts.append(PYTEST_PART)
    return "\n".join(parts)


HELP_OPTION = re.compile(r"^  -h, --help .*\n", re.MULTILINE)


FIRST_PART = """\
# Commands

From what `--help` says, which also has each usage.

`./run_autograder` and `python -m autograder` take the same commands. Without any
argument `./run_autograder` grades what Gradescope laid out in `/autograder`.

| exit status | |
|---|---|
| 0 | graded, whatever the score |
| 1 | of `debug`: your own code did not return |
| 2 | a fault of the assignment, of its checks, or of the command line |
| 3 | a fault of the grader, or on the platform any; no score follows from it |
| 129, 130, 143 | stopped by SIGHUP, by Ctrl-C, by SIGTERM; what was finished is shown |
"""

PYTEST_PART = """\
## `pytest --submission DIR`

The same tests as pytest items, where the package is installed: `-k`, `-x`, `--lf`,
`--junitxml` and pytest-xdist's `-n` work on them, and a test's name selects it.
`--assignment DIR` names another folder than `test_trees`, `--results FILE` writes
Gradescope's JSON (without `-n`), `--trust-submissions` is as above. The exit statuses
are pytest's own. Where another Python's pytest lacks the plugin,
`pytest --submission=DIR` says what to install.

    pytest --submission my_folder -k 'alpha_beta and nim'
    pytest --submission my_folder 'test_trees/assignment.yaml::minimax'
"""


def test_documentation_is_current() -> None:
    """docs/commands.md is what --help says."""
    assert DOCUMENT.read_text(encoding="utf-8") == commands_reference()


def renew() -> None:
    """Write docs/commands.md anew."""
    DOCUMENT.write_text(commands_reference(), encoding="utf-8")
