import type { Answer } from '../../http/answer.ts'
import { expectResource, expectThat } from '../../http/expect.ts'
import { SetupFailed } from '../../http/failures.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { findCheapestOfEachCarrier, requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { expectLabelMatchesRate, expectPurchaseValues } from '../support/label-fields.ts'
import { rule } from '../support/rules-on.ts'

const acrossBorder = {
  ...{ name: 'Noor Tremblay', street1: '200 Kent St', city: 'Ottawa', state: 'ON' },
  ...{ zip: 'K1A 0N8', country: 'CA', phone: '+16132100112' },
}

/** Returns the rates of a shipment to another country; an empty list if the service does not quote the shipment. */
function requestRatesAcrossBorder(t: RuleContext): Promise<readonly QuotedRate[]> {
  return t.setup.rates({ to: acrossBorder }).catch((cause) => {
    if (cause instanceof SetupFailed) return []
    throw cause
  })
}

/** Checks that a bought label matches its rate, is a sandbox label, and has the same values when the rule reads it. Throws RuleBroken. */
async function expectSandboxLabel(t: RuleContext, rate: QuotedRate, answer: Answer): Promise<void> {
  const label = expectResource(answer, 'label')
  expectLabelMatchesRate(label, { rate, answer, mayBeFree: true })
  expectThat(label.raw('sandbox') === true, {
    expected: `sandbox true on a label of ${rate.carrier}`,
    actual: showField('sandbox', label.raw('sandbox')),
    answer,
  })
  label.text('tracking_number', { pattern: /^9999/, described: 'a text that begins with 9999' })
  expectPurchaseValues(label, await t.call('getLabel', { id: label.text('id') }))
}

/** Rules about a label of each carrier, as other rules check only a label of the cheapest rate. */
export const eachLabelRules: readonly Rule[] = [
  rule(
    'LABEL-016',
    'A sandbox label of each quoted carrier matches its rate, is simulated, and does not change when it is read.',
  )
    .on('buyLabel')
    .judges('RESOURCES-56', 'RESOURCES-57')
    .by(async (t) => {
      for (const rate of await requestCheapestOfEachCarrier(t)) {
        const answer = await t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id: rate.id } }))
        await expectSandboxLabel(t, rate, answer)
      }
      for (const rate of findCheapestOfEachCarrier(await requestRatesAcrossBorder(t))) {
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
        if (answer.status < 300) await expectSandboxLabel(t, rate, answer)
      }
    }),
]
