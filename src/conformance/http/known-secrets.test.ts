import { describe, expect, it } from 'vitest'
import { createKnownSecrets } from './known-secrets.ts'
import { createRedactor } from './redaction.ts'

const digits = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
const encodeBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** Texts that contain the secret part of a key, each with a name for the way in which they contain it. */
const ways: readonly (readonly [string, string])[] = [
  ['without its prefix', digits],
  ['without its prefix, in upper case', digits.toUpperCase()],
  ['without its prefix and its first three digits', digits.slice(3)],
  ['without its end', digits.slice(0, 26)],
  ['inside a longer word', `id${digits}0`],
  ['in upper case', `PR_TEST_${digits.toUpperCase()}`],
  ['in hex', Buffer.from(`pr_test_${digits}`).toString('hex')],
  ...['', 'a', 'ab'].flatMap((before) => [
    [
      `in base64 of the digits after ${before.length} other bytes`,
      encodeBase64(`${before}${digits}:x`),
    ] as const,
    [
      `in base64 of digits in upper case after ${before.length} other bytes`,
      encodeBase64(`${before}${digits.toUpperCase()}`),
    ] as const,
    [
      `in base64 of the key after ${before.length} other bytes`,
      encodeBase64(`${before}pr_test_${digits}`),
    ] as const,
    [
      `in base64 in lower case after ${before.length} other bytes`,
      encodeBase64(`${before}${digits}`).toLowerCase(),
    ] as const,
  ]),
]

describe.each([
  ['a test key', `pr_test_${digits}`],
  ['a live key', `pr_live_${digits}`],
  ['a webhook secret', `whsec_${digits}`],
  ['a control token', digits],
])('a redactor that knows %s', (_, secret) => {
  const redactor = createRedactor()
  redactor.addSecret(secret)

  it.each(ways)(
    'a redactor leaves no part of a known secret in a text that has the secret %s',
    (_way, written) => {
      const text = `your token is ${written}, sir`
      expect(redactor.findSecret(text)).toBeDefined()
      const clean = redactor.redact(text)
      expect(redactor.findSecret(clean)).toBeUndefined()
      expect(clean).toMatch(/^your token is .*(…e1f0|\[redacted\]).*, sir$/)
      const middle = written.length / 2
      expect(clean).not.toContain(written.slice(middle - 6, middle + 6))
    },
  )
})

it('KnownSecrets masks only the secret in a word that contains it, and no similar word', () => {
  const known = createKnownSecrets()
  known.add(digits, '…e1f0')
  const other = `${digits.slice(16)}${digits.slice(0, 14)}77`.replace('9', '8')
  expect(known.mask(`lbl_${other} ${digits}/download?token=${digits}`)).toBe(
    `lbl_${other} …e1f0/download?token=…e1f0`,
  )
})

it.each([
  ['a placeholder', 'pr_test_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'x'.repeat(32)],
  ['zeros', `pr_test_${'0'.repeat(32)}`, '0'.repeat(32)],
  ['a short key', 'pr_test_deadbeef', 'deadbeef'],
])('a redactor masks a key with its prefix, and not the same word without the prefix: %s', (_, key, bare) => {
  const redactor = createRedactor()
  redactor.addSecret(key)
  expect(redactor.redact(`tracking ${bare}`)).toBe(`tracking ${bare}`)
  expect(redactor.findSecret(`tracking ${bare}`)).toBeUndefined()
  expect(redactor.redact(`Bearer ${key}`)).not.toContain(key)
})

it('KnownSecrets finds a secret in base64, whatever characters it contains', () => {
  for (let code = 0x20; code < 0x17f; code += 1) {
    const secret = `0f1e2d${String.fromCharCode(code).repeat(16)}3c4b5a`
    for (const before of ['', 'a', 'ab']) {
      const known = createKnownSecrets()
      known.add(secret, '…')
      expect(known.find(`Basic ${encodeBase64(`${before}${secret}`)}`), `${code} after ${before}`).toBe('…')
    }
  }
})
