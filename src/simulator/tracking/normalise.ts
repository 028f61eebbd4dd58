/** Maps a carrier's own message to one of the six tracking statuses (specification, Tracking statuses). */
import { type CarrierName, carrierNames, type TrackingStatus } from '../specification/model.ts'
import { carrierWords } from './carrier-words.ts'
import { findScanMessage } from './script.ts'

const knownStatuses = ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered', 'exception'] as const

const scanForStatus = {
  pre_transit: 'label_created',
  in_transit: 'arrived_facility',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  exception: 'delivery_attempted',
  unknown: 'unlisted_code',
} as const satisfies Record<TrackingStatus, string>

const tables: ReadonlyMap<CarrierName, ReadonlyMap<string, TrackingStatus>> = new Map(
  carrierNames.map((carrier) => [carrier, createStatusTable(carrier)]),
)

/**
 * Returns the tracking status of a carrier's message, ignoring letter case and spacing; `unknown` for a message in no
 * list.
 */
export function normaliseStatus(carrier: CarrierName, message: string): TrackingStatus {
  return tables.get(carrier)?.get(normaliseMessage(message)) ?? 'unknown'
}

/** Returns a message of this carrier that is mapped to this status; for `unknown`, a message that is in no list. */
export function findStatusMessage(carrier: CarrierName, status: TrackingStatus): string {
  return findScanMessage(carrier, scanForStatus[status])
}

/** Whether a text is one of the six tracking statuses (specification, Tracking statuses). */
export function isTrackingStatus(text: string): text is TrackingStatus {
  return Object.hasOwn(scanForStatus, text)
}

function createStatusTable(carrier: CarrierName): ReadonlyMap<string, TrackingStatus> {
  const messages = carrierWords[carrier].normalise
  return new Map(
    knownStatuses.flatMap((status) => messages[status].map((message) => [normaliseMessage(message), status])),
  )
}

function normaliseMessage(message: string): string {
  return message.trim().replace(/\s+/gu, ' ').toLowerCase()
}
