"""Shows the score breakdown of a FIRST Robotics Competition match: JSON in, a table out.

    >>> import match_breakdown
    >>> print(match_breakdown.render(match))

The seasons are inside. ``Renderer`` loads others; ``Breakdown`` shows itself in a notebook.
"""
from __future__ import annotations

from typing import Any

from ._errors import BreakdownError
from ._notebook import Breakdown
from ._renderer import Input, Renderer, default_renderer
from ._version import __version__

__all__ = ["Breakdown", "BreakdownError", "Input", "Renderer", "__version__", "render", "view"]


def render(match: Input, format: str = "text", **options: Any) -> str:
    """Draws a match, a list of matches or an event's insights, with the seasons inside.

    ``match`` is what The Blue Alliance's API v3 gives: a text, bytes, or the dict or list it was parsed to.
    ``format`` is text, html, json, svg, markdown, csv or summary. The other options are those of
    ``Renderer.render``.
    """
    return default_renderer().render(match, format, **options)


def view(match: Input, **options: Any) -> list[dict[str, Any]]:
    """One view for each match: title, tables, rows and cells, for people who draw themselves."""
    return default_renderer().view(match, **options)
