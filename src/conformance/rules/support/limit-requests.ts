import type { CallRequest } from '../../call-request.ts'
import { expectResource } from '../../http/expect.ts'
import type { OperationName } from '../../http/operation.ts'
import type { RuleContext } from '../../rule-context.ts'
import { repeatUntilAnswered } from './request-retry.ts'
import { plainRequest } from './requests.ts'
import { settleAll } from './settle-all.ts'

/**
 * Prepares requests that count in a limit. In an account made for the rule they are valid, since refused ones may not
 * count. In other accounts they leave nothing behind, and may be refused.
 */
export async function countableRequests(
  t: RuleContext,
  operation: OperationName,
  count: number,
): Promise<readonly CallRequest[]> {
  // A limit covers all resources of a kind, so the requests alternate between two of them.
  if (!t.isOwnAccount)
    return read.includes(operation) ? requestsForTwoUnknownIds(t, operation) : [plainRequest(t, operation)]
  switch (operation) {
    case 'buyLabel':
      return (await ratesFor(t, count)).map((rate_id) => ({ body: { rate_id } }))
    case 'getLabel':
      return (await labelsFor(t, 2)).map((id) => ({ id }))
    case 'voidLabel':
      return (await labelsFor(t, count)).map((id) => ({ id }))
    case 'getTracker':
      return [await trackerOf(t), await trackerOf(t)]
    case 'createBatch':
      return (await repeatUntilAnswered(() => t.setup.batchItems(count))).map((item) => ({
        body: { items: [item] },
      }))
    case 'buyBatch':
      return (await batchesFor(t, count)).map((id) => ({ id }))
    case 'getBatch':
      return (await batchesFor(t, 2)).map((id) => ({ id }))
    default:
      return [plainRequest(t, operation)]
  }
}

/** Returns the number of requests that prepare this many, in an account made for the rule. */
export function requestsToPrepare(
  operation: OperationName,
  count: number,
): Readonly<Partial<Record<OperationName, number>>> {
  // A quote has at least a rate of each of the four carriers.
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

const read: readonly OperationName[] = ['getLabel', 'getTracker', 'getBatch']

/** Requests for two resources that do not exist. */
function requestsForTwoUnknownIds(t: RuleContext, operation: OperationName): readonly CallRequest[] {
  const request = plainRequest(t, operation)
  return [request, { ...request, id: request.id?.replace(/0$/, '1') ?? '' }]
}

/** The ids of so many rates, from as many quotes as it takes. */
export async function ratesFor(t: RuleContext, count: number): Promise<readonly string[]> {
  const ids = (await repeatUntilAnswered(() => t.setup.rates())).map(({ id }) => id)
  const each = ids.length
  while (ids.length < count) {
    const missing = Math.ceil((count - ids.length) / each)
    const quotes = await settleAll(
      Array.from({ length: missing }, () => repeatUntilAnswered(() => t.setup.rates())),
    )
    ids.push(...quotes.flat().map(({ id }) => id))
  }
  return ids.slice(0, count)
}

async function trackerOf(t: RuleContext): Promise<CallRequest> {
  const { id } = await repeatUntilAnswered(() => t.setup.tracker())
  return { id }
}

async function labelsFor(t: RuleContext, count: number): Promise<readonly string[]> {
  return settleAll((await ratesFor(t, count)).map((rate) => labelOf(t, rate)))
}

/** Buys a label as a setup and returns its id. */
export async function labelOf(t: RuleContext, rate_id: string): Promise<string> {
  const bought = await repeatUntilAnswered(() =>
    t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id } })),
  )
  return expectResource(bought, 'label').text('id')
}

async function batchesFor(t: RuleContext, count: number): Promise<readonly string[]> {
  return settleAll(
    (await t.setup.batchItems(count)).map(async (item) => {
      const body = { items: [item] }
      const made = await repeatUntilAnswered(() =>
        t.setup.works('The creation of a batch', t.call('createBatch', { body })),
      )
      return expectResource(made, 'batch').text('id')
    }),
  )
}
