"""Serves repositories as simple servers do: HTTP/1.0, closing after each reply."""

import hashlib
import http.server
import threading


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.repositories = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, name, repository):
        """The repository's address, without a final slash."""
        self.repositories[name] = repository
        return f"http://127.0.0.1:{self.server_address[1]}/{name}"

    def handle_error(self, request, client_address):
        """A client that hangs up is what some cases are about."""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name, _, path = self.path[1:].partition("/")
        repository = self.server.repositories[name]
        repository.requests.append(path.removeprefix("metadata/"))
        content = repository.files.get(path)
        if content is None:
            self.send_error(404)
        elif callable(content):
            content(self)
        else:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, *_):
        pass


def marked(content, conditions):
    """A file with an entity tag and a date; collects the conditions that requests carry."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'

    def answer(handler):
        names = ["If-None-Match", "If-Modified-Since"]
        conditions.append({name: handler.headers[name] for name in names if handler.headers[name]})
        is_known = handler.headers["If-None-Match"] == tag
        handler.send_response(304 if is_known else 200)
        handler.send_header("ETag", tag)
        handler.send_header("Last-Modified", "Sat, 21 Nov 2026 02:30:00 GMT")
        handler.end_headers()
        if not is_known:
            handler.wfile.write(content)

    return answer


def endless(handler):
    """An answer that never ends, of no announced length."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" " * 65536)


def broken(status):
    """An answer of some status with a page in it."""

    def answer(handler):
        handler.send_response(status)
        handler.end_headers()
        handler.wfile.write(b"<html>no</html>")

    return answer


def hang_up(_):
    """No answer at all."""
