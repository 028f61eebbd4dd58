import { expect, it } from 'vitest'
import { type Account, createAccount } from '../support/account.ts'
import { type RawResponse, sendRaw } from '../support/raw-request.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

const { url } = sharedSimulator()
const client = new TestClient(url)

const writeHead = ({ keys }: Account): string =>
  `Host: ${new URL(url).host}\r\nAuthorization: Bearer ${keys.test}\r\nConnection: close\r\n`

const findHeader = ({ text }: RawResponse, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'mi').exec(text)?.[1]

/** Returns the latest entry of an account's request log. */
async function readLatestEntry(account: string): Promise<Readonly<Record<string, unknown>>> {
  const { requests } = Object(await client.read({ path: `/_drydock/accounts/${account}/requests?limit=1` }))
  return requests[0]
}

it('a request with an invalid chunk in its body gets one response, 400, and counts towards the rate limit', async () => {
  const account = await createAccount(url)
  const more = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
  const answer = await sendRaw(
    url,
    `POST /v1/rates HTTP/1.1\r\n${writeHead(account)}${more}\r\n2\r\n{}\r\nno chunk\r\n`,
  )
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('REQUEST.SYNTAX.INVALID')
  expect(findHeader(answer, 'X-RateLimit-Remaining')).toBe('99')
  expect(await readLatestEntry(account.id)).toMatchObject({
    id: findHeader(answer, 'X-Request-Id'),
    status: 400,
  })
})

it.each(['BREW', 'brew', 'TRACK', 'PROPFIND', 'TRACE'])(
  'the unknown method %s on a known path gets 405 with the Allow header and the rate-limit headers of the path',
  async (method) => {
    const account = await createAccount(url)
    const answer = await sendRaw(url, `${method} /v1/labels HTTP/1.1\r\n${writeHead(account)}\r\n`)
    expect(answer.status).toBe(405)
    expect([findHeader(answer, 'Allow'), findHeader(answer, 'X-RateLimit-Limit')]).toEqual(['POST', '60'])
    expect(await readLatestEntry(account.id)).toMatchObject({
      id: findHeader(answer, 'X-Request-Id'),
      method,
    })
  },
)

it('an unknown method on an unknown path gets 404', async () => {
  const answer = await sendRaw(url, `BREW /v1/coffee HTTP/1.1\r\n${writeHead(await createAccount(url))}\r\n`)
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('REQUEST.ROUTE.NOT_FOUND')
})

it('a request with a URL of 70 kB gets 431 with the limit of its path', async () => {
  const account = await createAccount(url)
  const answer = await sendRaw(
    url,
    `GET /v1/wallet?${'x'.repeat(70_000)} HTTP/1.1\r\n${writeHead(account)}\r\n`,
  )
  expect(answer.status).toBe(431)
  expect(findHeader(answer, 'X-RateLimit-Limit')).toBe('300')
})

it('a request with an unknown Expect header counts towards the rate limit', async () => {
  const account = await createAccount(url)
  const ask = () => sendRaw(url, `POST /v1/batches HTTP/1.1\r\n${writeHead(account)}Expect: magic\r\n\r\n`)
  const statuses: (readonly [status: number, remaining: string | undefined])[] = []
  for (let count = 0; count < 11; count += 1) {
    const answer = await ask()
    statuses.push([answer.status, findHeader(answer, 'X-RateLimit-Remaining')])
  }
  expect([statuses[0], statuses[9], statuses[10]]).toEqual([
    [417, '9'],
    [417, '0'],
    [429, '0'],
  ])
})
