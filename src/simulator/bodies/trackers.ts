import type { CarrierName, Environment, TrackingStatus } from '../specification/model.ts'

export interface TrackerBody {
  readonly id: string
  readonly tracking_number: string
  readonly carrier: CarrierName
  readonly status: TrackingStatus
  readonly events: readonly TrackerEventBody[]
}

export interface TrackerEventBody {
  readonly status: TrackingStatus
  readonly status_detail: string
  readonly timestamp: string
  readonly location: string | null
}

/** A tracker as the control protocol lists it: as the service shows it, with what a dashboard wants beside it. */
export interface ListedTrackerBody extends TrackerBody {
  readonly environment: Environment
  /** The account's label with this number. */
  readonly label_id: string | null
  /** What tells the parcel's way; null where nothing does, or events were pushed by hand. */
  readonly script: string | null
  readonly registered_at: string
  /** The last poll that succeeded. */
  readonly polled_at: string | null
  readonly next_poll_at: string
}
