"""The command `try_zip`: autograder.zip as Gradescope would run it, on this machine.

It has the platform's folders, environment and limit of time, root where this is root,
and with `--docker` its image, half a core and 768 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from numbers import Real
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from autograder.commands.options import Parser, add_flag, complain, show
from autograder.commands.stopping import Stopping
from autograder.errors import AssignmentError, GraderError
from autograder.project import PROJECT
from autograder.sandbox.sandbox import Sandbox
from autograder.text import clean, count_text, path_shown, points, shortened, wrapped
from autograder.uploads.reading import DAMAGED, LINK, archive_of, reason_of, uploads
from autograder.venv import finished
from autograder.walls.layers import Layers

IMAGE = "gradescope/autograder-base:ubuntu-22.04"
DOCKERFILE = f"""\
FROM {IMAGE}
COPY source /autograder/source
RUN apt-get update && bash /autograder/source/setup.sh
COPY run_autograder /autograder/run_autograder
WORKDIR /autograder
"""
LIMITS = ("--cpus", "0.5", "--memory", "768m")  # of a container, by default
MINUTES, MOST_MINUTES = 10.0, 1440  # that a grading may take, by default and at all
PATIENCE = 5.0  # seconds for what is told to stop
RUN, SETUP, LOG = "run_autograder", "setup.sh", "setup.log"
KEPT = ("PATH", "HOME", "TMPDIR", "SSL_CERT_FILE")  # of the environment
ROADS = ("PIP_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")  # to packages
METADATA = "submission_metadata.json"
LONGEST_OUTPUT = 100_000  # characters; the platform cuts them in the middle
TIMED_OUT = 124, 137  # how `timeout`, and what was killed in a container, end
VISIBLE = "visible"
NAME, WIDTH = 44, 80  # columns
LAST, LONGEST = 40, 200  # lines of a grader that failed, and characters of each
KINDS: dict[str, type] = {"output": str, "score": Real, "max_score": Real}
NO_RESULTS = "Gradescope would show: The autograder failed to execute correctly ({})"
NO_SCRIPT = (
    "{}: no {} at its top; give the autograder.zip that `bundle` writes, or zip the "
    "files without their folder"
)
NO_WALLS = (
    "try_zip needs what Gradescope has around a submission, and this system lacks it: "
    "use --docker, or Linux 5.13 or newer, or be root there"
)
SET_UP_FAILED = (
    "setup.sh ended with status {}. Gradescope builds no image if the cause is in the "
    "zip. If the network is the cause, use a clone where ./setup.sh has run: that "
    "needs none. If there is a log, setup.log here is a copy of it"
)
SETTING_UP = "try_zip: the zip sets itself up, as on Gradescope (about 10 s)"
NO_ZIP = "{}: there is no such file"
SWAPPED = "{}: it is a folder; name autograder.zip first, then the submission"
KEPT_BACK = "Total: kept back, since some tests are not visible now"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a grading ended: its exit status, None where its time was up, and seconds."""

    status: int | None
    seconds: float
    output: str


def add_options(command: Parser) -> None:
    """The options of `try_zip`."""
    command.add_argument("zip", type=Path, metavar="ZIP", help="autograder.zip")
    command.add_argument(
        "submission",
        type=Path,
        metavar="SUBMISSION",
        help="what a student uploads: a folder, a file or a zip",
    )
    command.add_argument(
        "--minutes",
        type=minutes,
        default=MINUTES,
        metavar="N",
        help="the limit that you chose on Gradescope (default: 10)",
    )
    add_flag(command, "--docker", f"run it in the image {IMAGE}")
    command.add_argument(
        "-v", "--verbose", action="store_true", help="each test's whole output"
    )


def minutes(text: str) -> float:
    """An option's text as a number of minutes."""
    number = float(text)
    if not 0 < number <= MOST_MINUTES:
        raise argparse.ArgumentTypeError(f"{text}: above 0, at most {MOST_MINUTES}")
    return number


def run(options: argparse.Namespace) -> int:
    """Grade a submission by the zip; 3 where Gradescope would show no results."""
    program, in_it = ("docker", _in_docker) if options.docker else ("bash", _here)
    path = shutil.which(program)
    if path is None:
        raise AssignmentError(f"{program} is not installed, and try_zip needs it")
    if not options.docker:
        with Sandbox() as sandbox:
            require_walls(sandbox.layers)
    with (
        Stopping() as stopping,
        TemporaryDirectory(prefix="try-zip-") as name,
        stopping.raising_at_signals(),
    ):
        platform = Path(name)
        lay_out(platform, options.zip, options.submission)
        ending = in_it(path, platform, 60 * options.minutes)
        try:
            results = _results(platform / "results" / "results.json", ending)
        except ValueError as fault:
            show("\n".join(_last_lines(ending)))
            raise GraderError(NO_RESULTS.format(fault)) from None
    show("\n".join(report(results, ending, verbose=options.verbose)))
    return ending.status or 0


