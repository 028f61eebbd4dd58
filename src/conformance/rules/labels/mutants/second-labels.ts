import type { Mutant } from '../../../proof/mutant.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { buildResponseMutant, withError, withFields } from '../../../proof/stateful/stateful.ts'

/** Deliberately broken services that are wrong at the second label of a client, or at a repeated request. */
export const secondLabelMutants: readonly Mutant[] = [
  buildResponseMutant(
    'older-label-reads-as-newest',
    'An older label that is read has the addresses of the newest label.',
  )
    .kills('LABEL-409')
    .by(() => {
      const last = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood) return undefined
        if (seen.operation === 'buyLabel') last.set(seen.account, seen.json['to_address'])
        const to_address = last.get(seen.account)
        return seen.operation === 'getLabel' && to_address !== undefined
          ? withFields(seen, { to_address })
          : undefined
      }
    }),
  buildResponseMutant(
    'older-label-has-newest-carrier',
    'An older label that is read has the carrier of the newest label.',
  )
    .kills('LABEL-409')
    .by(() => {
      const last = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood) return undefined
        if (seen.operation === 'buyLabel') last.set(seen.account, seen.json['carrier'])
        const carrier = last.get(seen.account)
        return seen.operation === 'getLabel' && carrier !== undefined
          ? withFields(seen, { carrier })
          : undefined
      }
    }),
  buildResponseMutant(
    'second-failure-charged',
    'The second purchase that fails unexpectedly is charged a cent.',
  )
    .kills('LABEL-224')
    .by(() => {
      const failed = new Set<string>()
      return async (seen) => {
        if (seen.operation !== 'buyLabel' || seen.code !== 'LABEL.CREATION.FAILED' || !seen.isLive)
          return undefined
        if (failed.has(seen.account)) await adjustBalance(seen.wire, seen.account, -1)
        failed.add(seen.account)
        return seen.response
      }
    }),
  buildResponseMutant('failure-ends-rate', 'After a purchase fails, its rate is not found.')
    .kills('LABEL-224')
    .by(() => {
      const ended = new Set<unknown>()
      return (seen) => {
        if (seen.operation !== 'buyLabel') return undefined
        const rate = seen.asked['rate_id']
        if (seen.code === 'LABEL.CREATION.FAILED') ended.add(rate)
        return seen.isGood && ended.has(rate) ? withError(seen, [404, 'RATE.NOT_FOUND']) : undefined
      }
    }),
  buildResponseMutant(
    'want-of-money-ends-rate',
    'After a purchase refused for lack of money, its rate is not found.',
  )
    .kills('LABEL-225')
    .by(() => {
      const ended = new Set<unknown>()
      return (seen) => {
        if (seen.operation !== 'buyLabel') return undefined
        const rate = seen.asked['rate_id']
        if (seen.code === 'WALLET.INSUFFICIENT_BALANCE') ended.add(rate)
        return seen.isGood && ended.has(rate) ? withError(seen, [404, 'RATE.NOT_FOUND']) : undefined
      }
    }),
  buildResponseMutant(
    'sandbox-charged-after-production',
    'Once a client has bought a live label, its sandbox labels are charged.',
  )
    .kills('SAND-011')
    .by(() => {
      const live = new Set<string>()
      return async (seen) => {
        if (seen.operation !== 'buyLabel' || !seen.isGood) return undefined
        if (seen.isLive) live.add(seen.account)
        if (seen.isLive || !live.has(seen.account)) return undefined
        await adjustBalance(seen.wire, seen.account, -Number(seen.json['rate_cents']))
        return seen.response
      }
    }),
  buildResponseMutant(
    'sandbox-closed-for-live-debts',
    'After a live purchase refused for lack of money, test keys cannot buy labels.',
  )
    .kills('SAND-012')
    .by(() => {
      const poor = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'buyLabel') return undefined
        if (seen.code === 'WALLET.INSUFFICIENT_BALANCE') poor.add(seen.account)
        const isClosed = seen.isGood && !seen.isLive && poor.has(seen.account)
        return isClosed ? withError(seen, [402, 'WALLET.INSUFFICIENT_BALANCE']) : undefined
      }
    }),
  buildResponseMutant('sandbox-batches-paid', 'A sandbox batch is charged when it is bought.')
    .kills('SAND-013')
    .by(() => {
      const paid = new Map<string, number>()
      return (seen) => {
        if (!seen.isGood || seen.isLive) return undefined
        const cents = paid.get(seen.account) ?? 0
        if (seen.operation === 'buyBatch') paid.set(seen.account, cents + 500)
        const left = Number(seen.json['wallet_balance_after_cents']) - cents
        return seen.operation === 'buyLabel' && cents > 0
          ? withFields(seen, { wallet_balance_after_cents: left })
          : undefined
      }
    }),
]
