import { expect, it } from 'vitest'
import { TestClient } from '../../../test/support/test-client.ts'
import { startDrydockServer } from '../drydock-server.ts'
import { createSecretConcealer, redactSecrets } from './redact.ts'
import type { ServedExchange } from './served-exchange.ts'

const digits = '0123456789abcdef0123456789abcdef'

it.each(['pr_test_', 'pr_live_', 'whsec_'])(
  'redactSecrets shortens a text that begins with %s to its prefix and last four characters',
  (prefix) => {
    expect(redactSecrets(`a ${prefix}${digits}, b`)).toBe(`a ${prefix}…cdef, b`)
  },
)

it('redactSecrets shortens every key and secret in a text, in any letter case', () => {
  const text = `{"a":"pr_test_${digits}","b":"PR_LIVE_${digits.toUpperCase()}"}`
  expect(redactSecrets(text)).toBe('{"a":"pr_test_…cdef","b":"PR_LIVE_…CDEF"}')
})

it.each([
  ['with percent-encoded underscores', `pr%5Flive%5f${digits}`],
  [
    'with every character percent-encoded',
    [...`pr_live_${digits}`].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
  ],
  ['with twice percent-encoded underscores', `pr%255Flive%25255F${digits}`],
  ['with JSON escapes', `pr\\u005flive_\\u0030${digits.slice(1)}`],
  ['with one digit too few', `pr_live_${digits.slice(1)}`],
  ['with one digit too many', `pr_live_0${digits}`],
])('redactSecrets shortens a key in an unusual form: %s', (_, key) => {
  expect(redactSecrets(`/v1/labels/${key}/download`)).toBe('/v1/labels/pr_live_…cdef/download')
})

it('the time of redactSecrets grows only linearly with the length of a text that resembles many keys', () => {
  const almost = '%70r%5F'.repeat(50_000)
  const before = process.cpuUsage()
  expect(redactSecrets(almost)).toBe(almost)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
})

it('redactSecrets leaves a text without keys and secrets as it is', () => {
  const text = `lbl_${digits} pr_test_short ${digits}`
  expect(redactSecrets(text)).toBe(text)
})

const part = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
const token = 'open %sesame% "now"'
const conceal = createSecretConcealer({
  isPartOfSecret: (digits_) => digits_ === part,
  texts: [token, 'short'],
})
const hidden = '…8f90'
const percented = [...part].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('')

it.each([
  ['the digits of a key without its prefix', `/v1/labels/${part}/download`, `/v1/labels/${hidden}/download`],
  ['the digits of a key in capital letters', `/v1/labels/${part.toUpperCase()}`, '/v1/labels/…8F90'],
  ['the percent-encoded digits of a key', `/v1/labels/${percented}`, `/v1/labels/${hidden}`],
  ['digits of a key with more digits before them', `/abc${part}`, `/abc${hidden}`],
  ['digits of a key with more digits after them', `/${part}abc`, `/${hidden}abc`],
  ['the digits of a key with another prefix', `key_${part} and ${part}`, `key_${hidden} and ${hidden}`],
  ['a control token', `Bearer ${token}.`, 'Bearer ….'],
  ['a control token in an address', `/v1/${encodeURIComponent(token)}`, '/v1/…'],
  ['a control token in JSON', JSON.stringify({ token }), '{"token":"…"}'],
  ['a text that looks like a key', `pr_live_${digits}`, 'pr_live_…cdef'],
  ['digits that are no secret', `/v1/labels/${digits}`, `/v1/labels/${digits}`],
  ['digits that are no secret, percent-encoded', `/${percented.replaceAll('%61', '%62')}`, undefined],
  ['a word that contains a short token', 'in short', 'in short'],
])('createSecretConcealer conceals known secrets and leaves other text unchanged: %s', (_, text, wanted) => {
  expect(conceal(text)).toBe(wanted ?? text)
})

