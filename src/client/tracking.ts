import { OptionsError } from '../options-error.ts'
import type { AdvancedBody } from '../simulator/bodies/control/clock.ts'
import type { TrackingEventBody } from '../simulator/bodies/trackers.ts'
import type { CarrierName, Known, TrackingStatus } from '../simulator/specification/model.ts'
import type { ScriptName } from '../simulator/tracking/script.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

/** An event that the carrier reports (specification, Tracker). */
export interface TrackingEventInput {
  /** Any text other than the six statuses shows as `unknown`. */
  readonly status: Known<TrackingStatus>
  /**
   * The carrier's own message, which trackers show as `status_detail`. By default one that the carrier uses for the
   * status.
   */
  readonly status_detail?: string
}

/** The trackers to poll; without a field, all of them. */
export interface PollChoice {
  /** Only the tracker with this number. */
  readonly tracking_number?: string
  /** Only trackers of this carrier. */
  readonly carrier?: Known<CarrierName>
}

/** Controls the carrier's events for the account's parcels. */
export interface AccountTracking {
  /** Makes the number follow the script from now on. */
  script(trackingNumber: string, script: Known<ScriptName>): Promise<void>
  /** Adds an event at the carrier now; a status alone may be in any letter case. Clients see it after the next poll. */
  event(trackingNumber: string, event: Known<TrackingStatus> | TrackingEventInput): Promise<TrackingEventBody>
  /**
   * Polls the carriers now, for one parcel, one carrier or all trackers; time does not move. Returns the polls as
   * an advance returns its events.
   */
  poll(which?: PollChoice): Promise<AdvancedBody>
  /** Makes the carrier scan a label's package now; from then on it cannot be voided. */
  scan(labelId: string): Promise<void>
}

/** Returns the tracking of the account at path `account`; makes no call. */
export function openTracking(control: Control, account: string): AccountTracking {
  const pathOf = (trackingNumber: string): string =>
    `${account}/tracking/${encodeURIComponent(trackingNumber)}`
  return {
    script: (trackingNumber, script) =>
      control.tell({ method: 'PUT', path: pathOf(trackingNumber), body: { script } }),
    event: async (trackingNumber, event) => {
      const body = typeof event === 'string' ? { status: event.toLowerCase() } : event
      if (typeof body !== 'object' || body === null) {
        throw new OptionsError(
          "tracking.event: must be given a status such as 'delivered', or { status, status_detail }",
        )
      }
      return control.ask({ method: 'POST', path: `${pathOf(trackingNumber)}/events`, body })
    },
    poll: async (which = {}) => {
      const body = objectInput(which, 'tracking.poll', "{ tracking_number: '99990' }")
      return control.ask({ method: 'POST', path: `${account}/tracking/poll`, body, size: 'long' })
    },
    scan: (labelId) =>
      control.tell({ method: 'POST', path: `${account}/labels/${encodeURIComponent(labelId)}/scan` }),
  }
}
