import { expect } from 'vitest'
import { read } from '../support/account.ts'
import { type Answer, header } from '../support/test-client.ts'
import { envelope } from '../support/wire.ts'
import { errorStatuses, extraErrorFields, simulatorErrorStatuses } from './tables.ts'

const statuses = { ...errorStatuses, ...simulatorErrorStatuses }
const ownFields = ['code', 'message', 'suggestion', 'docs_url', 'request_id']

/**
 * The error object of an answer that must be this error: its status, the whole envelope, the request id of the header,
 * and no member that is not documented for the code.
 */
export function refusal(exchange: Answer, code: keyof typeof statuses) {
  expect(exchange.bytes.toString()).toContain(code)
  const { error } = read(exchange, statuses[code], envelope)
  expect(error.code).toBe(code)
  expect(error.request_id).toBe(header(exchange, 'X-Request-Id'))
  expect(error.docs_url).toMatch(new RegExp(`^http://[^/]+/docs/errors#${code}$`))
  expect(Object.keys(error).sort()).toEqual([...ownFields, ...(extraErrorFields[code] ?? [])].sort())
  return error
}