const encodeText = (text: string): readonly (readonly [string, string])[] =>
  (['hex', 'base64', 'base64url'] as const).flatMap((name) =>
    ['', 'a', 'Zoë', 'user:', 'ÿÿ'].map((before) => [
      `${name} after "${before}"`,
      Buffer.from(`${before}${text}:x`).toString(name),
    ]),
  )

it.each<readonly [string, string]>([
  ...encodeText(`pr_live_${part}`),
  ...encodeText(part),
  ...encodeText(part.toUpperCase()),
  ...encodeText(`whsec_${digits}`),
  ...encodeText(token),
  ['hex in capital letters', Buffer.from(`pr_live_${part}`).toString('hex').toUpperCase()],
  ['a control token in hex in capital letters', Buffer.from(token).toString('hex').toUpperCase()],
])('createSecretConcealer conceals a secret that is written in %s', (_, written) => {
  const middle = written.slice(8, -12)
  for (const beside of ['', 'f', 'ff', 'fff', '/v1/labels/', '{"a":"'])
    for (const shown of [conceal(beside + written), conceal(`${beside}${written}/download`)]) {
      expect(shown).toContain('…')
      expect(shown).not.toContain(middle)
    }
})

it('createSecretConcealer conceals a whole secret in base64, and leaves other base64 unchanged', () => {
  const encodeBase64 = (text: string): string => Buffer.from(text).toString('base64url')
  expect(conceal(`/v1/labels/${encodeBase64(part)}/download`)).toBe(`/v1/labels/${hidden}/download`)
  expect(conceal(`/v1/labels/${encodeBase64(`pr_test_${part}`)}/a`)).toBe('/v1/labels/pr_test_…8f90/a')
  const other = `/v1/labels/${encodeBase64(digits)}/${Buffer.from(digits).toString('hex')}`
  expect(conceal(other)).toBe(other)
})

it('the time of createSecretConcealer grows only linearly with the length of a text of digits', () => {
  const before = process.cpuUsage()
  const long = '0123456789abcdef'.repeat(8_000)
  const inLetters = (['hex', 'base64'] as const).map((name) => Buffer.from(long).toString(name))
  for (const text of [long, ...inLetters, '%61'.repeat(50_000), '%2525'.repeat(30_000)])
    expect(conceal(text)).toBe(text)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
})

it('the simulator conceals keys, signing secrets and the control token in logged paths and bodies', async () => {
  const seen: ServedExchange[] = []
  const controlToken = 'let me move the clock'
  const server = await startDrydockServer({ port: 0, controlToken, onExchange: (each) => seen.push(each) })
  const client = new TestClient(server.url)
  const call = async (method: string, path: string, key: string, body?: object) =>
    Object((await client.send({ method, path, key, body })).body)
  const { keys } = await call('POST', '/_drydock/accounts', controlToken, { id: 'a' })
  const webhook = { url: 'http://127.0.0.1:9/' }
  const { signing_secret } = await call('PUT', '/_drydock/accounts/a/webhook', controlToken, webhook)
  const parts = [keys.test, keys.live, signing_secret].map((secret: string) => secret.slice(-32))
  const inBase64 = [keys.test, signing_secret, controlToken].map((text) =>
    Buffer.from(text).toString('base64url'),
  )
  const secrets = [...parts, encodeURIComponent(controlToken), ...inBase64]
  for (const secret of secrets) await call('GET', `/v1/labels/${secret}`, keys.test)
  await call('POST', '/v1/trackers', keys.test, {
    tracking_number: keys.live.slice(-32),
    carrier: controlToken,
  })
  const { requests } = await call('GET', '/_drydock/accounts/a/requests', controlToken)
  await server.close()

  expect(requests).toHaveLength(8)
  const shown = JSON.stringify([requests, seen.map(({ path }) => path)])
  for (const secret of [...secrets, controlToken]) expect(shown).not.toContain(secret)
  expect(seen.map(({ path }) => path)).toContain(`/v1/labels/…${keys.test.slice(-4)}`)
})
