import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { type HostGuardOptions, isAdmittedOutsideService, parseAllowedHost } from './host-guard.ts'

const bound: HostGuardOptions = { host: '127.0.0.1', publicUrl: undefined, allowedHosts: [] }

function createRequest(...rawHeaders: readonly string[]): IncomingMessage {
  const incoming = new IncomingMessage(new Socket())
  incoming.url = '/'
  incoming.rawHeaders = [...rawHeaders]
  return incoming
}

function isHostAdmitted(host: string, options: Partial<HostGuardOptions> = {}): boolean {
  return isAdmittedOutsideService(createRequest('Host', host), { ...bound, ...options })
}

function isOriginAdmitted(origin: string, options: Partial<HostGuardOptions> = {}): boolean {
  return isAdmittedOutsideService(createRequest('Host', 'localhost:4010', 'Origin', origin), {
    ...bound,
    ...options,
  })
}

describe('a request whose target is a whole URL', () => {
  const isTargetAdmitted = (url: string, ...headers: readonly string[]): boolean => {
    const incoming = createRequest('Host', 'localhost:4010', ...headers)
    incoming.url = url
    return isAdmittedOutsideService(incoming, bound)
  }

  it('the host guard checks the host in the request target if the target is a full URL', () => {
    expect(isTargetAdmitted('http://127.0.0.1:4010/_drydock')).toBe(true)
    for (const url of [
      'http://evil.test/_drydock',
      'https://evil.test/_drydock',
      'HTTP://evil.test',
      'http://localhost@evil.test/',
      'http://localhost#@evil.test/',
      'http://localhost\\@evil.test/',
      'http:///_drydock',
      'ftp://localhost/',
      '*',
    ]) {
      expect(isTargetAdmitted(url), url).toBe(false)
    }
  })

  it('the host guard compares the Origin header with the origin of a request target that is a full URL', () => {
    expect(isTargetAdmitted('http://127.0.0.1:4010/', 'Origin', 'http://127.0.0.1:4010')).toBe(true)
    expect(isTargetAdmitted('http://127.0.0.1:4010/', 'Origin', 'http://localhost:4010')).toBe(false)
  })

  it('the host guard refuses a foreign Host header even if the request target is a full URL with a known host', () => {
    const incoming = createRequest('Host', 'evil.test')
    incoming.url = 'http://localhost:4010/_drydock'
    expect(isAdmittedOutsideService(incoming, bound)).toBe(false)
  })
})

describe('the Host header of a request', () => {
  it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1:4010', '127.9.8.7', '[::1]', '[::1]:4010'])(
    'the host guard admits a loopback Host: %s',
    (host) => expect(isHostAdmitted(host)).toBe(true),
  )

  it.each([
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil.test',
    'evil.test:4010',
    'notlocalhost',
    '192.168.0.9',
    '[::2]',
    '::1',
    'user@localhost',
    'localhost@evil.test',
    '',
    ' ',
    'localhost#@evil.test',
    'localhost/@evil.test',
    'localhost?@evil.test',
    'localhost\\@evil.test',
    '%6cocalhost',
    'loc\u00aalhost',
    'localhost\t',
    'localhost:1:2',
  ])('the host guard refuses the Host %j', (host) => expect(isHostAdmitted(host)).toBe(false))

  it("the host guard admits the bound address, the public URL's host and allowed hosts, but not their subdomains", () => {
    const options = {
      host: '10.1.2.3',
      publicUrl: 'https://dock.example.test/base',
      allowedHosts: ['Ship.Test'],
    }
    for (const host of ['10.1.2.3:4010', 'dock.example.test', 'ship.test:80'])
      expect(isHostAdmitted(host, options)).toBe(true)
    for (const host of ['10.1.2.4', 'a.dock.example.test', 'a.ship.test', 'example.test'])
      expect(isHostAdmitted(host, options)).toBe(false)
  })

  it.each([
    ['b.test:4599', 'b.test:4599'],
    ['B.test:4599', 'b.test'],
    ['my_service', 'my_service:80'],
    ['192.168.0.9:4010', '192.168.0.9:4010'],
    ['fd00::9', '[fd00::9]:4010'],
    ['[fd00::9]', '[fd00::9]'],
    ['[FD00::9]:4010', '[fd00::9]:4010'],
  ])('the host guard admits an allowed host with a port or in brackets: %s', (allowed, host) => {
    expect(isHostAdmitted(host, { allowedHosts: [allowed] })).toBe(true)
    expect(isHostAdmitted('other.test', { allowedHosts: [allowed] })).toBe(false)
    expect(isHostAdmitted('[fd00::8]', { allowedHosts: [allowed] })).toBe(false)
  })

  it.each([
    'http://b.test',
    'b.test/',
    '*.test',
    'user@b.test',
    'b.test:',
    'b.test:http',
    'a b',
    '',
    '[b',
    ':80',
  ])('parseAllowedHost refuses %j as an allowed host', (allowed) =>
    expect(parseAllowedHost(allowed)).toBeUndefined(),
  )

  it('the host guard requires exactly one Host header', () => {
    expect(isAdmittedOutsideService(createRequest(), bound)).toBe(false)
    expect(isAdmittedOutsideService(createRequest('Host', 'localhost', 'host', 'localhost'), bound)).toBe(
      false,
    )
    expect(isAdmittedOutsideService(createRequest('Host', 'localhost', 'HOST', 'evil.test'), bound)).toBe(
      false,
    )
  })
})

