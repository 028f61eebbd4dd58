import { expect, it } from 'vitest'
import { connectDrydock } from './connection.ts'
import { describeApiPathProblem, readBaseAddress, readWebAddress } from './web-address.ts'

it.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['HTTPS://shipping.test/', 'HTTPS://shipping.test/'],
  ['127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['localhost:4010/hooks?a=b', 'http://localhost:4010/hooks?a=b'],
  ['localhost', 'http://localhost'],
  ['[::1]:4010', 'http://[::1]:4010'],
])('readWebAddress reads %s as the URL %s', (given, url) => {
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
])('readWebAddress refuses %j and shows a valid URL', (given, reason) => {
  expect(readWebAddress(given)).toEqual({ reason })
})

it('connectDrydock rejects an invalid URL with the reason', async () => {
  await expect(connectDrydock('drydock:4010')).rejects.toThrow(
    'No simulator responds at drydock:4010: the URL must begin with http:// or https://: write http://drydock:4010',
  )
  await expect(connectDrydock('http://127.0.0.1:4010/v1')).rejects.toThrow(
    'No simulator responds at http://127.0.0.1:4010/v1: the URL must end before /v1: write http://127.0.0.1:4010.',
  )
})

it.each([
  ['127.0.0.1:4010/v1/', '/v1/'],
  ['http://127.0.0.1:4010/v1/rates', '/v1/rates'],
  ['http://127.0.0.1:4010/_drydock', '/_drydock'],
])('readBaseAddress refuses the base URL %s, which contains a path of the API', (given, rest) => {
  expect(readBaseAddress(given)).toEqual({
    reason: `must end before ${rest}: write http://127.0.0.1:4010`,
  })
})

it.each(['http://a.test/v10', 'http://v1.test', 'http://a.test/drydock'])(
  'readBaseAddress accepts %s as a base URL',
  (url) => {
    expect(readBaseAddress(url)).toEqual({ url })
    expect(describeApiPathProblem(url)).toBeUndefined()
  },
)
