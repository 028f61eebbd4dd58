import { OptionsError } from '../options-error.ts'
import type { TrackingEventBody } from '../simulator/bodies/trackers.ts'
import type { Control } from './control.ts'

export interface TrackingEventInput {
  /** One that is none of the six statuses shows as `unknown`. */
  readonly status: string
  readonly status_detail?: string
}

/** What happens to the account's parcels at their carrier. */
export interface AccountTracking {
  /** The named script tells the number's way from here on. */
  script(trackingNumber: string, script: string): Promise<void>
  /** Happens at the carrier now, a status alone in any letter case; the client sees it from the next poll on. */
  event(trackingNumber: string, event: string | TrackingEventInput): Promise<TrackingEventBody>
  /** The carrier scans a label's package now, which closes the void window. */
  scan(labelId: string): Promise<void>
}

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
    scan: (labelId) =>
      control.tell({ method: 'POST', path: `${account}/labels/${encodeURIComponent(labelId)}/scan` }),
  }
}
