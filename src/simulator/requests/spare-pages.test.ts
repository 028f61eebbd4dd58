import { afterEach, expect, it, vi } from 'vitest'
import { startWorld } from '../../../test/support/simulator/world.ts'
import type { Context } from '../accounts/context.ts'
import { pageBytes, SparePages } from './spare-pages.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const exchange = {
  id: 'req_any',
  account: 'any',
  atMs: 0,
  method: 'GET',
  path: '/v1/wallet',
  status: 200,
  errorCode: null,
  requestBody: null,
  responseBody: 'x'.repeat(60_000),
  durationMs: 1,
  decidedBy: [],
  lost: null,
  keyId: null,
  requestHeaders: [],
  responseHeaders: [],
}

/** Logs a request that fills sixteen pages, one megabyte. */
function ask({ requestLog }: Context): void {
  for (let count = 0; count < 16; count += 1) requestLog.add(exchange)
}

it('the next account reuses the log pages of a reset or deleted one', async () => {
  const { simulator } = await startWorld()
  const made = vi.spyOn(Buffer, 'alloc')
  for (let round = 0; round < 50; round += 1) {
    ask(simulator.createAccount({ id: 'a' }))
    ask(simulator.resetAccount('a'))
    ask(simulator.resetAccount('a'))
    simulator.deleteAccount('a')
  }
  const pages = made.mock.calls.filter(([size]) => size === pageBytes)
  expect(pages.length).toBeLessThanOrEqual(32)
})

it('the log of a new simulator shows nothing of a closed one', async () => {
  const { simulator } = await startWorld()
  const ended = simulator.createAccount({ id: 'a' })
  ask(ended)
  const context = simulator.resetAccount('a')
  ask(context)
  ended.requestLog.add({ ...exchange, id: 'req_late' })
  expect(context.requestLog.list().map(({ id }) => id)).toEqual(Array(16).fill('req_any'))
  for (const { responseBody } of context.requestLog.list()) expect(responseBody).toBe(exchange.responseBody)
})

it('a process keeps at most the spare pages of one log', () => {
  const spare = new SparePages()
  const given = Array.from({ length: 300 }, () => spare.take())
  spare.give(given)
  const taken = Array.from({ length: 300 }, () => spare.take())
  expect(taken.filter((page) => given.includes(page))).toHaveLength(128)
})
