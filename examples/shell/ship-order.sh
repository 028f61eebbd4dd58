#!/usr/bin/env bash
# Ships an order and ends with status 0 only if the parcel was delivered.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Sends a request with the key, its JSON body from the second argument, and prints the response.
call() {
  curl --silent --show-error --fail-with-body --max-time 10 "$DRYDOCK_URL$1" \
    -H "Authorization: Bearer $DRYDOCK_TEST_KEY" ${2:+-H 'Content-Type: application/json' -d "$2"}
}

# Prints the first value of a field of the JSON text on stdin.
field() {
  grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

shop='{"name":"Harbour Goods","street1":"350 5th Ave","city":"New York","state":"NY","zip":"10118","country":"US"}'
customer='{"name":"Ada Carver","street1":"2211 Oak Street","city":"Austin","state":"TX","zip":"78704","country":"US"}'
parcel='{"weight_oz":24,"length":10,"width":8,"height":4}'

call /v1/rates "{\"from_address\":$shop,\"to_address\":$customer,\"parcel\":$parcel}" >"$folder/rates.json"
rate=$(field id <"$folder/rates.json")

# If the response is lost, the label may have been bought, so curl does not repeat this request.
call /v1/labels "{\"rate_id\":\"$rate\"}" >"$folder/label.json"
number=$(field tracking_number <"$folder/label.json")
carrier=$(field carrier <"$folder/label.json")
url=$(field label_url <"$folder/label.json")
call "${url#"$DRYDOCK_URL"}" >"$folder/label.pdf"
head -c 5 "$folder/label.pdf" | grep -q '%PDF-'

tracker=$(call /v1/trackers "{\"tracking_number\":\"$number\",\"carrier\":\"$carrier\"}" | field id)
curl --silent --show-error --fail-with-body "$DRYDOCK_CONTROL_URL/accounts/default/clock/advance" \
  -H 'Content-Type: application/json' -d '{"by":"3d"}' >/dev/null
status=$(call "/v1/trackers/$tracker" | sed -E 's/"events":.*//' | field status)
echo "The parcel $number is $status."
[ "$status" = delivered ]
