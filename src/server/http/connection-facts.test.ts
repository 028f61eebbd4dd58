import { expect, it } from 'vitest'
import { countConnectionRequest, noteClosedConnection } from './connection-facts.ts'

it('all requests on a connection share one object, with the number of requests and the time at which the connection closed', () => {
  const socket = {}
  const first = countConnectionRequest(socket)
  expect(countConnectionRequest(socket)).toBe(first)
  noteClosedConnection(socket)
  expect(first).toMatchObject({ count: 2, closedAtMs: expect.any(Number) })
  expect(countConnectionRequest({}).id).toBeGreaterThan(first.id)
})
