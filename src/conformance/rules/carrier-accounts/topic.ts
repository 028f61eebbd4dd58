import type { Topic } from '../../topic.ts'
import { carrierAccountRules } from './carrier-accounts.ts'

/** The carrier accounts of a client, and the errors of their list. */
export const carrierAccounts: Topic = {
  ids: [{ first: 'CARR-001', next: 'CARR-010', about: 'the list of carrier accounts, and its errors' }],
  rules: [...carrierAccountRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
