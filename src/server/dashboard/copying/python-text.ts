import type { CopiedTest, Place, Step, Template } from './steps.ts'

/** Returns a test as a file for Python's unittest, which uses only the standard library. */
export function pythonText({ seed, startsAt, steps }: CopiedTest): string {
  return `# Run it with: drydock exec -- python3 FILE
# For the same ids and rates, add the options --seed and --clock before the two dashes:
# --seed has the value ${JSON.stringify(seed)}, --clock frozen@${startsAt}
import http.client
import json
import os
import unittest
import urllib.error
import urllib.request

URL = os.environ["DRYDOCK_URL"]
CONTROL = URL + "/_drydock/accounts/default"


def send(method, url, key=None, content_type=None, body=None):
    """Send a request; a lost response has the status 0."""
    headers = {}
    if key is not None:
        headers["Authorization"] = "Bearer " + os.environ[key]
    if body is not None:
        headers["Content-Type"] = content_type
    data = None if body is None else body.encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            status, content = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, content = error.code, error.read()
    except (OSError, http.client.HTTPException):
        return 0, None
    try:
        return status, json.loads(content)
    except ValueError:
        return status, None


class CopiedTest(unittest.TestCase):
    def test_what_happened_in_the_account(self):
        send("PATCH", CONTROL + "/clock", None, "application/json", '{"mode":"frozen"}')
${steps.map(stepText).join('\n\n')}


if __name__ == "__main__":
    unittest.main()
`
}

function stepText(step: Step): string {
  const { to, method, key, contentType, seconds, status, checks, saves } = step
  const url = `${to === 'service' ? 'URL' : 'CONTROL'} + ${textOf(step.path)}`
  const keyText = key === 'none' ? 'None' : `"DRYDOCK_${key.toUpperCase()}_KEY"`
  const body = step.body === null ? '' : `, ${textOf(step.body)}`
  const call = `send("${method}", ${url}, ${keyText}, ${JSON.stringify(contentType)}${body})`
  const move = `'{"seconds":${seconds}}'`
  const lines = [
    ...(seconds === 0 ? [] : [`send("POST", CONTROL + "/clock/advance", None, "application/json", ${move})`]),
    ...(status === null
      ? ['# A fault kept this response from the client.', call]
      : [`status, body = ${call}`]),
    ...(status === null ? [] : [`self.assertEqual(status, ${status})`]),
    ...checks.map(({ place, value }) => `self.assertEqual(${valueAt(place)}, ${literal(value)})`),
    ...saves.map(({ place, variable }) => `${variable} = ${valueAt(place)}`),
  ]
  return lines.map((line) => `        ${line}`).join('\n')
}

function valueAt(place: Place): string {
  if (place.at(-1) === 'length') return `len(${valueAt(place.slice(0, -1))})`
  return `body${place.map((part) => `[${JSON.stringify(part)}]`).join('')}`
}

/** JSON's texts and numbers mean the same in Python. */
function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

function textOf(template: Template): string {
  return template
    .map((piece) => (typeof piece === 'string' ? JSON.stringify(piece) : piece.variable))
    .join(' + ')
}
