import type { CallRequest } from '../../call-request.ts'
import { expectResource } from '../../http/expect.ts'
import type { OperationName } from '../../http/operation.ts'
import type { RuleContext } from '../../rule-context.ts'
import { repeatUntilResponse } from './request-retry.ts'
import { makeWellFormedRequest } from './requests.ts'
import { settleAll } from './settle-all.ts'

/**
 * Prepares requests that count against a rate limit. In an account made for the rule, the requests are valid, because
 * a service need not count refused requests. In other accounts, the requests create nothing, and may be refused.
 */
export async function prepareCountableRequests(
  t: RuleContext,
  operation: OperationName,
  count: number,
): Promise<readonly CallRequest[]> {
  // A rate limit covers all resources of a kind, so the requests alternate between two resources.
  if (!t.isOwnAccount)
    return readingOperations.includes(operation)
      ? makeRequestsForUnknownIds(t, operation)
      : [makeWellFormedRequest(t, operation)]
  switch (operation) {
    case 'buyLabel':
      return (await requestRateIds(t, count)).map((rate_id) => ({ body: { rate_id } }))
    case 'getLabel':
      return (await buyLabels(t, 2)).map((id) => ({ id }))
    case 'voidLabel':
      return (await buyLabels(t, count)).map((id) => ({ id }))
    case 'getTracker':
      return [await makeTrackerRequest(t), await makeTrackerRequest(t)]
    case 'createBatch':
      return (await repeatUntilResponse(() => t.setup.batchItems(count))).map((item) => ({
        body: { items: [item] },
      }))
    case 'buyBatch':
      return (await createBatches(t, count)).map((id) => ({ id }))
    case 'getBatch':
      return (await createBatches(t, 2)).map((id) => ({ id }))
    default:
      return [makeWellFormedRequest(t, operation)]
  }
}

/** Returns how many requests `prepareCountableRequests` sends to prepare `count` requests in an account made for the rule. */
export function countPreparationRequests(
  operation: OperationName,
  count: number,
): Readonly<Partial<Record<OperationName, number>>> {
  // A rates response has at least one rate of each of the four carriers.
  const createRates = Math.ceil(count / 4)
  switch (operation) {
    case 'buyLabel':
    case 'createBatch':
      return { createRates }
    case 'getLabel':
      return { createRates: 2, buyLabel: 2 }
    case 'voidLabel':
      return { createRates, buyLabel: count }
    case 'getTracker':
      return { createRates: 2, buyLabel: 2, registerTracker: 2 }
    case 'buyBatch':
      return { createRates: 1, createBatch: count }
    case 'getBatch':
      return { createRates: 1, createBatch: 2 }
    default:
      return {}
  }
}

const readingOperations: readonly OperationName[] = ['getLabel', 'getTracker', 'getBatch']

/** Creates two requests to read resources that do not exist. */
function makeRequestsForUnknownIds(t: RuleContext, operation: OperationName): readonly CallRequest[] {
  const request = makeWellFormedRequest(t, operation)
  return [request, { ...request, id: request.id?.replace(/0$/, '1') ?? '' }]
}

/** Requests rates until `count` rate ids are known, and returns the ids. */
export async function requestRateIds(t: RuleContext, count: number): Promise<readonly string[]> {
  const ids = (await repeatUntilResponse(() => t.setup.rates())).map(({ id }) => id)
  const each = ids.length
  while (ids.length < count) {
    const missing = Math.ceil((count - ids.length) / each)
    const quotes = await settleAll(
      Array.from({ length: missing }, () => repeatUntilResponse(() => t.setup.rates())),
    )
    ids.push(...quotes.flat().map(({ id }) => id))
  }
  return ids.slice(0, count)
}

async function makeTrackerRequest(t: RuleContext): Promise<CallRequest> {
  const { id } = await repeatUntilResponse(() => t.setup.tracker())
  return { id }
}

async function buyLabels(t: RuleContext, count: number): Promise<readonly string[]> {
  return settleAll((await requestRateIds(t, count)).map((rate) => buyLabelOfRate(t, rate)))
}

/** Buys a label in the setup of a rule and returns its id. */
export async function buyLabelOfRate(t: RuleContext, rate_id: string): Promise<string> {
  const bought = await repeatUntilResponse(() =>
    t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id } })),
  )
  return expectResource(bought, 'label').text('id')
}

async function createBatches(t: RuleContext, count: number): Promise<readonly string[]> {
  return settleAll(
    (await t.setup.batchItems(count)).map(async (item) => {
      const body = { items: [item] }
      const made = await repeatUntilResponse(() =>
        t.setup.works('The creation of a batch', t.call('createBatch', { body })),
      )
      return expectResource(made, 'batch').text('id')
    }),
  )
}
