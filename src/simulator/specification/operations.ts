import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import operationTable from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { keysOf } from './keys-of.ts'
import { isScope, type Scope } from './scopes.ts'

/** An endpoint of the specification, by its name in fixtures/spec/operations.json. */
export type OperationName = keyof typeof operationTable

/**
 * The endpoint of each operation, as literal types, which an imported JSON file lacks. A test compares the list with
 * the file.
 */
export const endpointNames = [
  'POST /v1/addresses/validate',
  'POST /v1/rates',
  'POST /v1/labels',
  'GET /v1/labels/{id}',
  'DELETE /v1/labels/{id}',
  'POST /v1/trackers',
  'GET /v1/trackers/{id}',
  'GET /v1/carrier-accounts',
  'POST /v1/batches',
  'POST /v1/batches/{id}/buy',
  'GET /v1/batches/{id}',
  'GET /v1/wallet',
  'GET /v1/webhooks/deliveries',
] as const

/** An endpoint by its method and path. */
export type EndpointName = (typeof endpointNames)[number]

export interface Operation {
  readonly name: string
  readonly method: string
  /** Path with `{id}` in place of an id. */
  readonly path: string
  /** The scope that a key needs; null if any valid key may call the operation. */
  readonly scope: Scope | null
  readonly limitPerMinute: number
  readonly successStatus: number
}

export const operationNames = keysOf(operationTable)

/** Returns an operation's row of the table (specification, Every endpoint). */
export function getOperation(name: OperationName): Operation {
  const facts = operationTable[name]
  const scope = facts.scope !== null && isScope(facts.scope) ? facts.scope : null
  return { ...facts, name, scope }
}

/**
 * The download of a label PDF, which is not in the table of the specification. Each download path has its own rate
 * limit (choices 13).
 */
export const downloadLabel: Operation = {
  name: 'downloadLabel',
  method: 'GET',
  path: '/v1/labels/{id}/download',
  scope: 'labels:read',
  limitPerMinute: 300,
  successStatus: 200,
}

export const downloadSandboxLabel: Operation = {
  name: 'downloadSandboxLabel',
  method: 'GET',
  path: '/v1/sandbox/labels/{id}.pdf',
  scope: null,
  limitPerMinute: 300,
  successStatus: 200,
}

export const rateValidForMs = constants.rateValidForSeconds * 1000
export const trackingRefreshMs = constants.trackingRefreshSeconds * 1000
export const limitWindowMs = constants.rateLimitWindowSeconds * 1000
export const webhookDelaysMs = constants.webhookDelaysSeconds.map((seconds) => seconds * 1000)
export const minimumFundingCents = constants.minimumFundingCents
export const deliveryLogSize = constants.deliveryLogSize
export const batchMaxItems = constants.batchMaxItems
