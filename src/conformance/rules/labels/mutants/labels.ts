import { changeSuccesses, errorOf, type Json } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import {
  acceptInsteadOf,
  buildFieldMutants,
  buildMutant,
  createJsonMutantBuilder,
  createLiveKeyCrash,
  createMutantBuilder,
  refuseWith,
  soldLabel,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { adjustBalance, readLiveWallet } from '../../../proof/stateful/backdoor.ts'

const buildLabelMutant = createJsonMutantBuilder('getLabel')

const changePurchaseResponse = (change: (json: Json) => Json | undefined): Alteration =>
  changeSuccesses('buyLabel', change)

/** Creates mutants (broken services) that copy a field of the first purchase response into all later ones. */
const buildRepeatedValueMutant = createMutantBuilder((field: string) => () => {
  let first: unknown
  return changePurchaseResponse((json) => {
    first ??= json[field]
    return { ...json, [field]: first }
  })
})

/** Creates mutants (broken services) that charge the live wallet for a purchase which they refuse with one of these error codes. */
const buildChargedRefusalMutant = createMutantBuilder(
  (codes: RegExp): Alteration => ({
    response: async (response, request, wire) => {
      const code = errorOf(response)?.['code']
      if (typeof code !== 'string' || !codes.test(code)) return undefined
      const account = wire.accountOf(request)
      const { cents } = await readLiveWallet(wire, account)
      await adjustBalance(wire, account, cents === 0 ? 1 : -1)
      return response
    },
  }),
)

export const labelMutants: readonly Mutant[] = [
  ...buildFieldMutants('buyLabel', [
    ['label-id', 'id', 'LABEL-001', 'label_1'],
    ['label-number', 'tracking_number', 'LABEL-002', 99990000],
    ['label-url', 'label_url', 'LABEL-003', '/labels/1.pdf'],
    ['label-price', 'rate_cents', 'LABEL-004', 12.34],
    ['label-sandbox', 'sandbox', 'LABEL-005', 'true'],
    ['label-balance', 'wallet_balance_after_cents', 'LABEL-006'],
  ]),
  buildRepeatedValueMutant('one-id-for-all-labels', 'All labels have the same id.')
    .kills('LABEL-007')
    .by('id'),
  buildMutant('other-service', 'A label has another service than the rate that was bought.')
    .kills('LABEL-008')
    .by(changePurchaseResponse((json) => ({ ...json, service: 'Economy' }))),
  buildMutant('label-not-kept', 'A label cannot be read after its purchase.')
    .kills('LABEL-010', 'LABEL-011')
    .by(refuseWith('getLabel', 404, 'LABEL.NOT_FOUND')),
  ...buildFieldMutants('getLabel', [['label-url-read', 'label_url', 'LABEL-014', 5]]),
  buildLabelMutant('label-changes', 'A label that is read has another tracking number than at its purchase.')
    .kills('LABEL-011')
    .by((json) => ({ ...json, tracking_number: '1' })),
  buildLabelMutant('other-label-read', 'Reading a label returns a label with another id.')
    .kills('LABEL-010')
    .by((json) => ({ ...json, id: 'lbl_other' })),
  buildMutant('unknown-label-read', 'Reading a label that does not exist returns an empty label.')
    .kills('LABEL-012')
    .by(acceptInsteadOf('LABEL.NOT_FOUND', { id: 'lbl_1' })),
  buildMutant('no-shipments', 'A purchase adds no shipment to the shipping history.')
    .kills('LABEL-013', 'BATCH-019')
    .by({
      controlResponse: (response) => {
        const json = jsonOf(response)
        return isObject(json) && Array.isArray(json['shipments'])
          ? withJson(response, { shipments: [] })
          : undefined
      },
    }),
  buildMutant('undeliverable-sold', 'Labels to undeliverable addresses are sold.')
    .kills('LABEL-201')
    .by(acceptInsteadOf('LABEL.ADDRESS.UNDELIVERABLE', soldLabel)),
  buildMutant('overweight-sold', 'Labels for parcels over the maximum weight are sold.')
    .kills('LABEL-202')
    .by(acceptInsteadOf('LABEL.WEIGHT.EXCEEDED', soldLabel)),
  buildMutant('unavailable-sold', 'Labels of unavailable services are sold.')
    .kills('LABEL-203')
    .by(acceptInsteadOf('LABEL.SERVICE.UNAVAILABLE', soldLabel)),
  buildMutant('failed-sold', 'A purchase whose label cannot be created succeeds.')
    .kills('LABEL-204', 'LABEL-205')
    .by(acceptInsteadOf('LABEL.CREATION.FAILED', soldLabel)),
  buildChargedRefusalMutant('failure-charged', 'A purchase that failed to create its label is charged.')
    .kills('LABEL-205')
    .by(/^LABEL\.CREATION/),
  buildMutant('credit-given', 'Labels are sold although the wallet has too little money.')
    .kills('LABEL-211', 'LABEL-221')
    .by(acceptInsteadOf('WALLET.INSUFFICIENT_BALANCE', soldLabel)),
  buildMutant('declined-sold', 'Labels are sold although the wallet is empty and its card is declined.')
    .kills('LABEL-212', 'LABEL-222')
    .by(acceptInsteadOf('WALLET.PAYMENT.FAILED', soldLabel)),
  buildMutant('cardless-sold', 'Labels are sold although the wallet is empty and has no card.')
    .kills('LABEL-213', 'LABEL-223')
    .by(acceptInsteadOf('WALLET.PAYMENT_METHOD.MISSING', soldLabel)),
  buildChargedRefusalMutant(
    'refusal-charged',
    'A purchase refused for lack of money takes the remaining balance.',
  )
    .kills('LABEL-221', 'LABEL-222', 'LABEL-223')
    .by(/^WALLET\./),
  buildMutant(
    'refusal-shown-as-debt',
    'After a purchase refused for lack of money, the wallet shows a negative balance.',
  )
    .kills('LABEL-221', 'LABEL-222', 'LABEL-223')
    .by(
      changeSuccesses('getWallet', (json) =>
        json['balance_cents'] === 1 ? { ...json, balance_cents: -719 } : undefined,
      ),
    ),
  ...(
    [
      ['bought', 'buyLabel', 5],
      ['read', 'getLabel', 5],
      ['bought-late', 'buyLabel', -26],
    ] as const
  ).map(([id, operation, hours]) =>
    buildMutant(
      `label-created-${id}-hours-off`,
      `In the response of ${operation}, created_at of a label is ${Math.abs(hours)} hours too ${hours > 0 ? 'late' : 'early'}.`,
    )
      .kills('LABEL-017')
      .by(
        changeSuccesses(operation, (json) => ({
          ...json,
          created_at: new Date(Date.parse(String(json['created_at'])) + hours * 3_600_000).toISOString(),
        })),
      ),
  ),
  buildMutant('live-unknown-label-crash', 'With a live key, reading a label that does not exist returns 500.')
    .kills('LABEL-234')
    .by(createLiveKeyCrash('LABEL.NOT_FOUND')),
]
