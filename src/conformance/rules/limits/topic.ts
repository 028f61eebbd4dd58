import type { Topic } from '../../topic.ts'
import { everyKeyRules } from './every-key.ts'
import { limitRules } from './limits.ts'
import { separateLimitRules } from './separate-limits.ts'
import { windowRules } from './windows.ts'

/** Rules about rate limits, and the windows in which requests are counted; deliberately broken services test the rules. */
export const limits: Topic = {
  ids: [
    { first: 'LIMIT-001', next: 'LIMIT-015', about: 'the limit that an endpoint reports' },
    {
      first: 'LIMIT-101',
      next: 'LIMIT-114',
      about: 'remaining requests, which fall by one with each request',
    },
    { first: 'LIMIT-201', next: 'LIMIT-214', about: 'requests beyond the limit, which are refused' },
    { first: 'LIMIT-301', next: 'LIMIT-316', about: 'limit windows: what they count, and when they end' },
  ],
  rules: [...limitRules, ...separateLimitRules, ...windowRules, ...everyKeyRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
