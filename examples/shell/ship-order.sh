#!/usr/bin/env bash
# Ships an order and ends with status 0 only if the parcel was delivered.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Sends a request to the path $1 with the test key, a POST if $2 is a JSON body, and prints the response.
send_request() {
  curl --silent --show-error --fail-with-body --max-time 10 "$DRYDOCK_URL$1" \
    -H "Authorization: Bearer $DRYDOCK_TEST_KEY" ${2:+-H 'Content-Type: application/json' -d "$2"}
}

# Prints the first value of a field of the JSON text on stdin.
read_field() {
  grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

shop='{"name":"Harbour Goods","street1":"350 5th Ave","city":"New York","state":"NY","zip":"10118","country":"US"}'
customer='{"name":"Ada Carver","street1":"2211 Oak Street","city":"Austin","state":"TX","zip":"78704","country":"US"}'
parcel='{"weight_oz":24,"length":10,"width":8,"height":4}'

send_request /v1/rates "{\"from_address\":$shop,\"to_address\":$customer,\"parcel\":$parcel}" >"$folder/rates.json"
rate=$(read_field id <"$folder/rates.json")

# If the response is lost, the label may have been bought all the same, so curl does not repeat this request.
send_request /v1/labels "{\"rate_id\":\"$rate\"}" >"$folder/label.json"
number=$(read_field tracking_number <"$folder/label.json")
carrier=$(read_field carrier <"$folder/label.json")
url=$(read_field label_url <"$folder/label.json")
send_request "${url#"$DRYDOCK_URL"}" >"$folder/label.pdf"
head -c 5 "$folder/label.pdf" | grep -q '%PDF-'

tracker=$(send_request /v1/trackers "{\"tracking_number\":\"$number\",\"carrier\":\"$carrier\"}" | read_field id)
curl --silent --show-error --fail-with-body "$DRYDOCK_CONTROL_URL/accounts/default/clock/advance" \
  -H 'Content-Type: application/json' -d '{"by":"3d"}' >/dev/null
status=$(send_request "/v1/trackers/$tracker" | sed -E 's/"events":.*//' | read_field status)
echo "The parcel $number is $status."
[ "$status" = delivered ]
