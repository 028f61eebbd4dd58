import words from '../../../fixtures/tracking/carriers.json' with { type: 'json' }
import type { CarrierName, TrackingStatus } from '../specification/model.ts'

/** What a carrier says of a parcel: fixtures/tracking/carriers.json. */
interface CarrierWords {
  /** The town its parcels come through on the way. */
  readonly hub: string
  /** The message of each kind of scan that a script has. */
  readonly scans: Readonly<Record<string, string>>
  /** The messages that stand for each status; one that is in no list stands for `unknown`. */
  readonly normalise: Readonly<Record<Exclude<TrackingStatus, 'unknown'>, readonly string[]>>
}

export const carrierWords: Readonly<Record<CarrierName, CarrierWords>> = words
