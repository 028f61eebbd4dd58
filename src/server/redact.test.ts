import { expect, it } from 'vitest'
import { redactSecrets } from './redact.ts'

const digits = '0123456789abcdef0123456789abcdef'

it.each(['pr_test_', 'pr_live_', 'whsec_'])(
  'cuts what begins with %s down to prefix and last four characters',
  (prefix) => {
    expect(redactSecrets(`a ${prefix}${digits}, b`)).toBe(`a ${prefix}…cdef, b`)
  },
)

it('cuts down every secret in a text, in whatever case', () => {
  const text = `{"a":"pr_test_${digits}","b":"PR_LIVE_${digits.toUpperCase()}"}`
  expect(redactSecrets(text)).toBe('{"a":"pr_test_…cdef","b":"PR_LIVE_…CDEF"}')
})

it.each([
  ['percent-encoded', `pr%5Flive%5f${digits}`],
  [
    'in every character',
    [...`pr_live_${digits}`].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
  ],
  ['twice', `pr%255Flive%25255F${digits}`],
  ['escaped as JSON has it', `pr\\u005flive_\\u0030${digits.slice(1)}`],
  ['a digit short', `pr_live_${digits.slice(1)}`],
  ['a digit long', `pr_live_0${digits}`],
])('cuts down a key %s', (_, key) => {
  expect(redactSecrets(`/v1/labels/${key}/download`)).toBe('/v1/labels/pr_live_…cdef/download')
})

it('takes no longer for a long text that is almost a key', () => {
  const almost = '%70r%5F'.repeat(50_000)
  const before = process.cpuUsage()
  expect(redactSecrets(almost)).toBe(almost)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
})

it('leaves other texts as they are', () => {
  const text = `lbl_${digits} pr_test_short ${digits}`
  expect(redactSecrets(text)).toBe(text)
})
