import { errorOf, type Json } from '../../../../variations/json-responses.ts'
import { type WireRequest, withJson } from '../../../../variations/wire.ts'
import { countUp } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { chargeMore } from '../../../proof/stateful/backdoor.ts'
import { HeldEvents, SecretOwners } from '../../../proof/stateful/held-events.ts'
import { Overlaps } from '../../../proof/stateful/overlaps.ts'
import { buildStatefulMutant, type ParsedRequest, withFields } from '../../../proof/stateful/stateful.ts'

const isPurchaseRequest = ({ operation }: ParsedRequest): boolean => operation === 'buyLabel'

/** Deliberately broken services that confuse requests made at the same time. */
export const raceMutants: readonly Mutant[] = [
  buildStatefulMutant(
    'keys-race-on-charge',
    'If two live keys of a client buy labels at the same time, one purchase is not charged.',
  )
    .kills('EXPL-001')
    .by(() => {
      const overlaps = new Overlaps()
      const busy = new Map<string, Set<string>>()
      return {
        before: ({ operation, isLive, request, account, key }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          overlaps.startRequest(request, account)
          busy.set(account, (busy.get(account) ?? new Set()).add(key))
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.endRequest(seen.request)
          const keys = busy.get(seen.account)?.size ?? 0
          if (overlap === undefined || !overlap.met) {
            if (overlap !== undefined) busy.delete(seen.account)
            return undefined
          }
          return overlap.isLater && keys > 1 && seen.isGood
            ? chargeMore(seen, -Number(seen.json['rate_cents']))
            : undefined
        },
      }
    }),
  buildStatefulMutant(
    'parallel-purchases-one-label',
    'If a rate is bought twice at the same time, both are charged and get the same label.',
  )
    .kills('EXPL-003')
    .by(() => {
      const overlaps = new Overlaps()
      const first = new Map<string, Json>()
      const accountAndRateOf = ({ account, asked }: ParsedRequest): string => `${account} ${asked['rate_id']}`
      return {
        before: (asked) => {
          if (isPurchaseRequest(asked)) overlaps.startRequest(asked.request, accountAndRateOf(asked))
          return undefined
        },
        after: async (seen) => {
          const name = accountAndRateOf(seen)
          if (isPurchaseRequest(seen) && seen.isGood && !first.has(name)) first.set(name, seen.json)
          const overlap = await overlaps.endRequest(seen.request)
          const label = first.get(name)
          if (overlap === undefined) return undefined
          if (!overlap.met) first.delete(name)
          if (!overlap.met || !seen.isGood || label === undefined || label === seen.json) return undefined
          return withFields(seen, {
            ...label,
            wallet_balance_after_cents: seen.json['wallet_balance_after_cents'],
          })
        },
      }
    }),
  buildStatefulMutant(
    'parallel-quotes-swap-shipments',
    'If a key requests two quotes at the same time, each response has the rates of the other shipment.',
  )
    .kills('EXPL-002')
    .by(() => {
      const overlaps = new Overlaps()
      const waiting = new Map<string, readonly Json[]>()
      const instead = new Map<string, string>()
      /** Records, for each rate of a quote, the rate of the other quote that a purchase gets instead. */
      const recordSwappedRates = (rates: readonly Json[], otherRates: readonly Json[]): void => {
        for (const rate of rates) {
          const same = otherRates.find(
            ({ carrier, service }) => carrier === rate['carrier'] && service === rate['service'],
          )
          if (same !== undefined) instead.set(String(rate['id']), String(same['id']))
        }
      }
      return {
        before: ({ operation, request, key, asked }) => {
          if (operation === 'createRates') overlaps.startRequest(request, key)
          const other = operation === 'buyLabel' ? instead.get(String(asked['rate_id'])) : undefined
          return other === undefined ? undefined : withJson(request, { rate_id: other })
        },
        after: async (seen) => {
          const overlap = await overlaps.endRequest(seen.request)
          if (overlap?.met !== true || !seen.isGood) return undefined
          const rates = ratesOf(seen.json)
          const others = waiting.get(seen.key)
          if (others === undefined) waiting.set(seen.key, rates)
          else {
            recordSwappedRates(rates, others)
            recordSwappedRates(others, rates)
            waiting.delete(seen.key)
          }
          return undefined
        },
      }
    }),
  buildStatefulMutant('keys-race-on-void', 'If two keys void a label at the same time, both voids succeed.')
    .kills('EXPL-003')
    .by(() => {
      const overlaps = new Overlaps()
      const keys = new Map<string, Set<string>>()
      return {
        before: ({ operation, request, id, key }) => {
          if (operation !== 'voidLabel') return undefined
          overlaps.startRequest(request, id)
          keys.set(id, (keys.get(id) ?? new Set()).add(key))
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.endRequest(seen.request)
          const isRace = overlap?.met === true && (keys.get(seen.id)?.size ?? 0) > 1
          if (!isRace || seen.code !== 'LABEL.VOID.ALREADY_REQUESTED') return undefined
          return { ...withJson(seen.response, { id: seen.id, void_status: 'requested' }), status: 200 }
        },
      }
    }),
  buildStatefulMutant(
    'keys-race-on-event',
    'If two keys of a client buy labels at the same time, no event is sent for one of them.',
  )
    .kills('EXPL-006')
    .by(() => {
      const secretOwners = new SecretOwners()
      const held = new HeldEvents()
      const overlaps = new Overlaps()
      const buyers = new Map<WireRequest, { readonly account: string; readonly key: string }>()
      const due = new Map<string, number>()
      return {
        controlled: (request, response) => secretOwners.noteSecret(request, response),
        before: ({ operation, request, account, key }) => {
          if (operation !== 'buyLabel') return undefined
          const isLater = overlaps.startRequest(request, account).isLater
          const isRace = [...buyers.values()].some((other) => other.account === account && other.key !== key)
          if (isLater && isRace) countUp(due, account)
          buyers.set(request, { account, key })
          return undefined
        },
        after: async (seen) => {
          await overlaps.endRequest(seen.request)
          buyers.delete(seen.request)
          return held.hideInLog(seen)
        },
        webhook: (delivery) => {
          const account = secretOwners.findAccount(delivery)
          const count = due.get(account) ?? 0
          if (count === 0) return undefined
          due.set(account, count - 1)
          return held.dropDelivery(delivery)
        },
        reply: (status, delivery) => held.changeReply(status, delivery),
      }
    }),
  buildStatefulMutant(
    'parallel-refusals-one-request-id',
    'If a key sends two requests for missing resources at the same time, the errors have the same request id.',
  )
    .kills('EXPL-010')
    .by(() => {
      const overlaps = new Overlaps()
      const first = new Map<string, unknown>()
      return {
        before: ({ operation, request, key }) => {
          if (operation !== undefined && request.method === 'GET') overlaps.startRequest(request, key)
          return undefined
        },
        after: async (seen) => {
          const error = errorOf(seen.response)
          const isMissing = seen.response.status === 404 && error !== undefined
          if (isMissing && !first.has(seen.key)) first.set(seen.key, error['request_id'])
          const overlap = await overlaps.endRequest(seen.request)
          const request_id = first.get(seen.key)
          if (overlap?.met !== true) {
            first.delete(seen.key)
            return undefined
          }
          return isMissing && request_id !== error['request_id']
            ? withJson(seen.response, { error: { ...error, request_id } })
            : undefined
        },
      }
    }),
]
