"""How many games a second a tournament plays, and how that grows.

`.venv/bin/python benchmarks/tournament.py [--jobs N]` lets copies of the reference's
search play isolation, 3 by 4, and prints a table: players, the bank, games, seconds by
the clock and of CPU, games a second. Games grow as the square of the players; the time
of one as the visits that are asked for, which a larger bank allows.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from benchmarks.measuring import spent  # noqa: E402

SIZES = ((2, 500), (4, 500), (8, 500), (4, 125), (4, 2000))  # players, the bank
GAME = ("--game", "isolation", "--rounds", "1")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", default="1")
    jobs = parser.parse_args().jobs
    search = (ROOT / "reference" / "play.py").read_text(encoding="utf-8")
    print("| players | bank | games | seconds | CPU | games a second |")
    print("|---|---|---|---|---|---|")
    for players, bank in SIZES:
        with TemporaryDirectory() as folder:
            handed, out = Path(folder, "class"), Path(folder, "out")
            for place in range(players):
                (handed / f"p{place}").mkdir(parents=True)
                code = f"{search}\nPLACE = {place}\n"  # else games would be shared
                (handed / f"p{place}" / "play.py").write_text(code, encoding="utf-8")
            command = (sys.executable, "-m", "autograder", "tournament", handed)
            more = ("--bank", str(bank), "--out", out, "--jobs", jobs)
            took = spent((*command, *GAME, *more))
        games = players * (players - 1)
        rate = games / took.wall
        figures = f"{took.wall:.1f} | {took.cpu:.1f} | {rate:.1f}"
        print(f"| {players} | {bank} | {games} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
