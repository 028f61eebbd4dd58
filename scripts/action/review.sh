#!/usr/bin/env bash
# Reviews the requests of the default account and writes the reports. Ends with status 1 if a finding is serious enough, and with 3 if
# there was no request.
set -euo pipefail
if [ ! -e "$RUNNER_TEMP/drydock.env" ]; then
  echo 'No simulator was started, so there are no requests to review.'
  exit 0
fi
. "$RUNNER_TEMP/drydock.env"
mkdir -p "$ACTION_REPORTS"
drydock review --url "$DRYDOCK_URL" --fail-on "$ACTION_FAIL_ON" --report console --report "junit=$ACTION_REPORTS/review.xml" \
  --report "html=$ACTION_REPORTS/review.html" --report "markdown=$ACTION_REPORTS/review.md"
