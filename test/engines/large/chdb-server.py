"""Answers ClickHouse's HTTP protocol from the ClickHouse inside chdb: python chdb-server.py PORT FOLDER"""
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlparse

from chdb import session

store = session.Session(sys.argv[2])
KNOWN = ("enable_extended_results_for_datetime_functions", "prefer_column_name_to_alias", "session_timezone")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    settings = ""

    def do_POST(self):
        given = parse_qs(urlparse(self.path).query)
        sql = "\n".join([*given.get("query", []), self.body().decode()])
        settings = ", ".join(f"{name} = '{given[name][0]}'" for name in KNOWN if name in given)
        try:
            if settings and settings != Handler.settings:
                store.query(f"SET {settings}")
                Handler.settings = settings
            self.reply(200, store.query(sql).bytes() or b"")
        except Exception as error:
            # What a failed query had written stands before the answer to the next one.
            store.query("SELECT 1")
            self.reply(500, str(error).encode())

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def reply(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
