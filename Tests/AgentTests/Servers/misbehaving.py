#!/usr/bin/env python3
"""A web server on loopback that serves folders as asked, and misbehaves as asked.

usage: misbehaving.py

The address says what is wanted: http://127.0.0.1:PORT/BEHAVIOUR/FILES/absolute/path/of/the/site, where
BEHAVIOUR is a function below and FILES the end of the names it is for; all others are served well.
Prints the ports, and the folder with the certificates' authority, as one line of JSON; ends when its
standard input does.
"""
import email.utils
import gzip
import hashlib
import json
import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse


# What an answer is made of.

def entity_tag(body):
    return '"%s"' % hashlib.sha256(body).hexdigest()[:16]


def send(connection, status, body=b"", headers=(), length=True, close=True):
    lines = ["HTTP/1.1 " + status] + ["%s: %s" % header for header in headers]
    if close:
        lines.append("Connection: close")
    if length:
        lines.append("Content-Length: %d" % len(body))
    connection.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)


def well(connection, request, body):
    """As a good server does: conditions and ranges answered."""
    headers = [("ETag", entity_tag(body)), ("Last-Modified", request.modified)]
    if request.headers.get("if-none-match") == entity_tag(body):
        return send(connection, "304 Not Modified", headers=headers, length=False, close=False)
    start = request.start()
    if start is not None and request.headers.get("if-range") == entity_tag(body):
        if start >= len(body):
            headers.append(("Content-Range", "bytes */%d" % len(body)))
            return send(connection, "416 Range Not Satisfiable", headers=headers, close=False)
        headers.append(("Content-Range", "bytes %d-%d/%d" % (start, len(body) - 1, len(body))))
        return send(connection, "206 Partial Content", body[start:], headers, close=False)
    send(connection, "200 OK", body, headers, close=False)


def hang(connection):
    """Says nothing more until the client goes away."""
    while connection.recv(4096):
        pass


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


# How it misbehaves: each takes the connection, the request and the file that was asked for. The
# connection is closed behind it.

PAGE = b"<!DOCTYPE html><title>Welcome</title><p>Sign in to use this network."


