import { describe, expect, it } from 'vitest'
import { startMs, startWorld } from '../../../test/support/simulator/world.ts'
import { getOperation } from '../specification/operations.ts'
import { countRequest, createFullLimit, readLimitStatus, refuseByFault } from './rate-limit.ts'

const buyLabel = getOperation('buyLabel')
const voidLabel = getOperation('voidLabel')
const startSeconds = startMs / 1000

async function createFrozenAccount(options: Parameters<typeof startWorld>[0] = {}) {
  const { simulator } = await startWorld(options)
  const context = simulator.defaultAccount
  const moveTo = (ms: number) => context.timeline.advance(() => startMs + ms)
  const count = (keyId = 'key_1', operation = buyLabel) => countRequest(context, keyId, operation)
  return { context, moveTo, count }
}

describe('counting requests towards a rate limit', () => {
  it('a switched-off rate limit refuses nothing, but still reports the remaining requests', async () => {
    const { count } = await createFrozenAccount({ rateLimits: false })
    for (let request = 0; request < 100; request += 1) expect(count().refused).toBeNull()
    expect(count().limitStatus.remaining).toBe(0)
  })

  it('the reset time of a rate limit is rounded up to a whole second', async () => {
    const { count, moveTo } = await createFrozenAccount()
    await moveTo(1)
    expect(count().limitStatus.resetAtSeconds).toBe(startSeconds + 61)
  })

  it('createFullLimit returns the rate limit of an operation with all of its requests remaining', () => {
    expect(createFullLimit(voidLabel, startMs)).toEqual({
      limit: 30,
      remaining: 30,
      resetAtSeconds: startSeconds + 60,
    })
  })

  it('a request that a fault refuses with 429 does not count towards the rate limit', async () => {
    const { context, count, moveTo } = await createFrozenAccount()
    await moveTo(1)
    count()
    await moveTo(2)
    count()
    const { limitStatus, refused } = refuseByFault(context, 'key_1', buyLabel)
    expect(limitStatus).toEqual({ limit: 60, remaining: 0, resetAtSeconds: startSeconds + 61 })
    expect(refused).toMatchObject({ code: 'AUTH.RATE_LIMIT.EXCEEDED', retryAfterSeconds: 60 })
    await moveTo(20_000)
    expect(refuseByFault(context, 'key_1', buyLabel).refused.retryAfterSeconds).toBe(41)
    expect(count().limitStatus.remaining).toBe(59)
    await moveTo(60_001)
    expect(refuseByFault(context, 'key_1', buyLabel)).toMatchObject({
      limitStatus: { remaining: 0, resetAtSeconds: startSeconds + 121 },
      refused: { retryAfterSeconds: 60 },
    })
  })

  it('readLimitStatus reports the rate limit of a key and counts nothing', async () => {
    const { context, count } = await createFrozenAccount()
    count()
    expect(readLimitStatus(context, 'key_1', buyLabel).remaining).toBe(59)
    expect(readLimitStatus(context, 'key_1', buyLabel).remaining).toBe(59)
    expect(readLimitStatus(context, 'key_1', voidLabel).remaining).toBe(30)
  })
})
