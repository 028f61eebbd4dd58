import { describe, expect, it } from 'vitest'
import type { Answer } from '../answer.ts'
import { operationOf } from '../operation.ts'
import { createRedactor } from '../redaction.ts'
import { captureExchange } from './capture.ts'
import { computeMinPacedWaitMs, createPace } from './pace.ts'

function createAnswer(status: number, text: string): Answer {
  const path = '/v1/batches/bat_1/buy'
  const url = `http://target.test${path}`
  const request = { method: 'POST', url, path, headers: {}, body: undefined, key: 'a' }
  return {
    operation: 'buyBatch',
    request,
    status,
    headers: {},
    body: Buffer.from(text),
    text,
    json: JSON.parse(text),
    receivedAtMs: 0,
    exchange: captureExchange({ request, durationMs: 0, redactor: createRedactor(), nameKey: () => '' }),
  }
}

describe('the pace of a run', () => {
  const buyBatch = operationOf('buyBatch')

  it('a conformance run sends as many requests per minute as the specification allows for each API key and endpoint', async () => {
    let nowMs = 0
    const pauses: number[] = []
    const told: string[] = []
    const pace = createPace({
      nowMs: () => nowMs,
      pause: async (waitMs, what) => {
        pauses.push(waitMs)
        told.push(what)
        nowMs += waitMs
      },
    })
    for (let sent = 0; sent < 10; sent += 1) await pace.waitForLimit('a', buyBatch, { atOnce: false })
    await pace.waitForLimit('b', buyBatch, { atOnce: false })
    await pace.waitForLimit('a', operationOf('getWallet'), { atOnce: false })
    expect(pauses).toEqual([])
    await pace.waitForLimit('a', buyBatch, { atOnce: false })
    expect(pauses).toEqual([62_000])
    expect(told).toEqual(['the limit of POST /v1/batches/{id}/buy (10 a minute)'])
  })

  it('a conformance run forecasts the wait of further requests for rate limits as the longest wait of one endpoint', async () => {
    let nowMs = 0
    const pace = createPace({ nowMs: () => nowMs, pause: () => Promise.resolve() })
    expect(pace.forecastMs('a', { buyBatch: 10, getWallet: 300 })).toBe(0)
    expect(pace.forecastMs('a', { buyBatch: 31, createBatch: 12 })).toBe(3 * 62_000)
    for (let sent = 0; sent < 8; sent += 1) await pace.waitForLimit('a', buyBatch, { atOnce: false })
    nowMs = 12_000
    expect(pace.forecastMs('a', { buyBatch: 2 })).toBe(0)
    expect(pace.forecastMs('a', { buyBatch: 3 })).toBe(50_000)
    expect(pace.forecastMs('b', { buyBatch: 3 })).toBe(0)
    expect(computeMinPacedWaitMs({ buyBatch: 31, getWallet: 1 })).toBe(3 * 62_000)
  })

  it('a conformance run keeps to the rate limits of the target profile', async () => {
    const pauses: number[] = []
    const pace = createPace({
      limits: { 'POST /v1/batches/{id}/buy': 11 },
      nowMs: () => 0,
      pause: async (waitMs) => {
        pauses.push(waitMs)
      },
    })
    for (let sent = 0; sent < 11; sent += 1) await pace.waitForLimit('a', buyBatch, { atOnce: false })
    expect(pauses).toEqual([])
  })

  it('a conformance run does not slow down requests to an endpoint until a response shows that the endpoint exists', async () => {
    const pace = createPace({
      nowMs: () => 0,
      pause: () => Promise.reject(new Error('It waits.')),
    })
    pace.record(createAnswer(404, '{"message": "Cannot POST /v1/batches/bat_1/buy"}'))
    for (let sent = 0; sent < 50; sent += 1) await pace.waitForLimit('a', buyBatch, { atOnce: false })
    expect(pace.forecastMs('a', { buyBatch: 20 })).toBe(0)
    // The code BATCH.NOT_FOUND shows that the endpoint exists, although the batch does not.
    pace.record(createAnswer(404, '{"error": {"code": "BATCH.NOT_FOUND"}}'))
    await expect(pace.waitForLimit('a', buyBatch, { atOnce: false })).rejects.toThrow('It waits.')
    expect(pace.forecastMs('a', { buyBatch: 20 })).toBe(2 * 62_000)
  })

  it('a conformance run counts the requests of rules about rate limits without delaying these requests', async () => {
    const pace = createPace({
      nowMs: () => 0,
      pause: () => Promise.reject(new Error('It waits.')),
    })
    for (let sent = 0; sent < 50; sent += 1) await pace.waitForLimit('a', buyBatch, { atOnce: true })
    await expect(pace.waitForLimit('a', buyBatch, { atOnce: false })).rejects.toThrow('It waits.')
  })
})
