import { answers, mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { stateful } from '../../../proof/stateful/stateful.ts'

const most = 2 ** 31 - 1

/** Wallets that are too small for a balance, or for a crowd. */
export const largeAndManyMutants: readonly Mutant[] = [
  mutant(
    'balance-in-31-bits',
    'The wallet tells no balance beyond 31 bits.',
    ['WALLET-015'],
    answers('getWallet', (json) => ({
      ...json,
      balance_cents: Math.min(most, Number(json['balance_cents'])),
    })),
  ),
  mutant(
    'balance-after-in-32-bits',
    'A purchase tells the balance after it in 32 bits.',
    ['WALLET-015'],
    answers('buyLabel', (json) => ({
      ...json,
      wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) % 2 ** 32,
    })),
  ),
  stateful(
    'fifth-at-once-unpaid',
    'Of five live purchases at one time the fifth is not paid.',
    ['WALLET-016'],
    () => {
      let open = 0
      const crowded = new WeakSet<object>()
      return {
        before: ({ request, operation, isLive }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          open += 1
          if (open === 5) crowded.add(request)
          return undefined
        },
        after: async (seen) => {
          if (seen.operation !== 'buyLabel' || !seen.isLive) return undefined
          open -= 1
          if (!seen.isGood || !crowded.has(seen.request)) return undefined
          await adjustBalance(seen.wire, seen.account, Number(seen.json['rate_cents']))
          return seen.response
        },
      }
    },
  ),
]
