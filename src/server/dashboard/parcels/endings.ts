import type { Context } from '../../../simulator/accounts/context.ts'
import { pastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { type ScriptName, wordsFor } from '../../../simulator/tracking/script.ts'

/** An outcome that a button gives a journey at once. */
export interface Ending {
  readonly submit: string
  /** The sentence after it. */
  readonly message: string
  readonly script: ScriptName
  /** The kinds of scans that follow the script's history, because its own would come only later. */
  readonly scans: readonly string[]
}

export const endings: readonly Ending[] = [
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

/** The carrier's messages about a parcel. */
export function messageOf({ state }: Context, number: string, scan: string): string {
  return wordsFor(state.journeys.get(number)?.carrier ?? 'USPS', scan)
}

/** Returns the outcomes that a parcel can still have: none once it is delivered or returned. */
export function possibleEndings(context: Context, number: string): readonly Ending[] {
  const last = pastAndPlannedEvents(context, number).past.at(-1)
  if (last?.status === 'delivered' || last?.message === messageOf(context, number, 'returned')) return []
  const script = context.state.journeys.get(number)?.leg?.script
  return endings.filter(
    (ending) =>
      !(ending.script === 'lost' && script === 'lost') &&
      !(ending.script === 'held' && last?.message === messageOf(context, number, 'held_at_pickup_point')),
  )
}
