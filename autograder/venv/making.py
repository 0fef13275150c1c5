"""The folder .venv: making it, and running the command line in it.

It has the packages of requirements.txt at the versions of constraints.txt, with the
mode `class` those for a whole class as well, with `cluster` those for several machines,
and with `dev` those of developers too.
One that was left unfinished, or whose pins have changed, is made anew. setup.sh calls
`main` with MODE PYTHON VERSION: it is finished with that interpreter; and with one
argument more, with that one and no other.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.venv import finished

OLDEST, NEWEST = (3, 10), (3, 13)  # that constraints.txt holds for
WINDOWS = os.name == "nt"
LAST_LINES = 4  # of what failed, that are shown
ROADS = (  # of a caller's settings those by which pip finds packages; no others hold
    *("index-url", "extra-index-url", "find-links", "no-index", "trusted-host"),
    *("cert", "client-cert", "proxy", "keyring-provider", "timeout", "retries"),
    *("cache-dir", "no-cache-dir"),
)
SECTIONS = ("global", "install", ":env:")  # of settings, the last of which wins
FAILED, UNFIT = 1, 2  # statuses: an installation failed; the machine lacks something
PIP = ("-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check")
START = Path("autograder", "commands", "start.py")
ADDED = {
    finished.CLASS: "Adding what a whole class needs (about 15 s, once) ...",
    finished.CLUSTER: "Adding what several machines need (about 20 s, once) ...",
    finished.DEV: "Adding the development tools (about 20 s, once) ...",
}
NO_VENV = (
    "{} cannot make virtual environments; install the Python of python.org, or on "
    "Debian and Ubuntu: sudo apt-get install python3-venv"
)
NEWER = (
    "Python {} is newer than those with which this has been tested, {} to {}. If what "
    "follows fails, use one of these."
)
FOREIGN = "{} was made by something else. Move it away and run this again."
CANNOT_RUN = "{} cannot be run ({}); delete the folder .venv and run this again"
NO_OTHERS: Mapping[str, str] = {}
BROKEN = (
    "could not finish .venv (is the network reachable?). Run it again to retry; the "
    "whole output is in {}"
)


class SetupError(Exception):
    """What stopped the set-up, in a sentence, with the status to end with."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status


