import words from '../../../fixtures/tracking/carriers.json' with { type: 'json' }
import type { CarrierName, TrackingStatus } from '../specification/model.ts'

/** A carrier's messages about parcels: fixtures/tracking/carriers.json. */
interface CarrierWords {
  /** The town of the carrier's sorting centre that its parcels pass through. */
  readonly hub: string
  /** The carrier's message for each kind of scan in the tracking scripts. */
  readonly scans: Readonly<Record<string, string>>
  /** The carrier's messages that mean each status; a message in no list means `unknown`. */
  readonly normalise: Readonly<Record<Exclude<TrackingStatus, 'unknown'>, readonly string[]>>
}

export const carrierWords: Readonly<Record<CarrierName, CarrierWords>> = words
