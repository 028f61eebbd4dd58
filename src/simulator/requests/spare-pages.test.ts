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

/** Logs a request that fills sixteen pages of the request log, one megabyte. */
function logRequest({ requestLog }: Context): void {
  for (let count = 0; count < 16; count += 1) requestLog.add(exchange)
}

it('new request logs use the memory pages of reset and deleted accounts again', async () => {
  const { simulator } = await startWorld()
  const made = vi.spyOn(Buffer, 'alloc')
  for (let round = 0; round < 50; round += 1) {
    logRequest(simulator.createAccount({ id: 'a' }))
    logRequest(simulator.resetAccount('a'))
    logRequest(simulator.resetAccount('a'))
    simulator.deleteAccount('a')
  }
  const pages = made.mock.calls.filter(([size]) => size === pageBytes)
  expect(pages.length).toBeLessThanOrEqual(32)
})

it('the request log of a reset account shows no request from before the reset', async () => {
  const { simulator } = await startWorld()
  const ended = simulator.createAccount({ id: 'a' })
  logRequest(ended)
  const context = simulator.resetAccount('a')
  logRequest(context)
  ended.requestLog.add({ ...exchange, id: 'req_late' })
  expect(context.requestLog.list().map(({ id }) => id)).toEqual(Array(16).fill('req_any'))
  for (const { responseBody } of context.requestLog.list()) expect(responseBody).toBe(exchange.responseBody)
})

it('SparePages keeps at most 128 memory pages', () => {
  const spare = new SparePages()
  const given = Array.from({ length: 300 }, () => spare.take())
  spare.give(given)
  const taken = Array.from({ length: 300 }, () => spare.take())
  expect(taken.filter((page) => given.includes(page))).toHaveLength(128)
})
