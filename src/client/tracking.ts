import { OptionsError } from '../options-error.ts'
import type { AdvancedBody } from '../simulator/bodies/control/clock.ts'
import type { TrackingEventBody } from '../simulator/bodies/trackers.ts'
import { suggestWord } from '../simulator/requests/similar-words.ts'
import {
  type CarrierName,
  type Known,
  type TrackingStatus,
  trackingStatuses,
} from '../simulator/specification/model.ts'
import type { ScriptName } from '../simulator/tracking/script.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'

/** An event that the carrier reports (specification, Tracker). */
export interface TrackingEventInput {
  /** The parcel's status; clients see any text that is none of the six statuses as `unknown`. */
  readonly status: Known<TrackingStatus>
  /**
   * The carrier's own message, which trackers show as `status_detail`. By default a message that the carrier
   * uses for the status.
   */
  readonly status_detail?: string
}

/** Selects the trackers to poll; without a field, all of them. */
export interface PollChoice {
  /** Only the tracker with this number. */
  readonly tracking_number?: string
  /** Only trackers of this carrier. */
  readonly carrier?: Known<CarrierName>
}

/** Controls the carrier's events for the account's parcels. */
export interface AccountTracking {
  /** Makes the parcel with a tracking number follow a script from now on. */
  script(trackingNumber: string, script: Known<ScriptName>): Promise<void>
  /**
   * Adds an event at the carrier now, which clients see after the next poll. A status alone may be in any letter case.
   * Rejects with OptionsError for a text that is similar to one of the six statuses.
   */
  event(trackingNumber: string, event: Known<TrackingStatus> | TrackingEventInput): Promise<TrackingEventBody>
  /**
   * Polls the carriers now, for one parcel, one carrier or all trackers; time does not move. Returns the polls in the
   * form in which an advance returns its events; `fired` is empty if no tracker has this number and carrier.
   */
  poll(which?: PollChoice): Promise<AdvancedBody>
  /** Makes the carrier scan a label's package now; from then on the label cannot be voided. */
  scan(labelId: string): Promise<void>
}

/** Returns an object with the calls for the tracking of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountTracking(control: ControlCaller, accountPath: string): AccountTracking {
  const pathOf = (trackingNumber: string): string =>
    `${accountPath}/tracking/${encodeURIComponent(trackingNumber)}`
  return {
    script: (trackingNumber, script) =>
      control.send({ method: 'PUT', path: pathOf(trackingNumber), body: { script } }),
    event: async (trackingNumber, event) => {
      const body = typeof event === 'string' ? { status: event.toLowerCase() } : event
      if (typeof body !== 'object' || body === null) {
        throw new OptionsError(
          "tracking.event needs a status such as 'delivered', or { status, status_detail }",
        )
      }
      refuseMisspeltStatus(body.status)
      return control.fetchJson({ method: 'POST', path: `${pathOf(trackingNumber)}/events`, body })
    },
    poll: async (which = {}) => {
      const body = requireObject(which, 'tracking.poll', "{ tracking_number: '99990' }")
      return control.fetchJson({ method: 'POST', path: `${accountPath}/tracking/poll`, body, size: 'long' })
    },
    scan: (labelId) =>
      control.send({ method: 'POST', path: `${accountPath}/labels/${encodeURIComponent(labelId)}/scan` }),
  }
}

/** Throws an OptionsError for a misspelt status. Other unknown texts are allowed: clients see them as `unknown`. */
function refuseMisspeltStatus(status: unknown): void {
  if (typeof status !== 'string' || trackingStatuses.some((known) => known === status)) return
  const suggestion = suggestWord(status, trackingStatuses)
  if (suggestion !== '')
    throw new OptionsError(`There is no tracking status ${JSON.stringify(status)}.${suggestion}`)
}
