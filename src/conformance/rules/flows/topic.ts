import type { Topic } from '../../topic.ts'
import { flowRules } from './flows.ts'

/**
 * Rules about whole flows, from a quote to a void: at late times, after refusals, and during changes of the account.
 * The statements of the specification that they check belong to other topics.
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
