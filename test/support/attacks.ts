/** Requests by which clients that may only use /v1 try to reach the control protocol. */

export const token = 'only-for-this-test'
export const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'

export interface Attack {
  readonly head: readonly string[]
  readonly type?: string
}

export const ownHost = 'Host: localhost'

/** The requests that a page of another site can send, or a page whose host name leads to this machine. */
export const foreignRequests: Readonly<Record<string, Attack>> = {
  'a foreign Host': { head: ['Host: evil.test'] },
  'a foreign Host with the port': { head: ['Host: evil.test:4010'] },
  'a name that ends in evil': { head: ['Host: localhost.evil.test'] },
  'an address that ends in evil': { head: ['Host: 127.0.0.1.evil.test'] },
  'a name that begins with evil': { head: ['Host: evil-localhost'] },
  'a user before the host': { head: ['Host: localhost@evil.test'] },
  'a user before a known host': { head: ['Host: evil.test@localhost'] },
  'a fragment in the host': { head: ['Host: localhost#@evil.test'] },
  'a path in the host': { head: ['Host: localhost/@evil.test'] },
  'a backslash in the host': { head: ['Host: localhost\\@evil.test'] },
  'an escape in the host': { head: ['Host: %6cocalhost'] },
  'an empty Host': { head: ['Host:'] },
  'no Host': { head: [] },
  'two Hosts': { head: [ownHost, 'Host: evil.test'] },
  'two Hosts, the foreign first': { head: ['Host: evil.test', ownHost] },
  'two Hosts in one': { head: ['Host: localhost, evil.test'] },
  'another address of the machine’s net': { head: ['Host: 192.168.0.9:4010'] },
  'a foreign Host with everything forwarded': { head: ['Host: evil.test', 'X-Forwarded-Host: localhost'] },
  'a foreign Origin': { head: [ownHost, 'Origin: http://evil.test'] },
  'the null Origin': { head: [ownHost, 'Origin: null'] },
  'an empty Origin': { head: [ownHost, 'Origin:'] },
  'the Origin of another port': { head: [ownHost, 'Origin: http://localhost:4011'] },
  'a secure Origin': { head: [ownHost, 'Origin: https://localhost'] },
  'two Origins': { head: [ownHost, 'Origin: http://localhost', 'Origin: http://evil.test'] },
  'a page of another site': { head: [ownHost, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'] },
  'a page of another port': { head: [ownHost, 'Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: cors'] },
  'a form of another site': {
    head: [ownHost, 'Origin: http://evil.test'],
    type: 'application/x-www-form-urlencoded',
  },
  'a text of a sandboxed page': { head: [ownHost, 'Origin: null'], type: 'text/plain' },
  'a foreign Host with a key': { head: ['Host: evil.test', `Authorization: Bearer ${key}`] },
  'a foreign Host with the token': { head: ['Host: evil.test', `Authorization: Bearer ${token}`] },
}

/** Whole URLs as request targets, with another host. */
export const foreignTargets = [
  'http://evil.test',
  'https://evil.test',
  'http://localhost@evil.test',
  'http://127.0.0.1.evil.test:80',
]

/** Requests without the control token, or with a text that is similar to the token. */
export const withoutToken: Readonly<Record<string, Attack>> = {
  'no token': { head: [ownHost] },
  'a wrong token': { head: [ownHost, 'Authorization: Bearer wrong'] },
  'half a token': { head: [ownHost, `Authorization: Bearer ${token.slice(0, -1)}`] },
  'more than the token': { head: [ownHost, `Authorization: Bearer ${token}x`] },
  'another scheme': { head: [ownHost, `Authorization: Basic ${token}`] },
  'an API key': { head: [ownHost, `Authorization: Bearer ${key}`] },
  'an empty Authorization': { head: [ownHost, 'Authorization:'] },
}
