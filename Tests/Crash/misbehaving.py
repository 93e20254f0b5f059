"""A web server that serves a folder, and at random does what networks and servers do."""

import http.server
import os
import random
import socket
import struct
import threading

# How often each fault comes, in hundredths; all other requests get a correct answer.
FAULTS = {"reset": 6, "cut off": 6, "error": 6, "absent": 3, "portal": 5, "flipped": 5, "slow": 2}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Do not wait for a client that has gone away.
    timeout = 5

    def do_GET(self):
        server = self.server
        fault = server.draw()
        path = os.path.join(server.folder, self.path.lstrip("/"))
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            return
        if fault == "error":
            return self.answer(503, b"try later")
        if fault == "portal":
            return self.answer(200, b"<html>Please log in</html>" * 20, "text/html")
        if fault == "absent" or not os.path.isfile(path):
            return self.answer(404, b"nothing here")
        with open(path, "rb") as file:
            body = file.read()
        tag = f'"{os.stat(path).st_mtime_ns:x}-{len(body):x}"'
        if self.headers.get("If-None-Match") == tag and fault is None:
            return self.answer(304, b"", tag=tag)
        if fault == "flipped":
            middle = len(body) // 2
            body = body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1:]
        self.answer(200, body, tag=tag, cut=fault == "cut off", slow=fault == "slow")

    def answer(self, status, body, kind="application/octet-stream", tag=None, cut=False, slow=False):
        self.send_response(status)
        if status != 304:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        if cut:
            self.wfile.write(body[: len(body) // 2])
            self.close_connection = True
        elif slow:
            for at in range(0, len(body), max(1, len(body) // 5)):
                self.wfile.write(body[at : at + max(1, len(body) // 5)])
                threading.Event().wait(0.02)
        else:
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Serves `folder` on a port of its own until it is closed."""

    daemon_threads = True

    def __init__(self, folder, seed):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder, self.dice, self.faulty = folder, random.Random(seed), False
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def draw(self):
        """The fault of one request, or none."""
        with self.lock:
            number = self.dice.randrange(100)
        if self.faulty:
            for fault, share in FAULTS.items():
                if number < share:
                    return fault
                number -= share
        return None

    def handle_error(self, *_):
        pass
