import { expect } from 'vitest'
import simulatorErrors from '../../fixtures/simulator/errors.json' with { type: 'json' }
import specErrors from '../../fixtures/spec/errors.json' with { type: 'json' }
import { expectBody } from './account.ts'
import { readHeader, type TestResponse } from './test-client.ts'
import { envelope } from './wire.ts'

const errors: Readonly<
  Record<string, { readonly status: number; readonly extraFields?: readonly string[] }>
> = { ...specErrors, ...simulatorErrors }
/** Fields of an error that the simulator adds by choice (choices 3 to 5, 20). */
const chosenFields: Readonly<Record<string, readonly string[]>> = {
  'VALIDATION.FIELD.INVALID': ['field'],
  'ADDRESS.VALIDATION.AMBIGUOUS': ['suggestions'],
}
const ownFields = ['code', 'message', 'suggestion', 'docs_url', 'request_id']

/**
 * Checks the error of a response: the code, its status, the request id of the header, and exactly the fields that the
 * fixtures list for `code`. Returns the error.
 */
export function expectError(
  exchange: TestResponse,
  code: keyof typeof specErrors | keyof typeof simulatorErrors,
) {
  const facts = errors[code]
  if (facts === undefined) throw new Error(`The fixtures have no ${code}.`)
  expect(exchange.bytes.toString()).toContain(code)
  const { error } = expectBody(exchange, facts.status, envelope)
  expect(error.code).toBe(code)
  expect(error.request_id).toBe(readHeader(exchange, 'X-Request-Id'))
  expect(error.docs_url).toMatch(new RegExp(`^http://[^/]+/docs/errors#${code}$`))
  expect(Object.keys(error).sort()).toEqual(
    [...ownFields, ...(facts.extraFields ?? chosenFields[code] ?? [])].sort(),
  )
  return error
}
