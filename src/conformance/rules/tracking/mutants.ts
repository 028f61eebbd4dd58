import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { manyPollMutants } from './mutants/many-polls.ts'
import { refreshMutants } from './mutants/refreshes.ts'
import { secondTrackerMutants } from './mutants/second-trackers.ts'
import { trackerMutants } from './mutants/trackers.ts'

/** Deliberately broken services (mutants) that the rules about tracking must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('TRACKER.NOT_FOUND', 'TRACK-007'),
  ...trackerMutants,
  ...refreshMutants,
  ...secondTrackerMutants,
  ...manyPollMutants,
]
