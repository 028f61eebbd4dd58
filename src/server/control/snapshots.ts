import { copyState, prepareSnapshot, putSnapshot } from '../../simulator/accounts/snapshot.ts'
import { JsonText } from '../json-pieces.ts'
import { runInSlices } from '../time-slices.ts'
import { accountRoute, type ControlRoute, noContent } from './route.ts'

const mebibyte = 1024 * 1024
export const snapshotLimitBytes = 256 * mebibyte

export const snapshotRoutes: readonly ControlRoute[] = [
  accountRoute('GET', '/snapshot', (context) => ({
    status: 200,
    body: copyState(context, (json) => new JsonText(json)),
  })),
  {
    ...accountRoute('PUT', '/snapshot', async (context, { simulator, largeJson }) => {
      // It brings the schemas of all records, so it is loaded with the first snapshot and not at start.
      const { readSnapshot } = await import('../../simulator/accounts/snapshot-check.ts')
      const read = function* () {
        return yield* prepareSnapshot(yield* readSnapshot(yield* largeJson()))
      }
      // Checking and serialising let other requests run in between; the replacement happens in one go.
      const snapshot = await runInSlices(read())
      putSnapshot(simulator, context.id, snapshot)
      return noContent
    }),
    bodyLimitBytes: snapshotLimitBytes,
  },
]
