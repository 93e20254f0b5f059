"""Shows matches of files: python -m match_breakdown match.json"""
from __future__ import annotations

import argparse
import shutil
import sys
from typing import Optional, Sequence

from . import BreakdownError, Renderer, __version__


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="match_breakdown", description="Show the score breakdown of robotics matches as tables.",
        epilog="Exit status: 0 done; 1 something could not be shown (the rest is); 2 usage.")
    parser.add_argument("file", nargs="*", default=["-"], help="files in the form of The Blue Alliance's API v3; - is standard input")
    parser.add_argument("--format", default="text", choices="text markdown html json csv summary svg view".split())
    parser.add_argument("--width", type=_width, help="columns of text, from 20 to 1000")
    parser.add_argument("--year", type=int, help="the season, whatever the keys say")
    parser.add_argument("--ascii", action="store_true", help="use only ASCII")
    parser.add_argument("--colour", "--color", action="store_true", help="colour text")
    parser.add_argument("--all", action="store_true", help="also show the fields that the description leaves out")
    parser.add_argument("--bundle", action="append", default=[], metavar="PATH", help="a published zip, or the folder of a compiled bundle, to load before")
    parser.add_argument("--version", action="version", version=__version__)
    options = parser.parse_args(arguments)
    renderer = Renderer()
    status = 0
    for path in options.bundle:
        try:
            renderer.load_bundle(path)
        except (BreakdownError, OSError) as error:
            print(f"match_breakdown: {path}: {error}", file=sys.stderr)
            status = 1
    width = options.width or (_width_of_terminal() if sys.stdout.isatty() else 80)
    for path in options.file:
        try:
            text = sys.stdin.buffer.read() if path == "-" else _read(path)
            shown = renderer.render(
                text, options.format, width=width, ascii=options.ascii, colour=options.colour,
                all=options.all, year=options.year, document=True)
            sys.stdout.buffer.write(shown.encode("utf-8"))
        except BrokenPipeError:
            return status
        except (BreakdownError, OSError) as error:
            print(f"match_breakdown: {'standard input' if path == '-' else path}: {error}", file=sys.stderr)
            status = 1
    return status


def _width(text: str) -> int:
    width = int(text) if text.isascii() and text.isdigit() else 0
    if 20 <= width <= 1000:
        return width
    raise argparse.ArgumentTypeError(f"expected a number from 20 to 1000, found {text}")


def _width_of_terminal() -> int:
    return max(20, min(shutil.get_terminal_size().columns, 1000))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


if __name__ == "__main__":
    sys.exit(main())
