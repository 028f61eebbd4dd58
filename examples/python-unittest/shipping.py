"""Buys labels. A purchase whose response is lost is never repeated blindly."""

import json
from http.client import HTTPConnection
from urllib.parse import urlsplit


class ApiError(Exception):
    """The service refused a request, with its own error."""

    def __init__(self, status, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.status = status
        self.code = error["code"]


class JsonClient:
    """Sends requests to one address over one connection."""

    def __init__(self, url, key=None):
        self.base = urlsplit(url)
        self.connection = HTTPConnection(self.base.hostname, self.base.port, timeout=10)
        self.headers = {"Content-Type": "application/json"}
        if key is not None:
            self.headers["Authorization"] = f"Bearer {key}"

    def call(self, method, path, body=None):
        """Sends a body as JSON and returns the parsed response."""
        self.connection.request(method, self.base.path + path, json.dumps(body or {}), self.headers)
        response = self.connection.getresponse()
        parsed = json.loads(response.read() or b"null")
        if response.status >= 300:
            raise ApiError(response.status, parsed["error"])
        return parsed

    def close(self):
        self.connection.close()


class Shipping:
    def __init__(self, client):
        self.client = client

    def cheapest_rate(self, sender, recipient, parcel):
        """Returns the cheapest rate and the number of carriers that gave none."""
        body = {"from_address": sender, "to_address": recipient, "parcel": parcel}
        quote = self.client.call("POST", "/v1/rates", body)
        return quote["rates"][0], len(quote.get("failed_carriers", []))

    def buy(self, sender, recipient, parcel):
        """Buys the cheapest label. If its rate expires on the way, quotes once more."""
        rate, _ = self.cheapest_rate(sender, recipient, parcel)
        return self.buy_rate(rate, lambda: self.cheapest_rate(sender, recipient, parcel)[0])

    def buy_rate(self, rate, quote_again):
        try:
            return self.client.call("POST", "/v1/labels", {"rate_id": rate["id"]})
        except ApiError as error:
            if error.code != "RATE.EXPIRED":
                raise
        return self.client.call("POST", "/v1/labels", {"rate_id": quote_again()["id"]})
