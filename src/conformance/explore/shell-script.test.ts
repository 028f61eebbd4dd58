import { expect, test } from 'vitest'
import type { CapturedExchange } from '../http/answer.ts'
import { writeShellScript } from './shell-script.ts'
import type { ScriptLine, StepId } from './step.ts'
import type { SentCall } from './walk-accounts.ts'

const found = { expected: '200', seen: '500\nwith a page' }
const base = 'http://127.0.0.1:4010'

function createSentCall(id: StepId, curl: string, json: unknown = {}): SentCall {
  const url = curl.slice(curl.indexOf("'") + 1, -1)
  const request = { method: 'GET', url, headers: {}, body: null }
  const exchange: CapturedExchange = {
    show: () => ({ request, response: null, failure: null, curl, duration_ms: 1 }),
  }
  return { id, exchange, json }
}

const made: SentCall = {
  id: undefined,
  control: {
    method: 'POST',
    path: '/accounts',
    body: { seed: '7/1/a' },
    status: 201,
    answer: { id: 'acc_12345' },
  },
}

const createSentGet = (id: StepId, key: string): SentCall =>
  createSentCall(id, `curl -i -H "Authorization: Bearer $${key}" '${base}/v1/wallet'`)

test('the shell script of a random walk ends with comments on the finding, each value on one line', () => {
  const lines = writeShellScript({ script: [], calls: [made], found }, { url: base, hasToken: false }).split(
    '\n',
  )
  expect(lines.slice(-2)).toEqual(['# Expected: 200', '# Seen:     500 with a page'])
  expect(lines.join('\n')).not.toContain('TOKEN')
})

test('the shell script of a random walk requires the control token and never prints it', () => {
  const script = writeShellScript({ script: [], calls: [made], found }, { url: base, hasToken: true })
  expect(script).toMatch(/^: "\$\{DRYDOCK_CONTROL_TOKEN:\?must hold the token of the control protocol\}"$/m)
  expect(script).toContain('-H "Authorization: Bearer $DRYDOCK_CONTROL_TOKEN"')
})

test('the shell script of a random walk begins with variables for the API keys that belong to no account', () => {
  const calls = [
    made,
    createSentGet('s1', 'KEY_A_TEST'),
    createSentGet('s2', 'KEY_A_UNKNOWN'),
    createSentGet('s3', 'KEY_A_REVOKED'),
  ]
  const lines = writeShellScript({ script: [], calls, found }, { url: base, hasToken: false }).split('\n')
  expect(lines.slice(2, 4)).toEqual([
    "KEY_A_UNKNOWN=pr_test_$(printf '0badf00d%.0s' 1 2 3 4)",
    expect.stringMatching(/^: "\$\{KEY_A_REVOKED:\?must hold a key of yours\}"$/),
  ])
})

test('the shell script of a random walk has a comment in place of a request whose body was too long for the report', () => {
  const line = "# Its body was cut. Put the whole body into body.json and run: curl -i 'http://x/'"
  const script = writeShellScript(
    { script: [], calls: [made, createSentCall('s1', line), createSentGet('s2', 'KEY_A_TEST')], found },
    undefined,
  )
  expect(script).toContain(`\n${line}\n`)
})

test('the shell script of a random walk does not print the PDF that it downloads', () => {
  const calls = [made, createSentCall('s1', `curl -i '${base}/v1/labels/lbl_1/download'`)]
  expect(writeShellScript({ script: [], calls, found }, undefined)).toContain('-o /dev/null')
})

test('the shell script of a random walk runs concurrent sequences at the same time, and the requests of each sequence in order', () => {
  const action = { do: 'call', client: 'a', key: 'live', operation: 'getWallet' } as const
  const script: readonly ScriptLine[] = [
    {
      id: 's4',
      lanes: [
        [
          { id: 's1', action },
          { id: 's2', action },
        ],
        [{ id: 's3', action }],
      ],
    },
  ]
  const calls = [
    made,
    createSentGet('s1', 'KEY_A_LIVE'),
    createSentGet('s3', 'KEY_A_LIVE'),
    createSentGet('s2', 'KEY_A_LIVE'),
  ]
  const lines = writeShellScript(
    { script, calls: [...calls, createSentGet('s5', 'KEY_A_LIVE')], found },
    undefined,
  ).split('\n')
  const at = lines.indexOf('wait')
  expect(lines.slice(at - 2, at).map((line) => line.match(/r\d(?==\$\(curl)/g))).toEqual([
    ['r2', 'r4'],
    ['r3'],
  ])
  expect(lines.slice(at + 1, at + 4).map((line) => line.slice(0, 2))).toEqual(['r2', 'r4', 'r3'])
  expect(lines[at + 4]).toMatch(/^r5=\$\(curl/)
})
