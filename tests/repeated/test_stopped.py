"""A grading that is stopped, by hand or from outside: nothing is left, all is kept."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.words.blocks import NOT_REACHED
from tests.endtoend.test_main import TWO_QUESTIONS
from tests.injection import alive, descendants
from tests.schema import read_results
from tests.small import PYTHON, ROOT, check_file, environment, make_assignment

LOOP = """\
import time
def max_value(game, state, alpha=0, beta=0):
    while True: time.sleep(1)
def minimax_search(game, state): pass
def alpha_beta_search(game, state): pass
"""


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    """An assignment with two questions on one tree, and a check."""
    check = {"test_more.py": check_file("@weight(1)\ndef test_more(): pass")}
    return make_assignment(tmp_path, check, TWO_QUESTIONS)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
class TestStopped:
    """Ctrl-C, the end of the platform's time, and a terminal that is closed."""

    @pytest.mark.parametrize(
        "name, said",
        [
            ("SIGINT", "It was stopped by hand."),
            ("SIGTERM", "It was stopped from outside, as at the end of the time for"),
            ("SIGHUP", "It was stopped when its terminal was closed (SIGHUP)."),
        ],
    )
    def test_stopped(self, trees: Path, tmp_path: Path, name: str, said: str) -> None:
        """One line, a status of its own, nothing left, and the file says so."""
        number = signal.Signals[name]
        with looping(trees, tmp_path) as grader:
            children = descendants(grader.pid)
            grader.send_signal(number)
            stdout, stderr = grader.communicate(timeout=30)
        assert (grader.returncode, stdout) == (128 + number, "")
        assert stderr.startswith(said)
        assert stderr.count("\n") == 1
        assert children
        wait_for(lambda: not any(map(alive, children)))
        results = read_results(tmp_path / "results.json")
        assert said in results["output"]
        assert not [test for test in results["tests"] if "score" in test]

    def test_what_was_finished_is_kept(self, tmp_path: Path) -> None:
        """The table has it, with its points, and says what was not reached."""
        trees = make_assignment(tmp_path, {}, TWO_QUESTIONS)
        with looping(trees, tmp_path, module="alpha_beta") as grader:
            grader.send_signal(signal.SIGINT)
            stdout, stderr = grader.communicate(timeout=30)
        assert (grader.returncode, stderr) == (130, "It was stopped by hand.\n")
        lines = stdout.splitlines()
        assert " ✓ minimax    3/3  right" in lines
        assert f" ? alpha_beta 0/2  {NOT_REACHED[:30]}" in stdout
        assert ["Total", "3/5"] in [line.split() for line in lines]

    def test_more_than_once(self, trees: Path, tmp_path: Path) -> None:
        """A second signal does not keep the first from tidying up."""
        with looping(trees, tmp_path) as grader:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
                grader.send_signal(number)
            _, stderr = grader.communicate(timeout=30)
        assert stderr.startswith("It was stopped ")
        assert grader.returncode in (128 + signal.SIGTERM, 128 + signal.SIGINT)

    def test_ignored(self, trees: Path, tmp_path: Path) -> None:
        """What `nohup` ignores goes on being ignored."""
        with looping(trees, tmp_path, "nohup") as grader:
            grader.send_signal(signal.SIGHUP)
            time.sleep(0.3)
            assert alive(grader.pid)
            grader.send_signal(signal.SIGTERM)
            grader.communicate(timeout=30)
        assert grader.returncode == 128 + signal.SIGTERM


def heed_interrupts() -> None:
    """What a shell starts in the background is deaf to Ctrl-C, and so are its heirs."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def looping(
    trees: Path, tmp_path: Path, *prefix: str, module: str = "minimax"
) -> Iterator[subprocess.Popen[str]]:
    """A grading in a test that never ends; it must leave no temporary file."""
    shutil.copytree(ROOT / "reference", tmp_path / "mine")
    (tmp_path / "mine" / f"{module}.py").write_text(LOOP)
    results = tmp_path / "results.json"
    with TemporaryDirectory(dir=_open_folder(tmp_path)) as temporary:
        Path(temporary).chmod(0o755)
        command = [*prefix, *PYTHON, str(tmp_path / "mine"), "--assignment", str(trees)]
        with subprocess.Popen(
            [*command, "--results", str(results)],
            cwd=ROOT,
            env=environment(TMPDIR=temporary),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=heed_interrupts,  # noqa: PLW1509 - no thread runs here
        ) as grader:
            wait_for(lambda: results.exists() and "fig_5_2" in results.read_text())
            finished = module != "minimax"  # the question before has been, then
            wait_for(lambda: not finished or '"score": 3' in results.read_text())
            time.sleep(0.2)
            yield grader
        assert list(Path(temporary).iterdir()) == []


def _open_folder(tmp_path: Path) -> Path:
    """Where workers of another user may go: pytest closes tmp_path to others."""
    return Path("/tmp") if os.geteuid() == 0 else tmp_path  # noqa: S108


def wait_for(condition: object) -> None:
    """Until the condition holds, or the test fails."""
    assert callable(condition)
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("waited for half a minute")
