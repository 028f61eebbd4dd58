import type { Mutant } from '../../../proof/mutant.ts'
import { buildRepetitionMutant } from '../../../proof/stateful/repeated.ts'
import { buildResponseMutant, withError, withFields } from '../../../proof/stateful/stateful.ts'

/** Deliberately broken services that confuse addresses with the same ZIP code, or stop validating after a number of requests. */
export const afterOthersMutants: readonly Mutant[] = [
  buildResponseMutant(
    'home-of-zip-remembered',
    'An address is classified like the first address with its ZIP code.',
  )
    .kills('ADDR-009')
    .by(() => {
      const first = new Map<string, unknown>()
      return (seen) => {
        if (seen.operation !== 'validateAddress' || !seen.isGood) return undefined
        const name = `${seen.account} ${seen.asked['zip']}`
        if (!first.has(name)) first.set(name, seen.json['residential'])
        return withFields(seen, { residential: first.get(name) })
      }
    }),
  buildResponseMutant(
    'place-of-failure-remembered',
    'After an undeliverable address, good addresses with its street and ZIP code are refused, too.',
  )
    .kills('ADDR-009')
    .by(() => {
      const failed = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'validateAddress') return undefined
        const place = [seen.account, seen.asked['street1'], seen.asked['zip']].join(' ')
        if (seen.code === 'ADDRESS.VALIDATION.FAILED') failed.add(place)
        return seen.isGood && failed.has(place)
          ? withError(seen, [422, 'ADDRESS.VALIDATION.FAILED'])
          : undefined
      }
    }),
  buildRepetitionMutant(
    'validation-given-up',
    'After five failures, the validation service is not called again.',
  )
    .kills('ADDR-010')
    .by({
      counts: ({ code }) => code === 'ADDRESS.VALIDATION.SERVICE_ERROR',
      most: 5,
      changes: (seen) =>
        seen.operation === 'validateAddress' && seen.isGood
          ? withError(seen, [503, 'ADDRESS.VALIDATION.SERVICE_ERROR'])
          : undefined,
    }),
]
