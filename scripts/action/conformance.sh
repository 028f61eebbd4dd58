#!/usr/bin/env bash
# Checks the service of the input `conformance`, writes its reports and ends with status 1 if a rule failed.
set -euo pipefail
mkdir -p "$ACTION_REPORTS"
. "${BASH_SOURCE%/*}/read-options.sh"
read_options "$ACTION_CONFORMANCE_OPTIONS"
drydock conformance "$ACTION_CONFORMANCE" ${options[@]+"${options[@]}"} --report console --report "junit=$ACTION_REPORTS/conformance.xml" \
  --report "html=$ACTION_REPORTS/conformance.html" --report "markdown=$ACTION_REPORTS/conformance.md"
