"""One server on loopback: a published directory, and next to it something that behaves like The Blue Alliance's API.

The page's policy lets it ask its own server, so only the line that names the API is another one here:
`<meta name="tba-api" content="/api/v3">`. The policy is the one that visitors have.
"""
import gzip, hashlib, http.server, json, pathlib, re, shutil, socket, subprocess, threading, time

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".json": "application/json",
         ".zip": "application/zip", ".png": "image/png", ".webmanifest": "application/manifest+json"}
KEY = "right-key"
# What a network gives in place of a file, as carelessly as can be.
SIGN_IN = (200, {"Content-Type": "text/html", "Cache-Control": "public, max-age=31536000, immutable"}, b"<h1>Sign in</h1>")
# Packed files by tag and encoding, for all servers: the module takes seconds.
PACKED: dict[tuple, bytes] = {}


class StandIn:
    """The server; `documents` are the API's answers by path, and a test changes them meanwhile."""

    def __init__(self, site: pathlib.Path):
        self.site, self.documents, self.requests, self.failures = site, {"status": {"down_events": []}}, [], []
        # Files of the directory that a browser asked for on condition that they have changed.
        self.conditions = []
        # Whether a page to sign in to the network answers everything.
        self.signs_in = False
        # What comes in place of a file of this name: (status, headers, body), or None, which breaks the connection.
        self.faults = {}
        # Types by suffix, as this server has them.
        self.types = dict(TYPES)
        # What happens when a page stops in the middle of something; such a request gets no answer.
        self.stops = None
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                stand_in.answer(self)

            def do_HEAD(self):
                stand_in.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # A browser that goes away in the middle of an answer is no trouble.
        self.server.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def page(self) -> str:
        return self.address + "match.html"

    def pack_all(self) -> None:
        """Packs the files now, so that no check waits for it."""
        for path in self.site.rglob("*"):
            if path.is_file():
                self.file(str(path.relative_to(self.site)), {"Accept-Encoding": "br, gzip"})

    def add_event(self, event: dict, matches: list[dict]) -> None:
        """An event with its matches, and each of them by its key."""
        self.documents[f"event/{event['key']}"] = event
        self.documents[f"event/{event['key']}/matches"] = matches
        for match in matches:
            self.documents[f"match/{match['key']}"] = match

    def answer(self, handler) -> None:
        path = handler.path.split("?")[0].lstrip("/")
        if path == "stop":
            self.stops()
            return
        name = path.split("/")[-1]
        if name in self.faults and self.faults[name] is None:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        if name in self.faults:
            status, headers, body = self.faults[name]
        elif self.signs_in:
            status, headers, body = 200, {"Content-Type": "text/html", "Cache-Control": "no-store"}, b"<h1>Sign in</h1>"
        elif path.startswith("api/v3/"):
            status, headers, body = self.api(path.removeprefix("api/v3/"), handler.headers)
        else:
            status, headers, body = self.file(path, handler.headers)
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        if status != 304:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if status != 304 and handler.command == "GET":
            try:
                handler.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                pass

    def api(self, path: str, headers) -> tuple[int, dict, bytes]:
        """The checks in the API's order: key, existence, and then 304 or the answer."""
        self.requests.append((time.monotonic(), path, headers.get("If-None-Match")))
        if self.failures:
            status = self.failures.pop(0)
            return status, {"Content-Type": "text/html"}, b"<h1>not now</h1>"
        if headers.get("X-TBA-Auth-Key") != KEY:
            return 401, {}, json.dumps({"Error": "X-TBA-Auth-Key is invalid."}).encode()
        if path not in self.documents:
            return 404, {}, json.dumps({"Error": f"{path} does not exist"}).encode()
        body = json.dumps(self.documents[path]).encode()
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
        if headers.get("If-None-Match") == tag:
            return 304, {}, b""  # bare, as in August 2026
        return 200, {"ETag": tag, "Cache-Control": "public, max-age=61", "Content-Type": "application/json"}, body

    def file(self, path: str, headers) -> tuple[int, dict, bytes]:
        """A file of the directory, packed as common hosts pack it."""
        # Some hosts leave the ending out.
        path = "match.html" if path == "match" else path
        place = (self.site / (path or "index.html")).resolve()
        if not place.is_relative_to(self.site.resolve()) or not place.is_file():
            return 404, {"Cache-Control": "no-store"}, b"not found\n"
        body = place.read_bytes()
        if path == "match.html":
            body = re.sub(rb'(name="tba-api" content=")[^"]*', rb"\1/api/v3", body)
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        is_fixed = path.startswith(("targets/", "web/")) or (
            path.startswith("metadata/") and not path.endswith("timestamp.json"))
        answer = {"Content-Type": self.types.get(place.suffix, "application/octet-stream"), "ETag": tag,
                  "Cache-Control": "public, max-age=31536000, immutable" if is_fixed
                  else "public, max-age=60, must-revalidate"}
        if headers.get("If-None-Match"):
            self.conditions.append(path)
        if headers.get("If-None-Match") == tag:
            return 304, answer, b""
        encoding = self.encoding(place.suffix, headers)
        if encoding:
            answer |= {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
            body = self.pack(tag, encoding, body)
        return 200, answer, body

    def encoding(self, suffix: str, headers) -> str | None:
        if suffix not in (".html", ".js", ".css", ".wasm", ".json"):
            return None
        accepted = headers.get("Accept-Encoding", "")
        if "br" in accepted and shutil.which("brotli"):
            return "br"
        return "gzip" if "gzip" in accepted else None

    def pack(self, tag: str, encoding: str, body: bytes) -> bytes:
        if (tag, encoding) not in PACKED:
            PACKED[tag, encoding] = (
                gzip.compress(body, 9) if encoding == "gzip"
                else subprocess.run(["brotli", "-q", "11", "-c"], input=body, stdout=subprocess.PIPE, check=True).stdout)
        return PACKED[tag, encoding]
