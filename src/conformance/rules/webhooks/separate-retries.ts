import type { Rule } from '../../rule.ts'
import { hours, wait } from '../../target/need.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectAttempt, openFailingReceiver, openTimePassing, windowOf } from './attempts.ts'
import { firstDelivery } from './first-delivery.ts'

const needs = ['key:test', 'inbox', wait(windowOf(2).toMs)] as const

const retrying = rulesOn(null, { needs })

/** Rules that other events in the account do not end the retries of a delivery. */
export const separateRetryRules: readonly Rule[] = [
  retrying('HOOK-136', 'Each delivery that fails is made again, whatever becomes of others.')
    .judges('EVENTS-28', 'STATES-25')
    .by(async (t) => {
      const inbox = await t.inbox()
      inbox.respond(() => ({ status: 500 }))
      const labelIds = [(await firstDelivery(t, inbox)).label.id, (await firstDelivery(t, inbox)).label.id]
      inbox.respond((_, labelId) => ({ status: labelIds.includes(labelId ?? '') ? 500 : 200 }))
      await firstDelivery(t, inbox)
      await expectAttempt(2, { inbox, labelIds, passTo: openTimePassing(t) })
    }),
  retrying('HOOK-137', 'A delivery that fails is made again although the label is voided.')
    .judges('EVENTS-28')
    .by(async (t) => {
      const { inbox, label, passTo } = await openFailingReceiver(t)
      await t.setup.works('The void', t.call('voidLabel', { id: label.id }))
      await expectAttempt(2, { inbox, labelIds: [label.id], passTo })
    }),
  rule('HOOK-138', 'A label that is bought after a delivery failed for good is followed by its event.')
    .with({ needs: ['control:accounts', 'control:webhook', 'control:clock', 'inbox'] })
    .judges('EVENTS-2')
    .by(async (t) => {
      const { inbox } = await openFailingReceiver(t)
      await t.passTime(hours(27))
      inbox.respond(() => ({ status: 200 }))
      await firstDelivery(t, inbox)
    }),
]
