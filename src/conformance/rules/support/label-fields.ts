import type { Answer } from '../../http/answer.ts'
import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectResource, expectThat } from '../../http/expect.ts'
import type { Fields } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'

/** The rule about the field `sandbox`. If the field is wrong, other rules fail, too, and the report names this rule as the cause. */
export const sandboxFieldRule = {
  id: 'LABEL-005',
  judges: ['RESOURCES-60'],
  title: 'The field sandbox of a label is true or false.',
} as const

/** Returns the field `sandbox` of a label. If it is wrong, throws RuleBroken with the rule about this field as the cause. */
export function readSandboxField(label: Fields): boolean {
  const said = label.raw('sandbox')
  expectThat(typeof said === 'boolean', {
    expected: 'sandbox to be true or false',
    actual: showField('sandbox', said),
    answer: label.answer,
    cause: createBrokenRuleCause(sandboxFieldRule),
  })
  return said
}

/** The rule about the field `rate_cents`. If the field is wrong, other rules fail, too, and the report names this rule as the cause. */
export const chargedFieldRule = {
  id: 'LABEL-004',
  judges: ['RESOURCES-58'],
  title: 'A label has the charged price in whole cents.',
} as const

/** Checks that `rate_cents` of a label is a whole number. If not, throws RuleBroken with the rule about this field as the cause. */
export function expectWholeNumberPrice(label: Fields): void {
  const charged = label.raw('rate_cents')
  expectThat(Number.isSafeInteger(charged), {
    expected: 'rate_cents to be a whole number',
    actual: showField('rate_cents', charged),
    answer: label.answer,
    cause: createBrokenRuleCause(chargedFieldRule),
  })
}

/** Checks that the response to reading a label has the values of the label's purchase. Throws RuleBroken. */
export function expectPurchaseValues(bought: Fields, answer: Answer): void {
  const read = expectResource(answer, 'label')
  expectWholeNumberPrice(bought)
  for (const name of ['tracking_number', 'carrier', 'service', 'rate_cents', 'sandbox']) {
    expectThat(read.raw(name) === bought.raw(name), {
      expected: `${name} ${showValue(bought.raw(name))}, as at the purchase`,
      actual: showField(name, read.raw(name)),
      answer,
    })
  }
}

/** Checks that a label has the carrier, service and price of this rate. With `mayBeFree`, the price may also be 0. Throws RuleBroken. */
export function expectLabelMatchesRate(
  label: Fields,
  { rate, answer, mayBeFree = false }: { rate: QuotedRate; answer: Answer; mayBeFree?: boolean },
): void {
  expectWholeNumberPrice(label)
  const charged = label.raw('rate_cents')
  const price = mayBeFree && charged === 0 ? rate.rateCents : charged
  const actual = [label.text('carrier'), label.text('service'), price]
  const expected = [rate.carrier, rate.service, rate.rateCents]
  expectThat(JSON.stringify(actual) === JSON.stringify(expected), {
    expected: `carrier, service and rate_cents of the rate: ${JSON.stringify(expected)}${mayBeFree ? ', or 0 for the price' : ''}`,
    actual: `of the label: ${JSON.stringify(actual)}`,
    answer,
  })
}

/** Checks that the data of a webhook event has the values of its label. Throws RuleBroken. */
export function expectEventMatchesLabel(data: Fields, label: Fields): void {
  for (const name of ['carrier', 'service', 'tracking_number', 'rate_cents']) {
    // The specification does not say which fields the response to reading a label has.
    if (!label.has(name)) continue
    expectThat(data.raw(name) === label.raw(name), {
      expected: `data.${name} of the event to be that of ${label.text('id')}: ${JSON.stringify(label.raw(name))}`,
      actual: showField(`data.${name}`, data.raw(name)),
    })
  }
  const id = label.text('id')
  expectThat(String(data.raw('label_url')).includes(id), {
    expected: `data.label_url of the event to be that of ${id}`,
    actual: showField('data.label_url', data.raw('label_url')),
  })
}
