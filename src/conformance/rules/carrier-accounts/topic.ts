import type { Topic } from '../../topic.ts'
import { carrierAccountRules } from './carrier-accounts.ts'

/** Rules about the carrier accounts of a client, and the errors of their list; deliberately broken services test the rules. */
export const carrierAccounts: Topic = {
  ids: [{ first: 'CARR-001', next: 'CARR-010', about: 'the list of carrier accounts, and its errors' }],
  rules: [...carrierAccountRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
