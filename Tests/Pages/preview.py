"""`bundle-publish preview --html` and an author who makes mistakes."""
import functools, http.server, pathlib, signal, subprocess, threading


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Preview:
    """The preview of a season as the page `file`, which a web server has at `address`."""

    def __init__(self, program: str, bundles: pathlib.Path, year: int):
        self.file = bundles.parent / "site" / "preview.html"
        self.command = [program, "preview", str(year), "--bundles", str(bundles), "--html", str(self.file)]
        self.description = bundles / str(year) / "match.yaml"
        self.text = self.description.read_text()

    def __enter__(self):
        self.file.parent.mkdir()
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Silent, directory=self.file.parent))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/{self.file.name}"
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert str(self.file) in self.process.stdout.readline()
        return self

    def break_it(self) -> None:
        self.description.write_text(self.text.replace("title:", "tilte:", 1))

    def mend_it(self) -> None:
        self.description.write_text(self.text)

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.server.shutdown()
