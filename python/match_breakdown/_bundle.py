"""Reads a compiled bundle's files; the module checks them against their manifest."""
from __future__ import annotations

import io
import json
import os
import pathlib
import zipfile
from typing import Union

from ._errors import BreakdownError

#: Each limit prevents one way to exhaust a machine; the publisher keeps to the same ones.
ZIP_BYTES_MAX = 8 << 20
FILE_BYTES_MAX = 8 << 20
UNPACKED_BYTES_MAX = 32 << 20
FILES_MAX = 1_001


def files_of_zip(bundle: Union[bytes, bytearray, str, "os.PathLike[str]"]) -> tuple[int, dict[str, bytes]]:
    """The year and the files of a published zip, without its samples: nothing here reads them."""
    if not isinstance(bundle, (bytes, bytearray)):
        with open(bundle, "rb") as file:
            bundle = file.read(ZIP_BYTES_MAX + 1)
    if len(bundle) > ZIP_BYTES_MAX:
        raise _damaged(f"more than {ZIP_BYTES_MAX} bytes")
    files: dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
            entries = archive.infolist()
            if len(entries) > FILES_MAX or len({entry.filename for entry in entries}) < len(entries):
                raise _damaged("too many files, or one twice")
            for entry in entries:
                if entry.filename.startswith("samples/"):
                    continue
                with archive.open(entry) as file:
                    files[entry.filename] = file.read(FILE_BYTES_MAX + 1)
                total += len(files[entry.filename])
                if len(files[entry.filename]) > FILE_BYTES_MAX or total > UNPACKED_BYTES_MAX:
                    raise _damaged("its files are too large")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as cause:
        raise _damaged(str(cause)) from cause
    except Exception as cause:
        if isinstance(cause, BreakdownError) or type(cause).__module__ != "zlib":
            raise
        raise _damaged(str(cause)) from cause
    return _year(files), files


def files_of_folder(folder: Union[str, "os.PathLike[str]"]) -> tuple[int, dict[str, bytes]]:
    """The year and the files of a compiled bundle's folder, without its samples."""
    files: dict[str, bytes] = {}
    for file in sorted(pathlib.Path(folder).glob("*.json"))[:FILES_MAX]:
        with file.open("rb") as opened:
            files[file.name] = opened.read(FILE_BYTES_MAX + 1)
        if len(files[file.name]) > FILE_BYTES_MAX:
            raise _damaged("its files are too large")
    return _year(files), files


def _year(files: dict[str, bytes]) -> int:
    try:
        year = json.loads(files["manifest.json"])["year"]
    except (KeyError, TypeError, ValueError, RecursionError) as cause:
        raise _damaged("it has no manifest with a year") from cause
    if type(year) is not int:
        raise _damaged("it has no manifest with a year")
    return year


def _damaged(why: str) -> BreakdownError:
    return BreakdownError("damaged-bundle", f"this is not a published bundle: {why}")
