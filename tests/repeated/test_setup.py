"""setup.sh and run_autograder: the way from a fresh copy to a running grader.

Nothing here reaches the network. A stand-in for an interpreter answers setup.sh's
question as it is told, and makes a `.venv` whose pip only keeps a log.
tests/endtoend/test_setup.py has what is tried first.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

import pytest

from tests.small import ROOT

BASH = shutil.which("bash") or "/bin/bash"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
SHELL_TOOLS = (
    *("bash", "cat", "env", "grep", "mkdir", "mv", "readlink", "rm", "sed", "sh"),
    *("sort", "tail"),
)
TOOLS = (*SHELL_TOOLS, "cp", "flock", "sleep", "touch")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs bash")

STAND_IN = """\
#!/bin/sh
case "$*" in
*"import ensurepip"*)
    seeded={seeded}
    [ -e "{folder}/venv-module" ] && seeded=1
    echo "{public} $seeded {major} {minor} {path}" ;;
*"-m venv"*)
    mkdir -p .venv/bin && touch .venv/pyvenv.cfg && cp "{path}" .venv/bin/python ;;
*"-m pip config list"*)
    if [ -e "{folder}/pip-config" ]; then cat "{folder}/pip-config"; fi ;;
*"-m pip"*)
    echo "$*" >>"{folder}/pip.log"
    [ ! -e "{folder}/pip" ] || . "{folder}/pip" ;;
*) exec "{real}" "$@" ;;
esac
"""

CLI = """\
import json, os, random, sys

def run():
    arguments = sys.argv[1:]
    print(json.dumps({"prog": sys.argv[0], "arguments": arguments}))
    if "STUB_CRASHES" in os.environ:
        os.kill(os.getpid(), 9)
    if "--platform" in arguments:
        with open(arguments[-1] + "/results/results.json", "w") as results:
            results.write('{"tests": []}')
    sys.exit(int(os.environ.get("STUB_STATUS", "0")))
