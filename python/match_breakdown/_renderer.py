from __future__ import annotations

import json
import os
import threading
from functools import lru_cache
from importlib import resources
from typing import Any, Iterator, Mapping, Optional, Union

from ._bundle import files_of_folder, files_of_zip
from ._errors import BreakdownError
from ._module import Compiled, Crashed, Instance

#: JSON: a text, UTF-8 bytes, or what it was parsed to.
Input = Union[str, bytes, bytearray, memoryview, Mapping[str, Any], list]


class Renderer:
    """Draws matches with the seasons that were loaded. Several threads may use one.

    ``seasons=False`` begins without the seasons that this package brings along.
    """

    def __init__(self, seasons: bool = True) -> None:
        self._compiled = _compiled()
        self._instance = self._compiled.instance()
        self._lock = threading.Lock()
        # What was loaded, by year: the instance that replaces a broken one gets it again.
        self._loaded: dict[int, tuple[bytes, bytes]] = {}
        if seasons:
            for year, files in _embedded():
                self.load_season(year, files, origin="embedded")

    def load_season(
        self, year: int, files: Optional[Mapping[str, Input]] = None, *, match: Optional[Input] = None,
        insights: Optional[Input] = None, version: Optional[str] = None, origin: Optional[str] = None,
    ) -> None:
        """Loads a season in place of the season that it had for this year.

        Either all ``files`` of a compiled bundle by their paths, which are checked against its
        ``manifest.json``, or the compiled descriptions alone.
        """
        given = {"match.json": match, "insights.json": insights, **(files or {})}
        contents = {path: _bytes(content) for path, content in given.items() if content is not None}
        options = _options(
            year=year, version=version, origin=origin,
            files=[{"path": path, "length": len(content)} for path, content in contents.items()])
        data = b"".join(contents.values())
        self._call("mb_load", options, data)
        self._loaded[year] = (options, data)

    def load_bundle(
        self, bundle: Union[bytes, str, "os.PathLike[str]"], *, version: Optional[str] = None,
        origin: Optional[str] = None,
    ) -> int:
        """Loads a published zip (its bytes or its path) or a compiled bundle's folder; returns its year."""
        if not isinstance(bundle, (bytes, bytearray)) and os.path.isdir(bundle):
            year, files = files_of_folder(bundle)
            self.load_season(year, files, version=version, origin=origin or "folder")
        else:
            year, files = files_of_zip(bundle)
            self.load_season(year, files, version=version, origin=origin or "downloaded")
        return year

    def render(
        self, match: Input, format: str = "text", *, width: int = 80, ascii: bool = False, colour: bool = False,
        all: bool = False, wide: bool = False, theme: str = "auto", year: Optional[int] = None,
        document: bool = False, **more: object,
    ) -> str:
        """Draws a match, a list of matches, an event's insights, or with ``year`` a bare score breakdown.

        The text equals the output of the program ``breakdown`` with the same options.
        """
        options = _options(
            format=format, width=width, ascii=ascii, colour=colour, all=all, wide=wide, theme=theme, year=year,
            document=document, **more)
        return self._call("mb_render", options, _bytes(match))

    def view(self, match: Input, **options: Any) -> list[dict[str, Any]]:
        """One view for each match: title, tables, rows and cells, for people who draw themselves."""
        return [json.loads(line) for line in self.render(match, "view", **options).split("\n") if line]

    def seasons(self) -> list[dict[str, Any]]:
        """The seasons that are loaded, each with its year, version, origin, title, level and insights."""
        return json.loads(self._call("mb_seasons"))

    def _call(self, name: str, *parts: bytes) -> str:
        with self._lock:
            try:
                status, output = self._instance.call(name, parts)
            except Crashed as cause:
                self._replace_instance()
                raise BreakdownError(
                    "crashed", "the renderer stopped at this input; it goes on with the next one") from cause
        if status == 0:
            return output
        problem = json.loads(output)
        raise BreakdownError(problem["code"], problem["message"])

    def _replace_instance(self) -> None:
        while True:
            self._instance = self._compiled.instance()
            for year, parts in self._loaded.items():
                try:
                    self._instance.call("mb_load", parts)
                except Crashed:
                    del self._loaded[year]  # One season fewer each time.
                    break
            else:
                return


@lru_cache(maxsize=None)
def default_renderer() -> Renderer:
    """The renderer that ``render`` and ``Breakdown`` use."""
    return Renderer()


@lru_cache(maxsize=None)
def _compiled() -> Compiled:
    return Compiled()


def _embedded() -> Iterator[tuple[int, dict[str, Input]]]:
    folders = resources.files(__package__).joinpath("seasons").iterdir()
    for folder in sorted(folders, key=lambda folder: folder.name):
        if folder.is_dir() and folder.name.isdigit():
            yield int(folder.name), {file.name: file.read_bytes() for file in folder.iterdir()}


def _options(**options: object) -> bytes:
    try:
        return json.dumps({name: value for name, value in options.items() if value is not None}).encode()
    except (TypeError, ValueError) as cause:
        raise BreakdownError("invalid-options", f"an option cannot be written: {cause}") from cause


def _bytes(value: Input) -> bytes:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as cause:
        raise BreakdownError("invalid-json", f"this value is not JSON: {cause}") from cause
