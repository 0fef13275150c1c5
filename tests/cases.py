"""Many cases in one test: as parametrize does it, at the price of a loop."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Cases = Iterable[Any] | Callable[[], Iterable[Any]]


def for_each(names: str, cases: Cases) -> Callable[[Callable[..., None]], Any]:
    """Run a test on each of these cases; every one that fails is told.

    `names` are those of the test's arguments that a case has, parted by commas; others
    are fixtures, which all cases share: there is one `tmp_path`, and nothing is skipped
    case by case. Where there is no case at all the test fails. Cases that take long to
    find are found by a function, when the test is run.
    """
    arguments = [name.strip() for name in names.split(",")]
    kept = None if callable(cases) else [*cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @wraps(test)
        def run(**fixtures: Any) -> None:
            failed = []
            rows = cases() if callable(cases) else kept or []
            rows = [row if len(arguments) > 1 else (row,) for row in rows]
            for row in rows:
                case = dict(zip(arguments, row, strict=True))
                try:
                    test(**fixtures, **case)
                except Exception as fault:  # noqa: BLE001 - whatever it is, it is told
                    told = "".join(traceback.format_exception(fault))
                    failed.append(f"{case}\n{told}")
            assert rows, "there is no case"
            assert not failed, f"{len(failed)} of {len(rows)}:\n" + "\n".join(failed)

        left = [p for n, p in signature.parameters.items() if n not in arguments]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return decorate
