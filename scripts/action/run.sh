#!/usr/bin/env bash
# Runs the command of the input `command`, with the simulator in DRYDOCK_URL, and ends with its status.
set -euo pipefail
set -a
. "$RUNNER_TEMP/drydock.env"
set +a
exec bash --noprofile --norc -euo pipefail -c "$ACTION_COMMAND"
