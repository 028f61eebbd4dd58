import { shellWord } from '../control-call.ts'
import type { Actions } from '../page.ts'
import { clockMoves } from '../time/clock-moves.ts'

/** The actions that add events to a parcel's journey, tracked or not. */
export const journeyActions: Actions = {
  event: {
    call: ({ number = '', status = '', status_detail = '' }) => ({
      call: 'POST /accounts/{account}/tracking/{number}/events',
      params: { number },
      body: { status, ...(status_detail !== '' && { status_detail }) },
      command: [
        'tracking event',
        shellWord(number),
        shellWord(status),
        ...(status_detail === '' ? [] : [shellWord(status_detail)]),
      ].join(' '),
    }),
    message: ({ status }) =>
      `The carrier says: ${String(status).replaceAll('_', ' ')}. Trackers show it after their next poll.`,
  },
  script: {
    call: ({ number = '', script = '' }) => ({
      call: 'PUT /accounts/{account}/tracking/{number}',
      params: { number },
      body: { script },
      command: `tracking script ${shellWord(number)} ${shellWord(script)}`,
    }),
    message: ({ script }) => `The parcel follows the script ${script} from now on.`,
  },
  to: clockMoves.to,
}
