import { move, walletOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { remembering, told, watching } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { charged, costOf, isPaid, priceOf, toldMore } from './shared.ts'

/** The items of a batch as they are asked for. */
const itemsOf = (asked: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(asked['items']) ? asked['items'].filter(isObject) : []

/** What becomes of the wallet when something else has happened to the same rate, label or client. */
export const aftermathMutants: readonly Mutant[] = [
  watching(
    'label-free-after-batch-of-its-rate',
    'A live label whose rate stands in a batch that was paid for is not charged.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const batched = new Set<unknown>()
      return (seen) => {
        if (seen.operation === 'createBatch' && seen.isGood && seen.isLive)
          for (const item of itemsOf(seen.asked)) batched.add(item['rate_id'])
        return isPaid(seen) && batched.has(seen.asked['rate_id']) ? charged(seen, -priceOf(seen)) : undefined
      }
    },
  ),
  watching(
    'sandbox-purchase-reloads-live-wallet',
    'A label of the sandbox sets off the reload of a live wallet that is below its threshold.',
    ['EXPL-001', 'EXPL-009'],
    () => async (seen) => {
      if (seen.operation !== 'buyLabel' || !seen.isGood || seen.isLive) return undefined
      const { cents, auto_reload } = await walletOf(seen.wire, seen.account)
      if (!isObject(auto_reload) || auto_reload['enabled'] !== true) return undefined
      if (cents >= Number(auto_reload['threshold_cents'])) return undefined
      await move(seen.wire, seen.account, Number(auto_reload['amount_cents']))
      return seen.response
    },
  ),
  watching(
    'wallet-kept-from-refusal',
    'After a live purchase that the wallet could not pay, readings of it show what it held then, until the next one.',
    ['EXPL-001'],
    () => {
      const kept = new Map<string, number>()
      return async (seen) => {
        const { operation, isLive, isGood, account, wire, code } = seen
        if (operation === 'buyLabel' && code === 'WALLET.INSUFFICIENT_BALANCE')
          kept.set(account, (await walletOf(wire, account)).cents)
        if (isPaid(seen)) kept.delete(account)
        const cents = kept.get(account)
        if (operation !== 'getWallet' || !isLive || !isGood || cents === undefined) return undefined
        return cents === seen.json['balance_cents'] ? undefined : told(seen, { balance_cents: cents })
      }
    },
  ),
  watching(
    'batch-label-charged-when-read',
    'A live label of a batch is charged once more when it is read for the first time.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const known = new Set<string>()
      return async (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) known.add(String(seen.json['id']))
        const isNew = seen.operation === 'getLabel' && seen.isGood && !known.has(seen.id)
        if (!isNew || seen.json['sandbox'] !== false) return undefined
        known.add(seen.id)
        await move(seen.wire, seen.account, -priceOf(seen))
        return seen.response
      }
    },
  ),
  remembering(
    'adjusted-after-scan',
    'The live purchase that follows the scan of a package costs ten cents more than it is told to.',
    ['EXPL-001'],
    () => {
      const scanned = new Set<string>()
      return {
        controlled: (request) => {
          const { account, call } = controlCallOf(request)
          if (request.method === 'POST' && call.endsWith('/scan')) scanned.add(account)
        },
        after: (seen) => (isPaid(seen) && scanned.delete(seen.account) ? charged(seen, 10) : undefined),
      }
    },
  ),
  watching(
    'over-limit-batch-charged',
    'A live batch that is refused for the limit of its key is charged all the same.',
    ['EXPL-001', 'EXPL-008'],
    () => async (seen) => {
      const isOver = seen.operation === 'createBatch' && seen.isLive && seen.response.status === 429
      const cents = itemsOf(seen.asked).reduce((sum, item) => sum + Number(item['rate_cents'] ?? 0), 0)
      if (!isOver || !(cents > 0)) return undefined
      await move(seen.wire, seen.account, -cents)
      return seen.response
    },
  ),
  watching(
    'batch-balance-since-last-charge',
    'A live batch tells the balance that the charge before left, less its cost, whatever was paid in since.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const left = new Map<string, number>()
      return (seen) => {
        const isBatch = seen.operation === 'createBatch' && seen.isGood && seen.isLive
        if (!isBatch && !isPaid(seen)) return undefined
        const truly = Number(seen.json['wallet_balance_after_cents'])
        const before = left.get(seen.account)
        left.set(seen.account, truly)
        if (!isBatch || before === undefined) return undefined
        const less = before - costOf(seen) - truly
        return less === 0 || truly + less < 0 ? undefined : toldMore(seen, less)
      }
    },
  ),
  watching(
    'doubled-after-sandbox-refusal',
    'The live purchase that follows a refused one of the sandbox is charged twice.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const refused = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'buyLabel') return undefined
        if (!seen.isLive && /^(RATE|LABEL)\./.test(seen.code)) refused.add(seen.account)
        return isPaid(seen) && refused.delete(seen.account) ? charged(seen, priceOf(seen)) : undefined
      }
    },
  ),
]
