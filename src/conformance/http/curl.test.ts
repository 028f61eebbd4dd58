import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createKeyNaming } from '../target/key-variable.ts'
import { type CurlRequest, renderCurl } from './curl.ts'
import { createRedactor } from './redaction.ts'
import { captureExchange } from './sending/capture.ts'

const testKey = `pr_test_${'a1'.repeat(16)}`
const liveKey = `pr_live_${'b2'.repeat(16)}`
const { conceal } = createRedactor()

const renderCurlLine = (request: Partial<CurlRequest>): string =>
  renderCurl({
    method: 'GET',
    url: 'http://h/v1/wallet',
    headers: {},
    key: undefined,
    body: null,
    lack: undefined,
    conceal,
    nameKey: createKeyNaming([{ test: testKey, live: liveKey }]),
    ...request,
  })

/** Runs a shell that splits a command line into words, and returns the words. */
const splitByShell = (text: string, shell = 'sh'): readonly string[] =>
  execFileSync(shell, ['-c', `curl() { printf '%s\\0' "$@"; }; ${text}`], {
    encoding: 'utf8',
    env: { DRYDOCK_KEY: 'k', DRYDOCK_LIVE_KEY: 'l', KEY_OF_THE_RULE: 'r' },
  })
    .split('\0')
    .slice(0, -1)

describe('a curl line', () => {
  it('the curl line of a GET request without a key and a body has only the option -i', () => {
    expect(renderCurlLine({})).toBe("curl -i 'http://h/v1/wallet'")
  })

  it('a curl line quotes every value for the shell and takes the key from the environment', () => {
    const body = `{"name":"O'Neil $HOME \`id\` \\"x\\" !"}`
    const text = renderCurlLine({
      method: 'POST',
      url: "http://h/v1/rates?q='",
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      key: testKey,
      body,
    })
    expect(text).not.toContain(testKey)
    expect(splitByShell(text)).toEqual([
      '-i',
      '-X',
      'POST',
      '-H',
      'Authorization: Bearer k',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      body,
      "http://h/v1/rates?q='",
    ])
  })

  it.each([
    [testKey, 'k'],
    [liveKey, 'l'],
    [`pr_test_${'c3'.repeat(16)}`, 'r'],
  ])('a curl line takes each API key from the shell variable that holds the key: %s', (key, value) => {
    const whole = renderCurlLine({ headers: { Authorization: `Bearer ${key}` }, key })
    expect(splitByShell(whole)).toContain(`Authorization: Bearer ${value}`)
    // Some rules send unusual headers on purpose, so curl lines must quote them.
    const odd = renderCurlLine({ headers: { 'X-Odd': `"$HOME" ${key}, then ${key}x` } })
    expect(odd).not.toContain(key)
    expect(splitByShell(odd).find((word) => word.startsWith('X-Odd'))).toMatch(
      new RegExp(`^X-Odd: "\\$HOME" ${value}, then pr_`),
    )
  })

  it('each API key that a rule has created gets a numbered shell variable in curl lines', () => {
    const name = createKeyNaming([{ test: testKey }])
    expect([liveKey, testKey, 'other', liveKey].map(name)).toEqual([
      'KEY_OF_THE_RULE',
      'DRYDOCK_KEY',
      'KEY_OF_THE_RULE_2',
      'KEY_OF_THE_RULE',
    ])
  })

  it('a curl line stays one line if the body has several lines', () => {
    const text = renderCurlLine({ method: 'POST', body: "two\nlines\t'and' \\a quote" })
    expect(text).not.toContain('\n')
    expect(splitByShell(text, 'bash')).toContain("two\nlines\t'and' \\a quote")
  })

  it('a curl line becomes a comment if the body of the request was not kept whole', () => {
    const { request, curl } = captureExchange({
      request: {
        method: 'POST',
        url: 'http://h/v1/batches',
        path: '/v1/batches',
        headers: {},
        body: JSON.stringify({ items: 'x'.repeat(9_000) }),
        key: undefined,
      },
      durationMs: 1,
      redactor: createRedactor(),
      nameKey: () => 'DRYDOCK_KEY',
    }).show()
    expect(request.body).toMatch(/… \(9012 characters\)$/)
    expect(curl).toBe(
      "# The body was cut, it had 9012 characters. Put the whole body into body.json and run: curl -i -X POST --data-binary @body.json 'http://h/v1/batches'",
    )
  })
})
