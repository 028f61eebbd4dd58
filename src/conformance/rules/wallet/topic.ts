import type { Topic } from '../../topic.ts'
import { largeAndManyRules } from './large-and-many.ts'
import { liveMoneyRules } from './live-money.ts'
import { walletRules } from './wallet.ts'

/** Rules about the prepaid wallet of a client, and the charges to it; deliberately broken services test the rules. */
export const wallet: Topic = {
  ids: [
    { first: 'WALLET-001', next: 'WALLET-017', about: 'the wallet balance, and the charges that change it' },
  ],
  rules: [...walletRules, ...liveMoneyRules, ...largeAndManyRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
