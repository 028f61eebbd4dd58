import { onSuccess } from '../alterations.ts'
import type { Mutant } from '../mutant.ts'

export const walletMutants: readonly Mutant[] = [
  {
    id: 'wallet-in-dollars',
    deviation: 'The wallet tells its balance in dollars, as text.',
    kills: ['WALLET-001'],
    open: () =>
      onSuccess('getWallet', (wallet) => {
        for (const [name, value] of Object.entries(wallet)) {
          if (typeof value === 'number') wallet[name] = (value / 100).toFixed(2)
        }
        delete wallet['auto_reload']
      }),
  },
]
