import { describeAnswer, expectError, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, needTime } from '../../target/need.ts'
import { rule } from '../support/rules-on.ts'
import { expectVoidAccepted, voidLabel } from '../support/voiding.ts'

/** Buys a label. Ends the rule as skipped if another label has the same tracking number, as a tracking event would concern both labels. */
async function buyTrackedLabel(t: RuleContext) {
  const { trackingNumber } = await t.setup.label()
  const label = await t.setup.label()
  if (label.trackingNumber === trackingNumber)
    t.notJudged('two labels of the target share one tracking number, so their scans cannot be told apart')
  return label
}

/** Returns the code of a rule that buys two labels, calls `act` with the id of the second, and checks that the first can be voided. */
const makeVoidCheckAfterOtherLabel =
  (act: (t: RuleContext, other: string) => Promise<void>) =>
  async (t: RuleContext): Promise<void> => {
    const { id } = await t.setup.label()
    const { id: other } = await t.setup.label()
    await act(t, other)
    await expectVoidAccepted(t, id)
  }

/** Returns the code of a rule that buys a label, calls `scan` with the label, and checks that it can no longer be voided. */
const makeVoidCheckAfterScan =
  (
    scan: (t: RuleContext, label: { readonly id: string; readonly trackingNumber: string }) => Promise<void>,
  ) =>
  async (t: RuleContext): Promise<void> => {
    const label = await buyTrackedLabel(t)
    await scan(t, label)
    expectError(await voidLabel(t, label.id), 'LABEL.VOID.INELIGIBLE')
  }

/** Rules about the time in which a label can be voided. */
export const voidWindowRules: readonly Rule[] = [
  rule('VOID-101', 'A label without a scan can be voided days after its purchase.')
    .on('voidLabel', { needs: ['control:tracking', 'control:clock', needTime(hours(48))] })
    .judges('STATES-11')
    .by(async (t) => {
      const { id, trackingNumber } = await buyTrackedLabel(t)
      await t.account.tracking.script(trackingNumber, 'never_scanned')
      await t.passTime(hours(48))
      await expectVoidAccepted(t, id)
    }),
  rule('VOID-102', 'A label whose package is in transit cannot be voided.')
    .on('voidLabel', { needs: ['control:tracking', 'control:clock', needTime(hours(5))] })
    .judges('STATES-14')
    .by(
      makeVoidCheckAfterScan(async (t, { trackingNumber }) => {
        await t.account.tracking.event(trackingNumber, 'in_transit')
        await t.passTime(hours(5))
      }),
    ),
  rule('VOID-103', 'A label whose package was scanned a day ago cannot be voided.')
    .on('voidLabel', { needs: ['control:scan', 'control:clock', needTime(hours(24))] })
    .judges('STATES-14')
    .by(
      makeVoidCheckAfterScan(async (t, { id }) => {
        await t.account.scan(id)
        await t.passTime(hours(24))
      }),
    ),
  rule('VOID-104', 'After one label is voided, another label can still be voided.')
    .on('voidLabel', { needs: ['key:test'] })
    .judges('STATES-11')
    .by(
      makeVoidCheckAfterOtherLabel((t, other) =>
        t.setup.of('The void of another label', () => expectVoidAccepted(t, other)),
      ),
    ),
  rule('VOID-105', 'After one package is scanned, the label of another package can still be voided.')
    .on('voidLabel', { needs: ['control:scan'] })
    .judges('STATES-11')
    .by(makeVoidCheckAfterOtherLabel((t, other) => t.account.scan(other))),
  rule(
    'VOID-106',
    'If three requests void a label at once, one request succeeds, and the others are refused as already requested.',
  )
    .on('voidLabel', { needs: ['control:accounts'] })
    .judges('STATES-16')
    .by(async (t) => {
      const { id } = await t.setup.label()
      const answers = await Promise.all([voidLabel(t, id), voidLabel(t, id), voidLabel(t, id)])
      const done = answers.filter(isSuccess)
      expectThat(done.length === 1, {
        expected: 'one accepted void',
        actual: answers.map(describeAnswer),
        answer: answers.at(-1),
      })
      for (const answer of answers) {
        if (!isSuccess(answer)) expectError(answer, 'LABEL.VOID.ALREADY_REQUESTED')
      }
    }),
]
