import { describe, expect, it } from 'vitest'
import { type LoggedRequest, RequestLog } from './request-log.ts'

const createEntry = (id: string, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id,
  account: 'default',
  atMs: 0,
  method: 'GET',
  path: '/v1/wallet',
  status: 200,
  errorCode: null,
  requestBody: null,
  responseBody: null,
  durationMs: 1,
  lost: null,
  keyId: null,
  requestHeaders: [],
  responseHeaders: [],
  decidedBy: [],
  ...changes,
})

function createLog(count: number, changes: Partial<LoggedRequest> = {}): RequestLog {
  const log = new RequestLog()
  for (let number = 0; number < count; number += 1) log.add(createEntry(String(number), changes))
  return log
}

const listIds = (log: RequestLog) => log.list().map(({ id }) => id)

describe('a request log', () => {
  it('a request log lists the newest requests first', () => {
    expect(listIds(createLog(3))).toEqual(['2', '1', '0'])
  })

  it('a request log keeps at most a thousand requests', () => {
    const ids = listIds(createLog(2_345))
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, '2344', '1345'])
  })

  it('a request log keeps at most 8 MiB of bodies', () => {
    const log = createLog(300, { requestBody: 'x'.repeat(60_000), responseBody: 'y'.repeat(60_000) })
    const characters = log.list().reduce((sum, { requestBody }) => sum + 2 * (requestBody?.length ?? 0), 0)
    expect(characters).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(listIds(log)[0]).toBe('299')
    expect(listIds(log)).toHaveLength(Math.floor((8 * 1024 * 1024) / 120_000))
  })

  it('a request log cuts a long body and keeps its length', () => {
    const log = createLog(1, { responseBody: 'z'.repeat(100_000) })
    const [kept] = log.list()
    expect(kept?.responseBody).toHaveLength(64 * 1024 + '… (100000 characters in all)'.length)
    expect(kept?.responseBody).toMatch(/z… \(100000 characters in all\)$/)
    expect(kept?.requestBody).toBeNull()
  })

  it('a request log returns bodies as they were sent: text, bytes, null or empty', () => {
    const log = new RequestLog()
    const body = '{"name":"Jürgen \\u0000 \u2028 \ud83d\ude9a"}'
    log.add({ ...createEntry('bytes'), requestBody: new TextEncoder().encode(body), responseBody: body })
    log.add({ ...createEntry('text'), requestBody: body })
    log.add({ ...createEntry('no JSON'), requestBody: new Uint8Array([0xff, 0x41]), responseBody: '' })
    expect(log.list()).toEqual([
      createEntry('no JSON', { requestBody: '\ufffdA', responseBody: '' }),
      createEntry('text', { requestBody: body }),
      createEntry('bytes', { requestBody: body, responseBody: body }),
    ])
  })

  it('a request log cuts a long body between characters', () => {
    const log = new RequestLog()
    log.add({ ...createEntry('fits'), requestBody: new TextEncoder().encode('é'.repeat(64 * 1024)) })
    log.add({ ...createEntry('is long'), requestBody: new TextEncoder().encode('é'.repeat(64 * 1024 + 1)) })
    expect(log.list().map(({ requestBody }) => requestBody)).toEqual([
      `${'é'.repeat(64 * 1024)}… (65537 characters in all)`,
      'é'.repeat(64 * 1024),
    ])
  })

  it('a request log returns a body that spans several pages', () => {
    const log = new RequestLog()
    const bodies = Array.from({ length: 400 }, (_, at) =>
      (at % 2 === 0 ? 'é' : '€').repeat((at * 7_919) % 60_000),
    )
    const last: string[] = []
    for (const [at, body] of bodies.entries()) {
      log.add(createEntry(String(at), { requestBody: body, responseBody: `${at}${body}` }))
      last.unshift(body)
    }
    const kept = log.list()
    expect(kept.length).toBeGreaterThan(30)
    expect(kept.map(({ requestBody }) => requestBody)).toEqual(last.slice(0, kept.length))
    for (const { id, requestBody, responseBody } of kept) expect(responseBody).toBe(`${id}${requestBody}`)
  })

  it('a request log is empty after it was cleared, and then logs new requests', () => {
    const log = createLog(1_500, { requestBody: 'x'.repeat(5_000) })
    log.clear()
    expect(log.list()).toEqual([])
    for (let number = 0; number < 1_200; number += 1) log.add(createEntry(`again ${number}`))
    expect(listIds(log)).toHaveLength(1_000)
    expect(listIds(log)[0]).toBe('again 1199')
  })
})

it('a request log returns headers as they were sent, also empty values', () => {
  const log = new RequestLog()
  const headers = { requestHeaders: ['Host', 'localhost', 'X-Empty', '', 'X-Last', ''], responseHeaders: [] }
  log.add(createEntry('req_1', headers))
  expect(log.find('req_1')).toMatchObject(headers)
  expect(log.find('req_2')).toBeUndefined()
})
