"""Whether what an agent serves is whole: a set it may serve, every file as its manifest says."""

import hashlib
import json
import os


class Wrong(Exception):
    """What is served is not what may be served."""


def served(state):
    """Year → version of what `current` names; None where there is no `current`.

    Every file is held against its manifest, every manifest against its version.
    """
    current = os.path.join(state, "current")
    if not os.path.lexists(current):
        return None
    try:
        with open(os.path.join(current, "set.json"), encoding="utf-8") as file:
            index = json.load(file)
        said = {year: entry["version"] for year, entry in index["bundles"].items()}
        names = {name: bundle(os.path.join(current, name), name)
                 for name in sorted(os.listdir(current)) if name != "set.json"}
    except (OSError, ValueError, KeyError) as error:
        raise Wrong(f"{type(error).__name__}: {error}") from None
    if said != names:
        raise Wrong(f"set.json says {said}, the links {names}")
    return names


def bundle(folder, year):
    """A bundle's version, the bundle being whole."""
    with open(os.path.join(folder, "manifest.json"), "rb") as file:
        text = file.read()
    version = hashlib.sha256(text).hexdigest()
    if os.path.basename(os.readlink(folder)) != version:
        raise Wrong(f"{year}: the manifest is not that of its version")
    manifest = json.loads(text)
    listed = {entry["path"]: entry["sha256"] for entry in manifest["files"]}
    found = {}
    for above, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(above, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    found.pop("manifest.json")
    if found != listed:
        wrong = sorted(n for n in {**found, **listed} if found.get(n) != listed.get(n))
        raise Wrong(f"{year}: not as its manifest says: {', '.join(wrong[:3])}")
    return version


def leftovers(state, sets_max=3):
    """What lies there and is not needed: half-done work, sets too many, bundles that no set names."""
    found = [f"downloads/{name}" for name in os.listdir(os.path.join(state, "downloads"))]
    for above in ("", "metadata", "sets"):
        found += [os.path.join(above, name) for name in os.listdir(os.path.join(state, above))
                  if name.startswith(".tmp-")]
    sets = os.path.join(state, "sets")
    numbers = [int(name) for name in os.listdir(sets) if name.isdigit()]
    current = os.readlink(os.path.join(state, "current"))
    found += [f"sets/{n}" for n in numbers if n > int(os.path.basename(current))]
    if len(numbers) > sets_max:
        found.append(f"{len(numbers)} sets")
    named = {os.path.realpath(os.path.join(sets, str(number), year))
             for number in numbers for year in os.listdir(os.path.join(sets, str(number)))}
    bundles = os.path.join(state, "bundles")
    for year in os.listdir(bundles):
        for version in os.listdir(os.path.join(bundles, year)):
            if os.path.realpath(os.path.join(bundles, year, version)) not in named:
                found.append(f"bundles/{year}/{version[:12]}")
    return found
