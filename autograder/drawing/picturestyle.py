"""The style sheet of a picture, by the classes that its nodes and edges have."""

from __future__ import annotations

# Each colour on its ground has a contrast of 4.5 to 1 or more, by day and by night.
STYLE = """
.gt-tree{max-width:100%;height:auto;font:12px/1.2 "DejaVu Sans",Verdana,sans-serif}
.gt-tree text{fill:#1b1b1b;stroke:none}
.gt-paper{fill:#fff}
.gt-edge,.gt-cut{fill:none;stroke:#3c3c3c;stroke-width:1.3}
.gt-shape,.gt-double{fill:#fff;stroke:#1b1b1b;stroke-width:1.4;stroke-linejoin:round}
.gt-double{fill:none}
.gt-max .gt-shape{fill:#e6eefc}
.gt-min .gt-shape{fill:#fcefdc}
.gt-inside,.gt-leaf .gt-inside{text-anchor:middle;font-weight:bold}
.gt-leaf .gt-row{text-anchor:middle}
.gt-cut,.gt-double,.gt-badge{display:none}
.gt-pruned+.gt-cut,.gt-wrongly-visited .gt-double{display:inline}
.gt-below+.gt-cut{display:none}
.gt-wrongly-visited .gt-badge,.gt-wrongly-skipped .gt-badge{display:inline}
.gt-badge{font-size:18px;font-weight:bold;text-anchor:middle}
.gt-principal{stroke-width:4}
.gt-edge.gt-pruned{stroke:#767676;stroke-dasharray:5 4}
.gt-pruned+.gt-cut{stroke:#4a4a4a;stroke-width:1.8}
.gt-pruned .gt-shape{fill:#fff;stroke:#767676;stroke-dasharray:4 3}
.gt-tree .gt-pruned text{fill:#666}
.gt-edge.gt-wrongly-visited{stroke:#b00020;stroke-width:2}
.gt-wrongly-visited .gt-shape{stroke:#b00020;stroke-width:2.2}
.gt-wrongly-visited .gt-double{stroke:#b00020;stroke-width:2.2}
.gt-tree .gt-wrongly-visited .gt-badge{fill:#b00020}
.gt-edge.gt-wrongly-skipped{stroke:#8a4b00;stroke-width:2;stroke-dasharray:.1 5}
.gt-edge.gt-wrongly-skipped{stroke-linecap:round}
.gt-wrongly-skipped .gt-shape{stroke:#8a4b00;stroke-width:2.4;stroke-dasharray:.1 4.5}
.gt-wrongly-skipped .gt-shape{stroke-linecap:round}
.gt-tree .gt-wrongly-skipped .gt-badge{fill:#8a4b00}
.gt-tree .gt-here text{fill:#b00020;font-size:11px;font-weight:bold}
.gt-here path{fill:none;stroke:#b00020;stroke-width:2.2}
@media (prefers-color-scheme:dark){
.gt-tree text{fill:#ececec}
.gt-paper{fill:#16181d}
.gt-edge,.gt-cut{stroke:#c4c4c4}
.gt-shape,.gt-double{fill:#16181d;stroke:#ececec}
.gt-double{fill:none}
.gt-max .gt-shape{fill:#20304d}
.gt-min .gt-shape{fill:#453216}
.gt-edge.gt-pruned,.gt-pruned .gt-shape{stroke:#8e939b}
.gt-pruned+.gt-cut{stroke:#c4c4c4}
.gt-pruned .gt-shape{fill:#16181d}
.gt-tree .gt-pruned text{fill:#a9adb5}
.gt-edge.gt-wrongly-visited,.gt-wrongly-visited .gt-shape{stroke:#ff8a80}
.gt-wrongly-visited .gt-double,.gt-here path{stroke:#ff8a80}
.gt-tree .gt-wrongly-visited .gt-badge,.gt-tree .gt-here text{fill:#ff8a80}
.gt-edge.gt-wrongly-skipped,.gt-wrongly-skipped .gt-shape{stroke:#ffb74d}
.gt-tree .gt-wrongly-skipped .gt-badge{fill:#ffb74d}
}
"""
