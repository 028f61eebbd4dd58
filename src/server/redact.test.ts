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

it('leaves other texts as they are', () => {
  const text = `lbl_${digits} pr_test_short ${digits}`
  expect(redactSecrets(text)).toBe(text)
})