"""


@dataclass
class Machine:
    """A folder with the project in it and nothing on PATH but what tests put there."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        """The copy of the project; its path has a space."""
        return self.folder / "a project"

    @property
    def bin(self) -> Path:
        """The first folder on PATH."""
        return self.folder / "bin"

    @property
    def stamp(self) -> Path:
        """What setup.sh writes when .venv can grade."""
        return self.project / ".venv" / "grading.stamp"

    @property
    def pip_calls(self) -> int:
        """How many times the stand-in's pip was called."""
        log = self.folder / "pip.log"
        return len(log.read_text().splitlines()) if log.exists() else 0

    def add_command(self, name: str, text: str) -> Path:
        """An executable script on PATH."""
        path = self.bin / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def add_python(
        self,
        name: str,
        version: tuple[int, int],
        *,
        public: bool = True,
        seeded: bool = True,
    ) -> Path:
        """A stand-in for an interpreter on PATH."""
        text = STAND_IN.format(
            folder=self.folder,
            path=self.bin / name,
            real=sys.executable,
            major=version[0],
            minor=version[1],
            public=int(public),
            seeded=int(seeded),
        )
        return self.add_command(name, text)

    def pip_does(self, script: str) -> None:
        """Let the stand-in's pip run these lines of shell, too."""
        (self.folder / "pip").write_text(script)

    def environment(self, **variables: str) -> dict[str, str]:
        """PATH and these variables, and none of the caller's."""
        path = f"{self.bin}:{self.folder / 'tools'}"
        return {"PATH": path, **self.variables, **variables}

    def setup(
        self, *options: str, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run setup.sh from another folder."""
        return self.run(self.project / "setup.sh", *options, **variables)

    def run(
        self, script: Path, *arguments: str, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script of the project from the folder above it."""
        return subprocess.run(
            [BASH, str(script), *arguments],
            env=self.environment(**variables),
            cwd=self.folder,
            text=True,
            capture_output=True,
            check=False,
            timeout=30,
        )


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine without any Python."""
    machine = Machine(tmp_path)
    machine.bin.mkdir()
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        if (found := shutil.which(name)) is not None:
            (tools / name).symlink_to(found)
    package = machine.project / "autograder"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "commands").mkdir()
    (package / "commands" / "__init__.py").touch()
    (package / "commands" / "main.py").write_text(CLI)
    shutil.copy(ROOT / "autograder" / "commands" / "start.py", package / "commands")
    shutil.copytree(ROOT / "autograder" / "venv", package / "venv")
    for name in ("requirements.txt", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, machine.project)
    shutil.copy(ROOT / "run_autograder", machine.project)
    script = (ROOT / "setup.sh").read_text(encoding="utf-8")
    system = "SYSTEM_FOLDERS=/usr/bin:/usr/local/bin\n"
    assert system in script
    (machine.project / "setup.sh").write_text(
        script.replace(system, "SYSTEM_FOLDERS=\n"), encoding="utf-8"
    )
    return machine


@pytest.fixture
def machine(bare: Machine) -> Machine:
    """A machine with one good Python."""
    bare.add_python("python3.12", (3, 12))
    return bare


def chosen(machine: Machine, **variables: str) -> Path:
    """What `setup.sh --which-python` prints."""
    done = machine.setup("--which-python", **variables)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


class TestChoiceOfPython:
    """`setup.sh --which-python` prints the interpreter that .venv will be made with."""

    def test_version_is_asked_for(self, bare: Machine) -> None:
        """A name promises no version: the interpreter itself is asked."""
        bare.add_python("python3.13", (3, 9))
        good = bare.add_python("python3", (3, 10))
        assert chosen(bare) == good

    def test_beyond_the_pins(self, bare: Machine) -> None:
        """A version that the pins were not made for is the last resort."""
        future = bare.add_python("python3", (3, 99))
        assert chosen(bare) == future
        known = bare.add_python("python3.10", (3, 10))
        assert chosen(bare) == known

    def test_closed_to_others(self, bare: Machine) -> None:
        """One that the unprivileged user can run wins over a newer closed one."""
        bare.add_python("python3.13", (3, 13), public=False)
        older = bare.add_python("python3.10", (3, 10))
        assert chosen(bare) == older

    def test_can_make_a_venv(self, bare: Machine) -> None:
        """One that can make a .venv wins over a newer one that can't."""
        bare.add_python("python3.13", (3, 13), seeded=False)
        older = bare.add_python("python3.10", (3, 10))
        assert chosen(bare) == older

    def test_shim(self, bare: Machine) -> None:
        """A shim is a script: the interpreter behind it is meant."""
        base = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
        bare.add_command("python3", f'#!/bin/sh\nexec "{base}" "$@"\n')
        assert chosen(bare) == base

    def test_real_interpreter_in_a_closed_folder(self, bare: Machine) -> None:
        """An interpreter in a folder of mode 700 is for its owner, not for root."""
        base = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
        closed = bare.folder / "home"
        closed.mkdir(mode=0o700)
        shutil.copy(base, closed / "python")
        works = subprocess.run(
            [closed / "python", "-I", "-c", "import ensurepip"],
            check=False,
            capture_output=True,
        )
        if works.returncode != 0:
            pytest.skip("this Python cannot be copied")
        bare.add_command("python3.13", f'#!/bin/sh\nexec "{closed}/python" "$@"\n')
        older = bare.add_python("python3.10", (3, 10))
        assert chosen(bare) == (older if IS_ROOT else closed / "python")

    def test_named(self, machine: Machine) -> None:
        """$PYTHON decides, by a relative path too."""
        other = machine.add_python("other", (3, 10))
        assert chosen(machine, PYTHON=str(other)) == other
        assert chosen(machine, PYTHON="bin/other") == other
        assert chosen(machine, PYTHON="other") == other

    @pytest.mark.parametrize(
        "version, found", [((3, 9), "it is 3.9"), ((2, 7), "it is 2.7")]
    )
    def test_named_but_old(
        self, machine: Machine, version: tuple[int, int], found: str
    ) -> None:
        """$PYTHON that is too old is refused in one line that says what it is."""
        old = machine.add_python("old", version)
        done = machine.setup("--which-python", PYTHON=str(old))
        assert done.returncode == 2
        assert done.stderr == (
            f"setup.sh: PYTHON={old} is no Python 3.10 or newer ({found}).\n"
        )

    def test_named_but_no_python(self, machine: Machine) -> None:
        """$PYTHON that is no Python at all is refused likewise."""
        done = machine.setup("--which-python", PYTHON="/nonexistent")
        assert done.returncode == 2
        assert (
            done.stderr == "setup.sh: PYTHON=/nonexistent is no Python 3.10 or newer.\n"
        )

    def test_none(self, bare: Machine) -> None:
        """Without any, one line says what is too old, and what to do."""
        done = bare.setup()
        assert done.returncode == 2
        assert done.stderr.startswith("setup.sh: no Python 3.10 or newer found. ")
        old = bare.add_python("python3", (3, 8))
        done = bare.setup()
        assert done.returncode == 2
        assert done.stderr.startswith(
            f"setup.sh: no Python 3.10 or newer found ({old} is 3.8). Install one"
        )
        assert done.stderr.count("\n") == 1


class TestSetup:
    """`setup.sh` makes .venv once, and mends it."""

    def test_second_run(self, machine: Machine) -> None:
        """When all is in place it does nothing and says nothing."""
        machine.setup()
        calls, made = machine.pip_calls, machine.stamp.stat().st_mtime_ns
        done = machine.setup()
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (machine.pip_calls, machine.stamp.stat().st_mtime_ns) == (calls, made)

    def test_development(self, machine: Machine) -> None:
        """--dev adds to what is there; a plain run and --class are content with it."""
        machine.setup()
        calls = machine.pip_calls
        assert machine.setup("--dev").stderr == (
            "Adding the development tools (about 20 s, once) ...\n"
        )
        assert machine.pip_calls == calls + 1
        assert machine.setup("--dev").stderr == ""
        assert machine.setup("--class").stderr == ""
        assert machine.setup().stderr == ""
        assert machine.pip_calls == calls + 1

    def test_class(self, machine: Machine) -> None:
        """--class adds the extra `class`, and --dev the rest to that."""
        assert machine.setup("--class").stderr == (
            "Setting up .venv with Python 3.12 (about 10 s, once) ...\n"
            "Adding what a whole class needs (about 15 s, once) ...\n"
        )
        calls = machine.pip_calls
        assert machine.setup("--class").stderr == ""
        assert machine.setup().stderr == ""
        assert machine.pip_calls == calls
        log = (machine.folder / "pip.log").read_text().splitlines()
        assert log[-1].endswith("--editable .[class]")
        assert machine.setup("--dev").stderr.startswith("Adding the development tools")
        assert machine.pip_calls == calls + 1

    def test_cluster(self, machine: Machine) -> None:
        """--cluster adds the extra `cluster`, which has `class`, and --dev the rest."""
        machine.setup("--class")
        assert machine.setup("--cluster").stderr == (
            "Adding what several machines need (about 20 s, once) ...\n"
        )
        log = (machine.folder / "pip.log").read_text().splitlines()
        assert log[-1].endswith("--editable .[cluster]")
        for option in ((), ("--class",), ("--cluster",)):
            assert machine.setup(*option).stderr == ""
        assert machine.setup("--dev").stderr.startswith("Adding the development tools")

    def test_pyproject_matters_to_developers_only(self, machine: Machine) -> None:
        """A change of pyproject.toml concerns --dev alone."""
        machine.setup("--dev")
        with (machine.project / "pyproject.toml").open("a") as pyproject:
            pyproject.write("# changed\n")
        assert machine.setup().stderr == ""
        assert machine.setup("--dev").stderr.startswith("Adding the development tools")

    def test_renewed_pins(self, machine: Machine) -> None:
        """Changed pins make .venv anew, with the development tools if it had them."""
        machine.setup("--dev")
        leftover = machine.project / ".venv" / "leftover"
        leftover.touch()
        with (machine.project / "constraints.txt").open("a") as constraints:
            constraints.write("# changed\n")
        said = machine.setup().stderr
        assert said.startswith("Setting up .venv with Python 3.12")
        assert "Adding the development tools" in said
        assert not leftover.exists()
        assert machine.setup("--dev").stderr == ""

    def test_renewed_pins_of_a_class(self, machine: Machine) -> None:
        """They add no development tools."""
        machine.setup("--class")
        with (machine.project / "constraints.txt").open("a") as constraints:
            constraints.write("# changed\n")
        said = machine.setup().stderr
        assert "Adding what a whole class needs" in said
        assert "development" not in said
        assert machine.setup("--class").stderr == ""

    def test_another_python(self, machine: Machine) -> None:
        """$PYTHON other than .venv's makes it anew."""
        machine.setup()
        other = machine.add_python("other", (3, 11))
        said = machine.setup(PYTHON=str(other)).stderr
        assert said.startswith("Setting up .venv with Python 3.11")

    def test_python_gone(self, machine: Machine) -> None:
        """A .venv whose interpreter was removed is made anew."""
        machine.setup()
        (machine.project / ".venv" / "bin" / "python").unlink()
        assert machine.setup().stderr.startswith("Setting up .venv")

    @pytest.mark.parametrize(
        "step, mode",
        [
            ("setuptools", ()),
            ("--requirement", ()),
            ("--requirement", ("--dev",)),
            ("--editable", ("--class",)),
            ("--editable", ("--dev",)),
        ],
    )
    def test_killed(self, machine: Machine, step: str, mode: tuple[str, ...]) -> None:
        """Killed in the middle of any step, it leaves what the next run mends."""
        machine.pip_does(f'case "$*" in *{step}*) kill -9 $PPID ;; esac')
        killed = machine.setup(*mode)
        assert killed.returncode == -signal.SIGKILL
        machine.pip_does("")
        done = machine.setup(*mode)
        assert done.returncode == 0
        said = done.stderr.removeprefix("Waiting for another setup.sh ...\n")
        assert said.startswith("Setting up .venv")  # once its pip has ended as well
        assert machine.setup(*mode).stderr == ""

    def test_link(self, machine: Machine, tmp_path: Path) -> None:
        """A link to another project's .venv gives way; what it leads to stays."""
        other = tmp_path / "other"
        other.mkdir()
        for name in ("pyvenv.cfg", "grading.stamp"):
            (other / name).touch()
        (machine.project / ".venv").symlink_to(other)
        assert machine.setup().returncode == 0
        assert not (machine.project / ".venv").is_symlink()
        names = {path.name for path in other.iterdir()}
        assert names == {"pyvenv.cfg", "grading.stamp"}

    @pytest.mark.skipif(shutil.which("flock") is None, reason="needs flock")
    def test_two_at_once(self, machine: Machine) -> None:
        """Of two at the same time one works, the other waits and finds all done."""
        machine.pip_does("sleep 0.3")
        both = [
            subprocess.Popen(
                [BASH, str(machine.project / "setup.sh")],
                env=machine.environment(),
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        said = sorted(one.communicate(timeout=30)[1] for one in both)
        assert [one.returncode for one in both] == [0, 0]
        assert said[0].startswith("Setting up .venv")
        assert said[1] in ("Waiting for another setup.sh ...\n", "")
        assert machine.pip_calls == 2

    def test_pip_fails(self, machine: Machine) -> None:
        """What pip said last is shown, with what to do; the next run tries again."""
        machine.pip_does("echo no route to host; exit 1")
        done = machine.setup()
        assert done.returncode == 1
        assert "\n    no route to host\n" in done.stderr
        assert "Run it again to retry" in done.stderr
        machine.pip_does("")
        assert machine.setup().returncode == 0

    def test_foreign_venv(self, machine: Machine) -> None:
        """A .venv that something else made is left alone."""
        foreign = machine.project / ".venv" / "pyvenv.cfg"
        foreign.parent.mkdir()
        foreign.write_text("home = /usr/bin\n")
        done = machine.setup()
        assert done.returncode == 2
        assert ".venv was made by something else" in done.stderr
        assert foreign.read_text() == "home = /usr/bin\n"

    def test_closed_python_is_a_warning(self, bare: Machine) -> None:
        """If there is no other, one closed to the unprivileged user is taken."""
        bare.add_python("python3", (3, 11), public=False)
        done = bare.setup()
        assert done.returncode == 0
        warning, _ = done.stderr.splitlines()
        assert warning.startswith("setup.sh: warning: ")
        assert "closed to other users" in warning

    def test_readable_for_others(self, machine: Machine) -> None:
        """Whatever the umask, the user who runs the submission can read .venv."""
        before = os.umask(0o077)
        try:
            machine.setup()
        finally:
            os.umask(before)
        mode = (machine.project / ".venv" / "bin").stat().st_mode
        assert stat.S_IMODE(mode) == 0o755

    @pytest.mark.parametrize("home", [{}, {"HOME": ""}], ids=["unset", "empty"])
    def test_no_home(self, machine: Machine, home: dict[str, str]) -> None:
        """Without a HOME pip is told to keep no cache: it would go to /.cache."""
        machine.pip_does(f'echo "$PIP_NO_CACHE_DIR" >"{machine.folder}/cache"')
        assert machine.setup(**home).returncode == 0
        assert (machine.folder / "cache").read_text() == "1\n"

    def test_settings_of_pip(self, machine: Machine) -> None:
        """Those by which it finds packages hold; others would break the set-up."""
        settings = """
            :env:.require-virtualenv='1'
            global.index-url='https://mirror.example/simple'
            global.timeout='5'
            global.user='true'
            install.find-links='/wheels one\\n/two'
            install.target='/elsewhere'
            install.timeout='9'
        """
        (machine.folder / "pip-config").write_text(dedent(settings))
        machine.pip_does(f'env | sort | grep ^PIP_ >"{machine.folder}/settings"')
        assert machine.setup(HOME="/home", PIP_TARGET="/there").returncode == 0
        assert (machine.folder / "settings").read_text() == dedent("""\
            PIP_CONFIG_FILE=/dev/null
            PIP_FIND_LINKS=/wheels one
            PIP_INDEX_URL=https://mirror.example/simple
            PIP_TIMEOUT=9
        """)

    def test_unknown_option(self, machine: Machine) -> None:
        """An unknown option is a usage error."""
        done = machine.setup("--fast")
        assert done.returncode == 2
        assert "[--class | --cluster | --dev | --which-python]" in done.stderr

    def test_this_project(self) -> None:
        """This checkout's own .venv is complete, so that a run here says nothing."""
        if not (ROOT / ".venv" / "grading.stamp").exists():
            pytest.skip("this checkout has no .venv")
        environment = {
            name: os.environ[name] for name in os.environ if name != "PYTHON"
        }
        done = subprocess.run(
            [BASH, "setup.sh"],
            cwd=ROOT,
            env=environment,
            text=True,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


class TestVenvModuleMissing:
    """Debian's python3 comes without the means to make a .venv."""

    def test_explained(self, bare: Machine) -> None:
        """Where it cannot be mended, one line says what to install."""
        bare.add_python("python3", (3, 11), seeded=False)
        done = bare.setup()
        assert done.returncode == 2
        assert "apt-get install python3.11-venv" in done.stderr
        assert done.stderr.count("\n") == 1

    def test_mended_by_root(self, bare: Machine) -> None:
        """Root installs it, without a question; others are told."""
        bare.add_python("python3", (3, 11), seeded=False)
        log = bare.folder / "apt.log"
        bare.add_command(
            "apt-get",
            f'#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >>"{log}"\n'
            f'touch "{bare.folder}/venv-module"\n',
        )
        done = bare.setup()
        if IS_ROOT:
            assert done.returncode == 0
            assert log.read_text() == (
                "noninteractive install -y --no-install-recommends"
                " python3.11-venv python3-venv\n"
            )
        else:
            assert done.returncode == 2
            assert not log.exists()

    @pytest.mark.skipif(not IS_ROOT, reason="only root may install")
    def test_package_lists_are_fetched(self, bare: Machine) -> None:
        """On a new machine apt-get knows no package before an update."""
        bare.add_python("python3", (3, 11), seeded=False)
        bare.add_command(
            "apt-get",
            dedent(f"""\
                #!/bin/sh
                case "$1" in
                update) touch "{bare.folder}/lists" ;;
                *) [ -e "{bare.folder}/lists" ] && touch "{bare.folder}/venv-module" ;;
                esac
                """),
        )
        assert bare.setup().returncode == 0


@pytest.fixture
def platform(machine: Machine) -> Path:
    """Gradescope's layout: the project in `source`, run_autograder above it."""
    folder = machine.folder / "auto grader"
    (folder / "submission").mkdir(parents=True)
    (folder / "results").mkdir()
    machine.project.rename(folder / "source")
    machine.project.symlink_to(folder / "source")
    shutil.copy(ROOT / "run_autograder", folder)
    return folder


class TestRunAutograder:
    """`run_autograder` sets up what is missing and hands over to the grader."""

    def test_isolated(self, machine: Machine) -> None:
        """A random.py where one stands is not imported, nor is PYTHONPATH heeded."""
        (machine.folder / "random.py").write_text("raise SystemExit(9)\n")
        script = machine.project / "run_autograder"
        done = machine.run(script, "work", PYTHONPATH=str(machine.folder))
        assert done.returncode == 0

    @pytest.mark.parametrize(
        "name", ["requirements.txt", "constraints.txt", ".venv/grading.stamp"]
    )
    def test_what_is_not_finished(self, machine: Machine, name: str) -> None:
        """What makes setup.sh go to work is seen here, too, and nothing else."""
        script = machine.project / "run_autograder"
        first = machine.run(script, "work")
        assert (first.returncode, "Setting up" in first.stderr) == (0, True)
        calls = machine.pip_calls
        assert machine.run(script, "work").stderr == ""
        assert machine.pip_calls == calls
        with (machine.project / name).open("a", encoding="utf-8") as file:
            file.write("# another line\n")
        assert "Setting up" in machine.run(script, "work").stderr
        assert machine.run(script, "work").stderr == ""

    @pytest.mark.parametrize("name", ["pyvenv.cfg", "bin/python"])
    def test_what_is_missing(self, machine: Machine, name: str) -> None:
        """A part of .venv that is gone is made again."""
        script = machine.project / "run_autograder"
        assert machine.run(script, "work").returncode == 0
        (machine.project / ".venv" / name).unlink()
        assert "Setting up" in machine.run(script, "work").stderr
        assert machine.run(script, "work").stderr == ""

    def test_status(self, machine: Machine) -> None:
        """The grader's exit status is its own."""
        done = machine.run(machine.project / "run_autograder", "work", STUB_STATUS="2")
        assert done.returncode == 2

    @pytest.mark.parametrize("relative", [False, True])
    def test_symbolic_link(self, machine: Machine, *, relative: bool) -> None:
        """A link to it from elsewhere finds the project."""
        target = machine.project / "run_autograder"
        (machine.bin / "grade").symlink_to(
            os.path.relpath(target, machine.bin) if relative else target
        )
        assert machine.run(machine.bin / "grade", "work").returncode == 0

    def test_setup_fails(self, machine: Machine) -> None:
        """A failed set-up is the grader's fault."""
        done = machine.run(machine.project / "run_autograder", "w", PYTHON="/none")
        assert done.returncode == 3
        assert "PYTHON=/none" in done.stderr

    def test_usage(self, machine: Machine) -> None:
        """Without arguments and without a platform it says how it is used."""
        done = machine.run(machine.project / "run_autograder")
        assert done.returncode == 2
        assert done.stderr.startswith("usage: ./run_autograder SUBMISSION")
        assert done.stderr.count("\n") == 3
        assert not (machine.project / ".venv").exists()


class TestOnThePlatform:
    """Without arguments, run_autograder grades what Gradescope laid out."""

    def test_graded(self, machine: Machine, platform: Path) -> None:
        """The grader is told the platform's folder, and writes the results."""
        done = machine.run(platform / "run_autograder")
        assert done.returncode == 0
        assert json.loads(done.stdout)["arguments"] == [
            "grade",
            "--platform",
            str(platform),
        ]
        assert (platform / "results" / "results.json").read_text() == '{"tests": []}'

    @pytest.mark.parametrize(
        "fault", [{"PYTHON": "/none"}, {"STUB_CRASHES": "1"}], ids=["set-up", "crash"]
    )
    def test_fallback(
        self, machine: Machine, platform: Path, fault: dict[str, str]
    ) -> None:
        """Results without a score are written even where no Python runs, or it dies."""
        done = machine.run(platform / "run_autograder", **fault)
        assert done.returncode == 3
        results = json.loads((platform / "results" / "results.json").read_text())
        assert "not your fault" in results["output"]
        assert "score" not in results
        (alone,) = (platform / "results").iterdir()
        assert alone.name == "results.json"

    def test_results_of_an_earlier_run(self, machine: Machine, platform: Path) -> None:
        """Earlier results never pass for those of a run that failed."""
        earlier = platform / "results" / "results.json"
        earlier.write_text('{"score": 100}')
        machine.run(platform / "run_autograder", STUB_CRASHES="1")
        assert "not your fault" in earlier.read_text()

    def test_results_and_a_fault(self, machine: Machine, platform: Path) -> None:
        """Where the grader wrote results, they and its status stand."""
        done = machine.run(platform / "run_autograder", STUB_STATUS="3")
        assert done.returncode == 3
        assert (platform / "results" / "results.json").read_text() == '{"tests": []}'
