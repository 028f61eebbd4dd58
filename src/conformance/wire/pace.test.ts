import { describe, expect, it } from 'vitest'
import { operationOf } from './operation.ts'
import { openPace } from './pace.ts'

describe('the pace of a run', () => {
  const buyBatch = operationOf('buyBatch')

  it('lets no more requests out in a minute than are documented for the endpoint, for each key', async () => {
    let nowMs = 0
    const pauses: number[] = []
    const pace = openPace({
      signal: new AbortController().signal,
      nowMs: () => nowMs,
      pause: async (waitMs) => {
        pauses.push(waitMs)
        nowMs += waitMs
      },
    })
    for (let sent = 0; sent < 10; sent += 1) await pace.take('a', buyBatch, { atOnce: false })
    await pace.take('b', buyBatch, { atOnce: false })
    await pace.take('a', operationOf('getWallet'), { atOnce: false })
    expect(pauses).toEqual([])
    await pace.take('a', buyBatch, { atOnce: false })
    expect(pauses).toEqual([62_000])
  })

  it('goes by the limits that the profile names', async () => {
    const pauses: number[] = []
    const pace = openPace({
      signal: new AbortController().signal,
      limits: { 'POST /v1/batches/{id}/buy': 11 },
      nowMs: () => 0,
      pause: async (waitMs) => {
        pauses.push(waitMs)
      },
    })
    for (let sent = 0; sent < 11; sent += 1) await pace.take('a', buyBatch, { atOnce: false })
    expect(pauses).toEqual([])
  })

  it('counts and lets go what a rule about limits sends', async () => {
    const pace = openPace({
      signal: new AbortController().signal,
      nowMs: () => 0,
      pause: () => Promise.reject(new Error('It waits.')),
    })
    for (let sent = 0; sent < 50; sent += 1) await pace.take('a', buyBatch, { atOnce: true })
    await expect(pace.take('a', buyBatch, { atOnce: false })).rejects.toThrow('It waits.')
  })
})
