"""`bundle-publish preview --serve` and somebody who makes mistakes."""
import pathlib, signal, subprocess


class Preview:
    """The preview of a season, served; `address` is where."""

    def __init__(self, program: str, bundles: pathlib.Path, year: int):
        self.command = [program, "preview", str(year), "--bundles", str(bundles), "--serve"]
        self.description = bundles / str(year) / "match.yaml"
        self.text = self.description.read_text()

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        return self

    def break_it(self) -> None:
        self.description.write_text(self.text.replace("title:", "tilte:", 1))

    def mend_it(self) -> None:
        self.description.write_text(self.text)

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
