"""What `pip install` gives: built once, from a copy, as an index would have it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from autograder import __version__
from autograder.sandbox import workers
from tests.platforms import add_venv, unpack_only
from tests.small import ROOT, environment, make_assignment, right, run

NOT_PUBLISHED = (".*", "tests", "benchmarks", "build", "dist")
COMMAND = "game-search-autograder"
DATA = ("reference", "student_template", "test_trees", "examples/complete", "docs")
PACKAGES = sysconfig.get_path("purelib")
HERE = sysconfig.get_path("purelib", vars={"base": "."})


fcntl = pytest.importorskip("fcntl", reason="needs a Unix")


LEFT_BEHIND = (  # by work in a clone
    "test_trees/answers/secret",
    "test_trees/grades/class.sqlite",
    "test_trees/grades/results/ann.json",
    "test_trees/.idea/workspace.xml",
    "test_trees/.assignment.yaml.swp",
    "examples/complete/course/answers/secret",
    "reference/minimax.py~",
    "reference/minimax.py.orig",
    "reference/__pycache__/minimax.cpython-311.pyc",
    "docs/#README.md.bak",
    "docs/.DS_Store",
    "build/lib/autograder/removed.py",
    "build/lib/autograder/_data/test_trees/removed.yaml",
)


def leave_behind(folder: Path) -> None:
    """What nobody else should get."""
    for name in LEFT_BEHIND:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, and the wheel that is built of it; no network.

    Processes of one test run build once: the first does, and the others wait.
    """
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with (folder / "building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "dist").exists():
            caches = ("__pycache__", "*.egg-info")
            left_out = shutil.ignore_patterns(*NOT_PUBLISHED, *caches)
            clone = shutil.copytree(ROOT, folder / "clone", ignore=left_out)
            build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
            leave_behind(clone)
            subprocess.run((*build, folder / "dist", "--sdist", clone), check=True)
            (source,) = (folder / "dist").glob("*.tar.gz")
            (folder / "unpacked").mkdir()
            subprocess.run(
                ("tar", "-xzf", source, "-C", folder / "unpacked"), check=True
            )
            (unpacked,) = (folder / "unpacked").iterdir()
            leave_behind(unpacked)
            subprocess.run((*build, folder / "dist", "--wheel", unpacked), check=True)
    return folder / "dist"


@pytest.fixture(scope="module")
def installed(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh venv with the wheel; what that needs it has from this one."""
    folder = tmp_path_factory.mktemp("installed").resolve()
    venv.create(folder, symlinks=True)
    (wheel,) = published.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", folder, "install", "--no-index")
    subprocess.run((*pip, "--no-deps", "--no-compile", "-q", wheel), check=True)
    (folder / HERE / "those.pth").write_text(PACKAGES)
    return folder


def ran(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command in a folder, that finds the package as whoever installed it does."""
    return subprocess.run(
        words,
        cwd=folder,
        env={n: text for n, text in environment().items() if n != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )


def package_of(venv_folder: Path) -> Path:
    """Where a venv has the package."""
    return venv_folder / HERE


def test_an_index_would_have_them(published: Path) -> None:
    """The README is rendered, and nothing is missing; warnings are errors."""
    paths = [*published.glob("*.whl"), *published.glob("*.tar.gz")]
    assert {path.name for path in paths} == {
        f"game_search_autograder-{__version__}-py3-none-any.whl",
        f"game_search_autograder-{__version__}.tar.gz",
    }
    done = ran(sys.executable, "-m", "twine", "check", "--strict", *paths, folder=ROOT)
    assert done.returncode == 0, done.stdout


def test_the_wheel_has_the_data_and_no_tests(published: Path) -> None:
    """Each file of the folders that grading and bundling need, once."""
    (wheel,) = published.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info" not in name}
    data = {
        path.relative_to(ROOT).as_posix()
        for folder in DATA
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "grades", "secret"} & {*path.parts}
    }
    assert {f"autograder/_data/{name}" for name in data} <= names
    assert {name.partition("/")[0] for name in names} == {"autograder"}
    (source,) = published.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert data | {"setup.sh", "run_autograder", "CHANGELOG.md", "LICENSE"} <= held
    bare = {name.removeprefix("build/lib/") for name in LEFT_BEHIND}
    assert not held & {*LEFT_BEHIND, *bare}
    assert not names & (bare | {f"autograder/_data/{name}" for name in LEFT_BEHIND})


def test_it_grades_from_any_folder(installed: Path, tmp_path: Path) -> None:
    """By the assignment that comes with it; what to type next is its own command."""
    shutil.copytree(right(), tmp_path / "mine")
    words = ("mine", "--question", "minimax", "--trust-submissions")
    done = ran(installed / "bin" / COMMAND, *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "all 22 trees right" in done.stdout
    assert f"step by step: {COMMAND} mine" in done.stdout
    shown = ran(installed / "bin" / COMMAND, "--help", folder=tmp_path).stdout
    (documents,) = re.findall(r"the documents: (\S+),", " ".join(shown.split()))
    assert (package_of(installed) / documents / "README.md").is_file()


def test_its_zips_are_those_of_a_clone(installed: Path, tmp_path: Path) -> None:
    """Byte for byte."""
    trees = make_assignment(tmp_path, {})
    words = ("bundle", "installed", "--assignment", trees)
    done = ran(installed / "bin" / COMMAND, *words, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    run("bundle", tmp_path / "clone", "--assignment", trees)
    for name in ("autograder.zip", "student.zip"):
        ours = (tmp_path / "clone" / name).read_bytes()
        assert (tmp_path / "installed" / name).read_bytes() == ours


def test_the_container_of_the_documents_grades_a_class(
    installed: Path, tmp_path: Path
) -> None:
    """Its commands, with this venv in the place of the one that it makes likewise."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    section = page.partition("## A container for a class\n")[2].partition("\n## ")[0]
    lines = [line.partition(" ") for line in section.splitlines()]
    making, closing = (rest for word, _, rest in lines if word == "RUN")
    assert making == "python -m venv /grader && /grader/bin/pip install /tmp/*.whl"
    closing = closing.replace("/grader", str(installed))
    subprocess.run(["sh", "-c", closing], check=True)
    data = package_of(installed) / "autograder" / "_data"
    assert workers.is_closed_to_others(data / "reference" / "minimax.py")
    (entry,) = (rest for word, _, rest in lines if word == "ENTRYPOINT")
    (typed,) = (rest for _, _, rest in lines if rest.startswith("run --rm "))
    words = [*typed.partition(" search ")[2].split(), "--trust-submissions"]
    meant = {"EXPORT": data / "examples" / "complete" / "class" / "export"}
    meant["my_course"] = ROOT / "tests" / "assignments" / "one"
    program = [word.replace("/grader", str(installed)) for word in json.loads(entry)]
    done = ran(*program, *(meant.get(word, word) for word in words), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Students: 3 graded." in done.stdout
    assert (tmp_path / "GRADES" / "grades.csv").is_file()


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_an_installed_package_needs_no_right_to_write(
    installed: Path, tmp_path: Path
) -> None:
    """It grades; what would be written there is refused in a sentence."""
    data = package_of(installed) / "autograder" / "_data"
    data.chmod(0o555)
    caps = ("--bounding-set", "-all", "--inh-caps", "-all")  # root has no others then
    without = ("setpriv", *(caps if os.geteuid() == 0 else ()))
    command = (*without, installed / "bin" / COMMAND)
    graded = ("--question", "minimax", "--tree", "aima_fig_5_2")
    done = ran(*command, data / "reference", *graded, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    refused = ran(*command, "new", data / "mine", folder=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr == (
        f"{data}/mine: Permission denied; get the permission to use it (chmod) and try "
        "again\n"
    )


def test_two_versions_side_by_side_say_which_they_are(
    installed: Path, tmp_path: Path
) -> None:
    """Each is what it is, also in a folder of the other, and inside the venv."""
    clone = installed / "src" / "clone"
    left_out = shutil.ignore_patterns(*NOT_PUBLISHED, "test_trees", "reference")
    shutil.copytree(ROOT, clone, ignore=left_out)
    add_venv(clone)
    mine = ran(installed / "bin" / COMMAND, "--version", folder=clone)
    theirs = ran(clone / "run_autograder", "--version", folder=tmp_path)
    for done, place in ((mine, package_of(installed)), (theirs, clone.resolve())):
        assert done.stdout == f"{COMMAND} {__version__} ({place})\n"
    path = f"{installed}/bin{os.pathsep}{os.environ['PATH']}"
    setup = subprocess.run(
        ["bash", clone / "setup.sh", "--which-python"],
        env={"PATH": path, "VIRTUAL_ENV": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not Path(setup.stdout.strip()).is_relative_to(installed)


def test_which_assignment_it_was_is_said_where_nobody_has_named_one(
    installed: Path, tmp_path: Path
) -> None:
    """The package's own is not theirs who forget --assignment; in `class`, too."""
    mine = make_assignment(tmp_path, {})
    shutil.copytree(ROOT / "reference", tmp_path / "subs" / "anna")
    said = (
        "graded by the assignment of the package, Minimax and alpha-beta; --assignment "
        "DIR names yours\n"
    )
    one = ("subs/anna", "--trust-submissions", "--question", "minimax")
    everybody = ("class", "subs", "--out", "g", "--trust-submissions", "--dry-run")
    for words in (one, everybody):
        done = ran(installed / "bin" / COMMAND, *words, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, said)
        named = ("--assignment", mine)
        done = ran(installed / "bin" / COMMAND, *words, *named, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


def test_an_old_zip_on_a_new_grader(installed: Path, tmp_path: Path) -> None:
    """Its answers are told to be stale: its own grader is in it, and grades by them."""
    run("bundle", tmp_path, "--assignment", make_assignment(tmp_path, {}))
    unpack_only(tmp_path / "autograder.zip", tmp_path / "old")
    answers = tmp_path / "old" / "test_trees" / "answers" / "fig_5_2.json"
    answers.write_text(answers.read_text("utf-8").replace('"visits"', '"touched"'))
    shutil.copytree(right(), tmp_path / "mine")
    words = ("mine", "--assignment", "old/test_trees", "--trust-submissions")
    done = ran(installed / "bin" / COMMAND, *words, folder=tmp_path)
    assert done.returncode == 2
    sentence = "fig_5_2.json: not answers, or those of another version (KeyError: "
    assert sentence in done.stderr
    assert done.stderr.endswith(f"; run `{COMMAND} answers old/test_trees`\n")
    assert done.stderr.count("\n") == 1
