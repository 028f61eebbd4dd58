import type { Topic } from '../../topic.ts'
import { flowRules } from './flows.ts'

/**
 * Rules about whole flows, from a quote to a void: months later, after refusals, and while the account changes. The
 * rules check statements of the specification that belong to other topics.
 */
export const flows: Topic = {
  ids: [
    {
      first: 'FLOW-001',
      next: 'FLOW-005',
      about: 'requests of all kinds months later, after refusals and at the same time',
    },
  ],
  rules: flowRules,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
