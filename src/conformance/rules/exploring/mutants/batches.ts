import { ask, environmentOf, HiddenKeys, move, nowOf } from '../../../selftest/behind.ts'
import type { Json } from '../../../selftest/builders.ts'
import { HeldEvents, Receivers } from '../../../selftest/held-events.ts'
import type { Mutant, Wire } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import {
  type Answered,
  type Asked,
  blocking,
  remembering,
  told,
  watching,
} from '../../../selftest/watched.ts'
import { jsonOf, labelOf, type WireRequest, withJson } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'

const isCreated = ({ operation, isGood }: Answered): boolean => operation === 'createBatch' && isGood
const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyBatch' && isGood
const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getBatch' && isGood
const idOf = ({ json }: Answered): string => String(json['id'])
const notFound = [404, 'BATCH.NOT_FOUND'] as const
const active = [422, 'BATCH.ALREADY_PROCESSING'] as const
const dayMs = 86_400_000

const itemsIn = (batch: unknown): readonly Json[] =>
  isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []

/** The batches that were bought, read behind the harness's back. */
class BoughtBatches {
  readonly #ids = new Map<string, Map<string, 'live' | 'test'>>()
  readonly #keys = new HiddenKeys()

  note(seen: Answered): void {
    if (!isBought(seen)) return
    const ids = this.#ids.get(seen.account) ?? new Map<string, 'live' | 'test'>()
    this.#ids.set(seen.account, ids.set(seen.id, environmentOf(seen)))
  }

  async read(
    wire: Wire,
    account: string,
  ): Promise<readonly { readonly id: string; readonly items: readonly Json[] }[]> {
    const batches: { id: string; items: readonly Json[] }[] = []
    for (const [id, environment] of this.#ids.get(account) ?? []) {
      const key = await this.#keys.of(wire, [account, environment])
      batches.push({ id, items: itemsIn(jsonOf(await ask(wire, key, ['GET', `/v1/batches/${id}`]))) })
    }
    return batches
  }
}

/** Two batches that are taken for one another. */
const mixedMutants: readonly Mutant[] = [
  watching(
    'batch-shows-progress-of-another',
    'A batch that is not bought yet shows the progress of one that is.',
    ['EXPL-004'],
    () => {
      const done = new Map<string, Json>()
      const bought = new Set<string>()
      return (seen) => {
        if (isBought(seen)) bought.add(seen.id)
        if (!isRead(seen)) return undefined
        const { estimated_completion_percentage, estimated_time_remaining_seconds } = seen.json
        if (bought.has(seen.id)) {
          done.set(seen.account, { estimated_completion_percentage, estimated_time_remaining_seconds })
          return undefined
        }
        const progress = done.get(seen.account)
        return progress?.['estimated_completion_percentage'] === 100 ? told(seen, progress) : undefined
      }
    },
  ),
  watching(
    'older-batch-reads-cost-of-last',
    'A batch that is read has the cost of the batch that was created last.',
    ['EXPL-004'],
    () => {
      const last = new Map<string, unknown>()
      return (seen) => {
        if (isCreated(seen)) last.set(seen.key, seen.json['total_cost_cents'])
        const total_cost_cents = last.get(seen.key)
        const isOther = total_cost_cents !== undefined && total_cost_cents !== seen.json['total_cost_cents']
        return isRead(seen) && isOther ? told(seen, { total_cost_cents }) : undefined
      }
    },
  ),
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

/** Whether one of these was bought within the last minute, which a small batch is done in. */
const isBusy = (bought: { readonly at: number } | undefined, now: number): boolean =>
  bought !== undefined && now - bought.at < 60_000

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
  heldUp(
    'live-batch-holds-up-sandbox',
    'While a live batch is processed, none of the sandbox can be bought.',
    {
      kills: ['EXPL-004', 'EXPL-009'],
      isHeldUp: (asked, bought) => bought.isLive && !asked.isLive,
    },
  ),
  blocking(
    'refused-batch-refuses-next',
    'After a batch without items, the next batch of the client is refused as one.',
    ['EXPL-004'],
    [422, 'BATCH.ITEMS.REQUIRED'],
    () => {
      const stuck = new Set<string>()
      return {
        notes: (seen) => {
          if (seen.code === 'BATCH.ITEMS.REQUIRED') stuck.add(seen.account)
        },
        blocks: ({ operation, account }) => operation === 'createBatch' && stuck.delete(account),
      }
    },
  ),
  blocking(
    'unbought-batch-gone-next-day',
    'A batch that is not bought within a day is not found any more.',
    ['EXPL-004'],
    notFound,
    () => {
      const made = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (isCreated(seen)) made.set(idOf(seen), await nowOf(seen))
          if (isBought(seen)) made.delete(seen.id)
        },
        blocks: async (asked) => {
          const since = made.get(asked.id)
          const isAsked = asked.operation === 'getBatch' || asked.operation === 'buyBatch'
          return isAsked && since !== undefined && (await nowOf(asked)) - since > dayMs
        },
      }
    },
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
  remembering(
    'parallel-buys-both-accepted',
    'A batch that is bought twice at one time is accepted twice.',
    ['EXPL-004'],
    () => {
      const overlaps = new Overlaps()
      const good = new Map<string, Answered>()
      return {
        before: ({ operation, request, id }) => {
          if (operation === 'buyBatch') overlaps.enter(request, id)
          return undefined
        },
        after: async (seen) => {
          if (isBought(seen)) good.set(seen.id, seen)
          const overlap = await overlaps.leave(seen.request)
          const first = good.get(seen.id)
          if (overlap?.met !== true || seen.code !== active[1] || first === undefined) return undefined
          return { ...withJson(seen.response, first.json), status: first.response.status }
        },
      }
    },
  ),
  remembering(
    'parallel-batches-one-charged',
    'Of two live batches that are created at one time, one is not charged.',
    ['EXPL-004', 'EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      return {
        before: ({ operation, request, isLive, account }) => {
          if (operation === 'createBatch' && isLive) overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || !overlap.isLater || !seen.isGood) return undefined
          const cents = Number(seen.json['total_cost_cents'])
          await move(seen.wire, seen.account, cents)
          return told(seen, {
            wallet_balance_after_cents: Number(seen.json['wallet_balance_after_cents']) + cents,
          })
        },
      }
    },
  ),
]

