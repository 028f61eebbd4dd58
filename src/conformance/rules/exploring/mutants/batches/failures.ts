import { ask, environmentOf, HiddenKeys } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import { HeldEvents, Receivers } from '../../../../selftest/held-events.ts'
import type { Mutant, Wire } from '../../../../selftest/mutant.ts'
import { type Answered, remembering } from '../../../../selftest/watched.ts'
import { jsonOf, labelOf } from '../../../../selftest/wire.ts'
import { isBought, itemsIn } from './shared.ts'

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

/** What an item that fails leaves behind. */
export const failureMutants: readonly Mutant[] = [
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
