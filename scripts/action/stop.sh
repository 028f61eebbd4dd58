#!/usr/bin/env bash
# Stops the simulator and waits until it has ended.
set -euo pipefail
if [ ! -e "$RUNNER_TEMP/drydock.pid" ]; then exit 0; fi
server=$(cat "$RUNNER_TEMP/drydock.pid")
rm -f "$RUNNER_TEMP/drydock.pid" "$RUNNER_TEMP/drydock.env"
if ! kill "$server" 2>/dev/null; then
  echo "The simulator ended before it was stopped. It printed:" >&2
  tail -n 20 "$ACTION_REPORTS/drydock.log" >&2
  exit 1
fi
for _ in $(seq 100); do
  if ! kill -0 "$server" 2>/dev/null; then exit 0; fi
  sleep 0.1
done
echo "The simulator $server still runs 10 seconds after SIGTERM." >&2
exit 1
