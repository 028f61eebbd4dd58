import { Quotes, walletOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Asked, blocking } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { insufficient, isPaid } from './shared.ts'

/** Live purchases for which the wallet lacks money. */
const lacks = async (asked: Asked, quotes: Quotes) => {
  const { operation, isLive, wire, account } = asked
  const price = quotes.centsOf(asked)
  if (operation !== 'buyLabel' || !isLive || price === 0) return undefined
  const wallet = await walletOf(wire, account)
  return { lacking: wallet.cents < price, exact: wallet.cents === price, wallet }
}

const isReloading = (wallet: Readonly<Record<string, unknown>>): boolean =>
  isObject(wallet['auto_reload']) && wallet['auto_reload']['enabled'] !== false

/** Money that is there, and is not found. */
export const refusalMutants: readonly Mutant[] = [
  blocking(
    'want-of-money-remembered',
    'After a purchase that the wallet could not pay, the next one is refused though money was paid in.',
    ['EXPL-001', 'LABEL-225'],
    insufficient,
    () => {
      const poor = new Set<string>()
      return {
        blocks: ({ operation, isLive, account }) =>
          operation === 'buyLabel' && isLive && poor.delete(account),
        notes: ({ operation, account, code, isLive }) => {
          if (operation === 'buyLabel' && isLive && code === insufficient[1]) poor.add(account)
        },
      }
    },
  ),
  blocking(
    'auto-reload-once',
    'Auto-reload pays in once, and not a second time.',
    ['EXPL-001'],
    insufficient,
    () => {
      const quotes = new Quotes()
      const reloads = new Map<string, number>()
      return {
        notes: (seen) => quotes.note(seen),
        blocks: async (asked) => {
          const state = await lacks(asked, quotes)
          if (!state?.lacking || !isReloading(state.wallet) || state.wallet['payment_method'] !== 'valid')
            return false
          const count = (reloads.get(asked.account) ?? 0) + 1
          reloads.set(asked.account, count)
          return count > 1
        },
      }
    },
  ),
  blocking(
    'auto-reload-ends-with-declined-card',
    'After a card was declined, auto-reload pays in no more, though the card is good again.',
    ['EXPL-001'],
    insufficient,
    () => {
      const quotes = new Quotes()
      const declined = new Set<string>()
      return {
        notes: (seen) => {
          quotes.note(seen)
          if (seen.code === 'WALLET.PAYMENT.FAILED') declined.add(seen.account)
        },
        blocks: async (asked) => {
          if (!declined.has(asked.account)) return false
          const state = await lacks(asked, quotes)
          return (
            state?.lacking === true && isReloading(state.wallet) && state.wallet['payment_method'] === 'valid'
          )
        },
      }
    },
  ),
  blocking(
    'last-cent-kept-later',
    'A wallet that has been bought from before must hold more than the price.',
    ['EXPL-001', 'LABEL-225'],
    insufficient,
    () => {
      const quotes = new Quotes()
      const buyers = new Set<string>()
      return {
        notes: (seen) => {
          quotes.note(seen)
          if (isPaid(seen)) buyers.add(seen.account)
        },
        blocks: async (asked) => buyers.has(asked.account) && (await lacks(asked, quotes))?.exact === true,
      }
    },
  ),
  blocking(
    'sandbox-refused-after-want-of-live-money',
    'After a live purchase that the wallet could not pay, the sandbox is refused too, until a live one is paid.',
    ['EXPL-001', 'EXPL-009', 'SAND-012'],
    insufficient,
    () => {
      const poor = new Set<string>()
      return {
        blocks: ({ operation, isLive, account }) => operation === 'buyLabel' && !isLive && poor.has(account),
        notes: (seen) => {
          if (seen.operation !== 'buyLabel' || !seen.isLive) return
          if (seen.code === insufficient[1]) poor.add(seen.account)
          if (seen.isGood) poor.delete(seen.account)
        },
      }
    },
  ),
]
