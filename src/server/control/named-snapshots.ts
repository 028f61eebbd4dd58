import type { NamedSnapshots, SnapshotWriter } from '../../simulator/accounts/named-snapshots.ts'
import type { NamedSnapshotRecord } from '../../simulator/accounts/simulator-records.ts'
import { copyState, loadSnapshotInSteps } from '../../simulator/accounts/snapshot.ts'
import type { NamedSnapshotBody } from '../../simulator/bodies/control/snapshots.ts'
import { refuseField } from '../../simulator/requests/json-body.ts'
import { LargeJsonReader } from '../../simulator/requests/large-json.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { JsonMembers, JsonTexts, writeJsonPieces } from '../http/json-pieces.ts'
import { failNotFound } from '../http/not-found.ts'
import { runInSlices } from '../time-slices.ts'
import { type ControlRoute, defineAccountRoute, noContent } from './route.ts'
import { snapshotCutDepth, snapshotLimitBytes } from './snapshots.ts'

/** The number of bytes of a snapshot after which the written parts are committed to the data file. */
const commitBytes = 1024 * 1024

const snapshotName = /^[A-Za-z0-9](?:[\w .-]{0,62}[A-Za-z0-9])?$/

export const namedSnapshotRoutes: readonly ControlRoute[] = [
  defineAccountRoute('GET', '/snapshots', (context, { simulator }) => ({
    status: 200,
    body: { snapshots: simulator.snapshots.list(context.id).map(showNamedSnapshot) },
  })),
  defineAccountRoute('GET', '/snapshots/{name}', ({ id }, { simulator: { snapshots }, param }) => ({
    status: 200,
    body: new JsonTexts(snapshots.readTexts(findSnapshot(snapshots, { account: id, name: param('name') }))),
  })),
  {
    ...defineAccountRoute('PUT', '/snapshots/{name}', async (context, { simulator, param, largeJson }) => {
      const name = param('name')
      if (!snapshotName.test(name))
        refuseField(
          'name',
          'must be 1 to 64 letters, digits, spaces, dots, dashes and underscores, with a letter or digit at both ends',
        )
      const given = largeJson()
      const isGiven = Object.keys(given).length > 0
      const { clockMs, document } = isGiven
        ? await readSnapshotDocument(given)
        : { clockMs: context.clock.now(), document: copyState(context, (texts) => new JsonMembers(texts)) }
      const writer = simulator.snapshots.beginSave({ account: context.id, name })
      try {
        await writeSnapshotDocument(simulator, writer, document)
        // Throws if the account was deleted while the document was written.
        simulator.getAccount(context.id)
      } catch (error) {
        writer.abandon()
        throw error
      }
      const savedAtMs = simulator.settings.machineNow()
      return { status: 200, body: showNamedSnapshot(writer.finish({ savedAtMs, clockAtMs: clockMs })) }
    }),
    bodyLimitBytes: snapshotLimitBytes,
    cutDepth: snapshotCutDepth,
  },
  defineAccountRoute('DELETE', '/snapshots/{name}', ({ id }, { simulator: { snapshots }, param }) => {
    const place = { account: id, name: param('name') }
    if (!snapshots.delete(place)) failNotFound('snapshot', place.name)
    return noContent
  }),
  defineAccountRoute('POST', '/snapshots/{name}/restore', async ({ id }, { simulator, param }) => {
    const { snapshots } = simulator
    const found = findSnapshot(snapshots, { account: id, name: param('name') })
    await runInSlices(restoreSnapshot(simulator, id, snapshots.readTexts(found), await loadSnapshotReader()))
    return noContent
  }),
]

function findSnapshot(
  snapshots: NamedSnapshots,
  place: { readonly account: string; readonly name: string },
): NamedSnapshotRecord {
  return snapshots.find(place) ?? failNotFound('snapshot', place.name, 'List them with GET .../snapshots.')
}

function showNamedSnapshot({ name, savedAtMs, clockAtMs, bytes }: NamedSnapshotRecord): NamedSnapshotBody {
  return { name, saved_at: toTimestamp(savedAtMs), clock_at: toTimestamp(clockAtMs), bytes }
}

type ReadSnapshot = typeof import('../../simulator/accounts/snapshot-check.ts')['readSnapshot']

/** Loads the code that reads snapshots. It is not loaded at start, because it needs the schemas of all records. */
async function loadSnapshotReader(): Promise<ReadSnapshot> {
  return (await import('../../simulator/accounts/snapshot-check.ts')).readSnapshot
}

/** Checks a snapshot from a request; returns it in the form of the data file. */
async function readSnapshotDocument(body: object) {
  const readSnapshot = await loadSnapshotReader()
  const { collections, ...outline } = await runInSlices(readSnapshot(body))
  const members = Object.entries(collections).map(([name, records]) => [
    name,
    records instanceof Map ? new JsonMembers(toJsonMembers(records)) : records,
  ])
  const document = { ...outline, collections: Object.fromEntries(members) }
  return { clockMs: collections.clock.it.baseMs, document }
}

function* toJsonMembers(records: ReadonlyMap<string, unknown>): Generator<readonly [string, string]> {
  for (const [id, record] of records) yield [id, JSON.stringify(record)]
}

/** Writes a snapshot document in parts. Commits after each megabyte, so that no line of the data file is long. */
async function writeSnapshotDocument(
  simulator: Simulator,
  writer: SnapshotWriter,
  document: object,
): Promise<void> {
  const pieces = writeJsonPieces(document)
  let isWhole = false
  while (!isWhole) {
    isWhole = await runInSlices(writeSnapshotPieces(pieces, writer))
    if (!isWhole) await simulator.commit()
  }
}

/** Writes pieces of a snapshot until `commitBytes` are written; returns whether the last piece was written. */
function* writeSnapshotPieces(
  pieces: Generator<string, void>,
  writer: SnapshotWriter,
): Generator<void, boolean> {
  for (let length = 0; length < commitBytes; ) {
    const { done, value } = pieces.next()
    if (done === true) return true
    writer.add(value)
    length += value.length
    yield
  }
  return false
}

function* restoreSnapshot(
  simulator: Simulator,
  id: string,
  texts: Iterable<string>,
  readSnapshot: ReadSnapshot,
): Generator<void> {
  yield* loadSnapshotInSteps(simulator, id, yield* readSnapshot(yield* parseNamedSnapshot(texts)))
}

/** Parses the text of a named snapshot in steps. The records of each collection are `LargeMembers`. */
export function* parseNamedSnapshot(texts: Iterable<string>): Generator<void, object> {
  const reader = new LargeJsonReader({ cutDepth: snapshotCutDepth })
  for (const text of texts) {
    reader.write(Buffer.from(text))
    yield
  }
  return reader.end().value
}
