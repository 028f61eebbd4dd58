import type { Topic } from '../../topic.ts'
import { flowRules } from './flows.ts'

/**
 * Whole flows: at late times, after refusals, and during other changes. The statements that they judge belong to other
 * topics.
 */
export const flows: Topic = {
  ids: [
    {
      first: 'FLOW-001',
      next: 'FLOW-005',
      about: 'whole flows months later and after refusals, and simultaneous requests',
    },
  ],
  rules: flowRules,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