def require_walls(layers: Layers) -> None:
    """AssignmentError where the zip's grader would refuse to grade without walls.

    Gradescope's containers have root, so every submission there has its own user.
    """
    if not (layers.user or (layers.landlock and layers.seccomp)):
        raise AssignmentError(NO_WALLS)


def lay_out(platform: Path, archive: Path, submission: Path) -> None:
    """The platform's folders; AssignmentError where it would refuse zip or files."""
    source = platform / "source"
    if archive.is_dir() or not archive.exists():
        wrong = SWAPPED if archive.is_dir() else NO_ZIP
        raise AssignmentError(wrong.format(path_shown(archive)))
    _unpack(archive, source)
    for script in (RUN, SETUP):
        if not (source / script).is_file():
            raise AssignmentError(NO_SCRIPT.format(path_shown(archive), script))
    if not (source / RUN).read_bytes().startswith(b"#!"):
        raise AssignmentError(f"{path_shown(archive)}: {RUN} does not begin with #!")
    shutil.copyfile(source / RUN, platform / RUN)
    (platform / RUN).chmod(0o755)
    (platform / "results").mkdir()
    (platform / METADATA).write_text(json.dumps(_metadata()), encoding="utf-8")
    mine = platform / "submission"
    mine.mkdir()
    uploaded = uploads(submission)
    top = submission if submission.is_dir() else submission.parent
    if submission.suffix != ".py" and zipfile.is_zipfile(submission):
        uploaded = iter(())
        _unpack(submission, mine)
    for each in uploaded:
        if each.reason in ("", LINK):  # of a link the grader says what to send
            place = mine / each.path
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(top / each.path, place, follow_symlinks=False)


def _unpack(archive: Path, folder: Path) -> None:
    with archive_of(archive, path_shown(archive)) as packed:
        try:
            packed.extractall(folder)
        except Exception as fault:  # noqa: BLE001 - a broken zip may raise anything
            found = f"not a usable zip ({reason_of(fault)}){DAMAGED}"
            raise AssignmentError(f"{path_shown(archive)}: {found}") from None


def _metadata() -> dict[str, Any]:
    """What the platform tells of a submission: by one student, a day in time."""
    now = datetime.now(timezone.utc)
    return {
        "id": 1,
        "created_at": now.isoformat(),
        "assignment": {
            "title": "Tried at home",
            "due_date": (now + timedelta(days=1)).isoformat(),
            "late_due_date": None,
            "total_points": "100.0",
        },
        "users": [{"id": 1, "email": "student@example.edu", "name": "A. Student"}],
        "previous_submissions": [],
    }


def _here(bash: str, platform: Path, seconds: float) -> Ending:
    """Grade in the platform's environment, as the user who runs this."""
    source = platform / "source"
    ours = PROJECT / ".venv"
    same = finished.environment_digest(str(source), finished.GRADING)
    if finished.file_content(str(ours), f"{finished.GRADING}.stamp") == same:
        (source / ".venv").symlink_to(ours)  # it has all the same packages
    kept = {
        name: text
        for name, text in os.environ.items()
        if name in KEPT or name.upper().startswith(ROADS)
    }
    kept["AUTOGRADER_ROOT"] = str(platform)  # zips of before 25 November 2026 need it
    if sys.stderr.isatty() and not (source / ".venv").exists():
        complain(SETTING_UP)
    (platform / "tmp").mkdir()  # which goes with the rest, however the set-up ends
    in_it = {**kept, "TMPDIR": str(platform / "tmp")}
    done = _ended([bash, SETUP], source, 60 * MOST_MINUTES, in_it)
    if done.status != 0:
        if done.output:
            complain("\n".join(_last_lines(done)))
        with suppress(FileNotFoundError):
            shutil.copyfile(source / ".venv" / LOG, LOG)
        raise GraderError(SET_UP_FAILED.format(done.status))
    return _ended([f"./{RUN}"], platform, seconds, kept)


