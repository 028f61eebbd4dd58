import { expect, it } from 'vitest'
import { type Account, createAccount } from '../support/account.ts'
import { type RawAnswer, sendRaw } from '../support/raw-request.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

const { url } = sharedSimulator()
const client = new TestClient(url)

const headOf = ({ keys }: Account): string =>
  `Host: ${new URL(url).host}\r\nAuthorization: Bearer ${keys.test}\r\nConnection: close\r\n`

const header = ({ text }: RawAnswer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'mi').exec(text)?.[1]

/** The latest entry of an account's request log. */
async function latestEntry(account: string): Promise<Readonly<Record<string, unknown>>> {
  const { requests } = Object(await client.read({ path: `/_drydock/accounts/${account}/requests?limit=1` }))
  return requests[0]
}

it('answers a request with a broken chunk once, with its limit and the id of its log entry', async () => {
  const account = await createAccount(url)
  const more = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
  const answer = await sendRaw(
    url,
    `POST /v1/rates HTTP/1.1\r\n${headOf(account)}${more}\r\n2\r\n{}\r\nno chunk\r\n`,
  )
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('REQUEST.SYNTAX.INVALID')
  expect(header(answer, 'X-RateLimit-Remaining')).toBe('99')
  expect(await latestEntry(account.id)).toMatchObject({ id: header(answer, 'X-Request-Id'), status: 400 })
})

it.each(['BREW', 'brew', 'TRACK', 'PROPFIND', 'TRACE'])(
  'answers %s on a known path with 405 and the methods that it has',
  async (method) => {
    const account = await createAccount(url)
    const answer = await sendRaw(url, `${method} /v1/labels HTTP/1.1\r\n${headOf(account)}\r\n`)
    expect(answer.status).toBe(405)
    expect([header(answer, 'Allow'), header(answer, 'X-RateLimit-Limit')]).toEqual(['POST', '60'])
    expect(await latestEntry(account.id)).toMatchObject({ id: header(answer, 'X-Request-Id'), method })
  },
)

it('answers an unknown method on an unknown path of the service with 404', async () => {
  const answer = await sendRaw(url, `BREW /v1/coffee HTTP/1.1\r\n${headOf(await createAccount(url))}\r\n`)
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('REQUEST.ROUTE.NOT_FOUND')
})

it('answers a URL of 70 kB with the limit of its path', async () => {
  const account = await createAccount(url)
  const answer = await sendRaw(url, `GET /v1/wallet?${'x'.repeat(70_000)} HTTP/1.1\r\n${headOf(account)}\r\n`)
  expect(answer.status).toBe(431)
  expect(header(answer, 'X-RateLimit-Limit')).toBe('300')
})

it('counts a request with an unknown expectation towards the limit of its key', async () => {
  const account = await createAccount(url)
  const ask = () => sendRaw(url, `POST /v1/batches HTTP/1.1\r\n${headOf(account)}Expect: magic\r\n\r\n`)
  const statuses: (readonly [status: number, remaining: string | undefined])[] = []
  for (let count = 0; count < 11; count += 1) {
    const answer = await ask()
    statuses.push([answer.status, header(answer, 'X-RateLimit-Remaining')])
  }
  expect([statuses[0], statuses[9], statuses[10]]).toEqual([
    [417, '9'],
    [417, '0'],
    [429, '0'],
  ])
})
