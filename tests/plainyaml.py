"""YAML as anyone reads it, without the grader's own reader: by libyaml, if it is there.

PyYAML's own scanner takes ten times as long, and there are hundreds of trees.
"""

from __future__ import annotations

from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def content_of(text: str) -> Any:
    """What a text says."""
    return yaml.load(text, _LOADER)  # noqa: S506 - safe
