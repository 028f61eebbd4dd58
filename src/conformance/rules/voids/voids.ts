import {
  expectAccepted,
  expectAnswer,
  expectError,
  expectSuccess,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { describeChanges, findChanges } from '../support/changes.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectVoidAccepted, expectVoidShown, readLabelTwice, voidLabel } from '../support/voiding.ts'

/** Buys a label, voids it twice, and checks that the second void is refused. Throws RuleBroken. */
async function expectSecondVoidRefused(t: RuleContext, key: 'test' | 'live'): Promise<void> {
  const { id } = await t.setup.label({ key })
  await t.setup.works('The first void', t.call('voidLabel', { id, key }))
  expectError(await t.call('voidLabel', { id, key }), 'LABEL.VOID.ALREADY_REQUESTED')
}

/** Checks that a void is refused and leaves the label as it is. Throws RuleBroken. */
async function expectRefusedVoidChangesNothing(t: RuleContext, id: string): Promise<void> {
  const before = await readLabelTwice(t, id)
  const refused = await voidLabel(t, id)
  expectAnswer(refused, !isSuccess(refused), 'a refusal: the label can no longer be voided')
  const answer = await t.call('getLabel', { id })
  const changes = findChanges(before, expectSuccess(answer))
  expectThat(changes.length === 0, {
    expected: 'the label as it was before the void',
    actual: describeChanges(changes),
    answer,
  })
}

const makeVoidRule = rulesOn('voidLabel')
const makeLabelVoidRule = rulesOn('voidLabel', { given: (t) => t.setup.label() })
const makeScannedVoidRule = rulesOn('voidLabel', { needs: ['control:scan'] })

export const voidRules: readonly Rule[] = [
  makeLabelVoidRule('VOID-001', 'A label whose package has not been scanned can be voided.')
    .judges('STATES-11', 'SERVICE-8', 'ENDPOINTS-57')
    .by(async (t, { id }) => expectAccepted(await voidLabel(t, id))),
  rule('VOID-002', 'A label that is read shows that its void was requested.')
    .on('getLabel')
    .judges('ENDPOINTS-53', 'STATES-12')
    .by((t) => expectVoidShown(t, 'test')),
  makeVoidRule('VOID-003', 'A second void of a label is refused as already requested.')
    .judges('STATES-16', 'ENDPOINTS-61', 'ERRORS-50', 'ERRORS-51')
    .by((t) => expectSecondVoidRefused(t, 'test')),
  rule('VOID-201', 'A second void of a live label is refused as already requested.')
    .on('voidLabel', { needs: ['key:live', 'spend'], charges: 1 })
    .judges('STATES-16', 'SERVICE-22')
    .by((t) => expectSecondVoidRefused(t, 'live')),
  makeScannedVoidRule('VOID-004', 'A label whose package the carrier has scanned cannot be voided.')
    .judges('STATES-14', 'SERVICE-8', 'ENDPOINTS-60', 'ERRORS-48', 'ERRORS-49')
    .by(async (t) => {
      const { id: unscanned } = await t.setup.label()
      await t.setup.of('The void of a label without a scan', () => expectVoidAccepted(t, unscanned))
      const { id } = await t.setup.label()
      await t.account.scan(id)
      expectError(await voidLabel(t, id), 'LABEL.VOID.INELIGIBLE')
      // A refused void changes nothing, so the error of the next void must not say that a void was already requested.
      expectError(await voidLabel(t, id), 'LABEL.VOID.INELIGIBLE')
    }),
  makeScannedVoidRule('VOID-005', 'A void that is refused after a scan does not change the label.')
    .judges('STATES-15')
    .by(async (t) => {
      const { id } = await t.setup.label()
      await t.account.scan(id)
      await expectRefusedVoidChangesNothing(t, id)
    }),
  makeLabelVoidRule('VOID-006', 'A second void does not change the label.')
    .judges('STATES-17')
    .by(async (t, { id }) => {
      await t.setup.of('The first void', () => expectVoidAccepted(t, id))
      await expectRefusedVoidChangesNothing(t, id)
    }),
  makeLabelVoidRule('VOID-007', 'A void of a label that does not exist is refused as not found.')
    .judges('ENDPOINTS-59', 'ERRORS-53')
    .by(async (t, { id }) => {
      await t.setup.of('The void of a label', () => expectVoidAccepted(t, id))
      expectError(await voidLabel(t, makeUnknownIdLike(id, unknownIds.label)), 'LABEL.NOT_FOUND')
    }),
]
