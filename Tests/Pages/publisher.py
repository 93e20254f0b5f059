"""A publisher with the real seasons, for checks that publish while a page is open."""
import html, json, os, pathlib, re, shutil, subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Publisher:
    """A folder with seasons, keys and `site`, the published directory."""

    def __init__(self, program: str, folder: pathlib.Path):
        self.program, self.folder, self.site = program, folder, folder / "site"

    @classmethod
    def begin(cls, program: str, folder: pathlib.Path) -> "Publisher":
        """The first publish."""
        shutil.copytree(ROOT / "bundles", folder / "bundles")
        publisher = cls(program, folder)
        publisher.run("init", "--no-passphrase")
        publisher.run("publish", "--in", "site")
        return publisher

    def copy(self, folder: pathlib.Path) -> "Publisher":
        """The same publisher in a folder of its own."""
        shutil.copytree(self.folder, folder)
        return Publisher(self.program, folder)

    def run(self, *words: str, **variables: str) -> str:
        return subprocess.run([self.program, *words], cwd=self.folder, check=True, text=True,
                              stdout=subprocess.PIPE, env={**os.environ, **variables}).stdout

    def correct(self, old: str, new: str, year: int = 2024) -> None:
        """Publishes a season with other words."""
        path = self.folder / f"bundles/{year}/match.yaml"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        self.run("check", str(year), "--update")
        self.run("publish", "--in", "site")

    def recall(self, year: int = 2024, to: str | None = None) -> None:
        """Recalls what is live of a season."""
        self.run("recall", str(year), self.version(year), "--in", "site", *(["--to", to] if to else []))

    def version(self, year: int = 2024) -> str:
        """What is live of a season, as the page names it."""
        named = re.search(r'<meta name="seasons" content="([^"]*)">', (self.site / "match.html").read_text())[1]
        return next(season["version"] for season in json.loads(html.unescape(named)) if season["year"] == year)

    def files(self) -> pathlib.Path:
        """The page's files, as a publish takes them."""
        return pathlib.Path(os.environ.get("BUNDLE_PUBLISH_WEB") or ROOT / ".build/web/page")

    def release_page(self, files: pathlib.Path) -> None:
        """Publishes another release of the page itself."""
        other = self.folder / "page"
        shutil.copytree(files, other, dirs_exist_ok=True)
        with (other / "page.css").open("a") as sheet:
            sheet.write(f"/* {os.urandom(4).hex()} */\n")
        self.run("site", "--in", "site", BUNDLE_PUBLISH_WEB=str(other))
