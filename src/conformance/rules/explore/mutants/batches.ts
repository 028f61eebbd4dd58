import { isObject } from '../../../http/fields.ts'
import { ask, environmentOf, HiddenKeys, nowOf } from '../../../proof/behind.ts'
import type { Json } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { type Answered, type Asked, blocking, remembering, told, watching } from '../../../proof/watched.ts'
import { type WireRequest, withJson } from '../../../proof/wire.ts'

const isCreated = ({ operation, isGood }: Answered): boolean => operation === 'createBatch' && isGood

const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyBatch' && isGood

const idOf = ({ json }: Answered): string => String(json['id'])

const active = [422, 'BATCH.ALREADY_PROCESSING'] as const

/** Whether one of these was bought within the last minute, which a small batch is done in. */
const isBusy = (bought: { readonly at: number } | undefined, now: number): boolean =>
  bought !== undefined && now - bought.at < 60_000

const itemsIn = (batch: unknown): readonly Json[] =>
  isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []

/** Batches that are refused while another is processed. */
const heldUp = (
  id: string,
  deviation: string,
  {
    kills,
    isHeldUp,
  }: {
    readonly kills: Mutant['kills']
    isHeldUp(asked: Asked, bought: { readonly isLive: boolean }): boolean
  },
): Mutant =>
  blocking(id, deviation, kills, active, () => {
    const open = new Set<string>()
    const bought = new Map<string, { readonly isLive: boolean; readonly at: number }>()
    return {
      notes: async (seen) => {
        if (isCreated(seen)) open.add(idOf(seen))
        if (!isBought(seen)) return
        open.delete(seen.id)
        bought.set(seen.account, { isLive: seen.isLive, at: await nowOf(seen) })
      },
      blocks: async (asked) => {
        const last = bought.get(asked.account)
        if (asked.operation !== 'buyBatch' || !open.has(asked.id) || last === undefined) return false
        return isHeldUp(asked, last) && isBusy(last, await nowOf(asked))
      },
    }
  })

/** Batches that cannot be had for what happened to another. */
const refusalMutants: readonly Mutant[] = [
  heldUp('one-batch-at-a-time', 'While a batch is processed, no other batch of the client can be bought.', {
    kills: ['EXPL-004'],
    isHeldUp: (asked, bought) => asked.isLive === bought.isLive,
  }),
]

const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getBatch' && isGood

/** Two batches that are taken for one another. */
const mixedMutants: readonly Mutant[] = [
  watching(
    'second-batch-has-items-of-first',
    'A second batch that is read has the items of the first one, too.',
    ['EXPL-004'],
    () => {
      const items = new Map<string, readonly Json[]>()
      const earlier = new Map<string, readonly Json[]>()
      return (seen) => {
        const whose = `${seen.account} ${seen.isLive}`
        if (isCreated(seen)) {
          const before = items.get(whose) ?? []
          earlier.set(idOf(seen), before)
          items.set(whose, [...before, ...itemsIn(seen.asked)])
        }
        const before = earlier.get(seen.id) ?? []
        return isRead(seen) && before.length > 0
          ? told(seen, { items: [...before, ...itemsIn(seen.json)] })
          : undefined
      }
    },
  ),
]

/** Purchases of batches that are refused, and done all the same. */
const done = (
  id: string,
  deviation: string,
  kills: Mutant['kills'],
  isDone: (seen: Answered) => boolean,
): Mutant =>
  watching(id, deviation, kills, () => {
    const owners = new Map<string, { readonly account: string; readonly environment: 'live' | 'test' }>()
    const keys = new HiddenKeys()
    return async (seen) => {
      if (isCreated(seen)) owners.set(idOf(seen), { account: seen.account, environment: environmentOf(seen) })
      const owner = owners.get(seen.id)
      if (seen.operation !== 'buyBatch' || owner === undefined || !isDone(seen)) return undefined
      const key = await keys.of(seen.wire, [owner.account, owner.environment])
      await ask(seen.wire, key, ['POST', `/v1/batches/${seen.id}/buy`])
      return seen.response
    }
  })

const doneMutants: readonly Mutant[] = [
  done(
    'batch-refused-to-revoked-key-and-done',
    'The purchase of a batch that is refused to a revoked key is done all the same.',
    ['EXPL-004'],
    ({ code }) => code === 'AUTH.KEY.REVOKED',
  ),
]

/** Batches that are bought beside others, or at one time. */
const togetherMutants: readonly Mutant[] = [
  remembering(
    'batch-beside-another-never-done',
    'A batch that is bought while another is processed is accepted, and nothing comes of it.',
    ['EXPL-004'],
    () => {
      const bought = new Map<string, { readonly id: string; readonly at: number }>()
      const made = new Map<string, Json>()
      const forgotten = new Map<WireRequest, string>()
      return {
        before: async (asked) => {
          const last = bought.get(asked.account)
          if (asked.operation !== 'buyBatch' || !made.has(asked.id) || last?.id === asked.id) return undefined
          if (!isBusy(last, await nowOf(asked))) return undefined
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
    },
  ),
]

/** Batches: one beside another, and what fails in them. */
export const batchExplorationMutants: readonly Mutant[] = [
  ...mixedMutants,
  ...refusalMutants,
  ...togetherMutants,
  ...doneMutants,
]
