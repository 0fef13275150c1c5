"""Measure how honestly mistakes are named, in every style of code.

`.venv/bin/python benchmarks/names.py [DIR]` makes each mistake of the catalogue in each
style in which it can be made, observes it on the trees of an assignment (test_trees),
and asks for a diagnosis: is it named as itself, as its family, within a pair, together
with others, wrongly, or not at all? `named` is the share of the first two, and `told`
that of all in which its name stands. `--foreign` asks the same as if nobody had known
the style: its variants are taken out of the catalogue first. Below stands how many of
the variations of right programs got a name; there must be none. It ends with status 1
where a limit is missed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.answers import file as answers  # noqa: E402
from autograder.answers.file import Answers  # noqa: E402
from autograder.answers.reading import signed  # noqa: E402
from autograder.assignment.questions import Assignment, Case, Question  # noqa: E402
from autograder.authoring import cataloguing  # noqa: E402
from autograder.authoring.runner import ProgramRunner  # noqa: E402
from autograder.authoring.styles import Style, styles_of  # noqa: E402
from autograder.judging.compare import CaseResult, judge  # noqa: E402
from autograder.judging.sheet import Sheet  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from autograder.rewriting import edits  # noqa: E402
from autograder.rewriting.program import Program  # noqa: E402
from autograder.teaching import catalogue  # noqa: E402
from autograder.teaching.catalogue import (  # noqa: E402
    PARTED,
    Catalogue,
    Misconception,
    Variant,
)
from autograder.teaching.causes import Diagnosis  # noqa: E402
from autograder.teaching.diagnosis import diagnose  # noqa: E402

NOTHING = Variant("", "")  # is done alike by nobody
KINDS = ("itself", "family", "pair", "several", "wrongly", "no name")
TRUE = ("itself", "family", "pair", "several")  # its name stands in what is said
LIMITS = {True: 95, False: 85}  # percent in which it does, by accepted style
VARIED = (  # right edits: the same search in other words
    "- V = max(V, X)\n+ V = max(X, V)",
    "- V = min(V, X)\n+ if X < V:\n+     V = X",
    "- game.is_terminal(state)\n+ not game.actions(state)",
    "- game.is_terminal(state)\n+ len(game.successors(state)) == 0",
    "- game.successors(state)\n+ list(game.successors(state))",
    "- -inf\n+ -1e30",
    "- V >= beta\n+ beta <= V",
    "- V <= alpha\n+ alpha >= V",
    "- return v\n+ return v + 0",
)


def main(arguments: Sequence[str]) -> int:
    """Print the tables of all questions."""
    foreign = "--foreign" in arguments
    folders = [each for each in arguments if not each.startswith("-")]
    assignment = load(Path(folders[0] if folders else "test_trees"))
    assignment = catalogue.diagnosed(signed(assignment))
    met = [
        Bench(assignment, question).told(foreign=foreign)
        for question in assignment.questions()
    ]
    return 0 if all(met) or foreign else 1


class Bench:
    """The programs of one question, and what is said of them."""

    def __init__(self, assignment: Assignment, question: Question) -> None:
        self.question = question
        self.cases = [c for c in assignment.cases if c.question.name == question.name]
        self.answers = [answers.load(assignment, c.tree_name) for c in self.cases]
        found = catalogue.load(assignment, question.name)
        assert found is not None
        self.known = found
        self.runner = ProgramRunner(question, {c.tree_name: c.tree for c in self.cases})

    def told(self, *, foreign: bool) -> bool:
        """Print the table; whether all limits are kept."""
        print(f"{self.question.name}, {len(self.cases)} trees")
        head = "".join(f"{kind:>9}" for kind in KINDS)
        print(f"  {'style':52}{'made':>6}{head}{'':>4}named{'':>5}told")
        met = []
        styles = cataloguing.right_styles(self.runner)
        made = list(cataloguing.mistaken(self.runner, styles))
        for style in styles:
            known = _without(self.known, style.name) if foreign else self.known
            kinds = Counter(
                self.kind(each.mistake.name, each.program, known)
                for each in made
                if each.style is style
            )
            named, told = (
                100 * sum(kinds[kind] for kind in counted) / max(kinds.total(), 1)
                for counted in (TRUE[:2], TRUE)
            )
            met.append(told >= LIMITS[style.accepted])
            shown = "".join(f"{kinds[kind]:>9}" for kind in KINDS)
            mark = "" if style.accepted else " *"
            shares = f"{named:>8.1f} %{told:>7.1f} %"
            print(f"  {style.name + mark:52}{kinds.total():>6}{shown}{shares}")
        right = list(self.right(styles_of(self.question)))
        blamed = [p for p in right if self.diagnosis(p, self.known) is not None]
        print(
            f"  {len(right)} variations of right programs: {len(blamed)} got a name\n"
        )
        return all(met) and not blamed

    def kind(self, name: str, program: Program, known: Catalogue) -> str:
        """How a program with that mistake is named."""
        found = self.diagnosis(program, known)
        if found is None:
            return "no name"
        if found.key == name:
            return "itself"
        if found.key == self.family(name):
            return "family"
        if " + " in found.key:
            return "pair" if name in found.key.split(" + ") else "wrongly"
        return "several" if name in found.key.split(" or ") else "wrongly"

    def family(self, name: str) -> str:
        """The family of a mistake."""
        return next(m.family for m in self.known.misconceptions if m.name == name)

    def diagnosis(self, program: Program, known: Catalogue) -> Diagnosis | None:
        """What is said of a program."""
        observed = self.runner.observed(program).values()
        rows = zip(self.cases, self.answers, observed, strict=True)
        return diagnose([self.result(*row) for row in rows], known)

    @staticmethod
    def result(case: Case, right: Answers, observed: object) -> CaseResult:
        """The verdict on what was done on one tree."""
        return judge(Sheet(case, right), observed)  # type: ignore[arg-type]

    def right(self, styles: Sequence[Style]) -> Iterator[Program]:
        """Right programs, and what is the same in other words."""
        for style in styles:
            yield style.program
            for text in VARIED:
                made = style.edited(edits.parse(text))
                if made is not None:
                    yield made


def _without(known: Catalogue, style: str) -> Catalogue:
    """The catalogue as if nobody had known a style, strict or not."""
    base = style.removesuffix(", strict")

    def kept(one: Misconception) -> Misconception:
        left = tuple(
            replace(variant, styles=PARTED.join(names))
            for variant in one.variants
            if (
                names := [
                    each
                    for each in variant.styles.split(PARTED)
                    if each.removesuffix(", strict") != base
                ]
            )
        )
        return replace(one, variants=left or (NOTHING,))

    return replace(known, misconceptions=tuple(map(kept, known.misconceptions)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
