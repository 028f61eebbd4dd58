"""Buys labels. If the response to a purchase is lost, the purchase is not repeated."""

import json
from http.client import HTTPConnection
from urllib.parse import urlsplit


class ApiError(Exception):
    """An error response of the service."""

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
    """Quotes shipments and buys labels."""

    def __init__(self, client):
        self.client = client

    def cheapest_rate(self, sender, recipient, parcel):
        """Returns the cheapest rate and the number of carriers that failed."""
        body = {"from_address": sender, "to_address": recipient, "parcel": parcel}
        quote = self.client.call("POST", "/v1/rates", body)
        return quote["rates"][0], len(quote.get("failed_carriers", []))

    def buy_cheapest(self, sender, recipient, parcel):
        """Buys the cheapest label for a shipment."""
        rate, _ = self.cheapest_rate(sender, recipient, parcel)
        return self.buy_label(rate, lambda: self.cheapest_rate(sender, recipient, parcel)[0])

    def buy_label(self, rate, quote_again):
        """Buys a label for a rate. If the rate has expired, buys the rate that quote_again returns."""
        try:
            return self.client.call("POST", "/v1/labels", {"rate_id": rate["id"]})
        except ApiError as error:
            if error.code != "RATE.EXPIRED":
                raise
        return self.client.call("POST", "/v1/labels", {"rate_id": quote_again()["id"]})
