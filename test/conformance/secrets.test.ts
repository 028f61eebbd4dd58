import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { expectSuccess } from '../../src/conformance/http/expect.ts'
import { keysOf } from '../../src/conformance/keys-of.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { createToyRule, openToyTarget } from './targets/toy-target.ts'

const digits = '3c0ffee1deadbeef2badcafe4face5b0'
const openServers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of openServers.splice(0)) await close()
})

async function listenOnFreePort(server: Server): Promise<`http${string}`> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  openServers.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
}

const secretEncodings: Readonly<Record<string, (token: string) => string>> = {
  'without its prefix': (token) => token.slice(8),
  'in upper case': (token) => token.toUpperCase(),
  'in base64 without its prefix': (token) => Buffer.from(token.slice(8)).toString('base64'),
  'in base64 behind one more byte': (token) => Buffer.from(`:${token}`).toString('base64'),
  'in base64 behind two more bytes': (token) => Buffer.from(`a:${token}`).toString('base64'),
}

/** Searches every report of a run for secrets, also in encoded forms. */
async function expectNoSecretIn({ report, findSecret }: Awaited<ReturnType<typeof runSuite>>): Promise<void> {
  for (const format of keysOf(formats)) {
    const text = formats[format](report)
    expect(findSecret(text)).toBeUndefined()
    for (const known of [
      digits,
      ...Object.values(secretEncodings).map((hide) => hide(`pr_test_${digits}`)),
    ]) {
      // In base64, the ends of the text also depend on the bytes beside the secret, so only the middle is searched for.
      expect(text.toLowerCase()).not.toContain(known.slice(12, -14).toLowerCase())
    }
  }
}

const rule = createToyRule({
  id: 'A-001',
  run: async (t) => {
    expectSuccess(await t.call('getWallet'))
  },
})

describe.each(Object.entries(secretEncodings))('a target that echoes the API key %s', (_, hide) => {
  it('no conformance report contains any part of an API key that the target echoes', async () => {
    const { url, close } = await openToyTarget(({ headers }) => {
      const token = hide((headers.authorization ?? '').slice('Bearer '.length))
      return { status: 401, json: { error: { code: `AUTH ${token}`, message: token, [token]: 1 } } }
    })
    openServers.push(close)
    const finished = await runSuite({ baseUrl: url, key: `pr_test_${digits}`, control: 'off' }, [rule])
    expect(finished.report.summary.failed).toBe(1)
    await expectNoSecretIn(finished)
  })
})

it('no conformance report contains the keys that a control protocol made, even if the target echoes them', async () => {
  const server = createServer((request, response) => {
    const { method, url = '' } = request
    const sendJson = (status: number, json: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
    }
    if (url === '/_drydock/') return sendJson(200, { capabilities: ['accounts'] })
    if (method === 'POST' && url === '/_drydock/accounts') {
      return sendJson(201, { id: 'a', keys: { test: `pr_test_${digits}`, live: `pr_live_${digits}` } })
    }
    if (url.startsWith('/_drydock')) return sendJson(204, undefined)
    sendJson(500, { error: { code: digits, message: Buffer.from(digits).toString('base64') } })
  })
  const baseUrl = await listenOnFreePort(server)
  const finished = await runSuite({ baseUrl }, [rule])
  expect(finished.report.rules[0]?.actual).toContain('…e5b0')
  await expectNoSecretIn(finished)
})

it('the reason why a run did not start does not contain the control token', async () => {
  const server = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').slice('Bearer '.length)
    response.writeHead(500, { 'Content-Type': 'application/json' }).end(JSON.stringify({ token }))
  })
  const baseUrl = await listenOnFreePort(server)
  const control = `${baseUrl}/${digits}` as const
  const finished = await runSuite({ baseUrl, control, controlToken: digits }, [rule])
  expect(finished.report.stopped?.reason).toContain('is not from a control protocol')
  await expectNoSecretIn(finished)
})
