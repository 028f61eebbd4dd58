import { move, walletOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { costOf, isPaid, priceOf, toldMore } from './shared.ts'

/** Wallets that tell something else than they hold. */
export const balanceMutants: readonly Mutant[] = [
  watching(
    'balance-told-since-last-charge',
    'A purchase tells the balance that the one before left, less its price, whatever was paid in since.',
    ['EXPL-001'],
    () => {
      const left = new Map<string, number>()
      return (seen) => {
        if (!isPaid(seen)) return undefined
        const before = left.get(seen.account)
        const truly = Number(seen.json['wallet_balance_after_cents'])
        const after = before === undefined ? truly : before - priceOf(seen)
        left.set(seen.account, Math.max(0, after))
        return after === truly || after < 0 ? undefined : told(seen, { wallet_balance_after_cents: after })
      }
    },
  ),
  watching(
    'wallet-misses-other-keys',
    'The wallet shows a key nothing of what other live keys of the client have bought since it last bought.',
    ['EXPL-001'],
    () => {
      const buyers = new Map<string, Map<string, number>>()
      return (seen) => {
        const { account, key, isLive, operation, isGood } = seen
        if (!isLive || !isGood) return undefined
        const missed = buyers.get(account) ?? new Map<string, number>()
        buyers.set(account, missed)
        const mine = missed.get(key) ?? 0
        missed.set(key, mine)
        if (operation === 'buyLabel') {
          for (const other of missed.keys()) missed.set(other, (missed.get(other) ?? 0) + priceOf(seen))
          missed.set(key, 0)
        }
        return operation === 'getWallet' && mine > 0
          ? told(seen, { balance_cents: Number(seen.json['balance_cents']) + mine })
          : undefined
      }
    },
  ),
  watching(
    'label-balance-misses-open-batches',
    'A live purchase tells a balance without what batches cost that are not bought yet.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const open = new Map<string, Map<string, number>>()
      return (seen) => {
        const { account, operation, isLive, isGood, id, json } = seen
        if (!isLive || !isGood) return undefined
        const batches = open.get(account) ?? new Map<string, number>()
        open.set(account, batches)
        if (operation === 'createBatch') batches.set(String(json['id']), costOf(seen))
        if (operation === 'buyBatch') batches.delete(id)
        const cents = [...batches.values()].reduce((sum, each) => sum + each, 0)
        return operation === 'buyLabel' && cents > 0 ? toldMore(seen, cents) : undefined
      }
    },
  ),
  watching(
    'sandbox-pays-for-bought-batches',
    'Once a batch of the sandbox is bought, the wallet of the sandbox has less by its cost.',
    ['EXPL-001', 'EXPL-004', 'SAND-013'],
    () => {
      const costs = new Map<string, number>()
      const spent = new Map<string, number>()
      return (seen) => {
        const { account, operation, isLive, isGood, id, json } = seen
        if (isLive || !isGood) return undefined
        if (operation === 'createBatch') costs.set(String(json['id']), costOf(seen))
        if (operation === 'buyBatch') spent.set(account, (spent.get(account) ?? 0) + (costs.get(id) ?? 0))
        const less = spent.get(account) ?? 0
        if (less === 0) return undefined
        if (operation === 'getWallet')
          return told(seen, { balance_cents: Number(json['balance_cents']) - less })
        return operation === 'buyLabel' || operation === 'createBatch' ? toldMore(seen, -less) : undefined
      }
    },
  ),
  watching(
    'sandbox-wallet-shows-live-one',
    'After a live purchase, a test key reads the live wallet until the sandbox is bought from.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const shown = new Set<string>()
      return async (seen) => {
        const { account, operation, isLive, isGood, wire } = seen
        if (operation === 'buyLabel' && isGood) {
          if (isLive) shown.add(account)
          else shown.delete(account)
        }
        if (operation !== 'getWallet' || isLive || !isGood || !shown.has(account)) return undefined
        return told(seen, { balance_cents: (await walletOf(wire, account)).cents })
      }
    },
  ),
  watching(
    'foreign-void-paid',
    'The price of a voided live label is paid to another client that had asked for that label.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const askers = new Map<string, string>()
      const prices = new Map<string, number>()
      return async (seen) => {
        const { operation, account, id, code, isGood, wire } = seen
        if (isPaid(seen)) prices.set(String(seen.json['id']), priceOf(seen))
        if (code === 'LABEL.NOT_FOUND') askers.set(id, account)
        const asker = askers.get(id)
        if (operation !== 'voidLabel' || !isGood || asker === undefined || asker === account) return undefined
        await move(wire, asker, prices.get(id) ?? 0)
        return seen.response
      }
    },
  ),
]