/** What an item that fails leaves behind. */
const failureMutants: readonly Mutant[] = [
  remembering(
    'failed-item-has-event',
    'An item of a batch that fails has an event like any other.',
    ['EXPL-004', 'EXPL-006'],
    () => {
      const batches = new BoughtBatches()
      const told = new Set<string>()
      return {
        after: (seen) => {
          batches.note(seen)
          return undefined
        },
        advanced: async (account, wire) => {
          let isTold = false
          for (const { id, items } of await batches.read(wire, account)) {
            if (told.has(id)) continue
            for (const [index, item] of items.entries()) {
              if (item['status'] !== 'failed') continue
              told.add(id)
              isTold = true
              await wire.emit(account, eventOf(item, `${id.slice(4, 26)}${index}0`, wire.baseUrl))
            }
          }
          return isTold
        },
      }
    },
  ),
  remembering(
    'events-end-at-failed-item',
    'The items of a batch that come after one that failed make labels without events.',
    ['EXPL-004', 'EXPL-006'],
    () => {
      const batches = new BoughtBatches()
      const receivers = new Receivers()
      const held = new HeldEvents()
      return {
        controlled: (request, response) => receivers.note(request, response),
        after: (seen) => {
          batches.note(seen)
          return held.log(seen)
        },
        webhook: async (delivery, wire) => {
          const label = labelOf(delivery)
          const all = await batches.read(wire, receivers.accountOf(delivery))
          const items =
            all.find((batch) => batch.items.some(({ label_id }) => label_id === label))?.items ?? []
          const failed = items.findIndex(({ status }) => status === 'failed')
          const mine = items.findIndex(({ label_id }) => label_id === label)
          return failed >= 0 && failed < mine ? held.drop(delivery) : undefined
        },
        reply: (status, delivery) => held.reply(status, delivery),
      }
    },
  ),
  remembering(
    'failed-item-fails-next-batch',
    'After a batch with an item that failed, the first item of the next one fails, too.',
    ['EXPL-004'],
    () => {
      const batches = new BoughtBatches()
      const failed = new Set<string>()
      const counted = new Set<string>()
      return {
        after: (seen) => {
          batches.note(seen)
          return undefined
        },
        advanced: async (account, wire) => {
          for (const { id, items } of await batches.read(wire, account)) {
            if (counted.has(id) || !items.some(({ status }) => status === 'failed')) continue
            counted.add(id)
            failed.add(account)
          }
          return false
        },
        before: async ({ operation, account, wire, request }) => {
          if (operation !== 'buyBatch' || !failed.delete(account)) return undefined
          const fault = { target: 'carrier:*', operation: 'labels', mode: 'down', times: 1 }
          await wire.control('POST', `/accounts/${account}/faults`, fault)
          return { ...request }
        },
      }
    },
  ),
]

function eventOf(item: Json, digits: string, baseUrl: string): Json {
  const id = `lbl_${digits}`
  const at = new Date().toISOString()
  const { carrier, service, rate_cents } = item
  const label_url = `${baseUrl}/v1/labels/${id}/download`
  const data = {
    id,
    carrier,
    service,
    tracking_number: '9999000000000000000000',
    rate_cents,
    label_url,
    created_at: at,
  }
  return { event: 'label.created', data, timestamp: at }
}

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
    'batch-refused-to-stranger-and-done',
    'The purchase of a batch that another client is refused is done all the same.',
    ['EXPL-004', 'EXPL-009'],
    ({ code }) => code === 'BATCH.NOT_FOUND',
  ),
  done(
    'batch-refused-to-revoked-key-and-done',
    'The purchase of a batch that is refused to a revoked key is done all the same.',
    ['EXPL-004', 'EXPL-007'],
    ({ code }) => code === 'AUTH.KEY.REVOKED',
  ),
]

/** Batches: one beside another, and what fails in them. */
export const batchExplorationMutants: readonly Mutant[] = [
  ...mixedMutants,
  ...refusalMutants,
  ...togetherMutants,
  ...failureMutants,
  ...doneMutants,
]
