import type { Context } from '../../../simulator/accounts/context.ts'
import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { findScanMessage, type ScriptName } from '../../../simulator/tracking/script.ts'
import { readCreatedId } from '../buy/buy-actions.ts'
import { addCommandOptions, type ControlCall, quoteShellWord } from '../control-call.ts'
import { formatCount } from '../format.tsx'
import type { Actions, PageAction } from '../page.ts'
import { clockMoves } from '../time/moves.tsx'

/** Returns the call that polls all trackers of a tracking number now, without moving the clock. */
export function buildPollCall(number: string): ControlCall {
  return {
    call: 'POST /accounts/{account}/tracking/poll',
    body: { tracking_number: number },
    command: `tracking poll ${quoteShellWord(number)}`,
  }
}

/** Says in a sentence how many trackers a poll reached, read from its response. */
export function describePollResult(response: unknown): string {
  const { fired } = Object(response)
  const count = Array.isArray(fired) ? fired.length : 0
  if (count === 0) return 'No tracker follows the parcel yet.'
  return `Its ${count === 1 ? 'tracker was' : `${formatCount(count)} trackers were`} polled at once.`
}

/** Registers a tracking number as a client does. The next page is that of the new tracker. */
export const track: PageAction = {
  call: ({ tracking_number = '', carrier = '', key = '' }) => ({
    call: 'POST /v1/trackers',
    keyId: key,
    body: { tracking_number: tracking_number.trim(), carrier },
  }),
  message: (_, response) => `The tracker ${readCreatedId(response)} follows the parcel.`,
  next: (_, response) => `tracking/${readCreatedId(response)}`,
}

function buildEventCall(number: string, status: string, detail = ''): ControlCall {
  return {
    call: 'POST /accounts/{account}/tracking/{number}/events',
    params: { number },
    body: { status, ...(detail !== '' && { status_detail: detail }) },
    command: addCommandOptions(`tracking event ${quoteShellWord(number)} ${quoteShellWord(status)}`, [
      ['', detail],
    ]),
  }
}

function buildScriptCall(number: string, script: string): ControlCall {
  return {
    call: 'PUT /accounts/{account}/tracking/{number}',
    params: { number },
    body: { script },
    command: `tracking script ${quoteShellWord(number)} ${quoteShellWord(script)}`,
  }
}

/**
 * The outcomes with which buttons end a journey. `scans` lists the scans that the tracking script would add only later;
 * the button adds them now.
 */
const journeyEndings: readonly (readonly [
  script: ScriptName,
  button: string,
  message: string,
  scans: readonly string[],
])[] = [
  ['delivered', 'Deliver it', 'The parcel is delivered.', []],
  ['held', 'Hold it', 'The parcel is held at a pickup point.', ['held_at_pickup_point']],
  ['returned', 'Return it', 'The parcel is back at its sender.', ['return_to_sender', 'returned']],
  ['lost', 'Lose it', 'The parcel gets its last scans in three days, and none after that.', []],
]

/** Returns the message that the carrier of a parcel uses for a kind of scan. */
function findCarrierMessage({ state }: Context, number: string, scan: string): string {
  return findScanMessage(state.journeys.get(number)?.carrier ?? 'USPS', scan)
}

/** Returns the outcomes that a parcel can still have; none if the parcel is delivered or returned. */
export function listPossibleEndings(context: Context, number: string): typeof journeyEndings {
  const last = listPastAndPlannedEvents(context, number).past.at(-1)
  const isLastScan = (scan: string) => last?.message === findCarrierMessage(context, number, scan)
  if (last?.status === 'delivered' || isLastScan('returned')) return []
  const isLost = context.state.journeys.get(number)?.leg?.script === 'lost'
  const isHeld = isLastScan('held_at_pickup_point')
  return journeyEndings.filter(([script]) => !(script === 'lost' && isLost) && !(script === 'held' && isHeld))
}

/** Ends a journey with the chosen outcome now. Throws VALIDATION.FIELD.INVALID if the outcome is no longer possible. */
const end: PageAction = {
  call: ({ number = '', script = '' }, context) => {
    const message = `The parcel ${number} can no longer be ${script}. Add an event or choose a script instead.`
    const [, , , scans] =
      listPossibleEndings(context, number).find(([each]) => each === script) ??
      fail('VALIDATION.FIELD.INVALID', { message })
    const events = scans.map((scan) =>
      buildEventCall(number, 'exception', findCarrierMessage(context, number, scan)),
    )
    return [buildScriptCall(number, script), ...events, buildPollCall(number)]
  },
  message: ({ script }, polled) => {
    const [, , message] = journeyEndings.find(([each]) => each === script) ?? []
    return `${message} ${describePollResult(polled)}`
  },
}

/** The actions that change the journey of a parcel, whether or not a tracker follows it. */
export const journeyActions: Actions = {
  end,
  event: {
    call: ({ number = '', status = '', status_detail }) => [
      buildEventCall(number, status, status_detail),
      buildPollCall(number),
    ],
    message: ({ status }, polled) =>
      `The carrier says: ${String(status).replaceAll('_', ' ')}. ${describePollResult(polled)}`,
  },
  script: {
    call: ({ number = '', script = '' }) => [buildScriptCall(number, script), buildPollCall(number)],
    message: ({ script }, polled) =>
      `The parcel follows the script ${script} from now on. ${describePollResult(polled)}`,
  },
  poll: {
    call: ({ number = '' }) => buildPollCall(number),
    message: (_, polled) => describePollResult(polled),
  },
  to: clockMoves.to,
}
