import type { CallRequest } from '../call-request.ts'
import type { RuleContext } from '../rule-context.ts'
import { expectResource } from '../wire/expect.ts'
import type { OperationName } from '../wire/operation.ts'
import { plainRequest } from './requests.ts'

/**
 * Requests each of which works if it is sent once, since one that is refused may not count. In an account that others
 * use, they are such as leave nothing behind instead, and may well be refused.
 */
export async function countableRequests(
  t: RuleContext,
  operation: OperationName,
  count: number,
): Promise<readonly CallRequest[]> {
  if (!t.isOwnAccount) return [plainRequest(t, operation)]
  switch (operation) {
    case 'buyLabel':
      return (await ratesFor(t, count)).map((rate_id) => ({ body: { rate_id } }))
    case 'getLabel':
      return [{ id: (await t.setup.label()).id }]
    case 'voidLabel':
      return (await labelsFor(t, count)).map((id) => ({ id }))
    case 'getTracker':
      return [{ id: (await t.setup.tracker()).id }]
    case 'createBatch':
      return (await t.setup.batchItems(count)).map((item) => ({ body: { items: [item] } }))
    case 'buyBatch':
      return (await batchesFor(t, count)).map((id) => ({ id }))
    case 'getBatch':
      return [{ id: (await t.setup.batch()).id }]
    default:
      return [plainRequest(t, operation)]
  }
}

/** What it takes to have so many of them in an account of the rule's own. */
export function requestsToPrepare(
  operation: OperationName,
  count: number,
): Readonly<Partial<Record<OperationName, number>>> {
  // Each of the four carriers has a rate.
  const createRates = Math.ceil(count / 4)
  switch (operation) {
    case 'buyLabel':
    case 'createBatch':
      return { createRates }
    case 'getLabel':
      return { createRates: 1, buyLabel: 1 }
    case 'voidLabel':
      return { createRates, buyLabel: count }
    case 'getTracker':
      return { createRates: 1, buyLabel: 1, registerTracker: 1 }
    case 'buyBatch':
      return { createRates: 1, createBatch: count }
    case 'getBatch':
      return { createRates: 1, createBatch: 1 }
    default:
      return {}
  }
}

async function ratesFor(t: RuleContext, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push(...(await t.setup.rates()).map(({ id }) => id))
  return ids.slice(0, count)
}

async function labelsFor(t: RuleContext, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (const rate_id of await ratesFor(t, count)) {
    const bought = await t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id } }))
    ids.push(expectResource(bought, 'label').text('id'))
  }
  return ids
}

async function batchesFor(t: RuleContext, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (const item of await t.setup.batchItems(count)) {
    const body = { items: [item] }
    const made = await t.setup.works('The creation of a batch', t.call('createBatch', { body }))
    ids.push(expectResource(made, 'batch').text('id'))
  }
  return ids
}
