"""Submissions that make themselves, and whoever watches them, wait for a core.

Each takes all of its time in every call, and gives no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

GUARD = """\
if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

"""
FUNCTIONS = """

def max_value(*arguments):
    hog()


min_value = value = {module}_search = max_value
"""
SPIN = """\
import hashlib
import os
import threading
import time


def spin(rounds):
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", rounds)  # does not hold Python's lock


def spin_on():
    while True:
        spin(100_000)


def spin_and_go():
    spin(2_000)
    threads(1, spin_and_go)


def descend(count):
    for _ in range(count):
        os.mkdir("d")
        os.chdir("d")


def threads(count, target):
    threading.stack_size(1 << 18)
    for _ in range(count):
        threading.Thread(target=target, daemon=True).start()


"""
HOGS: Mapping[str, str] = {  # by name: what `hog` does
    "threads that compute": """\
    threads(8, spin_on)
    spin_on()
""",
    "threads that are soon gone": """\
    threads(4, spin_and_go)
    while True:
        spin(1_000)
""",
    "threads, and naps": """\
    threads(8, spin_on)
    while True:
        spin(500)
        time.sleep(0.001)
""",
    "threads, and a lock": """\
    threads(8, spin_on)
    threading.Event().wait()
""",
    "threads of Python": """\
    threads(8, lambda: [None for _ in iter(int, 1)])
    while True:
        pass
""",
    "many files": """\
    for number in range(1_990):
        open(f"{number}", "w").close()
    while True:
        pass
""",
    "files of long names": """\
    for number in range(1_990):
        open(f"{number:04}" + "x" * 250, "w").close()
    while True:
        pass
""",
    "files made anew": """\
    while True:
        for number in range(900):
            open(f"{number:04}" + "x" * 250, "w").close()
        for number in range(900):
            os.unlink(f"{number:04}" + "x" * 250)
""",
    "deep folders": """\
    descend(1_900)
    while True:
        pass
""",
    "deep folders, and sleep": """\
    descend(1_900)
    time.sleep(3600)
""",
    "folders and threads": """\
    descend(1_900)
    threads(8, lambda: spin(1_000_000))
    while True:
        spin(5_000)
        time.sleep(0.01)
""",
    "files and threads": """\
    for number in range(1_990):
        open(f"{number}", "w").close()
    threads(4, lambda: spin(500_000))
    while True:
        spin(1_000)
        time.sleep(0.002)
""",
    "sleep": """\
    time.sleep(3600)
""",
    "a loop": """\
    while True:
        pass
""",
}


def files(hog: str, modules: Iterable[str]) -> dict[str, bytes]:
    """The files of one submission, by their names."""
    head = f"{GUARD}{SPIN}def hog():\n{HOGS[hog]}"
    return {
        f"{module}.py": (head + FUNCTIONS.format(module=module)).encode()
        for module in modules
    }


def write(folder: Path, hog: str, modules: Iterable[str]) -> Path:
    """The folder, with one submission in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files(hog, modules).items():
        folder.joinpath(name).write_bytes(content)
    return folder
