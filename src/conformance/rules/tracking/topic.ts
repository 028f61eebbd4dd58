import type { Topic } from '../../topic.ts'
import { secondTrackerRules } from './second-trackers.ts'
import { statements } from './statements.ts'
import { trackerRules } from './trackers.ts'
import { trackingRules } from './tracking.ts'
import { refreshRules } from './tracking-refresh.ts'

/** Trackers, and what carriers say of parcels. */
export const tracking: Topic = {
  ids: [
    { first: 'TRACK-001', next: 'TRACK-017', about: 'trackers: registered and read' },
    { first: 'TRACK-101', next: 'TRACK-120', about: 'statuses and events, as time passes' },
  ],
  rules: [...trackerRules, ...secondTrackerRules, ...trackingRules, ...refreshRules],
  statements,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
