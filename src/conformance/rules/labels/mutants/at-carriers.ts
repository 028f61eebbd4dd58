import { changeSuccesses } from '../../../../variations/json-responses.ts'
import { buildMutant, createJsonMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { buildRepetitionMutant, listFaultModes } from '../../../proof/stateful/repeated.ts'
import {
  buildRefusingMutant,
  buildResponseMutant,
  buildStatefulMutant,
  withError,
  withFields,
} from '../../../proof/stateful/stateful.ts'

/** Creates a deliberately broken service that charges twice for purchases that take at least `leastMs`. */
const buildDoubleChargeMutant = (id: string, deviation: string, leastMs: number): Mutant =>
  buildStatefulMutant(id, deviation)
    .kills('LABEL-227')
    .by(() => {
      const since = new WeakMap<object, number>()
      return {
        before: ({ request }) => {
          since.set(request, Date.now())
          return undefined
        },
        after: async (seen) => {
          const isSlow = Date.now() - (since.get(seen.request) ?? Date.now()) > leastMs
          if (seen.operation !== 'buyLabel' || !seen.isGood || !seen.isLive || !isSlow) return undefined
          await adjustBalance(seen.wire, seen.account, -Number(seen.json['rate_cents']))
          return seen.response
        },
      }
    })

const buildPurchaseMutant = createJsonMutantBuilder('buyLabel')

/** Deliberately broken services that show the labels of one carrier wrongly. */
const eachLabelMutants: readonly Mutant[] = [
  buildPurchaseMutant(
    'label-of-usps-other-service',
    'Labels of USPS have another service name than their rates.',
  )
    .kills('LABEL-016', 'WALLET-012')
    .by((json) => (json['carrier'] === 'USPS' ? { ...json, service: 'Retail' } : undefined)),
  buildPurchaseMutant('label-of-ups-not-sandbox', 'Sandbox labels of UPS are not marked as sandbox labels.')
    .kills('LABEL-016')
    .by((json) => (json['carrier'] === 'UPS' ? { ...json, sandbox: false } : undefined)),
  buildMutant(
    'label-of-fedex-real-number',
    'Sandbox labels of FedEx to another country have tracking numbers like those of live labels.',
  )
    .kills('LABEL-016')
    .by(
      changeSuccesses(['buyLabel', 'getLabel'], (json) =>
        json['carrier'] === 'FedEx' && Object(json['to_address'])['country'] === 'CA'
          ? { ...json, tracking_number: String(json['tracking_number']).replace('9999', '7948') }
          : undefined,
      ),
    ),
  buildMutant(
    'label-of-fedex-read-cheaper',
    'A label of FedEx that is read shows a price that is a cent too low.',
  )
    .kills('LABEL-016')
    .by(
      changeSuccesses('getLabel', (json) =>
        json['carrier'] === 'FedEx' ? { ...json, rate_cents: Number(json['rate_cents']) - 1 } : undefined,
      ),
    ),
]

/** Deliberately broken services that respond wrongly to some failures of carriers, or after many purchases. */
export const carrierPurchaseMutants: readonly Mutant[] = [
  buildResponseMutant(
    'timeout-as-no-service',
    'If a carrier times out at a purchase, the error says that the carrier service is unavailable.',
  )
    .kills('LABEL-214')
    .by(() => async (seen) => {
      if (seen.operation !== 'buyLabel' || seen.code !== 'LABEL.CREATION.FAILED') return undefined
      const modes = await listFaultModes(seen, 'labels')
      return modes.includes('timeout') ? withError(seen, [422, 'LABEL.SERVICE.UNAVAILABLE']) : undefined
    }),
  buildResponseMutant(
    'garbled-purchase-charged',
    'A purchase that fails because of a malformed carrier response is charged a cent.',
  )
    .kills('LABEL-214')
    .by(() => async (seen) => {
      if (!seen.isLive || seen.code !== 'LABEL.CREATION.FAILED') return undefined
      if (!(await listFaultModes(seen, 'labels')).includes('malformed')) return undefined
      await adjustBalance(seen.wire, seen.account, -1)
      return seen.response
    }),
  buildRefusingMutant(
    'wallet-locked',
    'After five purchases without enough money, the card is reported as declined.',
  )
    .kills('LABEL-226')
    .by(() => {
      let refusals = 0
      return {
        refusal: [402, 'WALLET.PAYMENT.FAILED'],
        blocks: ({ operation, isLive }) => operation === 'buyLabel' && isLive && refusals >= 5,
        notes: ({ code }) => {
          if (code === 'WALLET.INSUFFICIENT_BALANCE') refusals += 1
        },
      }
    }),
  buildDoubleChargeMutant(
    'slow-purchases-paid-twice',
    'A purchase that takes half a second is charged twice.',
    500,
  ),
  buildDoubleChargeMutant(
    'purchases-of-two-seconds-paid-twice',
    'A purchase that takes two seconds is charged twice.',
    2_000,
  ),
  buildRepetitionMutant(
    'eleventh-number-repeated',
    'The eleventh label of a client has the tracking number of its first label.',
  )
    .kills('LABEL-414')
    .by({
      counts: ({ operation, isGood }) => operation === 'buyLabel' && isGood,
      most: 10,
      changes: (seen, first, count) =>
        seen.operation === 'buyLabel' && seen.isGood && count === 11
          ? withFields(seen, { tracking_number: first.json['tracking_number'] })
          : undefined,
    }),
  ...eachLabelMutants,
]
