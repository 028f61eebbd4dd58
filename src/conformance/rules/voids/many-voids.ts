import { expectAccepted, expectError, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { quoteEachCarrier } from '../support/each-carrier.ts'
import { buyLabelOfRate, quoteRateIds } from '../support/limit-requests.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import { expectVoided, voidLabel } from '../support/voiding.ts'

const dozen = 12
const atOnce = 10

/** Rules about many voids, one after another and at once, and about a void after a scan that no tracker has seen. */
export const manyVoidRules: readonly Rule[] = [
  rule('VOID-008', 'A label of each quoted carrier can be voided, and only once.')
    .on('voidLabel')
    .judges('STATES-11', 'SERVICE-8')
    .by(async (t) => {
      for (const rate of await quoteEachCarrier(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectAccepted(await voidLabel(t, id))
        expectError(await voidLabel(t, id), 'LABEL.VOID.ALREADY_REQUESTED')
      }
    }),
  rule('VOID-112', 'Each of a dozen labels can be voided, one after another, and each of them once.')
    .on('voidLabel', {
      needs: ['control:accounts'],
      requests: { createRates: 4, buyLabel: dozen, voidLabel: dozen + 2 },
    })
    .judges('STATES-11')
    .by(async (t) => {
      const ids: string[] = []
      for (const rate of await quoteRateIds(t, dozen)) ids.push(await buyLabelOfRate(t, rate))
      for (const id of ids) await expectVoided(t, id)
      for (const id of [ids[0], ids.at(-1)]) {
        if (id !== undefined) expectError(await voidLabel(t, id), 'LABEL.VOID.ALREADY_REQUESTED')
      }
    }),
  rule(
    'VOID-113',
    'If ten requests void a label at once, one succeeds, and the others are refused as already requested.',
  )
    .on('voidLabel')
    .judges('STATES-16')
    .by(async (t) => {
      const { id } = await t.setup.label()
      const answers = await settleAll(Array.from({ length: atOnce }, () => voidLabel(t, id)))
      const done = answers.filter(isSuccess)
      for (const answer of answers) {
        if (!isSuccess(answer)) expectError(answer, 'LABEL.VOID.ALREADY_REQUESTED')
      }
      expectThat(done.length === 1, {
        expected: `1 of ${atOnce} voids accepted`,
        actual: `${done.length} accepted`,
        answer: done[1] ?? answers[0],
      })
    }),
  rule(
    'VOID-114',
    'A label that was scanned a moment ago cannot be voided, though its tracker has not seen the scan yet.',
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
