"""The WebAssembly module as a Python object: bytes in, text out. It imports nothing, so it sees only its input."""
from __future__ import annotations

import os
from importlib import resources
from typing import Any, Sequence

import wasmtime

from ._errors import BreakdownError

#: The interface of the module that this file speaks.
INTERFACE = 1
#: Bytes of one input: keeps a mistaken file from growing the module's memory, which never shrinks.
INPUT_BYTES_MAX = 64 << 20


class Crashed(Exception):
    """The instance trapped and must not be used again."""


class Compiled:
    """The compiled module; making instances of it costs little."""

    def __init__(self) -> None:
        config = wasmtime.Config()
        try:
            config.cache = True  # Compiling takes about a second; next time it is read from ~/.cache.
        except Exception:  # No home folder, or not writable: then it is compiled each time.
            config = wasmtime.Config()
        wasm = resources.files(__package__).joinpath("match-breakdown.wasm").read_bytes()
        self._engine = wasmtime.Engine(config)
        self._module = wasmtime.Module(self._engine, wasm)

    def instance(self) -> "Instance":
        """A fresh one."""
        return Instance(self._engine, self._module)


class Instance:
    """One running module. Not for several threads at once."""

    def __init__(self, engine: Any, module: Any) -> None:
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        if self._number("mb_abi") != INTERFACE:
            raise BreakdownError("no-module", "this is not the module that belongs to this package")
        # Random bits keep others from choosing keys that collide in the module's tables.
        self._number("mb_seed", *(int.from_bytes(os.urandom(4), "little", signed=True) for _ in range(2)))

    def call(self, name: str, parts: Sequence[bytes]) -> tuple[int, str]:
        """Copies the parts in, calls, and copies the status and the output out."""
        if any(len(part) > INPUT_BYTES_MAX for part in parts):
            raise BreakdownError("too-large", f"more than {INPUT_BYTES_MAX} bytes")
        try:
            return self._call(name, parts)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as cause:
            raise Crashed from cause

    def _call(self, name: str, parts: Sequence[bytes]) -> tuple[int, str]:
        memory = self._exports["memory"]
        places: list[int] = []
        for part in parts:
            place = self._number("mb_alloc", max(len(part), 1)) & 0xFFFF_FFFF
            if place == 0:
                for earlier in places:
                    self._number("mb_free", earlier)
                raise BreakdownError("out-of-memory", "there is no memory for this input")
            places.append(_signed(place))
            memory.write(self._store, part, place)
        arguments = [value for place, part in zip(places, parts) for value in (place, len(part))]
        status = self._number(name, *arguments)
        start = self._number("mb_out") & 0xFFFF_FFFF
        count = self._number("mb_out_count") & 0xFFFF_FFFF
        output = bytes(memory.read(self._store, start, start + count)).decode("utf-8", "replace")
        for place in places:
            self._number("mb_free", place)
        return status, output

    def _number(self, name: str, *arguments: int) -> int:
        return self._exports[name](self._store, *arguments) or 0


def _signed(place: int) -> int:
    return place - (1 << 32) if place >= 1 << 31 else place
