"""What the house says, byte by byte, before a change of its inside and after it.

`.venv/bin/python benchmarks/golden.py NEW` writes reports into a new folder: of each
assignment its reference, its stubs and a few wrong programs (results.json, the page,
the terminal, exit status), a class, both zips, and what authors are told. With
`--against OLD`, a folder of an earlier run, it names each file that differs and ends
with status 1. `--every N` takes each Nth of the wrong programs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = "2"  # millions of steps: some repairs are told, none takes long
CHANGING = (  # what differs from run to run, and what stands for it
    (re.compile(r'"execution_time": [\d.]+'), '"execution_time": 0'),
    (re.compile(r'"autograder": "[^"]*"'), '"autograder": ""'),
    (re.compile(r"\d+(\.\d+)? (s|ms|min)\b"), "TIME"),
    (re.compile(r'data-by="0\.\d+"'), 'data-by="0"'),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?\S*"), "DATE"),
)
TABLES = ("grades.csv", "class.html", "summary.txt")


def autograder(*arguments: object) -> str:
    """What a command writes to the terminal, and its status."""
    command = [sys.executable, "-m", "autograder", *map(str, arguments)]
    environment = {**os.environ, "COLUMNS": "80", "AUTOGRADER_EXPLAIN": EXPLAINED}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, check=False
    )
    return f"{done.stdout.decode()}{done.stderr.decode()}status {done.returncode}\n"


def assignments() -> Iterator[Path]:
    """The folder of each assignment that the project ships."""
    for path in sorted(ROOT.glob("test_trees/**/assignment.yaml")):
        yield path.parent.relative_to(ROOT)
    yield Path("tests", "assignments", "quick")


def submissions(every: int) -> Iterator[tuple[Path, Path]]:
    """Assignments, each with a submission."""
    for folder in assignments():
        yield folder, Path("reference")
        yield folder, Path("student_template")
    for path in sorted(ROOT.glob("tests/programs/*/*/program.yaml"))[::every]:
        facts = yaml.safe_load(path.read_text(encoding="utf-8"))
        yield Path(facts["assignment"]), path.parent.relative_to(ROOT)
    for path in sorted(ROOT.glob("tests/submissions/*/expected.yaml"))[::every]:
        yield Path("tests", "assignments", "quick"), path.parent.relative_to(ROOT)


def write_report(out: Path, folder: Path, submission: Path) -> None:
    """Grade one submission as a student does, and keep all that it gives."""
    stem = f"{folder}__{submission}".replace("/", ".")
    with TemporaryDirectory() as name:
        ignored = shutil.ignore_patterns("expected.yaml", "__pycache__")
        work, results, page = (Path(name, each) for each in ("work", "json", "html"))
        shutil.copytree(ROOT / submission, work, ignore=ignored)
        text = autograder(
            *("grade", work, "--assignment", folder),
            *("--results", results, "--page", page),
        )
        for each in (results, page):
            if each.exists():
                shutil.move(each, out / f"{stem}.{each.name}")
    (out / f"{stem}.txt").write_text(text.replace(name, ""))


def write_class(out: Path) -> None:
    """Grade a class of the fixtures, two at once."""
    with TemporaryDirectory() as name:
        course, kept = Path(name, "course"), Path(name, "kept")
        course.mkdir()
        ignored = shutil.ignore_patterns("expected.yaml", "__pycache__")
        for each in sorted((ROOT / "tests" / "submissions").glob("[am]*"))[::3]:
            shutil.copytree(each, course / each.name, ignore=ignored)
        folder = Path("tests", "assignments", "quick")
        arguments = ("--assignment", folder, "--out", kept, "--jobs", 2)
        text = autograder("class", course, *arguments).replace(name, "")
        (out / "class.txt").write_text(text.splitlines()[-1])
        for path in sorted(kept.rglob("*")):
            if path.is_file() and path.suffix in {".csv", ".html", ".json", ".txt"}:
                told = path.relative_to(kept).as_posix().replace("/", ".")
                shutil.copy(path, out / f"class.{told}")


def write_author(out: Path, folder: Path) -> None:
    """Make both zips of an assignment, and ask what authors ask."""
    stem = f"{folder}".replace("/", ".")
    with TemporaryDirectory() as name:
        said = autograder("bundle", name, "--assignment", folder).replace(name, "")
        for path in sorted(Path(name).glob("*.zip")):
            said += "".join(members(path))
    for command in ("misconceptions", "answers --check"):
        first, *options = command.split()
        said += autograder(first, folder, *options)
    (out / f"{stem}.author.txt").write_text(said)


def members(path: Path) -> Iterator[str]:
    """The files of a zip with digests; of our own modules nothing is compared."""
    with zipfile.ZipFile(path) as archive:
        for each in sorted(archive.namelist()):
            if "autograder/" not in each:
                digest = hashlib.sha256(archive.read(each)).hexdigest()[:16]
                yield f"{path.name} {each} {digest}\n"


def settle(out: Path) -> None:
    """Take out of each file what differs from run to run."""
    for path in out.iterdir():
        text = path.read_text(encoding="utf-8")
        for pattern, instead in CHANGING:
            text = pattern.sub(instead, text)
        path.write_text(text, encoding="utf-8")


def differing(new: Path, old: Path) -> list[str]:
    """The names of files that differ, or stand in one folder alone."""
    names = {path.name for folder in (new, old) for path in folder.iterdir()}
    return sorted(name for name in names if _text(new / name) != _text(old / name))


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def main() -> int:
    """Write all reports, and compare them."""
    parser = argparse.ArgumentParser(description="Keep, or compare, what is said.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--every", type=int, default=6, metavar="N")
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True)
    with ThreadPoolExecutor(max_workers=2) as pool:
        jobs = [pool.submit(write_author, out, each) for each in assignments()]
        pairs = submissions(options.every)
        jobs += [pool.submit(write_report, out, *pair) for pair in pairs]
        for job in jobs:
            job.result()
    write_class(out)
    settle(out)
    print(f"{len(list(out.iterdir()))} files")
    if options.against is None:
        return 0
    names = differing(out, options.against)
    print(*names, f"{len(names)} differ", sep="\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
