import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestEncoder } from './outgoing.ts'

const key = `pr_test_${'a1'.repeat(16)}`

describe('the address of a request', () => {
  const address = createRequestEncoder('http://target.test:8080/base', '1.0.0')

  it('the URL of a request is encoded as the class URL encodes it, whatever the path contains', () => {
    const part = fc.constantFrom(
      'v1',
      '.',
      '..',
      '%2e%2E',
      'a.b',
      '',
      'ä',
      ' ',
      '?q=1',
      '#x',
      '@h',
      '\\',
      '~',
      'lbl_1',
    )
    const path = fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
    fc.assert(
      fc.property(path, (asked) => {
        const { origin, pathname, search } = new URL(`http://target.test:8080/base${asked}`)
        const { wire, sent } = address({ method: 'GET', path: asked })
        expect([wire.origin, wire.path]).toEqual([origin, `${pathname}${search}`])
        expect(sent.path).toBe(pathname.slice('/base'.length))
      }),
    )
  })

  it.each([
    '@elsewhere.test/v1/wallet',
    '.elsewhere.test/',
    'http://target.test:8081/v1',
    'https://target.test/v1',
  ])('a conformance run sends no API key to an address outside the target: %s', (path) => {
    const home = createRequestEncoder('http://target.test', '1.0.0')
    const { wire, sent } = home({ method: 'GET', path, key })
    expect(wire.origin).not.toBe('http://target.test')
    expect(JSON.stringify([wire, sent])).not.toContain(key)
  })

  it('a conformance run sends the API key to the target', () => {
    for (const path of ['/v1/wallet', 'http://target.test:8080/base/v1/wallet']) {
      const { wire, sent } = address({ method: 'GET', path, key })
      expect(wire.headers).toMatchObject({ Authorization: `Bearer ${key}` })
      expect(sent).toMatchObject({ path: '/v1/wallet', key })
    }
  })
})
