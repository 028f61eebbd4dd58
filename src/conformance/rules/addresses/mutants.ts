import { changeSuccesses, errorOf, isLive } from '../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { acceptInsteadOf, buildMutant, createJsonMutantBuilder, refuseWith } from '../../proof/builders.ts'
import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { buildErrorResponse } from '../../proof/refusal.ts'
import { afterOthersMutants } from './mutants/after-others.ts'

const buildValidationMutant = createJsonMutantBuilder('validateAddress')

/** Deliberately broken services (mutants) that the rules about address validation must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('ADDRESS.VALIDATION.FAILED', 'ADDR-004'),
  ...buildErrorCodeMutants('ADDRESS.VALIDATION.AMBIGUOUS', 'ADDR-005'),
  ...buildErrorCodeMutants('ADDRESS.VALIDATION.SERVICE_ERROR', 'ADDR-006'),
  buildMutant('validation-fails', 'The validation refuses valid addresses.')
    .kills('ADDR-001')
    .by(refuseWith('validateAddress', 422, 'ADDRESS.VALIDATION.FAILED')),
  buildMutant('validation-as-text', 'The validation result is a text instead of an object.')
    .kills('ADDR-001')
    .by({
      response: (response, { operation }) =>
        operation === 'validateAddress' && response.status === 200 ? withJson(response, 'OK') : undefined,
    }),
  buildValidationMutant('nobody-at-home', 'The validation classifies no address as residential.')
    .kills('ADDR-002')
    .by((json) => ({ ...json, residential: false })),
  buildValidationMutant('everybody-at-home', 'The validation classifies every address as residential.')
    .kills('ADDR-003')
    .by((json) => ({ ...json, residential: true })),
  buildMutant(
    'no-classification-but-noise',
    'Validations have no classification, but a number that differs in each response.',
  )
    .kills('ADDR-002', 'ADDR-003')
    .by(() => {
      let count = 0
      return changeSuccesses('validateAddress', ({ residential: _, ...rest }) => {
        count += 1
        return { ...rest, trace: `t${count}` }
      })
    }),
  buildValidationMutant(
    'no-classification-but-places',
    'Validations add coordinates and longer postal codes, but no classification.',
  )
    .kills('ADDR-002', 'ADDR-003')
    .by(({ residential: _, ...rest }, { body }) => ({
      ...rest,
      plus4: String(1_000 + body.length),
      metadata: { latitude: body.length + 0.25, longitude: -body.length, zip_type: String(body.length) },
    })),
  buildMutant('undeliverable-validated', 'The validation accepts undeliverable addresses.')
    .kills('ADDR-004')
    .by(acceptInsteadOf('ADDRESS.VALIDATION.FAILED', { valid: false, residential: false })),
  buildMutant('ambiguous-validated', 'The validation accepts ambiguous addresses.')
    .kills('ADDR-005')
    .by(acceptInsteadOf('ADDRESS.VALIDATION.AMBIGUOUS', { valid: true, residential: false })),
  buildMutant('validated-while-down', 'Addresses are validated while the validation service is down.')
    .kills('ADDR-006', 'ADDR-007')
    .by(acceptInsteadOf('ADDRESS.VALIDATION.SERVICE_ERROR', { valid: true, residential: true })),
  buildMutant('validation-stays-down', 'After one outage, the address validation service stays down.')
    .kills('ADDR-007')
    .by(() => {
      const down = new Set<string | undefined>()
      return {
        response: (response, request, wire) => {
          const account = wire.accountOf(request)
          if (errorOf(response)?.['code'] === 'ADDRESS.VALIDATION.SERVICE_ERROR') down.add(account)
          const json = jsonOf(response)
          return request.operation === 'validateAddress' &&
            down.has(account) &&
            isObject(json) &&
            response.status < 300
            ? buildErrorResponse(503, 'ADDRESS.VALIDATION.SERVICE_ERROR')
            : undefined
        },
      }
    }),
  buildMutant('live-addresses-all-good', 'With a live key, the validation accepts undeliverable addresses.')
    .kills('ADDR-008')
    .by(acceptInsteadOf('ADDRESS.VALIDATION.FAILED', { residential: false }, isLive)),
  ...afterOthersMutants,
]
