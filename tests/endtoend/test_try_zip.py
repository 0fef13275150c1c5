"""A zip tried as on Gradescope: what is seen there, and what goes wrong there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.commands.try_zip import SET_UP_FAILED, Ending, report, require_walls
from autograder.errors import AssignmentError
from autograder.walls.layers import Layers
from tests.small import ASSIGNMENT, ROOT, environment, make_assignment, right, run

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
HIDDEN = """\
    parts:
      - worth: 3
        trees: ["*.yaml"]
      - worth: 1
        visibility: after_published
        trees: ["hidden/*.yaml"]
"""
OF_RESULTS = '{"tests": [{"score": 2, "max_score": 3, "name": "t"}]}'


@pytest.fixture(scope="module")
def bundled() -> Iterator[Path]:
    """A zip of one tree that students see and one that they do not."""
    with TemporaryDirectory() as name:
        text = ASSIGNMENT.replace('    trees: ["*.yaml"]\n', HIDDEN)
        files = {"hidden/other.yaml": "tree: [[1, 5], [6, 2]]\n"}
        trees = make_assignment(Path(name), files)
        (trees / "assignment.yaml").write_text(text, encoding="utf-8")
        assert run("answers", trees).returncode == 0
        assert run("bundle", name, "--assignment", trees).returncode == 0
        yield Path(name, "autograder.zip")


def tried(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command, in the project's folder, whose .venv it may use."""
    return run("try_zip", *words)


def script_zip(folder: Path, script: str, top: str = "") -> Path:
    """A zip whose run_autograder is this script, and whose set-up does nothing."""
    path = folder / "other.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(f"{top}run_autograder", script)
        packed.writestr(f"{top}setup.sh", "")
    return path


def test_a_student_and_staff_see_what_they_do_there(bundled: Path) -> None:
    """A test that is published later is staff's, and keeps the total back."""
    done = tried(bundled, right())
    assert (done.returncode, done.stderr) == (0, "")
    student, staff = done.stdout.split("Staff see besides:")
    assert "✓ minimax: fig_5_2" in student
    assert "hidden/other" not in student
    assert "kept back, since some tests are not visible now" in student
    assert "✓ minimax: hidden/other" in staff
    assert "1/1  after_published" in staff
    assert staff.endswith("Total: 4 of 4 points\n")


def test_a_failed_test_says_why_and_all_of_it_if_asked(bundled: Path) -> None:
    """Its headline, as in the list there; `-v` opens it."""
    stub = ROOT / "student_template" / "minimax.py"
    brief, whole = tried(bundled, stub), tried(bundled, stub, "-v")
    for done in (brief, whole):
        assert "✗ minimax: fig_5_2" in done.stdout
        assert "write max_value" in done.stdout
        assert done.stdout.endswith("Total: 0 of 4 points\n")
    assert "AIMA 4e, Figure 5.2" in whole.stdout
    assert "AIMA 4e, Figure 5.2" not in brief.stdout


def test_the_platform_is_laid_out_as_published(tmp_path: Path) -> None:
    """Its folders, its working directory, what it tells, and nothing of the caller."""
    script = (
        "#!/bin/bash\n"
        "ls; ls -l submission | grep -c x.py; env | cut -d= -f1 | sort; id -u\n"
        "grep -c due_date submission_metadata.json; ls source\n"
        f"echo '{OF_RESULTS}' >results/results.json; exit 7\n"
    )
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "x.py").touch(mode=0o755)
    archive = script_zip(tmp_path, script)
    done = tried(archive, tmp_path / "mine")
    assert done.returncode == 7
    assert "Total: 2 of 3 points" in done.stdout
    printed = {"PATH", "HOME", "results", "run_autograder", "source", "submission"}
    zipped = shutil.make_archive(str(tmp_path / "mine"), "zip", tmp_path / "mine")
    broken = script.replace("results.json; exit", "results.jso; exit")
    shown = tried(script_zip(tmp_path, broken), Path(zipped))
    words = set(shown.stdout.split())
    assert printed <= words
    assert not {"PYTHONPATH", "PYTHONUTF8", "VIRTUAL_ENV"} & words
    assert str(os.getuid()) in words
    assert shown.returncode == 3
    assert "The autograder failed to execute correctly (status 7" in shown.stderr


