package shipping

import (
	"os"
	"testing"
)

var shipment = Shipment{
	From:   Address{"Harbour Goods", "350 5th Ave", "New York", "NY", "10118", "US"},
	To:     Address{"Ada Carver", "2211 Oak Street", "Austin", "TX", "78704", "US"},
	Parcel: Parcel{24, 10, 8, 4},
}

var control = NewClient(os.Getenv("DRYDOCK_CONTROL_URL"), "")

// newAccount creates an account and returns its path in the control protocol and a client with its live key.
func newAccount(t *testing.T) (string, *Client) {
	t.Helper()
	var account struct {
		ID   string `json:"id"`
		Keys struct {
			Live string `json:"live"`
		} `json:"keys"`
	}
	failOnError(t, control.Call("POST", "/accounts", map[string]any{}, &account))
	return "/accounts/" + account.ID, NewClient(os.Getenv("DRYDOCK_URL"), account.Keys.Live)
}

func failOnError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestBuysTheCheapestLabel(t *testing.T) {
	_, client := newAccount(t)
	rate, _, err := client.CheapestRate(shipment)
	failOnError(t, err)
	label, err := client.BuyLabel(rate, shipment)
	failOnError(t, err)
	if label.RateCents != rate.RateCents {
		t.Errorf("paid %d cents for a rate of %d", label.RateCents, rate.RateCents)
	}
}

func TestQuotesTheOtherCarriersWhileOneIsDown(t *testing.T) {
	account, client := newAccount(t)
	failOnError(t, control.Call("POST", account+"/faults", map[string]string{"target": "carrier:UPS", "mode": "down"}, nil))
	rate, failedCarriers, err := client.CheapestRate(shipment)
	failOnError(t, err)
	if rate.Carrier == "UPS" || failedCarriers != 1 {
		t.Errorf("the rate is of %s, and %d carriers failed", rate.Carrier, failedCarriers)
	}
}

func TestQuotesAgainWhenARateHasExpired(t *testing.T) {
	account, client := newAccount(t)
	rate, _, err := client.CheapestRate(shipment)
	failOnError(t, err)
	failOnError(t, control.Call("POST", account+"/clock/advance", map[string]string{"by": "16m"}, nil))
	label, err := client.BuyLabel(rate, shipment)
	failOnError(t, err)
	if label.Sandbox {
		t.Error("the label is from the sandbox")
	}
}

func TestRefusesAnOrderWhenTheCardIsDeclined(t *testing.T) {
	account, client := newAccount(t)
	wallet := map[string]any{"balance_cents": 0, "payment_method": "declined"}
	failOnError(t, control.Call("PATCH", account+"/wallet", wallet, nil))
	rate, _, err := client.CheapestRate(shipment)
	failOnError(t, err)
	_, err = client.BuyLabel(rate, shipment)
	if refusal, ok := err.(*APIError); !ok || refusal.Status != 402 {
		t.Errorf("expected 402, got %v", err)
	}
}
