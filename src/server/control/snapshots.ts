import { copyState, loadSnapshotInSteps } from '../../simulator/accounts/snapshot.ts'
import { JsonMembers } from '../http/json-pieces.ts'
import { runInSlices } from '../time-slices.ts'
import { type ControlRoute, defineAccountRoute, noContent } from './route.ts'

const mebibyte = 1024 * 1024
export const snapshotLimitBytes = 256 * mebibyte

/** The depth at which the body of a snapshot is cut into parts: each record of a collection is one part. */
export const snapshotCutDepth = 3

export const snapshotRoutes: readonly ControlRoute[] = [
  defineAccountRoute('GET', '/snapshot', (context) => ({
    status: 200,
    body: copyState(context, (records) => new JsonMembers(records)),
  })),
  {
    ...defineAccountRoute('PUT', '/snapshot', async (context, { simulator, largeJson }) => {
      // The snapshot reader is loaded for the first snapshot and not at start, because it needs the schemas of all
      // records.
      const { readSnapshot } = await import('../../simulator/accounts/snapshot-check.ts')
      const putInSteps = function* () {
        yield* loadSnapshotInSteps(simulator, context.id, yield* readSnapshot(largeJson()))
      }
      await runInSlices(putInSteps())
      return noContent
    }),
    bodyLimitBytes: snapshotLimitBytes,
    cutDepth: snapshotCutDepth,
  },
]
