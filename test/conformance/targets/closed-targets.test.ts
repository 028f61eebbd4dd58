import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { rules } from '../../../src/conformance/catalogue.ts'
import { fieldsOf } from '../../../src/conformance/http/fields.ts'
import type { ConformanceOptions } from '../../../src/conformance/options.ts'
import { exitStatusOf } from '../../../src/conformance/report/report.ts'
import { renderRerunCommand } from '../../../src/conformance/runner/results.ts'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import { openTarget } from '../../../src/conformance/target/preparation.ts'
import { createSelfSigned } from '../../support/self-signed.ts'
import { runToyRules, useToyTargets } from './toy-run.ts'
import { createToyRule, testKey } from './toy-target.ts'

const asking = createToyRule({ id: 'TOY-001' })
const failing = createToyRule({
  id: 'TOY-001',
  run: async (t) => {
    const answer = await t.call('getWallet')
    fieldsOf(answer.json, '', answer).text('nowhere')
  },
})

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function serveTarget(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const runAllRules = async (baseUrl: string, options: Partial<ConformanceOptions> = {}) =>
  (await runSuite({ baseUrl, key: testKey, control: 'off', ...options }, rules)).report

describe('a target that gives every request the same response', () => {
  it('a conformance run on a target that responds with 503 to everything stops with that reason and fails no rule', async () => {
    const url = await serveTarget((_, response) =>
      response.writeHead(503, { 'Retry-After': '1200', 'Content-Type': 'text/html' }).end('<h1>Soon</h1>'),
    )
    const report = await runAllRules(url)
    expect(report.stopped).toEqual({
      kind: 'refused',
      reason:
        'The target responds 503 to every request, as in maintenance (Retry-After: 1200): run again once it is back.',
    })
    expect(report.summary).toMatchObject({ passed: 0, failed: 0, errored: 0 })
    expect(exitStatusOf(report)).toBe(3)
    expect(report.requests).toBeLessThan(10)
  })

  it('a conformance run on a target behind a gateway that demands a header suggests --header', async () => {
    const url = await serveTarget((_, response) => response.writeHead(403).end('Missing X-Gateway-Key'))
    const report = await runAllRules(url)
    expect(report.stopped?.reason).toBe(
      `A gateway before the service responds 403 to every request: "Missing X-Gateway-Key". If it demands a header, give it with --header 'Name: value'.`,
    )
    expect(report.summary).toMatchObject({ failed: 0, errored: 0 })
  })

  it('a conformance run without a key on a target that responds with 503 to everything stops with that reason', async () => {
    const url = await serveTarget((_, response) => response.writeHead(503).end())
    const report = await runAllRules(url, { key: undefined, control: 'auto' })
    expect(report.stopped?.reason).toBe(
      'The target responds 503 to every request, as in maintenance: run again once it is back.',
    )
  })
})

describe('a target with an untrusted certificate', () => {
  it('a conformance run on a target with an untrusted certificate stops and says how to trust the certificate', async () => {
    const server = createTlsServer(createSelfSigned(), (_, response) => response.end('{}'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(() => server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    for (const control of ['off', 'auto'] as const) {
      const report = await runAllRules(`https://localhost:${port}`, { control })
      expect(report.stopped?.kind).toBe('unreachable')
      expect(report.stopped?.reason).toMatch(
        /Node does not trust the certificate of the server \(self[- ]signed certificate\).*NODE_EXTRA_CA_CERTS=ca\.pem/,
      )
    }
  })
})

describe('the option --header', () => {
  const secret = 'gateway-secret-of-mine'
  const requireHeader = (inner: (request: IncomingMessage) => unknown): RequestListener => {
    return (request, response) => {
      const isKnown = request.headers['x-gateway'] === secret
      response.writeHead(isKnown ? 200 : 403, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(isKnown ? inner(request) : { message: 'no' }))
    }
  }

  it('a header given with --header is sent to the target and its control protocol, and its value is in no report', async () => {
    const asked = new Set<string>()
    const url = await serveTarget(
      requireHeader((request) => {
        asked.add(request.url?.split('/')[1] ?? '')
        return { echo: request.headers }
      }),
    )
    const { report } = await runSuite({ baseUrl: url, key: testKey, headers: { 'X-Gateway': secret } }, [
      failing,
    ])
    expect([...asked].sort()).toEqual(['_drydock', 'v1'])
    const [result] = report.rules
    expect(result?.status).toBe('failed')
    expect(result?.exchanges?.[0]?.curl).toContain('-H "X-Gateway: $HEADER_X_GATEWAY"')
    const again = renderRerunCommand({ baseUrl: url, headers: { 'X-Gateway': secret } }, [failing])
    expect(again).toMatch(/ --header "X-Gateway: \$HEADER_X_GATEWAY"$/)
    expect(JSON.stringify(report)).not.toContain(secret)
  })

  it.each([
    [{ Authorization: 'x' }, '--header cannot set Authorization'],
    [{ 'X Y': 'x' }, '"X Y" is no name of a header'],
    [{ 'X-Y': 'a\nb' }, '--header X-Y needs a value of visible characters'],
  ])('the option --header refuses the headers %j', async (headers, message) => {
    await expect(
      runSuite({ baseUrl: 'http://127.0.0.1:1', key: testKey, headers }, [asking]),
    ).rejects.toThrow(message)
  })
})

describe('a control protocol behind a compressing proxy', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)(
    'a conformance run reads the responses of a control protocol that are compressed with %s',
    async (coding, pack) => {
      const url = await serveTarget((_, response) =>
        response
          .writeHead(200, { 'Content-Encoding': coding, 'Content-Type': 'application/json' })
          .end(pack(JSON.stringify({ protocol: '1', capabilities: ['faults'], carriers: ['UPS'] }))),
      )
      const prepared = await openTarget(
        { baseUrl: url, key: testKey },
        { signal: new AbortController().signal, probes: false },
      )
      open.push(prepared.close)
      expect(prepared.target.control?.carriers).toEqual(['UPS'])
    },
  )
})

describe('waiting for a Retry-After', () => {
  const openToy = useToyTargets()

  it('a conformance run waits for the Retry-After of an undocumented 503 and repeats the request', async () => {
    const waits: string[] = []
    let count = 0
    const { url } = await openToy(() => {
      count += 1
      return count === 1
        ? { status: 503, headers: { 'Retry-After': '1' }, json: { message: 'rolling' } }
        : { json: {} }
    })
    const report = await runToyRules(url, [asking], { onWait: ({ what }) => waits.push(what) })
    expect(count).toBeGreaterThan(1)
    expect(waits.join()).toContain('which is temporarily unavailable (503)')
    expect(report.rules[0]?.status).not.toBe('errored')
  })

  it.each([
    ['a documented 503', '1', { error: { code: 'RATE.CARRIER.UNAVAILABLE' } }],
    ['a Retry-After beyond a minute', '61', {}],
  ])('a conformance run does not wait for %s', async (_, seconds, json) => {
    const waits: string[] = []
    const { url } = await openToy(() => ({ status: 503, headers: { 'Retry-After': seconds }, json }))
    await runToyRules(url, [asking], { onWait: ({ what }) => waits.push(what) })
    expect(waits).toEqual([])
  })

  it('a conformance run suggests a profile entry if the target reports a lower rate limit than documented', async () => {
    const { url } = await openToy(() => ({
      status: 429,
      headers: { 'X-RateLimit-Limit': '5', 'Retry-After': '600' },
      json: { error: { code: 'AUTH.RATE_LIMIT.EXCEEDED' } },
    }))
    const report = await runToyRules(url, [asking], { throttlePatienceMs: 0 })
    expect(report.rules[0]?.reason).toContain(
      'It reports a limit of 5 a minute, lower than 300: put "limits": {"GET /v1/wallet": 5} into the profile',
    )
  })
})
