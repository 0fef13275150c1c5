"""Whether .venv is finished: asked before each grading, so it imports next to nothing.

What a finished .venv remembers of its making is a stamp: the files that it was made by.
"""

import os
import sys
from importlib.machinery import PathFinder

GRADING, CLASS, CLUSTER, DEV = "grading", "class", "cluster", "dev"
MODES = (GRADING, CLASS, CLUSTER, DEV)  # each has all that those before it have
PINS = ("requirements.txt", "constraints.txt")
EXTRAS = (*PINS, "pyproject.toml")
# What a change of renews:
OF_MODE = {GRADING: PINS, CLASS: EXTRAS, CLUSTER: EXTRAS, DEV: EXTRAS}
PYTHON = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
PACKAGES = {  # the modules of requirements.txt, and whether this system needs each
    "gradescope_utils": True,
    "landlockpy": sys.platform == "linux",
    "pyseccomp": sys.platform == "linux",
    "pytest": True,
    "yaml": True,
    "timeout_decorator": os.name != "nt",
}
ANEW = "delete this folder, then run ./setup.sh or grade.py, which makes it anew"
OTHER = "run ./setup.sh, and use .venv/bin/python"
AGAIN = "run its `pip install --force-reinstall`, with what you installed it from"


def is_finished(project: str, mode: str) -> bool:
    """Whether it has all that the mode needs, at the versions of today."""
    folder = os.path.join(project, ".venv")  # noqa: PTH118 - pathlib takes its time
    modes = MODES[: MODES.index(mode) + 1]
    needed = [os.path.join(*PYTHON), "pyvenv.cfg"]  # noqa: PTH118 - likewise
    there = all(os.path.isfile(os.path.join(folder, n)) for n in needed)  # noqa: PTH113, PTH118 - likewise
    return there and all(
        file_content(folder, f"{each}.stamp") == environment_digest(project, each) for each in modes
    )


def missing_package() -> str:
    """The first package that the Python which runs this cannot import, or ""."""
    for name in (name for name, is_needed in PACKAGES.items() if is_needed):
        spec = PathFinder.find_spec(name)
        if spec is None or spec.origin is None:  # an empty folder has none
            return name
    return ""


def missing_package_sentence(package: str, project: str) -> str:
    """A sentence on a package that is missing or broken, with what to do."""
    folder = os.path.join(project, ".venv")  # noqa: PTH118 - likewise
    is_ours = os.path.realpath(sys.prefix) == os.path.realpath(folder)
    where, remedy = (folder, ANEW) if is_ours else (sys.executable, OTHER)
    if os.path.basename(project) == "_data":  # noqa: PTH119 - likewise
        remedy = AGAIN
    return f"{where}: the package {package} is missing or broken; {remedy}"


def environment_digest(project: str, mode: str) -> bytes:
    """The files by which a .venv of this mode is made."""
    return b"".join(file_content(project, name) for name in OF_MODE[mode])


def file_content(folder: str, name: str) -> bytes:
    """What is in a file; nothing where there is none."""
    try:
        with open(os.path.join(folder, name), "rb") as file:  # noqa: PTH118, PTH123 - likewise
            return file.read()
    except OSError:
        return b""


def main() -> None:
    """Ends with 0 if that of the folder one stands in is finished, else with 1."""
    sys.exit(not is_finished(".", sys.argv[1]))
