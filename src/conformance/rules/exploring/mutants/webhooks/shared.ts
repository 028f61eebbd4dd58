import { nowOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import { HeldEvents, Receivers } from '../../../../selftest/held-events.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { type Answered, remembering } from '../../../../selftest/watched.ts'
import { jsonOf, type WireDelivery } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'

export const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood

export const dataOf = (delivery: WireDelivery): Json => {
  const event = jsonOf(delivery)
  return isObject(event) && isObject(event['data']) ? event['data'] : {}
}

/** What is known of a client's deliveries. */
export interface Outbox {
  readonly receivers: Receivers
  readonly held: HeldEvents
}

/** A service that does not make some attempts, and whose log tells of those it makes. */
export const holding = (
  id: string,
  deviation: string,
  open: (outbox: Outbox) => {
    /** Whether this attempt is not made. */
    holds(delivery: WireDelivery, account: string, now: number): 'skip' | 'drop' | undefined
    notes?(seen: Answered): void
    asked?(asked: Pick<Answered, 'operation' | 'account' | 'isLive' | 'request'>): void
    ends?(
      delivery: WireDelivery,
      account: string,
      outcome: { readonly isGood: boolean; readonly now: number },
    ): void
    controlled?(account: string, call: string, made: Json & { readonly method: string }): void
    readonly ended?: ReadonlySet<string>
  },
  kills: Mutant['kills'] = ['EXPL-006'],
): Mutant =>
  remembering(id, deviation, kills, () => {
    const receivers = new Receivers()
    const held = new HeldEvents()
    const { holds, notes, ends, controlled, ended, asked } = open({ receivers, held })
    const times = new WeakMap<WireDelivery, number>()
    return {
      controlled: (request, response) => {
        receivers.note(request, response)
        const { account, call } = controlCallOf(request)
        const made = jsonOf(response)
        controlled?.(account, call, { ...(isObject(made) ? made : {}), method: request.method })
      },
      before: (question) => {
        asked?.(question)
        return undefined
      },
      after: (seen) => {
        notes?.(seen)
        return held.log(seen, ended)
      },
      webhook: async (delivery, wire) => {
        const account = receivers.accountOf(delivery)
        const now = await nowOf({ wire, account })
        times.set(delivery, now)
        const hold = holds(delivery, account, now)
        if (hold === undefined) return undefined
        return hold === 'skip' ? held.skip(delivery) : held.drop(delivery)
      },
      reply: (status, delivery) => {
        const instead = held.reply(status, delivery)
        if (instead === undefined) {
          const isGood = status >= 200 && status < 300
          ends?.(delivery, receivers.accountOf(delivery), { isGood, now: times.get(delivery) ?? 0 })
        }
        return instead
      },
    }
  })
