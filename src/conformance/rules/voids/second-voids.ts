import { describeAnswer, expectError, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { BoughtLabel } from '../../setup/prerequisites.ts'
import { hours, needTime } from '../../target/need.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectVoidAccepted, voidLabel } from '../support/voiding.ts'

const makeVoidRule = rulesOn('voidLabel')

/** Rules about the void of a second label, and about voids long after the purchase. */
export const secondVoidRules: readonly Rule[] = [
  makeVoidRule('VOID-107', 'A voided label cannot be voided again after another label is voided.')
    .judges('STATES-16')
    .by(async (t) => {
      const { id: first } = await t.setup.label()
      const { id: second } = await t.setup.label()
      for (const id of [first, second]) await t.setup.of('A void', () => expectVoidAccepted(t, id))
      expectError(await voidLabel(t, first), 'LABEL.VOID.ALREADY_REQUESTED')
    }),
  makeVoidRule('VOID-108', 'If a rate is bought twice, each of the two labels can be voided.')
    .judges('STATES-11')
    .by(async (t) => {
      const rate = await t.setup.rate()
      const { id } = await t.setup.labelOf(rate)
      const again = await t.call('buyLabel', { body: { rate_id: rate.id } })
      // The specification does not say whether a rate can be bought twice (choices 28).
      const other = isSuccess(again) ? Object(again.json)['id'] : undefined
      if (typeof other !== 'string' || other === id) {
        return t.notJudged(`the second purchase of a rate made no second label: ${describeAnswer(again)}`)
      }
      await t.setup.of('The void of the first', () => expectVoidAccepted(t, id))
      await expectVoidAccepted(t, other)
    }),
  rule('VOID-109', 'A label without a scan can be voided eight days after its purchase.')
    .on('voidLabel', {
      needs: ['control:accounts', 'control:tracking', 'control:clock', needTime(hours(192))],
    })
    .judges('STATES-11')
    .by(async (t) => {
      const { trackingNumber: other } = await t.setup.label()
      const { id, trackingNumber } = await t.setup.label()
      if (trackingNumber === other)
        t.notJudged('two labels of the target share one tracking number, so their scans cannot be told apart')
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      await t.passTime(hours(192))
      await expectVoidAccepted(t, id)
    }),
  rule('VOID-110', 'A label whose package is delivered or out for delivery cannot be voided.')
    .on('voidLabel', { needs: ['control:tracking', 'control:clock', needTime(hours(5))] })
    .judges('STATES-14', 'ERRORS-49')
    .by(async (t) => {
      const labels: BoughtLabel[] = []
      for (const status of ['out_for_delivery', 'delivered']) {
        const label = await t.setup.label()
        // If two labels share a tracking number, one tracking event is a scan of both packages.
        if (labels.some(({ trackingNumber }) => trackingNumber === label.trackingNumber))
          t.notJudged(
            'two labels of the target share one tracking number, so their scans cannot be told apart',
          )
        await t.account.tracking.event(label.trackingNumber, status)
        labels.push(label)
      }
      await t.passTime(hours(5))
      for (const { id } of labels) expectError(await voidLabel(t, id), 'LABEL.VOID.INELIGIBLE')
    }),
  makeVoidRule('VOID-111', 'A label whose tracking number was registered as a tracker can be voided.')
    .judges('STATES-11')
    .by(async (t) => {
      const { id, trackingNumber, carrier } = await t.setup.label()
      const body = { tracking_number: trackingNumber, carrier }
      const { json } = await t.setup.works('The registration', t.call('registerTracker', { body }))
      // A sandbox parcel may be in transit as soon as its tracking number is registered.
      if (/in_transit|out_for_delivery|delivered|exception/.test(JSON.stringify(json)))
        t.notJudged(
          'the sandbox parcel is already in transit when its number is registered, so its label can no longer be voided',
        )
      await expectVoidAccepted(t, id)
    }),
]
