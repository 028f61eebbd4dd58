import type { CallRequest } from '../call-request.ts'
import { isSuccess } from '../http/expect.ts'
import { OverBudget } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { type OperationName, operationNames } from '../http/operation.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { NotBought } from './buying-gate.ts'

/**
 * Calls every operation, with valid requests and with some that must be refused, so that rules about answers have
 * something to judge if no other rule runs. It is no rule itself and judges nothing.
 */
export const sampleTraffic: ActiveRule = {
  id: 'TOUR-0',
  title: 'Every operation is visited once.',
  section: 'Endpoints',
  endpoint: null,
  basis: 'derived',
  kind: 'active',
  sends: 'One good request to each operation, one without a key, and some for what is not there.',
  needs: ['key:test'],
  requests: Object.fromEntries(operationNames.map((name) => [name, 4])),
  run: async (t) => {
    const { addresses } = t.profile
    await visit(t, 'validateAddress', { body: addresses.commercial })
    const rate = await idIn(visit(t, 'createRates', { body: t.setup.ratesBody() }))
    const label = await idIn(visit(t, 'buyLabel', { body: { rate_id: rate.first } }))
    await visit(t, 'getLabel', { id: label.id })
    const tracked = { tracking_number: label.trackingNumber, carrier: label.carrier }
    const tracker = await idIn(visit(t, 'registerTracker', { body: tracked }))
    await visit(t, 'getTracker', { id: tracker.id })
    await visit(t, 'voidLabel', { id: label.id })
    await visit(t, 'listCarrierAccounts')
    const item = { ...t.setup.ratesBody(), ...rate.item }
    const batch = await idIn(visit(t, 'createBatch', { body: { items: [item] } }))
    await visit(t, 'buyBatch', { id: batch.id })
    await visit(t, 'getBatch', { id: batch.id })
    await visit(t, 'getWallet')
    await visit(t, 'listDeliveries')
    await visit(t, 'getWallet', { key: null })
    await visit(t, 'getLabel', { id: 'lbl_000000000000000000000000' })
    await visit(t, 'buyLabel', { body: { rate_id: 'rate_000000000000000000000000' } })
    await visit(t, 'createBatch', { body: { items: [] } })
  },
}

type Visited = Promise<Readonly<Record<string, unknown>> | undefined>

async function visit(t: RuleContext, operation: OperationName, request?: CallRequest): Visited {
  const answer = await t.call(operation, request).catch((error: unknown) => {
    if (error instanceof NotBought || error instanceof OverBudget) return undefined
    throw error
  })
  return answer !== undefined && isSuccess(answer) && isObject(answer.json) ? answer.json : undefined
}

/** What later calls need of an answer, with invented values if it  has none. */
async function idIn(visited: Visited) {
  const json = await visited
  const text = (name: string): string => (typeof json?.[name] === 'string' ? String(json[name]) : 'none')
  const rates = Array.isArray(json?.['rates']) ? json['rates'] : []
  const [rate] = rates.filter(isObject)
  return {
    id: text('id'),
    first: typeof rate?.['id'] === 'string' ? rate['id'] : 'none',
    item: {
      rate_id: rate?.['id'],
      carrier: rate?.['carrier'],
      service: rate?.['service'],
      rate_cents: rate?.['rate_cents'],
    },
    trackingNumber: text('tracking_number'),
    carrier: text('carrier'),
  }
}
