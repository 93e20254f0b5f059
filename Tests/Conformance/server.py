"""Serves repositories as simple servers do: HTTP/1.0, closing after each reply."""

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
    """A file with an entity tag and a date that no change changes; collects the conditions that requests carry."""

    def answer(handler):
        found = [name for name in ["If-None-Match", "If-Modified-Since"] if handler.headers[name]]
        conditions.append(found)
        handler.send_response(304 if found else 200)
        handler.send_header("ETag", '"1-1f4"')
        handler.send_header("Last-Modified", "Thu, 01 Jan 1970 00:00:01 GMT")
        handler.end_headers()
        if not found:
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
