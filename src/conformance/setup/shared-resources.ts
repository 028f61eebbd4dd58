import type { CallRequest } from '../call-request.ts'
import type { Answer } from '../http/answer.ts'
import { expectAccepted, expectResource } from '../http/expect.ts'
import type { OperationName } from '../http/operation.ts'
import type { BoughtBatch, Setup, SharedResources } from './prerequisites.ts'
import { openResourcePool, type ResourcePool } from './resource-pool.ts'

/** How many requests are sent to create and buy a batch, by operation. */
export const requestsToBuy = { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 1 } as const

/** How many requests are sent to create all shared resources at most, by operation. */
export const requestsForShared = {
  createRates: 4,
  buyLabel: 2,
  registerTracker: 1,
  createBatch: 2,
  buyBatch: 1,
  getBatch: 1,
} as const

/** Creates the functions that create resources that no rule changes. On a shared account, each resource is created once for all rules. */
export function openSharedResources(
  {
    t,
    of,
    label,
    tracker,
    batchItems,
  }: Pick<Setup, 'of' | 'label' | 'tracker' | 'batchItems'> & {
    readonly t: { call(operation: OperationName, request?: CallRequest): Promise<Answer> }
  },
  shared: ResourcePool | undefined,
): SharedResources {
  // In an account that the run created for the rule, no other rule shares the resources.
  const pool = shared ?? openResourcePool({ releaseDuring: (does) => does() })
  const createBatch = async (): Promise<Answer> =>
    t.call('createBatch', { body: { items: await batchItems(1) } })
  const readCreatedIdOf = (what: string, made: Answer): Promise<string> =>
    of(what, async () => expectResource(made, 'batch').text('id'))
  const buyBatch = async (): Promise<BoughtBatch> => {
    const id = await readCreatedIdOf('The creation of a batch', await createBatch())
    const bought = await t.call('buyBatch', { id })
    await of('The purchase of the batch', async () => expectAccepted(bought))
    return { id, reading: await t.call('getBatch', { id }) }
  }
  const createdBatch = (): Promise<Answer> => pool.batch(createBatch)
  return {
    label: () => pool.label(label),
    tracker: () => pool.tracker(tracker),
    createdBatch,
    batch: async () => ({ id: await readCreatedIdOf('The creation of a batch', await createdBatch()) }),
    boughtBatch: () => pool.boughtBatch(buyBatch),
  }
}
