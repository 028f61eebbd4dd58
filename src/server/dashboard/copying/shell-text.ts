import { putInShellQuotes } from '../../command-line.ts'
import type { CopiedTest, Step, Template } from './steps.ts'

/** Writes a test as a script for bash, which sends requests with curl and reads responses with node. */
export function writeShellTest({ seed, startsAt, steps }: CopiedTest): string {
  return `#!/usr/bin/env bash
# Run it with: drydock exec -- bash FILE
# For the same ids and rates, add the options --seed and --clock before the two dashes:
# --seed has the value ${JSON.stringify(seed)}, --clock frozen@${startsAt}
# It needs curl, and node to read JSON.
set -u
control="$DRYDOCK_URL/_drydock/accounts/default"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
response=$folder/response.json

# Sends a request: method, URL, key, content type, body. A lost response has the status 000.
send() {
  local options=(-sS -g --path-as-is -o "$response" -w '%{http_code}' -X "$1")
  if [ -n "$3" ]; then options+=(-H "Authorization: Bearer $3"); fi
  if [ $# -gt 4 ]; then options+=(-H "Content-Type: $4" --data-raw "$5"); fi
  : > "$response"
  status=$(curl "\${options[@]}" "$2" 2> "$folder/errors")
}

# Prints the field of the response at a path. The path is a JSON list of names.
field() {
  node -e 'const [file, place] = process.argv.slice(1)
let value = JSON.parse(require("node:fs").readFileSync(file, "utf8"))
for (const name of JSON.parse(place)) value = value[name]
console.log(String(value))' "$response" "$1"
}

# Fails the test unless two values are equal: what is compared, the expected value, the actual value.
expect() {
  if [ "$2" != "$3" ]; then
    printf '%s: expected %s, but it is %s\\n' "$1" "$2" "$3" >&2
    exit 1
  fi
}

send PATCH "$control/clock" '' application/json '{"mode":"frozen"}'
${steps.map((step, at) => writeShellStep(step, at + 1)).join('\n\n')}

echo 'All checks passed.'
`
}

function writeShellStep(step: Step, number: number): string {
  const { to, method, key, contentType, seconds, status, checks, saves } = step
  const url = `"${to === 'service' ? '$DRYDOCK_URL' : '$control'}"${toShellText(step.path)}`
  const keyText = key === 'none' ? `''` : `"$DRYDOCK_${key.toUpperCase()}_KEY"`
  const body = step.body === null ? '' : ` ${putInShellQuotes(contentType)} ${toShellText(step.body)}`
  const move = `send POST "$control/clock/advance" '' application/json '{"seconds":${seconds}}'`
  const writeShellResponseValue = (place: Step['saves'][number]['place']) =>
    `"$(field ${putInShellQuotes(JSON.stringify(place))})"`
  return [
    ...(seconds === 0 ? [] : [move]),
    ...(status === null ? ['# A fault kept this response from the client.'] : []),
    `send ${method} ${url} ${keyText}${body}`,
    ...(status === null ? [] : [`expect 'step ${number}, status' ${status} "$status"`]),
    ...checks.map(
      ({ place, value }) =>
        `expect 'step ${number}, ${place.join('.')}' ${putInShellQuotes(String(value))} ${writeShellResponseValue(place)}`,
    ),
    ...saves.map(({ place, variable }) => `${variable}=${writeShellResponseValue(place)}`),
  ].join('\n')
}

function toShellText(template: Template): string {
  return template
    .map((piece) => (typeof piece === 'string' ? putInShellQuotes(piece) : `"$${piece.variable}"`))
    .join('')
}
