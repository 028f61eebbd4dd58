import { expect, it } from 'vitest'
import { connectDrydock } from './connection.ts'
import { apiPathProblem, readBaseAddress, readWebAddress } from './web-address.ts'

it.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['HTTPS://shipping.test/', 'HTTPS://shipping.test/'],
  ['127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['localhost:4010/hooks?a=b', 'http://localhost:4010/hooks?a=b'],
  ['localhost', 'http://localhost'],
  ['[::1]:4010', 'http://[::1]:4010'],
])('takes %s as %s', (given, url) => {
  expect(readWebAddress(given)).toEqual({ url })
})

it.each([
  ['drydock:4010', 'must begin with http:// or https://: write http://drydock:4010 or https://drydock:4010'],
  [
    'shipping.test/api',
    'must begin with http:// or https://: write http://shipping.test/api or https://shipping.test/api',
  ],
  ['', 'must be an address that begins with http:// or https://, not ""'],
  ['ftp://localhost', 'must be an address that begins with http:// or https://, not "ftp://localhost"'],
  ['localhost:99999', 'must be an address that begins with http:// or https://, not "localhost:99999"'],
  ['me@localhost', 'must be an address that begins with http:// or https://, not "me@localhost"'],
])('explains which URL would be valid instead of %j', (given, reason) => {
  expect(readWebAddress(given)).toEqual({ reason })
})

it('connectDrydock throws the reason for an invalid URL', async () => {
  await expect(connectDrydock('drydock:4010')).rejects.toThrow(
    'No simulator answers at drydock:4010: the URL must begin with http:// or https://: write http://drydock:4010',
  )
  await expect(connectDrydock('http://127.0.0.1:4010/v1')).rejects.toThrow(
    'No simulator answers at http://127.0.0.1:4010/v1: the URL must be what comes before /v1: http://127.0.0.1:4010.',
  )
})

it.each([
  ['127.0.0.1:4010/v1/', '/v1/'],
  ['http://127.0.0.1:4010/v1/rates', '/v1/rates'],
  ['http://127.0.0.1:4010/_drydock', '/_drydock'],
])('refuses an API path as a base URL: %s', (given, rest) => {
  expect(readBaseAddress(given)).toEqual({
    reason: `must be what comes before ${rest}: http://127.0.0.1:4010`,
  })
})

it.each(['http://a.test/v10', 'http://v1.test', 'http://a.test/drydock'])(
  'accepts %s as a base URL',
  (url) => {
    expect(readBaseAddress(url)).toEqual({ url })
    expect(apiPathProblem(url)).toBeUndefined()
  },
)