@pytest.mark.parametrize(
    "script, words, sentence",
    [
        ("#!/bin/bash\nsleep 60\n", ("--minutes", "0.01"), "its 0.6 s were up; the s"),
        ("#!/bin/bash\necho usage >&2; exit 2\n", (), "an older version wrote the zip"),
        ("#!/bin/bash\necho '{' >results/results.json\n", (), "json is malformed: Exp"),
        ("grade\n", (), "run_autograder does not begin with #!"),
    ],
)
def test_what_would_go_wrong_there_is_one_sentence(
    tmp_path: Path, script: str, words: tuple[str, ...], sentence: str
) -> None:
    """With a status that says that nothing was graded."""
    done = tried(script_zip(tmp_path, script), right(), *words)
    assert done.returncode in (2, 3)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_old_zip_finds_its_folders(tmp_path: Path) -> None:
    """Its run_autograder reads a variable where today's looks beside itself."""
    script = (
        f"#!/bin/bash\necho '{OF_RESULTS}' >$AUTOGRADER_ROOT/results/results.json\n"
    )
    done = tried(script_zip(tmp_path, script), right())
    assert (done.returncode, done.stderr) == (0, "")
    assert "Total: 2 of 3 points" in done.stdout


def test_where_there_are_no_walls_one_sentence_says_so() -> None:
    """As on macOS, unless one is root; Landlock without seccomp is no wall."""
    for layers in (Layers(user=True), Layers(seccomp=True, landlock=3)):
        require_walls(layers)
    for layers in (Layers(), Layers(privileges=True, landlock=3)):
        with pytest.raises(AssignmentError, match="use --docker, or Linux"):
            require_walls(layers)


def test_what_is_given_wrongly_is_one_sentence(tmp_path: Path, bundled: Path) -> None:
    """No zip, one with a folder around it, no submission, a bad set-up, no bash."""
    around = script_zip(tmp_path, "#!/bin/bash\n", top="course/")
    absent = tmp_path / "absent"
    for words, sentence in (
        ((around, right()), "other.zip: no run_autograder at its top; give the autogr"),
        ((ROOT / "LICENSE", right()), "LICENSE: not a usable zip"),
        ((absent, right()), "absent: not a usable zip (No such file"),
        ((bundled, absent), "absent: there is no such submission"),
    ):
        done = tried(*words)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
    failing = tmp_path / "failing.zip"
    with zipfile.ZipFile(failing, "w") as packed:
        packed.writestr("run_autograder", "#!/bin/bash\n")
        packed.writestr("setup.sh", "exit 5")
    done = tried(failing, right())
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == SET_UP_FAILED.format(5) + "\n"
    done = run("try_zip", bundled, right(), variables={"PATH": str(tmp_path)})
    assert done.stderr == "bash is not installed, and try_zip needs it\n"


def test_with_docker_the_image_is_built_and_run(tmp_path: Path, bundled: Path) -> None:
    """By a docker that writes down what it is told, and grades nothing."""
    docker = tmp_path / "docker"
    docker.write_text(
        f'#!/bin/bash\necho "$@" >>{tmp_path}/log\n'
        '[ "$1" = build ] && cat "${@: -1}/Dockerfile" >>' + f"{tmp_path}/log\n"
        'for word; do case "$word" in */results:/autograder/results)\n'
        f"echo '{OF_RESULTS}' >\"${{word%%:*}}/results.json\";; esac; done\n"
    )
    docker.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{environment()['PATH']}"
    done = run("try_zip", bundled, right(), "--docker", variables={"PATH": path})
    assert (done.returncode, done.stderr) == (0, "")
    build, *image, graded, removed = (tmp_path / "log").read_text().splitlines()
    assert build.startswith("build --quiet --tag try-zip-")
    assert image[0] == "FROM gradescope/autograder-base:ubuntu-22.04"
    assert "bash /autograder/source/setup.sh" in " ".join(image)
    assert graded.startswith("run --rm --cpus 0.5 --memory 768m --volume ")
    assert graded.endswith(" timeout --signal=KILL 600 ./run_autograder")
    assert removed.startswith("image rm --force try-zip-")
    assert "Total: 2 of 3 points" in done.stdout


def test_what_the_platform_cuts_is_told() -> None:
    """An output of more than 100,000 characters, which it cuts in the middle."""
    long = {"name": "t", "status": "passed", "output": "x" * 100_001}
    results = json.loads(OF_RESULTS) | {"tests": [long], "score": 0}
    lines = [*report(results, Ending(0, 1.0, ""), verbose=False)]
    assert "   (Gradescope cuts its 100001 characters to 100000)" in lines
