import { expectAccepted, expectError, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { buyLabelOfRate, requestRateIds } from '../support/limit-requests.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import { expectVoidAccepted, voidLabel } from '../support/voiding.ts'

const labelCount = 12
const voidsAtOnce = 10

/** Rules about many voids, in a row and at once, and about a void right after a scan, before the tracker shows the scan. */
export const manyVoidRules: readonly Rule[] = [
  rule('VOID-008', 'A label of each quoted carrier can be voided, and only once.')
    .on('voidLabel')
    .judges('STATES-11', 'SERVICE-8')
    .by(async (t) => {
      for (const rate of await requestCheapestOfEachCarrier(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectAccepted(await voidLabel(t, id))
        expectError(await voidLabel(t, id), 'LABEL.VOID.ALREADY_REQUESTED')
      }
    }),
  rule('VOID-112', 'A dozen labels can be voided one after another, and each label only once.')
    .on('voidLabel', {
      needs: ['control:accounts'],
      requests: { createRates: 4, buyLabel: labelCount, voidLabel: labelCount + 2 },
    })
    .judges('STATES-11')
    .by(async (t) => {
      const ids: string[] = []
      for (const rate of await requestRateIds(t, labelCount)) ids.push(await buyLabelOfRate(t, rate))
      for (const id of ids) await expectVoidAccepted(t, id)
      for (const id of [ids[0], ids.at(-1)]) {
        if (id !== undefined) expectError(await voidLabel(t, id), 'LABEL.VOID.ALREADY_REQUESTED')
      }
    }),
  rule(
    'VOID-113',
    'If ten requests void a label at once, one request succeeds, and the others are refused as already requested.',
  )
    .on('voidLabel')
    .judges('STATES-16')
    .by(async (t) => {
      const { id } = await t.setup.label()
      const answers = await settleAll(Array.from({ length: voidsAtOnce }, () => voidLabel(t, id)))
      const done = answers.filter(isSuccess)
      for (const answer of answers) {
        if (!isSuccess(answer)) expectError(answer, 'LABEL.VOID.ALREADY_REQUESTED')
      }
      expectThat(done.length === 1, {
        expected: `1 of ${voidsAtOnce} voids accepted`,
        actual: `${done.length} accepted`,
        answer: done[1] ?? answers[0],
      })
    }),
  rule(
    'VOID-114',
    'A label whose package was just scanned cannot be voided, even if its tracker does not show the scan yet.',
  )
    .on('voidLabel', { needs: ['control:accounts', 'control:scan'] })
    .judges('STATES-14')
    .by(async (t) => {
      const [scanned, other] = [await t.setup.label(), await t.setup.label()]
      for (const { trackingNumber, carrier } of [scanned, other]) {
        const body = { tracking_number: trackingNumber, carrier }
        await t.setup.works('The registration', t.call('registerTracker', { body }))
      }
      await t.account.scan(scanned.id)
      expectError(await voidLabel(t, scanned.id), 'LABEL.VOID.INELIGIBLE')
      expectAccepted(await voidLabel(t, other.id))
    }),
]
