import { z } from 'zod'
import { batchItem } from '../../support/labels/parcels.ts'
import {
  type BatchFact,
  type ConfirmedState,
  createBatchLabelFact,
  type Environment,
} from '../confirmed-state.ts'
import { type Action, copyState, isSuccess, type Lane, sendChange } from '../lane.ts'
import { listNoOtherState } from './labels.ts'

const made = z.object({ id: z.string(), total_cost_cents: z.int() })

/** Creates a batch of up to 120 items. Some items have an unknown service, so they fail and are refunded. */
export const createBatch: Action = async (lane) => {
  const environment = lane.draw.pick<Environment>(['test', 'live'])
  const count = lane.draw.chance(0.2) ? lane.draw.between(60, 120) : lane.draw.between(1, 8)
  const items = Array.from({ length: count }, () =>
    batchItem({
      rate_cents: lane.draw.between(1, 40),
      ...(lane.draw.chance(0.2) && { service: 'No Such Service' }),
    }),
  )
  const key = lane.facts.keys[environment]
  const asked = { method: 'POST', path: '/v1/batches', key, body: { items } } as const
  const answer = await sendChange(lane, asked, refusals)
  if (answer === undefined)
    return environment === 'live' ? listPossibleStatesAfterUnansweredBatch(count) : listNoOtherState
  if (!isSuccess(answer)) return undefined
  const { id, total_cost_cents: costCents } = made.parse(answer.body)
  lane.facts.batches.push({ id, environment, costCents, items: count, status: 'created' })
  return undefined
}

const refusals = ['WALLET.INSUFFICIENT_BALANCE', 'WALLET.PAYMENT.FAILED', 'WALLET.PAYMENT_METHOD.MISSING']

/**
 * Returns a function that lists the possible states after a request to create a batch had no response. If the ledger
 * has a charge for an unknown batch, the batch was created.
 */
function listPossibleStatesAfterUnansweredBatch(items: number): Awaited<ReturnType<Action>> {
  return (known, seen) => {
    const ids = new Set(known.batches.map(({ id }) => id))
    const charge = seen?.ledger.find(
      ({ kind, reference }) =>
        kind === 'charge' && reference?.startsWith('bat_') === true && !ids.has(reference),
    )
    if (charge === undefined || charge.reference === null) return []
    const batch: BatchFact = {
      id: charge.reference,
      environment: 'live',
      costCents: -charge.amount_cents,
      items,
      status: 'created',
    }
    return [copyState(known, (copy) => copy.batches.push(batch))]
  }
}

export const buyBatch: Action = async (lane) => {
  const waiting = lane.facts.batches.filter(({ status }) => status === 'created')
  if (waiting.length === 0) return undefined
  const { id, environment } = lane.draw.pick(waiting)
  const key = lane.facts.keys[environment]
  const answer = await sendChange(lane, { method: 'POST', path: `/v1/batches/${id}/buy`, key })
  const markBatchBought = (facts: ConfirmedState): void => {
    for (const batch of facts.batches) if (batch.id === id) batch.status = 'processing'
  }
  if (answer === undefined) return (known) => [copyState(known, markBatchBought)]
  markBatchBought(lane.facts)
  return undefined
}

/** Creates a batch with so much text that the simulator then compacts the data file, if the account is small. */
export const createLargeBatch: Action = async (lane) => {
  const item = createLargeItem(lane.draw.pick(['W', 'é', '\u{1f4e6}']))
  const itemBytes = Buffer.byteLength(JSON.stringify(item))
  const items = Array(Math.ceil((lane.draw.between(11, 14) * 100_000) / itemBytes)).fill(item)
  const key = lane.facts.keys.test
  const answer = await sendChange(lane, { method: 'POST', path: '/v1/batches', key, body: { items } })
  return answer === undefined ? listNoOtherState : undefined
}

function createLargeItem(letter: string): object {
  const text = letter.repeat(240)
  const fat = { street2: text, company: text, phone: text, email: text }
  const item = batchItem()
  return {
    ...item,
    from_address: { ...item.from_address, ...fat },
    to_address: { ...item.to_address, ...fat },
  }
}

/** Reads the batches in progress and notes their status and labels. */
export async function readBatches(lane: Lane): Promise<void> {
  for (const batch of lane.facts.batches.filter(({ status }) => status === 'processing')) {
    const key = lane.facts.keys[batch.environment]
    const answer = await lane.service.trySend({ method: 'GET', path: `/v1/batches/${batch.id}`, key })
    if (answer === undefined || !isSuccess(answer)) return
    noteBatchProgress(lane.facts, batch, progress.parse(answer.body))
  }
}

const progress = z.object({
  status: z.enum(['created', 'processing', 'completed']),
  items: z.array(z.object({ label_id: z.string().nullable(), rate_cents: z.int() })),
})

function noteBatchProgress(
  facts: ConfirmedState,
  batch: BatchFact,
  { status, items }: z.infer<typeof progress>,
): void {
  batch.status = status
  const ids = new Set(facts.labels.map(({ id }) => id))
  for (const { label_id: id, rate_cents: rateCents } of items) {
    if (id === null || ids.has(id)) continue
    const hasEvent = facts.webhookUrl !== null
    facts.labels.push(createBatchLabelFact(batch, { id, rateCents, hasEvent }))
  }
}
