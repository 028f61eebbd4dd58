import type { Answer } from '../../http/answer.ts'
import { describeStatusAndCode, expectSuccess, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { ProfileAddress } from '../../target/profile.ts'
import { rule } from '../support/rules-on.ts'
import { readValuesByPath } from '../support/values-by-path.ts'

const repetitions = 11

/** Returns the addresses of the profile, and mixtures of them: the name and street of one address in the city of another. */
function mixAddresses(t: RuleContext): readonly ProfileAddress[] {
  const { to, residential, commercial, undeliverable, ambiguous } = t.profile.addresses
  const movePersonTo = (place: ProfileAddress, person: ProfileAddress): ProfileAddress => ({
    ...person,
    ...{ city: place.city, state: place.state, zip: place.zip, country: place.country },
  })
  return [
    undeliverable,
    { ...undeliverable, zip: to.zip },
    to,
    ...[to, residential, commercial].map((person) => movePersonTo(undeliverable, person)),
    ambiguous,
    { ...ambiguous, street1: `12 ${ambiguous.street1}` },
    movePersonTo(ambiguous, commercial),
    residential,
    movePersonTo(residential, commercial),
    { ...residential, name: commercial.name },
    { ...residential, state: undeliverable.state, city: undeliverable.city },
    commercial,
    movePersonTo(commercial, residential),
    { ...commercial, state: to.state, city: to.city },
  ]
}

/** Describes a validation result: the status and code, and for a success its true and false values. */
function describeValidationResult(answer: Answer): string {
  if (!isSuccess(answer)) return describeStatusAndCode(answer)
  const values = [...readValuesByPath(answer.json)].filter(([, value]) => typeof value === 'boolean')
  return values.map(([place, value]) => `${place} ${value}`).join(', ') || `${answer.status}`
}

/** Rules that check that the validation result of an address does not depend on earlier requests. */
export const afterOthersRules: readonly Rule[] = [
  rule('ADDR-009', 'The result for an address does not depend on earlier validations of similar addresses.')
    .on('validateAddress', { needs: ['control:accounts'] })
    .judges('ENDPOINTS-9')
    .by(async (t) => {
      const addresses = mixAddresses(t)
      const value = (await t.getOtherClientKeys()).test
      const first: Answer[] = []
      for (const body of addresses) first.push(await t.call('validateAddress', { body }))
      for (const [index, body] of [...addresses.entries()].toReversed()) {
        const answer = await t.call('validateAddress', { body, key: { value } })
        const [one, other] = [
          describeValidationResult(first[index] ?? answer),
          describeValidationResult(answer),
        ]
        expectThat(one === other, {
          expected: `${one} for ${body.street1}, ${body.zip}, as at its first validation`,
          actual: other,
          answer,
        })
      }
    }),
  rule(
    'ADDR-010',
    `After ${repetitions} validations that failed during an outage of the address validation service, an address is validated again.`,
  )
    .on('validateAddress', { needs: ['control:faults'] })
    .judges('ENDPOINTS-14')
    .by(async (t) => {
      const validate = () => t.call('validateAddress', { body: t.profile.addresses.commercial })
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      for (let count = 0; count < repetitions; count += 1) {
        const answer = await validate()
        if (isSuccess(answer))
          t.notJudged(
            'the control protocol accepted a fault that stops address validation, but addresses are still validated',
          )
      }
      await t.account.faults.clear()
      expectSuccess(await validate())
    }),
]
