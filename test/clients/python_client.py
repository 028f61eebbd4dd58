"""Buys, tracks and voids a label and receives its webhook, with only the standard library of Python."""

import hashlib
import hmac
import json
import os
import queue
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

URL = os.environ["DRYDOCK_URL"]
KEY = os.environ["DRYDOCK_TEST_KEY"]
CONTROL = URL + "/_drydock/accounts/default"

events, seen, answers = [], set(), queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    secret = b""

    def do_POST(self):
        # The signature covers the received bytes, so it is checked before they are parsed.
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        expected = "sha256=" + hmac.new(self.secret, raw, hashlib.sha256).hexdigest()
        genuine = hmac.compare_digest(expected.encode(), self.headers.get("PR-Signature", "").encode())
        status = 200 if genuine else 401
        if genuine:
            label_id = json.loads(raw)["data"]["id"]
            if label_id not in seen:
                seen.add(label_id)
                events.append(label_id)
        self.send_response(status)
        self.end_headers()
        answers.put(status)

    def log_message(self, *_):
        pass


def call(method, url, body=None, key=KEY):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
        raw = answer.read()
        return raw if answer.headers["Content-Type"] == "application/pdf" else json.loads(raw)


def fault(mode):
    call("POST", CONTROL + "/faults", {"target": "webhook", "mode": mode, "times": 1})


def main():
    receiver = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    hook = call("PUT", CONTROL + "/webhook", {"url": "http://127.0.0.1:%d/hooks" % receiver.server_port})
    Receiver.secret = hook["signing_secret"].encode()

    to = {"name": "Zoë Müller", "street1": "2211 Oak Street", "city": "Austin", "state": "TX", "zip": "78704", "country": "US"}
    sender = {"name": "Harbour Goods", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118", "country": "US"}
    print("validated", call("POST", URL + "/v1/addresses/validate", to)["residential"])

    parcel = {"weight_oz": 24, "length": 10, "width": 8, "height": 4}
    rates = call("POST", URL + "/v1/rates", {"from_address": sender, "to_address": to, "parcel": parcel})["rates"]
    print("rated", len({rate["carrier"] for rate in rates}))

    fault("duplicate")
    label = call("POST", URL + "/v1/labels", {"rate_id": rates[0]["id"]})
    print("bought", label["to_address"]["name"])
    print("told twice", [answers.get(timeout=10), answers.get(timeout=10)])
    print("heard once", events == [label["id"]])
    fault("bad_signature")
    call("POST", URL + "/v1/labels", {"rate_id": rates[0]["id"]})
    print("refused a forgery", answers.get(timeout=10), len(events))
    print("downloaded", call("GET", label["label_url"])[:5].decode())


    number = {"tracking_number": label["tracking_number"], "carrier": label["carrier"]}
    print("tracked", call("POST", URL + "/v1/trackers", number)["status"])
    print("voided", call("DELETE", URL + "/v1/labels/" + label["id"])["id"] == label["id"])
    receiver.shutdown()
    print("nothing else came", answers.empty())


main()
