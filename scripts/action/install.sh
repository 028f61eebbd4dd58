#!/usr/bin/env bash
# Adds the command drydock to PATH for the next steps: the one in node_modules, or else the package of the input `package`.
set -euo pipefail
own="$PWD/node_modules/.bin"
if [ -x "$own/drydock" ]; then
  echo "$own" >>"$GITHUB_PATH"
  exit 0
fi
folder="$RUNNER_TEMP/drydock"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix "$folder" "$ACTION_PACKAGE"
echo "$folder/node_modules/.bin" >>"$GITHUB_PATH"
