import type { Context } from '../../../simulator/accounts/context.ts'
import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { findScanMessage, type ScriptName } from '../../../simulator/tracking/script.ts'

/** An outcome that a button gives the journey of a parcel at once. */
export interface JourneyEnding {
  /** The text of the button. */
  readonly submit: string
  /** The message after the button was pressed. */
  readonly message: string
  readonly script: ScriptName
  /** The kinds of scans that the button adds, because the script would add them only later. */
  readonly scans: readonly string[]
}

export const journeyEndings: readonly JourneyEnding[] = [
  { submit: 'Deliver it', message: 'The parcel is delivered.', script: 'delivered', scans: [] },
  {
    submit: 'Hold it',
    message: 'The parcel is held at a pickup point.',
    script: 'held',
    scans: ['held_at_pickup_point'],
  },
  {
    submit: 'Return it',
    message: 'The parcel is back at its sender.',
    script: 'returned',
    scans: ['return_to_sender', 'returned'],
  },
  {
    submit: 'Lose it',
    message: 'The parcel gets its last scans in three days, and none after that.',
    script: 'lost',
    scans: [],
  },
]

/** Returns the message of a parcel's carrier for a kind of scan. */
export function findCarrierMessage({ state }: Context, number: string, scan: string): string {
  return findScanMessage(state.journeys.get(number)?.carrier ?? 'USPS', scan)
}

/** Returns the outcomes that a parcel can still have: none once it is delivered or returned. */
export function listPossibleEndings(context: Context, number: string): readonly JourneyEnding[] {
  const last = listPastAndPlannedEvents(context, number).past.at(-1)
  if (last?.status === 'delivered' || last?.message === findCarrierMessage(context, number, 'returned'))
    return []
  const script = context.state.journeys.get(number)?.leg?.script
  return journeyEndings.filter(
    (ending) =>
      !(ending.script === 'lost' && script === 'lost') &&
      !(
        ending.script === 'held' &&
        last?.message === findCarrierMessage(context, number, 'held_at_pickup_point')
      ),
  )
}