describe('the Origin header of a request', () => {
  it('the host guard admits an Origin that equals the requested host or the public URL', () => {
    expect(isOriginAdmitted('http://localhost:4010')).toBe(true)
    expect(isOriginAdmitted('https://dock.test', { publicUrl: 'https://dock.test/base' })).toBe(true)
  })

  it.each([
    'null',
    '',
    'http://localhost',
    'http://localhost:4011',
    'https://localhost:4010',
    'http://127.0.0.1:4010',
    'http://localhost:4010/',
    'http://localhost:4010.evil.test',
    'http://evil.test',
    'file://',
  ])('the host guard refuses the foreign Origin %j', (origin) => expect(isOriginAdmitted(origin)).toBe(false))

  it('the host guard refuses two Origin headers if one is foreign', () => {
    const own = 'http://localhost:4010'
    const twice = createRequest('Host', 'localhost:4010', 'Origin', own, 'origin', 'http://evil.test')
    expect(isAdmittedOutsideService(twice, bound)).toBe(false)
  })
})

describe('the header Sec-Fetch-Site of a request', () => {
  const isSiteAdmitted = (site: string, { method = 'GET', mode = 'no-cors' } = {}): boolean => {
    const headers = ['Host', 'localhost:4010', 'Sec-Fetch-Site', site, 'Sec-Fetch-Mode', mode]
    const incoming = createRequest(...headers)
    incoming.method = method
    return isAdmittedOutsideService(incoming, bound)
  }

  it.each(['cross-site', 'same-site'])(
    'the host guard refuses Sec-Fetch-Site %s even without an Origin',
    (site) => {
      expect(isSiteAdmitted(site)).toBe(false)
      expect(isSiteAdmitted(site, { mode: 'cors' })).toBe(false)
    },
  )

  it.each(['same-origin', 'none'])('the host guard admits Sec-Fetch-Site %s', (site) => {
    expect(isSiteAdmitted(site)).toBe(true)
    expect(isSiteAdmitted(site, { method: 'POST', mode: 'navigate' })).toBe(true)
  })

  it('the host guard admits a link that is followed from another site, and refuses a form that another site sends', () => {
    expect(isSiteAdmitted('cross-site', { mode: 'navigate' })).toBe(true)
    expect(isSiteAdmitted('cross-site', { method: 'HEAD', mode: 'navigate' })).toBe(true)
    expect(isSiteAdmitted('cross-site', { method: 'POST', mode: 'navigate' })).toBe(false)
  })
})

it('the host guard never throws an error, whatever the headers Host and Origin contain', () => {
  const value = fc.oneof(anyText(), fc.webUrl(), fc.domain())
  fc.assert(
    fc.property(value, value, (host, origin) => {
      expect(
        isAdmittedOutsideService(createRequest('Host', host, 'Origin', `${origin}x.evil.test/`), bound),
      ).toBe(false)
    }),
    { numRuns: 300 },
  )
})