def truncated(c, r, body):
    half = body[: len(body) // 2]
    send(c, "200 OK", half, [("ETag", entity_tag(body)), ("Content-Length", len(body))], length=False)


def truncated_chunks(c, r, body):
    head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body)
    c.sendall(head.encode() + body[: len(body) // 2])


def reset_inside(c, r, body):
    truncated(c, r, body)
    reset(c)


def reset_at_once(c, r, body):
    reset(c)


def drip(c, r, body):
    send(c, "200 OK", b"", [("Content-Length", len(body))], length=False)
    for byte in body:
        c.sendall(bytes([byte]))
        time.sleep(0.02)


def silent(c, r, body):
    hang(c)


def silent_inside(c, r, body):
    truncated(c, r, body)
    hang(c)


def endless(c, r, body, pause=0):
    send(c, "200 OK", body, length=False)
    while True:
        c.sendall(b"x" * 65536)
        time.sleep(pause)


def endless_with_pauses(c, r, body):
    """At most 64 MB a second."""
    endless(c, r, body, 0.001)


def longer(c, r, body):
    send(c, "200 OK", body + b"x")


def shorter(c, r, body):
    send(c, "200 OK", body[:-1])


def other_bytes(c, r, body):
    send(c, "200 OK", bytes(byte ^ 1 for byte in body))


def wrong_type(c, r, body):
    send(c, "200 OK", body, [("Content-Type", "text/html")])


# Validators that no change changes.

def marked_as(c, r, body, marks):
    if any(name in r.headers for name in ("if-none-match", "if-modified-since")):
        return send(c, "304 Not Modified", headers=marks, length=False)
    send(c, "200 OK", body, marks)


def constant_tag(c, r, body):
    marked_as(c, r, body, [("ETag", '"1-1f4"')])


def constant_weak_tag(c, r, body):
    marked_as(c, r, body, [("ETag", 'W/"1-1f4"')])


def constant_date(c, r, body):
    marked_as(c, r, body, [("Last-Modified", "Thu, 01 Jan 1970 00:00:01 GMT")])


def constant_both(c, r, body):
    marked_as(c, r, body, [("ETag", '"1-1f4"'), ("Last-Modified", "Thu, 01 Jan 1970 00:00:01 GMT")])


def aws_chunked(c, r, body):
    """As an object store, which remembers the form of the upload."""
    send(c, "200 OK", body, [("Content-Encoding", "aws-chunked")])


def gzip_bomb(c, r, body):
    send(c, "200 OK", gzip.compress(b"\0" * (64 << 20)), [("Content-Encoding", "gzip")])


def portal(c, r, body):
    send(c, "200 OK", PAGE, [("Content-Type", "text/html")])


def portal_511(c, r, body):
    send(c, "511 Network Authentication Required", PAGE, [("Content-Type", "text/html")])


def to_file(c, r, body):
    send(c, "302 Found", headers=[("Location", "file:///etc/passwd")])


def to_gopher(c, r, body):
    send(c, "302 Found", headers=[("Location", "gopher://127.0.0.1/")])


def to_login(c, r, body):
    send(c, "302 Found", headers=[("Location", "http://127.0.0.1:%d/portal//login" % PORTS["other"])])


def to_other_host(c, r, body):
    place = "http://127.0.0.1:%d/well/%s" % (PORTS["other"], r.place)
    send(c, "302 Found", headers=[("Location", place)])


def to_plain(c, r, body):
    send(c, "302 Found", headers=[("Location", "http://127.0.0.1:%d/well/%s" % (PORTS["http"], r.place))])


def in_circles(c, r, body):
    send(c, "302 Found", headers=[("Location", r.target)])


def not_modified(c, r, body):
    send(c, "304 Not Modified", length=False)


def part_unasked(c, r, body):
    send(c, "206 Partial Content", body, [("Content-Range", "bytes 0-%d/%d" % (len(body) - 1, len(body)))])


def part_of_elsewhere(c, r, body):
    start = r.start()
    if start is None:
        return well(c, r, body)
    send(c, "206 Partial Content", body[start - 1:], [
        ("ETag", entity_tag(body)),
        ("Content-Range", "bytes %d-%d/%d" % (start - 1, len(body) - 1, len(body)))])


def part_of_longer(c, r, body):
    start = r.start()
    if start is None:
        return well(c, r, body)
    send(c, "206 Partial Content", body[start:] + b"x", [
        ("ETag", entity_tag(body)),
        ("Content-Range", "bytes %d-%d/%d" % (start, len(body), len(body) + 1))])


def part_of_other_state(c, r, body):
    start = r.start()
    if start is None:
        return well(c, r, body)
    send(c, "206 Partial Content", body[start:], [
        ("ETag", '"another"'),
        ("Content-Range", "bytes %d-%d/%d" % (start, len(body) - 1, len(body)))])


def part_with_other_bytes(c, r, body):
    start = r.start()
    if start is None:
        return well(c, r, body)
    send(c, "206 Partial Content", bytes(byte ^ 1 for byte in body[start:]), [
        ("ETag", entity_tag(body)),
        ("Content-Range", "bytes %d-%d/%d" % (start, len(body) - 1, len(body)))])


def part_without_range(c, r, body):
    start = r.start()
    if start is None:
        return well(c, r, body)
    send(c, "206 Partial Content", body[start:], [("ETag", entity_tag(body))])


def no_ranges(c, r, body):
    send(c, "200 OK", body)


def no_such_part(c, r, body):
    if r.start() is None:
        return well(c, r, body)
    send(c, "416 Range Not Satisfiable", headers=[("Content-Range", "bytes */1")])


def status_401(c, r, body):
    send(c, "401 Unauthorized", headers=[("WWW-Authenticate", "Basic realm=\"x\"")])


def status_403(c, r, body):
    send(c, "403 Forbidden", PAGE)


def status_404(c, r, body):
    send(c, "404 Not Found", PAGE)


def status_429(c, r, body):
    send(c, "429 Too Many Requests", headers=[("Retry-After", "120")])


def status_500(c, r, body):
    send(c, "500 Internal Server Error", PAGE)


def status_503(c, r, body):
    send(c, "503 Service Unavailable", headers=[("Retry-After", "3600")])


def old_protocol(c, r, body):
    c.sendall(b"HTTP/1.0 200 OK\r\n\r\n" + body)


def no_answer(c, r, body):
    pass


def no_http(c, r, body):
    c.sendall(b"220 mail.example ready\r\n")


def huge_headers(c, r, body):
    send(c, "200 OK", body, [("X-Filler-%d" % n, "x" * 200) for n in range(1000)])


def injected_headers(c, r, body):
    send(c, "200 OK", body, [("ETag", '"a\rX-Injected: yes"'), ("Last-Modified", "now\x0b\x7f")])


def with_credentials(c, r, body):
    """Serves who says the secret; whatever else happens, remembers what was said."""
    if r.headers.get("authorization") in ("Bearer t0ken", "Basic bWU6cGFzcyB3b3Jk"):
        return well(c, r, body)
    status_401(c, r, body)


def without_credentials(c, r, body):
    """Serves whoever says no secret: where redirects lead to."""
    if "authorization" in r.headers:
        return status_500(c, r, body)
    well(c, r, body)


def asking_then_elsewhere(c, r, body):
    """Wants the secret, then leads to another port, which must not hear it."""
    if "authorization" not in r.headers:
        return status_401(c, r, body)
    place = "http://127.0.0.1:%d/without_credentials/%s" % (PORTS["other"], r.place)
    send(c, "302 Found", headers=[("Location", place)])


class Request:
    def __init__(self, head):
        lines = head.decode("latin-1").split("\r\n")
        self.target = lines[0].split(" ")[1]
        if self.target.startswith("http://"):  # to a proxy
            self.target = "/" + self.target.split("/", 3)[3]
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        _, self.behaviour, self.place = (self.target + "//").split("/", 2)
        self.files, _, path = self.place.rstrip("/").partition("/")
        self.path = "/" + urllib.parse.unquote(path)
        self.files = urllib.parse.unquote(self.files)
        self.modified = ""

    def start(self):
        """Where the wanted part begins; None for a whole file."""
        range_ = self.headers.get("range", "")
        return int(range_[6:-1]) if range_.startswith("bytes=") else None


def heads(connection):
    rest = b""
    while True:
        while b"\r\n\r\n" not in rest:
            more = connection.recv(4096)
            if not more:
                return
            rest += more
        head, _, rest = rest.partition(b"\r\n\r\n")
        yield head


def serve(connection, log):
    try:
        for head in heads(connection):
            request = Request(head)
            applies = request.path.endswith(request.files)
            try:
                with open(request.path, "rb") as file:
                    body = file.read()
                request.modified = email.utils.formatdate(os.path.getmtime(request.path), usegmt=True)
            except OSError:
                if not (applies and request.behaviour in ("portal", "portal_511")):
                    send(connection, "404 Not Found", PAGE, close=False)
                    continue
                body = b""
            if request.behaviour == "well" or not applies:
                well(connection, request, body)
                continue
            globals()[request.behaviour](connection, request, body)
            return
    except OSError:
        pass  # The client has gone: often what a test is about.
    finally:
        connection.close()


def listen(tls=None):
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=shake, args=(connection,), daemon=True).start()

    def shake(connection):
        try:
            if tls:
                connection = tls.wrap_socket(connection, server_side=True)
        except OSError:
            return connection.close()
        serve(connection, None)

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def certificate(folder, name, host, days):
    """A context with a certificate of the test's own authority."""
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    if not os.path.exists(folder + "/ca.pem"):
        for authority in ("ca", "stranger"):
            openssl(folder, "req", "-x509", *new_key, "-keyout", authority + ".key", "-out",
                    authority + ".pem", "-subj", "/CN=" + authority, "-days", "2")
    openssl(folder, "req", *new_key, "-keyout", name + ".key", "-out", name + ".csr",
            "-subj", "/CN=test", "-addext", "subjectAltName=" + host)
    authority = "stranger" if name == "unknown" else "ca"
    openssl(folder, "x509", "-req", "-in", name + ".csr", "-CA", authority + ".pem", "-CAkey",
            authority + ".key", "-CAcreateserial", "-copy_extensions", "copy", "-days", days,
            "-out", name + ".pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/" + name + ".pem", folder + "/" + name + ".key")
    return context


PORTS = {}


def main():
    with tempfile.TemporaryDirectory() as folder:
        start(folder)
        print(json.dumps({"ports": PORTS, "authority": folder + "/ca.pem"}), flush=True)
        sys.stdin.read()


def start(folder):
    PORTS["http"] = listen()
    PORTS["other"] = listen()
    PORTS["https"] = listen(certificate(folder, "good", "IP:127.0.0.1", "1"))
    PORTS["expired"] = listen(certificate(folder, "expired", "IP:127.0.0.1", "-1"))
    PORTS["misnamed"] = listen(certificate(folder, "misnamed", "DNS:example.org", "1"))
    PORTS["unknown"] = listen(certificate(folder, "unknown", "IP:127.0.0.1", "1"))


main()
