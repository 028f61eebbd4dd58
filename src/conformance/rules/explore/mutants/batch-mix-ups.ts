import type { Json } from '../../../../variations/json-responses.ts'
import { type WireRequest, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { BackdoorKeys, environmentOf, nowOf, requestWithKey } from '../../../proof/stateful/backdoor.ts'
import {
  blocking,
  onResponse,
  type ParsedResponse,
  stateful,
  withFields,
} from '../../../proof/stateful/stateful.ts'

const isCreated = ({ operation, isGood }: ParsedResponse): boolean => operation === 'createBatch' && isGood

const isBought = ({ operation, isGood }: ParsedResponse): boolean => operation === 'buyBatch' && isGood

const idOf = ({ json }: ParsedResponse): string => String(json['id'])

/** Returns whether a batch bought at this time may still be processing: a small one takes less than a minute. */
const mayBeProcessing = (boughtAt: number | undefined, now: number): boolean =>
  boughtAt !== undefined && now - boughtAt < 60_000

const itemsIn = (batch: Json): readonly Json[] =>
  Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []

/** Services that confuse one batch with another. */
export const batchMutants: readonly Mutant[] = [
  blocking(
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
          if (isCreated(seen)) open.add(idOf(seen))
          if (!isBought(seen)) return
          open.delete(seen.id)
          boughtAt.set(clientOf(seen), await nowOf(seen))
        },
        blocks: async (asked) =>
          asked.operation === 'buyBatch' &&
          open.has(asked.id) &&
          mayBeProcessing(boughtAt.get(clientOf(asked)), await nowOf(asked)),
      }
    }),
  onResponse(
    'second-batch-has-items-of-first',
    'A second batch reads with the items of the first one as well.',
  )
    .kills('EXPL-004')
    .by(() => {
      const items = new Map<string, readonly Json[]>()
      const earlier = new Map<string, readonly Json[]>()
      return (seen) => {
        const client = `${seen.account} ${seen.isLive}`
        if (isCreated(seen)) {
          const before = items.get(client) ?? []
          earlier.set(idOf(seen), before)
          items.set(client, [...before, ...itemsIn(seen.asked)])
        }
        const before = earlier.get(seen.id) ?? []
        return seen.operation === 'getBatch' && seen.isGood && before.length > 0
          ? withFields(seen, { items: [...before, ...itemsIn(seen.json)] })
          : undefined
      }
    }),
  onResponse(
    'batch-refused-to-revoked-key-and-done',
    'A revoked key is refused the purchase of a batch, and the purchase is made nevertheless.',
  )
    .kills('EXPL-004')
    .by(() => {
      const owners = new Map<string, Parameters<BackdoorKeys['of']>[1]>()
      const keys = new BackdoorKeys()
      return async (seen) => {
        if (isCreated(seen)) owners.set(idOf(seen), [seen.account, environmentOf(seen)])
        const owner = owners.get(seen.id)
        if (seen.operation !== 'buyBatch' || owner === undefined || seen.code !== 'AUTH.KEY.REVOKED')
          return undefined
        const key = await keys.of(seen.wire, owner)
        await requestWithKey(seen.wire, key, ['POST', `/v1/batches/${seen.id}/buy`])
        return seen.response
      }
    }),
  stateful(
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
          if (!mayBeProcessing(last?.at, await nowOf(asked))) return undefined
          const instead = { ...asked.request, path: '/v1/batches/bat_000000000000000000000000/buy' }
          forgotten.set(instead, asked.id)
          return instead
        },
        after: async (seen) => {
          const batch = made.get(forgotten.get(seen.request) ?? '')
          if (batch !== undefined && seen.response.status === 404)
            return { ...withJson(seen.response, batch), status: 202 }
          if (isCreated(seen)) made.set(idOf(seen), seen.json)
          if (isBought(seen)) {
            made.delete(seen.id)
            bought.set(seen.account, { id: seen.id, at: await nowOf(seen) })
          }
          return undefined
        },
      }
    }),
]
