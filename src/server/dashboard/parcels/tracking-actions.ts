import { fail } from '../../../simulator/specification/errors.ts'
import { idIn } from '../buy/buy-actions.ts'
import { type ControlCall, shellWord, withOptions } from '../control-call.ts'
import { countText } from '../money/money.ts'
import type { Actions, PageAction } from '../page.ts'
import { clockMoves } from '../time/clock-moves.ts'
import { endings, messageOf, possibleEndings } from './endings.ts'

/** Returns the call that lets the trackers of a number see a change at once; time does not move. */
export function pollCall(number: string): ControlCall {
  return {
    call: 'POST /accounts/{account}/tracking/poll',
    body: { tracking_number: number },
    command: `tracking poll ${shellWord(number)}`,
  }
}

/** Says how many trackers were polled, given the response to a poll. */
export function pollText(response: unknown): string {
  const { fired } = Object(response)
  const count = Array.isArray(fired) ? fired.length : 0
  if (count === 0) return 'No tracker follows it yet.'
  return count === 1
    ? 'Its tracker was polled at once.'
    : `Its ${countText(count)} trackers were polled at once.`
}

/** Registers a number, as a client does. A number that is registered already leads to its tracker. */
export const track: PageAction = {
  call: ({ tracking_number = '', carrier = '', key = '' }) => ({
    call: 'POST /v1/trackers',
    keyId: key,
    body: { tracking_number: tracking_number.trim(), carrier },
  }),
  message: (_, response) => `The tracker ${idIn(response)} follows the parcel.`,
  next: (_, response) => `tracking/${idIn(response)}`,
}

function eventCall(number: string, status: string, detail = ''): ControlCall {
  return {
    call: 'POST /accounts/{account}/tracking/{number}/events',
    params: { number },
    body: { status, ...(detail !== '' && { status_detail: detail }) },
    command: withOptions(`tracking event ${shellWord(number)} ${shellWord(status)}`, [['', detail]]),
  }
}

function scriptCall(number: string, script: string): ControlCall {
  return {
    call: 'PUT /accounts/{account}/tracking/{number}',
    params: { number },
    body: { script },
    command: `tracking script ${shellWord(number)} ${shellWord(script)}`,
  }
}

/** Gives a journey an outcome at once. Throws VALIDATION.FIELD.INVALID for one that it cannot have any more. */
const end: PageAction = {
  call: ({ number = '', script = '' }, context) => {
    const ending = possibleEndings(context, number).find((each) => each.script === script)
    if (ending === undefined)
      return fail('VALIDATION.FIELD.INVALID', {
        message: `The parcel ${number} can no longer be ${script}. Add an event or choose a script instead.`,
      })
    const events = ending.scans.map((scan) =>
      eventCall(number, 'exception', messageOf(context, number, scan)),
    )
    return [scriptCall(number, script), ...events, pollCall(number)]
  },
  message: ({ script }, polled) =>
    `${endings.find((each) => each.script === script)?.message} ${pollText(polled)}`,
}

/** The actions that add events to a parcel's journey, tracked or not. */
export const journeyActions: Actions = {
  end,
  event: {
    call: ({ number = '', status = '', status_detail }) => [
      eventCall(number, status, status_detail),
      pollCall(number),
    ],
    message: ({ status }, polled) =>
      `The carrier says: ${String(status).replaceAll('_', ' ')}. ${pollText(polled)}`,
  },
  script: {
    call: ({ number = '', script = '' }) => [scriptCall(number, script), pollCall(number)],
    message: ({ script }, polled) =>
      `The parcel follows the script ${script} from now on. ${pollText(polled)}`,
  },
  poll: {
    call: ({ number = '' }) => pollCall(number),
    message: (_, polled) => pollText(polled),
  },
  to: clockMoves.to,
}
