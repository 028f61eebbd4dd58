// Package shipping buys labels.
package shipping

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// APIError is an error response of the service.
type APIError struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *APIError) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Message) }

// Client sends requests to the service with one key and reuses its connections.
type Client struct {
	URL, Key string
	HTTP     http.Client
}

// NewClient returns a client that waits at most ten seconds for a response.
func NewClient(url, key string) *Client {
	return &Client{URL: url, Key: key, HTTP: http.Client{Timeout: 10 * time.Second}}
}

// Call sends a body as JSON and reads the response into result, unless that is nil.
func (c *Client) Call(method, path string, body, result any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, c.URL+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.Key)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer func() {
		// A connection can be used again only if its response was read to the end.
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}()
	if response.StatusCode >= 300 {
		var refusal struct {
			Error APIError `json:"error"`
		}
		if err := json.NewDecoder(response.Body).Decode(&refusal); err != nil {
			return err
		}
		refusal.Error.Status = response.StatusCode
		return &refusal.Error
	}
	if result == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(result)
}

// Address is a sender or a recipient.
type Address struct {
	Name    string `json:"name"`
	Street1 string `json:"street1"`
	City    string `json:"city"`
	State   string `json:"state"`
	Zip     string `json:"zip"`
	Country string `json:"country"`
}

// Parcel has its weight in ounces.
type Parcel struct {
	WeightOz float64 `json:"weight_oz"`
	Length   float64 `json:"length"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
}

// Shipment is one parcel from one address to another.
type Shipment struct {
	From   Address `json:"from_address"`
	To     Address `json:"to_address"`
	Parcel Parcel  `json:"parcel"`
}

// Rate is a price of a carrier, valid for 15 minutes.
type Rate struct {
	ID        string `json:"id"`
	Carrier   string `json:"carrier"`
	RateCents int    `json:"rate_cents"`
}

// Label is a shipping label that was bought.
type Label struct {
	ID        string `json:"id"`
	RateCents int    `json:"rate_cents"`
	Sandbox   bool   `json:"sandbox"`
}

// CheapestRate returns the cheapest rate of a shipment and the number of carriers that failed.
func (c *Client) CheapestRate(shipment Shipment) (Rate, int, error) {
	var quote struct {
		Rates         []Rate            `json:"rates"`
		FailedCarriers []json.RawMessage `json:"failed_carriers"`
	}
	if err := c.Call("POST", "/v1/rates", shipment, &quote); err != nil {
		return Rate{}, 0, err
	}
	return quote.Rates[0], len(quote.FailedCarriers), nil
}

// BuyLabel buys a label for a rate. If the rate has expired, it buys the cheapest rate of a new quote.
func (c *Client) BuyLabel(rate Rate, shipment Shipment) (Label, error) {
	label, err := c.buyOnce(rate)
	if refusal, ok := err.(*APIError); ok && refusal.Code == "RATE.EXPIRED" {
		newRate, _, err := c.CheapestRate(shipment)
		if err != nil {
			return Label{}, err
		}
		return c.buyOnce(newRate)
	}
	return label, err
}

func (c *Client) buyOnce(rate Rate) (Label, error) {
	var label Label
	err := c.Call("POST", "/v1/labels", map[string]string{"rate_id": rate.ID}, &label)
	return label, err
}
