import type { Topic } from '../../topic.ts'
import { manyPollRules } from './many-polls.ts'
import { secondTrackerRules } from './second-trackers.ts'
import { trackerRules } from './trackers.ts'
import { trackingRules } from './tracking.ts'
import { refreshRules } from './tracking-refresh.ts'

/** Rules about trackers, and the events that carriers report; deliberately broken services test the rules. */
export const tracking: Topic = {
  ids: [
    { first: 'TRACK-001', next: 'TRACK-018', about: 'registering and reading trackers' },
    { first: 'TRACK-101', next: 'TRACK-122', about: 'statuses and events of trackers as time passes' },
  ],
  rules: [...trackerRules, ...secondTrackerRules, ...trackingRules, ...refreshRules, ...manyPollRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
