import { trackingRefreshMs } from '../../../simulator/specification/operations.ts'
import { BoundedMap } from '../../bounded-map.ts'
import { readTextMember } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** The review reports a tracker after this many reads with the same response. */
const minReportedReads = 10

/** Reads of one tracker that all had the same response. */
interface Reads {
  readonly firstAtMs: number
  readonly firstStartMs: number
  /** The id of the request that last registered the tracker. */
  readonly registration: string | undefined
  readonly response: string
  readonly ids: string[]
}

export const trackerPolledOften: Finding = {
  id: 'TRACKER-POLLED-OFTEN',
  severity: 'note',
  title: 'The client read the same tracker ten times although its data could not change.',
  means:
    'Ten reads of a tracker with one key on one connection had the same response within less than four hours, in which the ' +
    'service polls the carrier at most once. The four hours count in real time and on ' +
    'the clock of the account. A move of the clock, a control call, or POST /v1/trackers for the same parcel begins the count ' +
    'again.',
  advice: 'Read a tracker once an hour or less often, and keep the last response for your pages.',
  why: 'The service allows these requests, but they bring the client no new data.',
  createWatcher: (report) => {
    const trackers = new BoundedMap<string, Reads>()
    /** The id of the request that last registered each tracker, by key and tracker. */
    const registrations = new BoundedMap<string, string>()
    return {
      operations: ['getTracker', 'registerTracker'],
      observeExchange(exchange) {
        const { operation, key, id, atMs, startMs, connection } = exchange
        if (key === null || exchange.status >= 400 || exchange.isLost) return
        // Each flow of an app, or each test, may register the parcel and then read the tracker once. So a registration
        // begins the count of reads again.
        if (operation?.name === 'registerTracker')
          registrations.set(`${key.id} ${readTextMember(exchange.parseResponse(), 'id')}`, id)
        if (operation?.name !== 'getTracker') return
        // Several processes may each read the tracker a few times, so the reads of each connection are counted
        // separately.
        const tracker = `${key.id} ${connection.id} ${exchange.resourceId}`
        const registration = registrations.get(`${key.id} ${exchange.resourceId}`)
        const response = exchange.responseText()
        const reads = trackers.get(tracker)
        const isSame =
          reads !== undefined &&
          reads.response === response &&
          reads.registration === registration &&
          atMs - reads.firstAtMs < trackingRefreshMs &&
          startMs - reads.firstStartMs < trackingRefreshMs
        if (!isSame) {
          trackers.set(tracker, { firstAtMs: atMs, firstStartMs: startMs, registration, response, ids: [id] })
          return
        }
        reads.ids.push(id)
        if (reads.ids.length < minReportedReads) return
        report(...reads.ids)
        trackers.delete(tracker)
      },
      observeClockMove: () => trackers.clear(),
      observeSettingsChange: () => trackers.clear(),
    }
  },
}
