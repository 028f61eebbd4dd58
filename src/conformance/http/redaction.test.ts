import { describe, expect, it } from 'vitest'
import { createRedactor } from './redaction.ts'

const key = `pr_test_${'0123456789abcdef'.repeat(2)}`
const secret = 'correct horse/battery+staple'

describe('a redactor', () => {
  const redactor = createRedactor(new Set(['Robin Sample']))
  redactor.addSecret(key)
  redactor.addSecret(secret)

  it('a redactor keeps the end of an API key, which distinguishes the key from other keys', () => {
    expect(redactor.redact(`Bearer ${key}!`)).toBe('Bearer pr_test_…cdef!')
  })

  it('a redactor masks unknown keys and webhook secrets by their form', () => {
    const other = `pr_live_${'fe'.repeat(16)}`
    expect(redactor.redact(`${other} whsec_${'ab'.repeat(16)}`)).toBe('pr_live_…fefe whsec_…abab')
  })

  it.each([
    ['as it is', secret],
    ['in a URL', encodeURIComponent(secret)],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 after one other byte', Buffer.from(`:${secret}`).toString('base64')],
    ['in base64 after two other bytes', Buffer.from(`a:${secret}:b`).toString('base64')],
  ])('a redactor masks and finds a secret %s', (_, hidden) => {
    const text = `before ${hidden} after`
    expect(redactor.findSecret(text)).toBe('[redacted]')
    const clean = redactor.conceal(text)
    expect(clean).toMatch(/^before .*\[redacted\].* after$/)
    expect(redactor.findSecret(clean)).toBeUndefined()
  })

  it('a redactor finds an API key that is left in a text without a mask', () => {
    expect(redactor.findSecret(`x${key}x`)).toBe('pr_test_…cdef')
    expect(redactor.findSecret(`pr_live_${'0'.repeat(32)}`)).toBe('pr_live_…0000')
    expect(redactor.findSecret('pr_test_…cdef')).toBeUndefined()
  })

  it('a redactor masks the names in a postal address, also if the text is cut, and no other names', () => {
    const ada = { name: 'Ada King', city: 'Austin' }
    expect(redactor.redact(JSON.stringify([ada]))).toBe('[{"name":"…","city":"Austin"}]')
    expect(redactor.redact('{"to":{"name":"Ada King","zip":"787')).toBe('{"to":{"name":"…","zip":"787')
    const failed = '{"failed_carriers":[{"name":"Harbor Post","code":"down"}]}'
    expect(redactor.redact(failed)).toBe(failed)
  })

  it('a redactor keeps values that a conformance rule invented, in requests and in responses that repeat these values', () => {
    const told = createRedactor(new Set(['Robin Sample']))
    for (const text of ['Ada King', 'Al']) told.addPersonalText(text)
    const garbled = '{"name":"O&#39;Brien","city":"Austin"}'
    const odd = '{"name":"O\'Brien","city":"Austin"}'
    expect(told.redact(odd)).toBe('{"name":"…","city":"Austin"}')
    expect(told.redactOwn(odd)).toBe(odd)
    expect(told.redact(odd)).toBe(odd)
    expect(told.redact(garbled)).toBe('{"name":"…","city":"Austin"}')
    for (const name of ['Ada King', 'Ada King & Sons', 'Al', 'Al Jr.']) {
      expect(told.redactOwn(JSON.stringify({ name, city: 'Austin' }))).toBe('{"name":"…","city":"Austin"}')
    }
  })

  it('a redactor masks the names of the target profile in any field', () => {
    const told = createRedactor(new Set(['Robin Sample']))
    for (const text of ['Ada (King)', 'Robin Sample', 'Al']) told.addPersonalText(text)
    expect(told.redact('{"name":"ADA (KING)"} Robin Sample, Alabama')).toBe(
      '{"name":"…"} Robin Sample, Alabama',
    )
  })

  it('a redactor masks the personal fields of addresses, except texts of the built-in target profile', () => {
    const body = {
      name: 'Ada King',
      street: '1 Main St',
      street1: 'x "quoted" y',
      email: 'ada@example.com',
      phone: '+1',
      company: '',
      city: 'Austin',
      to: { name: 'Robin Sample', city: 'Austin' },
      carrier: 'UPS',
    }
    expect(JSON.parse(redactor.redact(JSON.stringify(body)))).toEqual({
      name: '…',
      street: '…',
      street1: '…',
      email: '…',
      phone: '…',
      company: '',
      city: 'Austin',
      to: { name: 'Robin Sample', city: 'Austin' },
      carrier: 'UPS',
    })
    expect(redactor.redact('{ "phone" : "12\\"34" }')).toBe('{ "phone" : "…" }')
  })
})