def _in_docker(docker: str, platform: Path, seconds: float) -> Ending:
    """Build the image as the platform does, and grade in a container of it."""
    (platform / "Dockerfile").write_text(DOCKERFILE, encoding="utf-8")
    tag = f"try-zip-{os.getpid()}"
    build = [docker, "build", "--quiet", "--tag", tag, str(platform)]
    if subprocess.run(build, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        raise GraderError("docker could not build the image; what it says is above")
    shared = [
        word
        for name in ("submission", "results", METADATA)
        for word in ("--volume", f"{platform / name}:/autograder/{name}")
    ]
    limit = ("timeout", "--signal=KILL", f"{seconds:g}", f"./{RUN}")
    grading = (docker, "run", "--rm", *LIMITS, *shared, tag, *limit)
    try:
        ending = _ended(grading, platform, seconds + MINUTES * 60, os.environ)
    finally:
        remove = (docker, "image", "rm", "--force", tag)
        subprocess.run(remove, stdout=subprocess.DEVNULL, check=False)
    return replace(ending, status=None) if ending.status in TIMED_OUT else ending


def _ended(
    command: Sequence[str],
    folder: Path,
    seconds: float,
    variables: Mapping[str, str],
) -> Ending:
    """Run a command and all that it starts for so long at most, or until a signal."""
    begun = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
        return Ending(process.returncode, time.monotonic() - begun, output or "")
    except subprocess.TimeoutExpired:
        return Ending(None, seconds, "")
    finally:
        with suppress(subprocess.TimeoutExpired):
            process.terminate()  # so that it can remove folders and containers
            process.communicate(timeout=PATIENCE)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _results(path: Path, ending: Ending) -> dict[str, Any]:
    """results.json; ValueError, with the reason, where the platform would take none."""
    if ending.status is None:
        raise ValueError(
            f"its {ending.seconds:g} s were up; the score would be 0. Raise the limit, "
            "or ask for less"
        )
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
        tests = results["tests"]
        for each in (results, *tests):
            _require_kinds(each)
        score = sum(test.get("score", 0) for test in tests)
    except FileNotFoundError:
        raise ValueError(
            f"status {ending.status}, and no results.json. Where an older version "
            "wrote the zip, bundle it anew"
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise ValueError(
            f"status {ending.status}, and results.json is malformed: {fault}"
        ) from None
    results.setdefault("score", score)
    return dict(results)


def _require_kinds(part: Mapping[str, Any]) -> None:
    for key, kind in KINDS.items():
        if key in part and not isinstance(part[key], kind):
            expected = "a text" if kind is str else "a number"
            raise ValueError(f"{key} is {json.dumps(part[key])}, expected {expected}")


def report(
    results: Mapping[str, Any], ending: Ending, *, verbose: bool
) -> Iterator[str]:
    """The lines that say what the student would see now, and what staff."""
    tests = results["tests"]
    usual = results.get("visibility", VISIBLE)
    shown = [test for test in tests if test.get("visibility", usual) == VISIBLE]
    others = [test for test in tests if test not in shown]
    most = sum(test.get("max_score", 0) for test in tests)
    total = f"Total: {points(results['score'])} of {points(most)} points"
    yield f"Graded in {ending.seconds:.1f} s, with status {ending.status}."
    yield from ("", "A student sees now:", "")
    yield from _wrapped(results.get("output", "").splitlines(), "")
    for test in shown:
        yield from _lines(test, verbose=verbose)
    yield KEPT_BACK if others else total
    yield from ("", "Staff see besides:", "")
    for test in others:
        yield from _lines(test, verbose=verbose)
    if results.get("stdout_visibility", VISIBLE) != VISIBLE:
        count = len(ending.output.splitlines())
        yield f"{count_text(count, 'line')} of standard output"
    if ending.status or not tests:
        yield from _last_lines(ending)
    yield total


def _last_lines(ending: Ending) -> Iterator[str]:
    """What the grader itself said last, for who is to mend it."""
    for line in ending.output.splitlines()[-LAST:]:
        yield f"   {clean(line.expandtabs(4), LONGEST)}".rstrip()


def _lines(test: Mapping[str, Any], *, verbose: bool) -> Iterator[str]:
    """A test as its row: the first line of what is said, or all of it."""
    mark = {"passed": "✓", "failed": "✗"}.get(str(test.get("status")), " ")
    score = ""
    if test.get("max_score"):
        score = f"{points(test.get('score', 0))}/{points(test['max_score'])}"
    name = shortened(str(test.get("name", "")), NAME)
    when = test.get("visibility", VISIBLE)
    later = "" if when == VISIBLE else f"  {when}"
    yield f" {mark} {name:<{NAME}} {score:>11}{later}".rstrip()
    said = str(test.get("output", ""))
    if len(said) > LONGEST_OUTPUT:
        yield f"   (Gradescope cuts its {len(said)} characters to {LONGEST_OUTPUT})"
    first, *rest = said.splitlines() or [""]
    if verbose or test.get("status") == "failed":
        yield from _wrapped((first, *rest) if verbose else (first,), "   ")


def _wrapped(lines: Iterable[str], start: str) -> Iterator[str]:
    """Lines of a terminal's width; what goes on stands further in."""
    for line in lines:
        yield from wrapped(line, WIDTH, start, f"{start}  ") or [""]
