"""A zip tried as on Gradescope: what is seen there, and what goes wrong there."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.commands.main import main
from autograder.commands.try_zip import (
    SET_UP_FAILED,
    Ending,
    report,
    require_walls,
)
from autograder.errors import AssignmentError
from autograder.walls.layers import Layers
from tests.cases import for_each
from tests.small import (
    ASSIGNMENT,
    PYTHON,
    ROOT,
    environment,
    make_assignment,
    right,
    run,
)

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
        ((absent, right()), "absent: there is no such file"),
        ((right(), bundled), ": it is a folder; name autograder.zip first, then"),
        ((bundled, absent), "absent: there is no such submission"),
    ):
        done = tried(*words)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
    failing = tmp_path / "failing.zip"
    with zipfile.ZipFile(failing, "w") as packed:
        packed.writestr("run_autograder", "#!/bin/bash\n")
        packed.writestr("setup.sh", "echo no network; exit 5")
    done = tried(failing, right())
    assert (done.returncode, done.stdout) == (3, "")
    failed = SET_UP_FAILED.format(5)
    assert done.stderr == f"   no network\n{failed}\n"
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


def test_a_grader_that_fails_is_heard_by_staff(tmp_path: Path) -> None:
    """Its last lines, in which nothing acts on a terminal; one line is no `lines`."""
    empty = '{"output": "sorry", "stdout_visibility": "hidden", "tests": []}'
    graded = OF_RESULTS.replace("{", '{"stdout_visibility": "hidden", ', 1)
    script = "#!/bin/bash\n{}\necho '{}' >results/results.json\nexit {}\n"
    for saying, results, status, heard in (
        ("echo other answers", empty, 0, "1 line of standard output\n   other answers"),
        ("printf 'a\\e[1mb'", graded, 3, "1 line of standard output\n   a\\x1b[1mb"),
        ("echo a fault", OF_RESULTS, 2, "\n\n   a fault"),
        ("seq 500 599", empty, 0, "100 lines of standard output\n   560\n   561"),
    ):
        path = script_zip(tmp_path, script.format(saying, results, status))
        student, staff = tried(path, right()).stdout.split("Staff see besides:")
        assert f"{heard}\n" in staff
        assert heard.split()[-1] not in student
    path = script_zip(tmp_path, script.format("echo fine", graded, 0))
    assert "fine" not in tried(path, right()).stdout


def test_a_zip_that_lacks_a_module_says_which(bundled: Path, tmp_path: Path) -> None:
    """The traceback's last line is among those that staff see."""
    lacking = tmp_path / "lacking.zip"
    with zipfile.ZipFile(bundled) as whole, zipfile.ZipFile(lacking, "w") as packed:
        for entry in whole.infolist():
            if entry.filename != "autograder/trees/tree.py":
                packed.writestr(entry, whole.read(entry))
    done = tried(lacking, right())
    assert done.returncode == 3
    _, staff = done.stdout.split("Staff see besides:")
    assert "No module named 'autograder.trees.tree'" in staff


def test_the_folder_is_closed_to_others(tmp_path: Path) -> None:
    """In it are hidden trees and the secret of the answers, as in nobody's /tmp."""
    script = f"#!/bin/bash\nstat -c %a . >{tmp_path}/mode\nexit 3\n"
    assert tried(script_zip(tmp_path, script), right()).returncode == 3
    assert (tmp_path / "mode").read_text() == "700\n"


