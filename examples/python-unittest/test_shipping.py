import os
import unittest

from shipping import ApiError, JsonClient, Shipping

SHOP = {"name": "Harbour Goods", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118", "country": "US"}
CUSTOMER = {"name": "Ada Carver", "street1": "2211 Oak Street", "city": "Austin", "state": "TX", "zip": "78704", "country": "US"}
PARCEL = {"weight_oz": 24, "length": 10, "width": 8, "height": 4}


class ShippingTest(unittest.TestCase):
    def setUp(self):
        self.control = self.connect("DRYDOCK_CONTROL_URL")
        account = self.control.call("POST", "/accounts")
        self.account = f"/accounts/{account['id']}"
        self.shipping = Shipping(self.connect("DRYDOCK_URL", account["keys"]["live"]))

    def connect(self, variable, key=None):
        client = JsonClient(os.environ[variable], key)
        self.addCleanup(client.close)
        return client

    def test_buys_the_cheapest_label(self):
        rate, _ = self.shipping.cheapest_rate(SHOP, CUSTOMER, PARCEL)
        label = self.shipping.buy_cheapest(SHOP, CUSTOMER, PARCEL)
        self.assertEqual(label["rate_cents"], rate["rate_cents"])

    def test_quotes_the_other_carriers_while_one_is_down(self):
        self.control.call("POST", f"{self.account}/faults", {"target": "carrier:UPS", "mode": "down"})
        rate, failed_carriers = self.shipping.cheapest_rate(SHOP, CUSTOMER, PARCEL)
        self.assertNotEqual(rate["carrier"], "UPS")
        self.assertEqual(failed_carriers, 1)

    def test_quotes_again_when_a_rate_has_expired(self):
        rate, _ = self.shipping.cheapest_rate(SHOP, CUSTOMER, PARCEL)
        self.control.call("POST", f"{self.account}/clock/advance", {"by": "16m"})
        label = self.shipping.buy_label(rate, lambda: self.shipping.cheapest_rate(SHOP, CUSTOMER, PARCEL)[0])
        self.assertFalse(label["sandbox"])

    def test_refuses_an_order_when_the_card_is_declined(self):
        wallet = {"balance_cents": 0, "payment_method": "declined"}
        self.control.call("PATCH", f"{self.account}/wallet", wallet)
        with self.assertRaises(ApiError) as refused:
            self.shipping.buy_cheapest(SHOP, CUSTOMER, PARCEL)
        self.assertEqual(refused.exception.status, 402)


if __name__ == "__main__":
    unittest.main()
