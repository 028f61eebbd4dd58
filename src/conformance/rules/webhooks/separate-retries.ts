import type { Rule } from '../../rule.ts'
import { hours, wait } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { expectAttempt, openFailingReceiver, openTimePassing, windowOf } from './attempts.ts'
import { firstDelivery } from './first-delivery.ts'

const needs = ['key:test', 'inbox', wait(windowOf(2).toMs)] as const

/** Rules that other events in the account do not end the retries of a delivery. */
export const separateRetryRules: readonly Rule[] = [
  active({
    id: 'HOOK-136',
    judges: ['EVENTS-28', 'STATES-25'],
    title: 'Each delivery that fails is made again, whatever becomes of others.',
    needs,
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
    judges: ['EVENTS-28'],
    title: 'A delivery that fails is made again although the label is voided.',
    needs,
    run: async (t) => {
      const { inbox, label, passTo } = await openFailingReceiver(t)
      await t.setup.works('The void', t.call('voidLabel', { id: label.id }))
      await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
    },
  }),
  active({
    id: 'HOOK-138',
    judges: ['EVENTS-2'],
    title: 'A label that is bought after a delivery failed for good is followed by its event.',
    needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'],
    run: async (t) => {
      const { inbox } = await openFailingReceiver(t)
      await t.passTime(hours(27))
      inbox.respond(() => ({ status: 200 }))
      await firstDelivery(t, inbox)
    },
  }),
]
