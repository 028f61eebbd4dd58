import type { Rule } from '../../rule.ts'
import { hours, wait } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { expectAttempt, openFailingReceiver, openTimePassing, windowOf } from './attempts.ts'
import { firstDelivery } from './first-delivery.ts'

const section = 'Events'
const needs = ['key:test', 'inbox', wait(windowOf(2).toMs)] as const

/** Rules that other events in the account do not end the retries of a delivery. */
export const separateRetryRules: readonly Rule[] = [
  active({
    id: 'HOOK-136',
    title: 'Each delivery that fails is made again, whatever becomes of others.',
    section,
    endpoint: null,
    basis: 'derived',
    sends:
      'Two purchases whose events are answered with 500, one whose event is answered with 200, and the six minutes after them.',
    needs,
    requests: { createRates: 3, buyLabel: 3 },
    run: async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      const labelIds = [(await firstDelivery(t, inbox)).label.id, (await firstDelivery(t, inbox)).label.id]
      inbox.respond((_, labelId) => ({ status: labelIds.includes(labelId ?? '') ? 500 : 200 }))
      await firstDelivery(t, inbox)
      await expectAttempt(2, { inbox, labelIds, passTo: openTimePassing(t) })
    },
  }),
  active({
    id: 'HOOK-137',
    title: 'A delivery that fails is made again although the label is voided.',
    section,
    endpoint: null,
    basis: 'derived',
    sends: 'A purchase whose event is answered with 500, a void of the label, and the six minutes after it.',
    needs,
    requests: { createRates: 1, buyLabel: 1, voidLabel: 1 },
    run: async (t) => {
      const { inbox, label, passTo } = await openFailingReceiver(t)
      await t.setup.works('The void', t.call('voidLabel', { id: label.id }))
      await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
    },
  }),
  active({
    id: 'HOOK-138',
    title: 'A label that is bought after a delivery failed for good is followed by its event.',
    section,
    endpoint: null,
    basis: 'derived',
    sends: 'A purchase whose event is answered with 500 for 27 hours, and one after it.',
    needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'],
    requests: { createRates: 2, buyLabel: 2 },
    run: async (t) => {
      const { inbox } = await openFailingReceiver(t)
      await t.passTime(hours(27))
      inbox.respond(() => ({ status: 200 }))
      await firstDelivery(t, inbox)
    },
  }),
]
