import type { Answer } from '../../http/answer.ts'
import { expectAccepted, expectSuccess, expectThat, isSuccess, summary } from '../../http/expect.ts'
import type { ActiveRule, Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { active, type Stated } from '../support/active.ts'
import { downloadOf, isDownload, openDownload } from '../support/downloads.ts'
import { expectBalance, fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'
import { expectVoided } from '../support/voiding.ts'

/** Judges that another client is refused. Whether with 404 or 403 is not stated (choices 16). */
function expectRefused(answer: Answer): void {
  expectThat(!isSuccess(answer), {
    expected: 'a refusal: it is of another client',
    actual: summary(answer),
    answer,
  })
}

const otherKey = async (t: RuleContext) => ({ value: (await t.otherClient()).test })

/** A rule that a client may not use a resource of another client. */
function ofAnother(
  id: RuleId,
  facts: Pick<Stated<ActiveRule>, 'title' | 'operation'>,
  run: ActiveRule['run'],
): Rule {
  return active({
    id,
    judges: ['AUTHENTICATION-38'],
    needs: ['control:accounts'],
    ...facts,
    run,
  })
}

/** Rules that clients cannot use each other's resources. */
export const otherClientRules: readonly Rule[] = [
  ofAnother(
    'KEY-201',
    { title: 'A label is not shown to another client.', operation: 'getLabel' },
    async (t) => {
      const { id } = await t.setup.label()
      await t.setup.works('The label', t.call('getLabel', { id }))
      expectRefused(await t.call('getLabel', { id, key: await otherKey(t) }))
    },
  ),
  ofAnother('KEY-202', { title: 'The download of a label is closed to another client.' }, async (t) => {
    const { id } = await openDownload(t)
    const answer = await t.send({ method: 'GET', path: downloadOf(id), key: await otherKey(t) })
    expectThat(!isDownload(answer), {
      expected: 'a refusal: it is of another client',
      actual: summary(answer),
      answer,
    })
  }),
  ofAnother(
    'KEY-203',
    {
      title: 'A label cannot be voided by another client, and its own can void it afterwards.',
      operation: 'voidLabel',
    },
    async (t) => {
      const { id } = await t.setup.label()
      expectRefused(await t.call('voidLabel', { id, key: await otherKey(t) }))
      await expectVoided(t, id)
    },
  ),
  ofAnother(
    'KEY-204',
    { title: 'A tracker is not shown to another client.', operation: 'getTracker' },
    async (t) => {
      const { id } = await t.setup.tracker()
      await t.setup.works('The tracker', t.call('getTracker', { id }))
      expectRefused(await t.call('getTracker', { id, key: await otherKey(t) }))
    },
  ),
  ofAnother(
    'KEY-205',
    { title: 'A batch is not shown to another client.', operation: 'getBatch' },
    async (t) => {
      const { id } = await t.setup.batch()
      await t.setup.works('The batch', t.call('getBatch', { id }))
      expectRefused(await t.call('getBatch', { id, key: await otherKey(t) }))
    },
  ),
  ofAnother(
    'KEY-206',
    {
      title: 'A batch cannot be bought by another client, and its own can buy it afterwards.',
      operation: 'buyBatch',
    },
    async (t) => {
      const { id } = await t.setup.batch()
      expectRefused(await t.call('buyBatch', { id, key: await otherKey(t) }))
      expectAccepted(await t.call('buyBatch', { id }))
    },
  ),
  ofAnother(
    'KEY-208',
    {
      title: 'A rate cannot be bought by another client, and its own can buy it afterwards.',
      operation: 'buyLabel',
    },
    async (t) => {
      const body = { rate_id: (await t.setup.rate()).id }
      expectRefused(await t.call('buyLabel', { body, key: await otherKey(t) }))
      expectSuccess(await t.call('buyLabel', { body }))
    },
  ),
  rule('KEY-207', 'What another client asks to buy is not charged to the client that was quoted it.')
    .on('buyLabel', { needs: isolatedWallet })
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const before = await fillWallet(t)
      const [rate, other] = await t.setup.rates({ key: 'live' })
      if (rate === undefined) return t.notJudged('no rate came')
      const { live } = await t.otherClient()
      const body = { rate_id: rate.id }
      const answer = await t.call('buyLabel', { body, key: { value: live } })
      await expectBalance(t, before, answer)
      // Whether another client may buy the rate is not stated. If it may, the purchase must be charged to it.
      const sold = other ?? rate
      const own = await t.setup.works(
        'A purchase',
        t.call('buyLabel', { body: { rate_id: sold.id }, key: 'live' }),
      )
      await expectBalance(t, before - sold.rateCents, own)
    }),
]
