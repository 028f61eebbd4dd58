import { BoundedMap } from '../../bounded-map.ts'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** The review reports a client after this many reads of a batch in a row. */
const minReportedReads = 20

/** With pauses below this, a client sends at least twice the requests that the limit allows. */
const shortPauseMs = 100

/** Reads of one batch, each soon after the read before. */
interface Reads extends Pick<Exchange, 'endMs' | 'atMs' | 'connection'> {
  readonly ids: readonly string[]
  readonly isCompleted: boolean
}

export const batchPolledInALoop: Finding = {
  id: 'BATCH-POLLED-IN-A-LOOP',
  severity: 'warning',
  title: 'The client polled a batch in a loop almost without pauses.',
  means:
    'Twenty reads of a batch that was not completed came one after the other with one key on one connection, with pauses under ' +
    '100 ms in real time and on the clock of the account. A ' +
    'move of the clock, or a call of the control protocol that changes the account, begins the count again.',
  advice:
    'Wait between two reads, for example as long as estimated_time_remaining_seconds says, and at least a second.',
  why: 'At this pace the client uses up the limit of 300 requests within half a minute. After that it gets only 429.',
  createWatcher: (report) => {
    const batches = new BoundedMap<string, Reads>()
    return {
      operations: ['getBatch'],
      observeExchange(exchange) {
        const { operation, key, id, endMs, atMs, connection } = exchange
        if (operation?.name !== 'getBatch' || key === null || exchange.status !== 200) return
        const batch = `${key.id} ${exchange.resourceId}`
        const before = batches.get(batch)
        const reads = before !== undefined && isSoonAfterLastRead(before, exchange) ? before : { ids: [] }
        const isCompleted = exchange.responseText().includes('"estimated_completion_percentage":100')
        batches.set(batch, { ids: [...reads.ids, id], endMs, atMs, connection, isCompleted })
        if (reads.ids.length + 1 < minReportedReads) return
        report.asReaction(...reads.ids, id)
        batches.delete(batch)
      },
      observeSettingsChange: () => batches.clear(),
    }
  },
}

function isSoonAfterLastRead(before: Reads, exchange: Exchange): boolean {
  const isShort =
    exchange.startMs - before.endMs < shortPauseMs && exchange.atMs - before.atMs < 2 * shortPauseMs
  return isShort && exchange.isReactionTo(before) && !before.isCompleted
}
