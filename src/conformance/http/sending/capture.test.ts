import { describe, expect, it } from 'vitest'
import { createRedactor } from '../redaction.ts'
import { captureExchange } from './capture.ts'

const key = `pr_test_${'a1'.repeat(16)}`

/** Captures an exchange in which every part holds the same text. */
function captureExchangeWith(text: string, redactor = createRedactor()) {
  const request = {
    method: 'POST',
    url: `http://h/v1/wallet?q=${text.slice(0, 200)}`,
    path: '/v1/wallet',
    headers: { Authorization: `Bearer ${key}`, 'X-Odd': text.slice(0, 200) },
    body: text,
    key,
  }
  const headers = { location: text.slice(0, 200), 'set-cookie': 'session=1' }
  return captureExchange({
    request,
    response: { status: 200, headers, text },
    durationMs: 1.4,
    redactor,
    nameKey: () => 'DRYDOCK_KEY',
  })
}

describe('a captured exchange', () => {
  it.each([
    ['kept whole', ''],
    ['cut', 'x'.repeat(100_000)],
  ])(
    'a captured exchange that is %s masks a secret that becomes known before or after the capture',
    (_, end) => {
      const redactor = createRedactor()
      const kept = captureExchangeWith(`the secret is correct-horse-battery ${end}`, redactor)
      redactor.addSecret('correct-horse-battery')
      const text = JSON.stringify(kept.show())
      expect(text).not.toContain('correct-horse-battery')
      expect(text).not.toContain(key)
      expect(text).toContain('the secret is [redacted]')
      expect(text).not.toContain('session')
    },
  )

  it('a captured exchange shows no secret if it is serialised before it is redacted', () => {
    for (const text of ['{"x":1}', 'x'.repeat(100_000)]) {
      const kept = captureExchangeWith(`${text} ${key}`)
      expect(JSON.stringify(kept)).toBe('{}')
      expect(kept.show()).toBe(kept.show())
    }
  })

  it('a captured exchange masks a key that was cut in the middle', () => {
    const long = `${'x'.repeat(3_990)}${key}${'y'.repeat(100_000)}`
    const { request, response } = captureExchangeWith(long).show()
    for (const body of [request.body, response?.body]) {
      expect(body).toMatch(/^x{3990}pr_test_…a… \(104030 characters\)$/)
    }
  })
})
