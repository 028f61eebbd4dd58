import { expect, it } from 'vitest'
import { openAlteredService } from '../src/conformance/proof/altered-service.ts'
import type { Alteration } from '../src/conformance/proof/mutant.ts'
import type { ServiceResponse } from '../src/simulator/bodies/service-responses.ts'
import { jsonOf, withHeader, withJson } from '../src/variations/wire.ts'
import { createAccount } from './support/account.ts'
import { sharedSimulator } from './support/shared-simulator.ts'

/**
 * Checks that the test client compares every response with the schema of its call. A response with another field fails
 * the test that received it.
 */

const more = { surplus: true }
const { url } = sharedSimulator()

async function requestAltered(alteration: Alteration, request: string) {
  const service = await openAlteredService(url, alteration)
  try {
    return await (await createAccount(service.baseUrl)).call(request)
  } finally {
    await service.close()
  }
}

it.each([
  ['GET /v1/wallet', 'GET /v1/wallet got 200'],
  ['GET /v1/labels/lbl_none', 'GET /v1/labels/lbl_none got 404'],
])(
  'the HTTP client of the tests refuses a response with a field that its OpenAPI schema lacks: %s',
  async (request, words) => {
    const widened: Alteration = {
      response: (response) => {
        const json = Object(jsonOf(response))
        return withJson(response, json.error ? { error: { ...json.error, ...more } } : { ...json, ...more })
      },
    }
    await expect(requestAltered(widened, request)).rejects.toThrow(
      `${words} with a body that its schema does not describe: `,
    )
    expect((await requestAltered({}, request)).status).toBeGreaterThanOrEqual(200)
  },
)

it('the HTTP client of the tests refuses a control response with a field that its OpenAPI schema lacks', async () => {
  const widened: Alteration = {
    controlResponse: (response) => withJson(response, { ...Object(jsonOf(response)), ...more }),
  }
  await expect(requestAltered(widened, 'GET /v1/wallet')).rejects.toThrow(
    'POST /_drydock/accounts got 201 with a body that its schema does not describe: ',
  )
})

it('the HTTP client of the tests refuses an error code that is documented only for another call', async () => {
  const strange: Alteration = {
    response: (response) => {
      const { error } = Object(jsonOf(response))
      return withJson(response, { error: { ...error, code: 'TRACKER.NOT_FOUND' } })
    },
  }
  await expect(requestAltered(strange, 'GET /v1/labels/lbl_none')).rejects.toThrow(
    'GET /v1/labels/lbl_none got 404 TRACKER.NOT_FOUND, which its OpenAPI document does not list',
  )
})

it('the HTTP client of the tests refuses a status that is not documented for the call', async () => {
  const accepted: Alteration = { response: (response) => ({ ...response, status: 202 }) }
  await expect(requestAltered(accepted, 'GET /v1/wallet')).rejects.toThrow(
    'GET /v1/wallet got 202, which is not described',
  )
})

it('the HTTP client of the tests refuses a response without X-Request-Id', async () => {
  const nameless: Alteration = { response: (response) => withHeader(response, 'X-Request-Id', undefined) }
  await expect(requestAltered(nameless, 'GET /v1/wallet')).rejects.toThrow(
    'GET /v1/wallet got 200 without exactly one request id',
  )
})

it('the TypeScript type of a response has no field that its OpenAPI schema lacks', () => {
  const answer = { id: 'lbl_1', void_status: null, void_requested_at: null }
  // @ts-expect-error a field that the schema does not have
  const wide: ServiceResponse<'voidLabel'> = { ...answer, surplus: true }
  const good: ServiceResponse<'voidLabel'> = answer
  expect(wide).toEqual({ ...good, ...more })
})
