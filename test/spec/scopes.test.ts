import { expect } from 'vitest'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { createKey } from '../support/account.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'
import { type Endpoint, endpointScopes, scopes } from './tables.ts'

const rowTest = rowTests()

/** What a request is answered with once its scope has let it through: nothing here needs anything to exist. */
const passed: Record<Endpoint | 'GET /v1/labels/{id}/download', number> = {
  'POST /v1/addresses/validate': 422,
  'POST /v1/rates': 422,
  'POST /v1/labels': 422,
  'GET /v1/labels/{id}': 404,
  'DELETE /v1/labels/{id}': 404,
  'GET /v1/labels/{id}/download': 404,
  'POST /v1/trackers': 422,
  'GET /v1/trackers/{id}': 404,
  'GET /v1/carrier-accounts': 200,
  'POST /v1/batches': 422,
  'POST /v1/batches/{id}/buy': 404,
  'GET /v1/batches/{id}': 404,
  'GET /v1/wallet': 200,
  'GET /v1/webhooks/deliveries': 200,
}

const needed = { ...endpointScopes, 'GET /v1/labels/{id}/download': 'labels:read' } as const

function requestTo(endpoint: string): readonly [string, unknown] {
  return [endpoint.replace('{id}', 'none'), endpoint.startsWith('POST') ? {} : undefined]
}

for (const scope of scopes) {
  const opened = keysOf(needed).filter((endpoint) => needed[endpoint] === scope)

  rowTest(
    [`scope:${scope}`, 'key-format:scopes'],
    `${scope} opens ${opened.join(', ')}`,
    async ({ account }) => {
      const { key } = await createKey(account, { scopes: [scope] })
      const answered = new Map<string, number>()
      for (const endpoint of opened) {
        const { status } = await account.call(...requestTo(endpoint), { key })
        answered.set(endpoint, status)
      }
      expect(Object.fromEntries(answered)).toEqual(
        Object.fromEntries(opened.map((endpoint) => [endpoint, passed[endpoint]])),
      )
    },
  )

  rowTest(
    [
      `scope:${scope}`,
      'error:AUTH.KEY.INSUFFICIENT_SCOPE',
      'extra-error-field:required_scope',
      'extra-error-field:key_scopes',
      'key-format:scopes',
    ],
    `without ${scope} they are closed, whatever else a key may do`,
    async ({ account }) => {
      const others = scopes.filter((other) => other !== scope)
      const { key } = await createKey(account, { scopes: others })
      for (const endpoint of opened) {
        const error = refusal(
          await account.call(...requestTo(endpoint), { key }),
          'AUTH.KEY.INSUFFICIENT_SCOPE',
        )
        expect([endpoint, error.required_scope]).toEqual([endpoint, scope])
        expect(error.key_scopes).toEqual(others)
      }
    },
  )
}

rowTest(
  ['choice:15'],
  'trackers are registered with tracking:read, and deliveries listed with any valid key',
  async ({ account }) => {
    const { key: tracking } = await createKey(account, { scopes: ['tracking:read'] })
    const registration = { tracking_number: '1Z999AA10123456784', carrier: 'UPS' }
    expect(await account.call('POST /v1/trackers', registration, { key: tracking })).toMatchObject({
      status: 201,
    })

    const { key: none } = await createKey(account, { scopes: [] })
    expect(await account.call('GET /v1/webhooks/deliveries', undefined, { key: none })).toMatchObject({
      status: 200,
    })
    const error = refusal(
      await account.call('GET /v1/wallet', undefined, { key: none }),
      'AUTH.KEY.INSUFFICIENT_SCOPE',
    )
    expect(error.key_scopes).toEqual([])
  },
)
