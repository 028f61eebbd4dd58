#!/usr/bin/env bash
# Starts a simulator in the background, waits until it responds, and writes its URL and keys to a file for the steps run and
# review. They are no variables of the job, because later steps of the job would use a simulator that has stopped.
set -euo pipefail
mkdir -p "$ACTION_REPORTS"
log="$ACTION_REPORTS/drydock.log"
# The background shell may open the log after this script reads it for the first time.
: >"$log"
. "${BASH_SOURCE%/*}/read-options.sh"
read_options "$ACTION_SERVE_OPTIONS"
nohup drydock serve --port "$ACTION_PORT" ${options[@]+"${options[@]}"} >"$log" 2>&1 &
server=$!
echo "$server" >"$RUNNER_TEMP/drydock.pid"
url=''
for _ in $(seq 300); do
  url=$(sed -n 's/^drydock listening on //p' "$log")
  if [ -n "$url" ]; then break; fi
  if ! kill -0 "$server" 2>/dev/null; then
    echo "The simulator did not start. It printed:" >&2
    cat "$log" >&2
    exit 1
  fi
  sleep 0.1
done
drydock wait --url "$url" --timeout 30s
key=d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0
cat >"$RUNNER_TEMP/drydock.env" <<END
DRYDOCK_URL=$url
DRYDOCK_CONTROL_URL=$url/_drydock
DRYDOCK_TEST_KEY=pr_test_$key
DRYDOCK_LIVE_KEY=pr_live_$key
DRYDOCK_WEBHOOK_SECRET=whsec_$key
END
echo "The simulator responds at $url."
