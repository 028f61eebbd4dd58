import type { Json } from '../../../../variations/json-responses.ts'
import { type WireRequest, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import {
  BackdoorKeys,
  environmentOf,
  readAccountTime,
  sendWithKey,
} from '../../../proof/stateful/backdoor.ts'
import {
  buildRefusingMutant,
  buildResponseMutant,
  buildStatefulMutant,
  type ParsedResponse,
  withFields,
} from '../../../proof/stateful/stateful.ts'

const isBatchCreation = ({ operation, isGood }: ParsedResponse): boolean =>
  operation === 'createBatch' && isGood

const isBatchPurchase = ({ operation, isGood }: ParsedResponse): boolean => operation === 'buyBatch' && isGood

const batchIdOf = ({ json }: ParsedResponse): string => String(json['id'])

/** Returns true if a batch that was bought at `boughtAt` may still be processing: a small batch takes less than a minute. */
const mayBatchBeProcessing = (boughtAt: number | undefined, now: number): boolean =>
  boughtAt !== undefined && now - boughtAt < 60_000

const readBatchItems = (batch: Json): readonly Json[] =>
  Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []

/** Deliberately broken services that confuse one batch with another. */
export const batchMutants: readonly Mutant[] = [
  buildRefusingMutant(
    'one-batch-at-a-time',
    'While a batch is processed, the client cannot buy another in the same environment.',
  )
    .kills('EXPL-004')
    .by(() => {
      const open = new Set<string>()
      const boughtAt = new Map<string, number>()
      const clientOf = ({ account, isLive }: { readonly account: string; readonly isLive: boolean }) =>
        `${account} ${isLive}`
      return {
        refusal: [422, 'BATCH.ALREADY_PROCESSING'],
        notes: async (seen) => {
          if (isBatchCreation(seen)) open.add(batchIdOf(seen))
          if (!isBatchPurchase(seen)) return
          open.delete(seen.id)
          boughtAt.set(clientOf(seen), await readAccountTime(seen))
        },
        blocks: async (asked) =>
          asked.operation === 'buyBatch' &&
          open.has(asked.id) &&
          mayBatchBeProcessing(boughtAt.get(clientOf(asked)), await readAccountTime(asked)),
      }
    }),
  buildResponseMutant(
    'second-batch-has-items-of-first',
    'The second batch of an account also shows the items of the first when it is read.',
  )
    .kills('EXPL-004')
    .by(() => {
      const items = new Map<string, readonly Json[]>()
      const earlier = new Map<string, readonly Json[]>()
      return (seen) => {
        const client = `${seen.account} ${seen.isLive}`
        if (isBatchCreation(seen)) {
          const before = items.get(client) ?? []
          earlier.set(batchIdOf(seen), before)
          items.set(client, [...before, ...readBatchItems(seen.asked)])
        }
        const before = earlier.get(seen.id) ?? []
        return seen.operation === 'getBatch' && seen.isGood && before.length > 0
          ? withFields(seen, { items: [...before, ...readBatchItems(seen.json)] })
          : undefined
      }
    }),
  buildResponseMutant(
    'batch-refused-to-revoked-key-and-done',
    'The purchase of a batch with a revoked key is refused, but the batch is bought.',
  )
    .kills('EXPL-004')
    .by(() => {
      const owners = new Map<string, Parameters<BackdoorKeys['findOrCreate']>[1]>()
      const keys = new BackdoorKeys()
      return async (seen) => {
        if (isBatchCreation(seen)) owners.set(batchIdOf(seen), [seen.account, environmentOf(seen)])
        const owner = owners.get(seen.id)
        if (seen.operation !== 'buyBatch' || owner === undefined || seen.code !== 'AUTH.KEY.REVOKED')
          return undefined
        const key = await keys.findOrCreate(seen.wire, owner)
        await sendWithKey(seen.wire, key, ['POST', `/v1/batches/${seen.id}/buy`])
        return seen.response
      }
    }),
  buildStatefulMutant(
    'batch-beside-another-never-done',
    'A batch that is bought while another is processed is accepted and never processed.',
  )
    .kills('EXPL-004')
    .by(() => {
      const bought = new Map<string, { readonly id: string; readonly at: number }>()
      const made = new Map<string, Json>()
      const forgotten = new Map<WireRequest, string>()
      return {
        before: async (asked) => {
          const last = bought.get(asked.account)
          if (asked.operation !== 'buyBatch' || !made.has(asked.id) || last?.id === asked.id) return undefined
          if (!mayBatchBeProcessing(last?.at, await readAccountTime(asked))) return undefined
          const instead = { ...asked.request, path: '/v1/batches/bat_000000000000000000000000/buy' }
          forgotten.set(instead, asked.id)
          return instead
        },
        after: async (seen) => {
          const batch = made.get(forgotten.get(seen.request) ?? '')
          if (batch !== undefined && seen.response.status === 404)
            return { ...withJson(seen.response, batch), status: 202 }
          if (isBatchCreation(seen)) made.set(batchIdOf(seen), seen.json)
          if (isBatchPurchase(seen)) {
            made.delete(seen.id)
            bought.set(seen.account, { id: seen.id, at: await readAccountTime(seen) })
          }
          return undefined
        },
      }
    }),
]
