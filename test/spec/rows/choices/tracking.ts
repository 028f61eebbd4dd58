import {
  acceptsInsteadOf,
  answersWith,
  changedJson,
  isAbout,
  isOf,
  type Json,
  objects,
  refused,
  sent,
  succeedsWith,
} from '../answers.ts'
import { type Breakage, listed } from '../breakage.ts'
import { neverRefreshed, showsAtOnce } from '../states.ts'

/** Tracking and connected accounts (choices 36 to 40). */

const twice: Breakage = {
  what: 'Each registration makes a tracker.',
  open: () => {
    const seen = new Set<unknown>()
    return {
      response: (response, request) =>
        changedJson(response, request, 'registerTracker', (tracker) => {
          const { id } = tracker
          if (!seen.has(id)) seen.add(id)
          else return { ...tracker, id: `trk_${'0'.repeat(24)}` }
          return undefined
        }),
    }
  },
}

const trackers = ['registerTracker', 'getTracker'] as const
const eventsOf = (
  what: string,
  change: (events: readonly Json[], tracker: Json) => readonly Json[],
): Breakage =>
  succeedsWith(what, trackers, (tracker) => ({
    ...tracker,
    events: change(objects(tracker['events']), tracker),
  }))

export const trackingChoices = listed({
  36: [
    twice,
    succeedsWith('A registration answers an id alone.', 'registerTracker', ({ id }) => ({ id })),
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/^carrier$/)),
    answersWith('Letter case counts in a name.', (response, request) =>
      isOf(request, 'registerTracker') && sent(request)['carrier'] === 'fedex'
        ? refused(response, 'VALIDATION.FIELD.INVALID')
        : undefined,
    ),
  ],
  37: [
    eventsOf('The newest event stands first.', (events) => [...events].reverse()),
    eventsOf('An event has no time.', (events) => events.map(({ timestamp: _, ...rest }) => rest)),
    eventsOf('An event has no place.', (events) => events.map((event) => ({ ...event, location: null }))),
  ],
  38: [
    succeedsWith('The digits of a number mean nothing.', trackers, (tracker) =>
      /^9999\d{3}$/.test(String(tracker['tracking_number']))
        ? { ...tracker, status: 'pre_transit', events: [] }
        : undefined,
    ),
    succeedsWith('A number that nobody knows is on its way.', trackers, (tracker) =>
      String(tracker['tracking_number']).startsWith('1Z') ? { ...tracker, status: 'in_transit' } : undefined,
    ),
  ],
  39: [showsAtOnce, neverRefreshed],
})

export const carrierAccountChoices = listed({
  40: [
    acceptsInsteadOf('CARRIER.ACCOUNT.INVALID_CREDENTIALS'),
    acceptsInsteadOf('CARRIER.ACCOUNT.NOT_FOUND'),
    succeedsWith('Accounts have no names.', 'listCarrierAccounts', ({ carrier_accounts }) => ({
      carrier_accounts: objects(carrier_accounts).map((account) => ({ ...account, nickname: 'mine' })),
    })),
  ],
})
