import type { Topic } from '../../topic.ts'
import { flowRules } from './flows.ts'

/** Whole flows: late, after refusals, and while something else changes. Other topics have the statements that they judge. */
export const flows: Topic = {
  ids: [
    {
      first: 'FLOW-001',
      next: 'FLOW-005',
      about: 'whole flows, late and after all kinds of things, and requests that meet',
    },
  ],
  rules: flowRules,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
