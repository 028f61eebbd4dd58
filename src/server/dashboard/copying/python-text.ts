import { type CopiedTest, type ResponsePath, type Step, writeTemplateExpression } from './steps.ts'

/** Writes a test as a file for Python's unittest, which needs only the standard library. */
export function writePythonTest({ seed, startsAt, steps }: CopiedTest): string {
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
    def test_requests_of_the_account(self):
        send("PATCH", CONTROL + "/clock", None, "application/json", '{"mode":"frozen"}')
${steps.map(writePythonStep).join('\n\n')}


if __name__ == "__main__":
    unittest.main()
`
}

function writePythonStep(step: Step): string {
  const { to, method, key, contentType, seconds, status, checks, saves } = step
  const url = `${to === 'service' ? 'URL' : 'CONTROL'} + ${writeTemplateExpression(step.path)}`
  const keyText = key === 'none' ? 'None' : `"DRYDOCK_${key.toUpperCase()}_KEY"`
  const body = step.body === null ? '' : `, ${writeTemplateExpression(step.body)}`
  const call = `send("${method}", ${url}, ${keyText}, ${JSON.stringify(contentType)}${body})`
  const move = `'{"seconds":${seconds}}'`
  const lines = [
    ...(seconds === 0 ? [] : [`send("POST", CONTROL + "/clock/advance", None, "application/json", ${move})`]),
    ...(status === null
      ? ['# A fault kept this response from the client.', call]
      : [`status, body = ${call}`, `self.assertEqual(status, ${status})`]),
    ...checks.map(
      ({ place, value }) => `self.assertEqual(${writePythonResponseValue(place)}, ${toPythonLiteral(value)})`,
    ),
    ...saves.map(({ place, variable }) => `${variable} = ${writePythonResponseValue(place)}`),
  ]
  return lines.map((line) => `        ${line}`).join('\n')
}

function writePythonResponseValue(place: ResponsePath): string {
  if (place.at(-1) === 'length') return `len(${writePythonResponseValue(place.slice(0, -1))})`
  return `body${place.map((part) => `[${JSON.stringify(part)}]`).join('')}`
}

/** Writes a value as a Python literal. JSON's texts and numbers are valid Python. */
function toPythonLiteral(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