def say(text: str) -> None:
    """Tell whoever waits."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


class Environment:
    """The .venv of the project in this folder."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self.folder = project / ".venv"
        self.python = self.folder.joinpath(*finished.PYTHON)
        self._log = self.folder / "setup.log"
        self._unfinished = self.folder / "unfinished"
        self._settings: dict[str, str] | None = None

    def is_finished(self, mode: str) -> bool:
        """Whether it has all that the mode needs, at the versions of today."""
        return finished.is_finished(str(self._project), mode)

    def finish(
        self, mode: str, python: str, version: str, *, exactly: bool = False
    ) -> None:
        """Make what is missing, with this interpreter; SetupError tells why not.

        One that is finished stays as it is, unless it has to be `exactly` this one.
        """
        with self._turn():
            fits = not exactly
            with suppress(OSError):
                fits = fits or self.python.samefile(python)
            if self.is_finished(mode) and fits:
                return  # somebody else has done it meanwhile
            # What it had it has again: renewed pins take nothing away.
            had = {m for m in finished.MODES if (self.folder / f"{m}.stamp").exists()}
            mode = max({mode, *had}, key=finished.MODES.index)
            whole = self.is_finished(finished.GRADING) and fits
            if not whole or self._unfinished.exists():
                self._make(python, version)
            if mode != finished.GRADING and not self.is_finished(mode):
                self._unfinished.touch()
                say(ADDED[mode])
                self._install("--no-build-isolation", "--editable", f".[{mode}]")
                for each in finished.MODES[1 : finished.MODES.index(mode) + 1]:
                    self._set_stamp(each)  # it has the packages of these, too
            self._unfinished.unlink(missing_ok=True)
            self._log.unlink(missing_ok=True)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for another set-up of this project, and for what that has started."""
        self._lock: tuple[int, ...] = ()
        try:
            import fcntl  # noqa: PLC0415 - Windows has none
        except ImportError:
            yield
            return
        lock = os.open(self._project, os.O_RDONLY)
        self._lock = (lock,)  # which all that is started here holds on to
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                say("Waiting for another setup.sh ...")
                with suppress(OSError):  # a file system that has no locks
                    fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _set_stamp(self, mode: str) -> None:
        text = finished.environment_digest(str(self._project), mode)
        (self.folder / f"{mode}.stamp").write_bytes(text)

    def _make(self, python: str, version: str) -> None:
        self._remove()
        self.folder.mkdir()
        self._unfinished.touch()
        say(f"Setting up .venv with Python {version} (about 10 s, once) ...")
        self._run(python, "-I", "-m", "venv", ".venv")
        # timeout-decorator comes as source: it is built with the pinned setuptools.
        self._install("setuptools")
        built = ("--no-build-isolation", "--use-pep517")
        self._install(*built, "--requirement", "requirements.txt")
        if (self._project / "autograder").is_dir():
            with suppress(SetupError):
                self._run(self.python, "-I", "-m", "compileall", "-q", "autograder")
        self._set_stamp(finished.GRADING)

    def _remove(self) -> None:
        """Only one that was made here; of a link not what it leads to."""
        if self.folder.is_symlink():
            self.folder.unlink()
        if not self.folder.exists():
            return
        config = self.folder / "pyvenv.cfg"
        ours = (self.folder / "grading.stamp", self._unfinished)
        if config.exists() and not any(path.exists() for path in ours):
            raise SetupError(FOREIGN.format(self.folder), UNFIT)
        import shutil  # noqa: PLC0415 - likewise

        # First: a removal cut short must not look like another's .venv.
        config.unlink(missing_ok=True)
        shutil.rmtree(self.folder)

    def _install(self, *what: str) -> None:
        pins = ("--no-warn-script-location", "--constraint", "constraints.txt")
        if self._settings is None:
            self._settings = self._roads()
        self._run(self.python, "-I", *PIP, *pins, *what, variables=self._settings)

    def _roads(self) -> dict[str, str]:
        """The caller's settings of pip that hold here, as variables.

        Others could put packages elsewhere (`target`, `user`), ask for more than these
        (`requirement`), or refuse them (`require-hashes`). What pip lists has lines
        such as `global.index-url='https://pypi.org/simple'`.
        """
        import subprocess  # noqa: PLC0415 - a finished .venv is told without

        command = (self.python, "-I", "-m", "pip", "config", "list")
        listed = subprocess.run(command, capture_output=True, text=True, check=False)
        found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
        for line in listed.stdout.splitlines():
            place, _, value = line.partition("=")
            section, _, name = place.rpartition(".")
            name = name.removeprefix("default-")  # the old name of a time
            if section in found and name in ROADS:
                found[section][name] = str(ast.literal_eval(value))
        every = {name: text for each in found.values() for name, text in each.items()}
        return {
            f"PIP_{name.upper().replace('-', '_')}": text for name, text in every.items()
        }

    def _run(
        self, *command: str | Path, variables: Mapping[str, str] = NO_OTHERS
    ) -> None:
        """Run it; what it says is shown only where it fails."""
        import subprocess  # noqa: PLC0415 - as above

        # The caller's, but for settings of pip: it is to read no others than ours.
        kept = {name: text for name, text in os.environ.items() if name[:4] != "PIP_"}
        kept["PIP_CONFIG_FILE"] = os.devnull
        if not WINDOWS and not kept.get("HOME"):
            kept["PIP_NO_CACHE_DIR"] = "1"  # it would be made at the top of the disk
        with self._log.open("wb") as log:
            done = subprocess.run(
                command,
                cwd=self._project,
                env={**kept, **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=self._lock,
                check=False,
            )
        if done.returncode == 0:
            return
        said = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        failed = f"this failed: {' '.join(map(str, command))}"
        shown = [f"    {line}" for line in said[-LAST_LINES:]]
        say("\n".join([f"setup: {failed}", *shown]))
        raise SetupError(BROKEN.format(self._log))


def require_venv(python: str) -> None:
    """SetupError where this interpreter cannot make a .venv."""
    import subprocess  # noqa: PLC0415 - likewise

    program = "import ensurepip, venv"
    command = [python, "-I", "-c", program]
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode != 0:
        raise SetupError(NO_VENV.format(python), UNFIT)


def exit_status_of(who: str, what: Callable[[], None]) -> int:
    """The exit status of a part of the set-up; what stopped it is told."""
    try:
        what()
    except SetupError as fault:
        say(f"{who}: {fault}")
        return fault.status
    except OSError as fault:
        say(f"{who}: {fault}")
        return FAILED
    return 0


def make_if_missing(environment: Environment) -> None:
    """Make a .venv for grading, with this interpreter, where there is none."""
    if environment.is_finished(finished.GRADING):
        return
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if sys.version_info[:2] > NEWEST:
        say(NEWER.format(version, *(".".join(map(str, v)) for v in (OLDEST, NEWEST))))
    require_venv(sys.executable)
    environment.finish(finished.GRADING, sys.executable, version)


def run_within(project: Path, name: str, arguments: Sequence[str]) -> int:
    """Run the command line by this name in the project's .venv; its exit status."""
    found = Environment(project)
    status = exit_status_of(name, lambda: make_if_missing(found))
    if status:
        return status
    command = [str(found.python), "-I", str(project / START), name, *arguments]
    if not WINDOWS:
        try:  # in place of this process, so that signals reach it
            os.execv(command[0], command)  # noqa: S606 - as said
        except OSError as fault:
            say(f"{name}: {CANNOT_RUN.format(command[0], fault.strerror)}")
            return UNFIT
    import subprocess  # noqa: PLC0415 - as above

    with subprocess.Popen(command) as process:
        while True:
            with suppress(KeyboardInterrupt):  # which it has been told as well
                return process.wait()


def main(arguments: Sequence[str]) -> int:
    """What setup.sh asks for, in the project's folder; the exit status."""
    os.umask(0o022)  # root's .venv must be readable for the user of the submission
    found = Environment(Path.cwd())
    mode, python, version, *this = arguments
    return exit_status_of(
        "setup.sh", lambda: found.finish(mode, python, version, exactly=bool(this))
    )
