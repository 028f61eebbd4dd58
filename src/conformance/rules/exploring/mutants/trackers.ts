import type { Mutant } from '../../../selftest/mutant.ts'
import { historyMutants } from './trackers/history.ts'
import { identityMutants } from './trackers/identity.ts'
import { numberMutants } from './trackers/numbers.ts'
import { otherTrackers } from './trackers/others.ts'
import { pollMutants } from './trackers/polls.ts'

/** Trackers: their own polls, their own history. */
export const trackerExplorationMutants: readonly Mutant[] = [
  ...pollMutants,
  ...historyMutants,
  ...identityMutants,
  ...numberMutants,
  ...otherTrackers,
]
