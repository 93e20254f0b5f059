from __future__ import annotations

from typing import Any, Optional

from ._renderer import Input, Renderer, default_renderer

# Every rule is below one class: a notebook puts all outputs into one page.
_STYLE = """
.match-breakdown { max-width: 44rem; font-variant-numeric: tabular-nums; color-scheme: light dark;
  --red: #b3141b; --blue: #1a4fa8; --amber: #b97700; --violet: #7440c4; --teal: #0b7f79; --line: #8884; }
@media (prefers-color-scheme: dark) { .match-breakdown {
  --red: #ff8f8c; --blue: #8ab8ff; --amber: #f2b134; --violet: #b794f6; --teal: #4fd1c5; } }
.match-breakdown table { width: 100%; border-collapse: collapse; font-size: 1em; }
.match-breakdown :is(th, td) { padding: .25rem .6rem; border-top: 1px solid var(--line); font-weight: normal;
  background: none; }
.match-breakdown .left { width: 30%; text-align: right; }
.match-breakdown .right { width: 30%; text-align: left; }
.match-breakdown :is(.outcome, tbody th) { text-align: center; }
.match-breakdown .match .left { color: var(--red); }
.match-breakdown .match .right { color: var(--blue); }
.match-breakdown :is(.outcome, thead th, .title th, .subtotal th, .subtotal td, .total th, .total td) {
  font-weight: 700; }
.match-breakdown .signs { height: .78em; width: auto; overflow: visible; }
.match-breakdown .signs .full { fill: currentColor; }
.match-breakdown .signs .line { fill: none; stroke: currentColor; stroke-width: 1.6; }
.match-breakdown .signs .dashed { stroke-dasharray: 2 1.6; }
.match-breakdown .signs .amber { color: var(--amber); }
.match-breakdown .signs .violet { color: var(--violet); }
.match-breakdown .signs .teal { color: var(--teal); }
"""


class Breakdown:
    """A match that shows itself: as a table in a notebook, as text where it is printed."""

    def __init__(self, match: Input, *, renderer: Optional[Renderer] = None, **options: Any) -> None:
        self._match = match
        self._renderer = renderer or default_renderer()
        self._options = options

    def render(self, format: str = "text", **options: Any) -> str:
        """The match in a format."""
        return self._renderer.render(self._match, format, **{**self._options, **options})

    def __str__(self) -> str:
        return self.render("text")

    def _repr_html_(self) -> str:
        return f'<div class="match-breakdown"><style>{_STYLE}</style>\n{self.render("html")}</div>'

    def _repr_svg_(self) -> str:
        return self.render("svg")

    def _repr_markdown_(self) -> str:
        return self.render("markdown")
