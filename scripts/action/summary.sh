#!/usr/bin/env bash
# Adds each Markdown report to the summary of the job.
set -euo pipefail
for report in "$ACTION_REPORTS"/*.md; do
  if [ -e "$report" ]; then cat "$report" >>"$GITHUB_STEP_SUMMARY"; fi
done
