#!/usr/bin/env bash
# Finds the command drydock for the steps that follow: the project's own, or else the version of the input `package`.
set -euo pipefail
own="$PWD/node_modules/.bin"
if [ -x "$own/drydock" ]; then
  echo "$own" >>"$GITHUB_PATH"
  exit 0
fi
folder="$RUNNER_TEMP/drydock"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix "$folder" "$ACTION_PACKAGE"
echo "$folder/node_modules/.bin" >>"$GITHUB_PATH"
