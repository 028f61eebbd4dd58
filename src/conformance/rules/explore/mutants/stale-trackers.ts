import type { Json } from '../../../../variations/json-responses.ts'
import type { Mutant, Wire } from '../../../proof/mutant.ts'
import { carrierNames } from '../../../proof/quotes.ts'
import { isCarrierFaulty, readAccountTime } from '../../../proof/stateful/backdoor.ts'
import {
  buildResponseMutant,
  buildStatefulMutant,
  type ParsedResponse,
  withError,
  withFields,
} from '../../../proof/stateful/stateful.ts'

const isTrackerRegistration = ({ operation, isGood }: ParsedResponse): boolean =>
  operation === 'registerTracker' && isGood

const isTrackerReading = ({ operation, isGood }: ParsedResponse): boolean =>
  operation === 'getTracker' && isGood

const trackerIdOf = ({ json }: ParsedResponse): string => String(json['id'])

const hourMs = 3_600_000

async function hasTrackingFault(wire: Wire, account: string): Promise<boolean> {
  for (const carrier of carrierNames) {
    if (await isCarrierFaulty(wire, account, { operation: 'tracking', carrier })) return true
  }
  return false
}

/** Deliberately broken services that poll a carrier at the wrong time, or show a tracker wrongly after a void or a failed poll. */
export const trackerMutants: readonly Mutant[] = [
  buildResponseMutant('reading-puts-off-poll', 'A tracker is refreshed four hours after it was last read.')
    .kills('EXPL-005')
    .by(() => {
      const shown = new Map<string, { readonly json: Json; readonly at: number }>()
      return async (seen) => {
        if (!isTrackerRegistration(seen) && !isTrackerReading(seen)) return undefined
        const now = await readAccountTime(seen)
        const known = shown.get(trackerIdOf(seen))
        const isOld = isTrackerReading(seen) && known !== undefined && now - known.at < 4 * hourMs
        const json = isOld ? known.json : seen.json
        shown.set(trackerIdOf(seen), { json, at: now })
        const { status, events } = json
        return isOld && JSON.stringify(json) !== JSON.stringify(seen.json)
          ? withFields(seen, { status, events })
          : undefined
      }
    }),
  buildStatefulMutant(
    'history-doubled-after-failed-poll',
    'After a failed poll of the carrier, a tracker shows its earlier events twice.',
  )
    .kills('EXPL-005')
    .by(() => {
      const failed = new Set<string>()
      const before = new Map<string, readonly unknown[]>()
      return {
        advanced: async (account, wire) => {
          if (await hasTrackingFault(wire, account)) failed.add(account)
          return false
        },
        after: async (seen) => {
          if (!isTrackerReading(seen) && !isTrackerRegistration(seen)) return undefined
          const events: readonly unknown[] = Array.isArray(seen.json['events']) ? seen.json['events'] : []
          if (!failed.has(seen.account)) {
            before.set(trackerIdOf(seen), events)
            return undefined
          }
          const old = before.get(trackerIdOf(seen)) ?? []
          return old.length > 0 && !(await hasTrackingFault(seen.wire, seen.account))
            ? withFields(seen, { events: [...old, ...events] })
            : undefined
        },
      }
    }),
  buildResponseMutant('void-drops-tracker', 'After a label is voided, its tracker is not found.')
    .kills('EXPL-005')
    .by(() => {
      const numbers = new Map<string, unknown>()
      const voided = new Set<unknown>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood)
          numbers.set(trackerIdOf(seen), seen.json['tracking_number'])
        if (seen.operation === 'voidLabel' && seen.isGood) voided.add(numbers.get(seen.id))
        return isTrackerReading(seen) && voided.has(seen.json['tracking_number'])
          ? withError(seen, [404, 'TRACKER.NOT_FOUND'])
          : undefined
      }
    }),
  buildResponseMutant('tracking-number-without-leading-zeros', 'A tracking number loses its leading zeros.')
    .kills('EXPL-005')
    .by(() => (seen) => {
      if (!isTrackerRegistration(seen) && !isTrackerReading(seen)) return undefined
      const number = String(seen.json['tracking_number'])
      const tracking_number = number.replace(/^0+(?=\d)/, '')
      return tracking_number === number ? undefined : withFields(seen, { tracking_number })
    }),
]