def stopped_once_there(
    mark: Path, archive: Path, number: int, **variables: str
) -> tuple[int, str]:
    """The status and stderr of a try that gets a signal once a file has been made."""
    with subprocess.Popen(
        [*PYTHON, "try_zip", str(archive), str(right())],
        cwd=ROOT,
        env=environment(**variables),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        late = time.monotonic() + 30
        while not mark.exists() and time.monotonic() < late:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    return process.returncode, said


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_the_grading_too(tmp_path: Path, name: str) -> None:
    """It may tidy up first; no folder and no process stays, and a sentence is said."""
    script = (
        f"#!/bin/bash\ntrap 'echo tidied >{tmp_path}/tidied; exit' TERM\n"
        f"pwd >{tmp_path}/at\n"
        f"(trap '' TERM; while sleep 0.1; do touch {tmp_path}/beat; done) & wait\n"
    )
    number = getattr(signal, name)
    archive = script_zip(tmp_path, script)
    status, said = stopped_once_there(tmp_path / "beat", archive, number)
    assert status == 128 + number
    assert said.startswith("It was stopped ")
    assert said.count("\n") == 1
    assert (tmp_path / "tidied").exists()
    assert not Path((tmp_path / "at").read_text().strip()).exists()
    (tmp_path / "beat").unlink()
    time.sleep(0.5)
    assert not (tmp_path / "beat").exists()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder for temporary files, of which each user may read the names."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_nothing_of_a_set_up_stays_that_is_stopped(
    tmp_path: Path, open_folder: Path
) -> None:
    """Its temporary files are in the folder that goes, as those of pip would be."""
    archive = tmp_path / "slow.zip"
    script = f"mktemp -d >{tmp_path}/made; echo Setting up .venv >&2; sleep 60"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("run_autograder", "#!/bin/bash\n")
        packed.writestr("setup.sh", script)
    told = stopped_once_there(
        tmp_path / "made", archive, signal.SIGINT, TMPDIR=str(open_folder)
    )
    assert told == (130, "It was stopped by hand.\n")
    assert [*open_folder.iterdir()] == []


def test_no_line_is_wider_than_a_terminal() -> None:
    """What stands above the tests, and with `-v` each of their outputs."""
    long = "word " * 40
    test = {"name": "t", "status": "failed", "score": 0, "output": f"{long}\n\n {long}"}
    results = {"output": long, "tests": [test], "score": 0}
    for verbose in (False, True):
        lines = [*report(results, Ending(0, 1.0, ""), verbose=verbose)]
        assert max(map(len, lines)) <= 80
        assert "\n".join(lines).count("word") == (120 if verbose else 80)


def test_what_no_browser_uploads_is_left_out(tmp_path: Path) -> None:
    """As `grade` leaves it out, and says so of a link; a pipe is not waited for."""
    mine = tmp_path / "mine"
    (mine / "deep").mkdir(parents=True)
    (mine / "deep" / "minimax.py").write_text("there = 1\n")
    (mine / "lost").symlink_to("nowhere")
    (mine / "loop").symlink_to("loop")
    os.mkfifo(mine / "pipe")
    script = "#!/bin/bash\ncd submission; find . -printf '%y%P '; exit 3"
    archive = script_zip(tmp_path, script)
    done = tried(archive, mine)
    assert "no results.json" in done.stderr
    assert sorted(done.stdout.split()) == sorted(
        ["d", "ddeep", "fdeep/minimax.py", "llost", "lloop"]
    )
    done = tried(archive, mine / "pipe")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pipe: neither a folder nor a file" in done.stderr
    broken = tmp_path / "broken.zip"
    with zipfile.ZipFile(broken, "w") as packed:
        packed.writestr("minimax.py", "where = 1\n")
    broken.write_bytes(broken.read_bytes().replace(b"where", b"there"))
    done = tried(archive, broken)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "broken.zip: not a usable zip (Bad CRC-32" in done.stderr


@for_each("minutes", ["nan", "inf", "1e300", "-1", "0", "ten"])
def test_minutes_are_a_number_that_a_platform_has(
    minutes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence names the option, and what was found."""
    with pytest.raises(SystemExit) as ended:
        main(["try_zip", "a.zip", "b", f"--minutes={minutes}"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "argument --minutes: " in said
    assert minutes in said


@for_each(
    "results, sentence",
    [
        ('{"tests": [], "output": null}', "output is null, expected a text"),
        ('{"tests": [], "score": null}', "score is null, expected a number"),
        ('{"tests": [{"max_score": "2"}]}', 'max_score is "2", expected a number'),
        ('{"tests": [{"output": 5}]}', "output is 5, expected a text"),
    ],
)
def test_wrong_values_in_results_are_one_sentence(results: str, sentence: str) -> None:
    """It names the key, what it holds, and what it should."""
    with TemporaryDirectory() as name:
        script = f"#!/bin/bash\necho '{results}' >results/results.json\n"
        done = tried(script_zip(Path(name), script), right())
    assert done.returncode == 3
    assert f"results.json is malformed: {sentence})" in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_the_platform_cuts_is_told() -> None:
    """An output of more than 100,000 characters, which it cuts in the middle."""
    long = {"name": "t", "status": "passed", "output": "x" * 100_001}
    results = json.loads(OF_RESULTS) | {"tests": [long], "score": 0}
    lines = [*report(results, Ending(0, 1.0, ""), verbose=False)]
    assert "   (Gradescope cuts its 100001 characters to 100000)" in lines
