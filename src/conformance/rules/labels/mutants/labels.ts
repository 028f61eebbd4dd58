import { answers, errorOf, type Json } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import {
  acceptsInsteadOf,
  brokenField,
  crashesForLive,
  lyingAt,
  mutant,
  refuses,
  soldLabel,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'

const onLabel = lyingAt('getLabel')

const bought = (change: (json: Json) => Json | undefined): Alteration => answers('buyLabel', change)

/** Remembers something of the first purchase and puts it into the others. */
function sticky(id: string, deviation: string, kills: Mutant['kills'], field: string): Mutant {
  return mutant(id, deviation)
    .kills(...kills)
    .by(() => {
      let first: unknown
      return bought((json) => {
        first ??= json[field]
        return { ...json, [field]: first }
      })
    })
}

/** Takes money from the live wallet behind the service's back. */
function charging(id: string, deviation: string, kills: Mutant['kills'], codes: RegExp): Mutant {
  return mutant(id, deviation)
    .kills(...kills)
    .by({
      response: async (response, request, wire) => {
        const code = errorOf(response)?.['code']
        if (typeof code !== 'string' || !codes.test(code)) return undefined
        const path = `/accounts/${wire.accountOf(request)}/wallet`
        const wallet = await wire.control('GET', path)
        const balance = isObject(wallet) ? Number(wallet['balance_cents']) : 0
        await wire.control('PATCH', path, { balance_cents: balance === 0 ? 1 : balance - 1 })
        return response
      },
    })
}

export const labelMutants: readonly Mutant[] = [
  ...brokenField({
    id: 'label-id',
    operations: 'buyLabel',
    field: 'id',
    kills: ['LABEL-001'],
    wrong: 'label_1',
  }),
  ...brokenField({
    id: 'label-number',
    operations: 'buyLabel',
    field: 'tracking_number',
    kills: ['LABEL-002'],
    wrong: 99990000,
  }),
  ...brokenField({
    id: 'label-url',
    operations: 'buyLabel',
    field: 'label_url',
    kills: ['LABEL-003'],
    wrong: '/labels/1.pdf',
  }),
  ...brokenField({
    id: 'label-price',
    operations: 'buyLabel',
    field: 'rate_cents',
    kills: ['LABEL-004'],
    wrong: 12.34,
  }),
  ...brokenField({
    id: 'label-sandbox',
    operations: 'buyLabel',
    field: 'sandbox',
    kills: ['LABEL-005'],
    wrong: 'true',
  }),
  ...brokenField({
    id: 'label-balance',
    operations: 'buyLabel',
    field: 'wallet_balance_after_cents',
    kills: ['LABEL-006'],
  }),
  sticky('one-id-for-all-labels', 'All labels have the same id.', ['LABEL-007'], 'id'),
  mutant('other-service', 'Another service is bought than was quoted.')
    .kills('LABEL-008')
    .by(bought((json) => ({ ...json, service: 'Economy' }))),
  mutant('label-not-kept', 'A label cannot be read after its purchase.')
    .kills('LABEL-010', 'LABEL-011')
    .by(refuses('getLabel', 404, 'LABEL.NOT_FOUND')),
  ...brokenField({
    id: 'label-url-read',
    operations: 'getLabel',
    field: 'label_url',
    kills: ['LABEL-014'],
    wrong: 5,
  }),
  onLabel('label-changes', 'A label reads with another tracking number.')
    .kills('LABEL-011')
    .by((json) => ({ ...json, tracking_number: '1' })),
  onLabel('label-price-changes', 'A label reads with another price.')
    .kills('LABEL-011')
    .by((json) => ({ ...json, rate_cents: 1 })),
  onLabel('other-label-read', 'Another label is read than was asked for.')
    .kills('LABEL-010')
    .by((json) => ({ ...json, id: 'lbl_other' })),
  mutant('unknown-label-read', 'A label that is not there is read as an empty one.')
    .kills('LABEL-012')
    .by(acceptsInsteadOf('LABEL.NOT_FOUND', { id: 'lbl_1' })),
  mutant('no-shipments', 'A purchase leaves no shipment.')
    .kills('LABEL-013', 'BATCH-019')
    .by({
      controlResponse: (response) => {
        const json = jsonOf(response)
        return isObject(json) && Array.isArray(json['shipments'])
          ? withJson(response, { shipments: [] })
          : undefined
      },
    }),
  mutant('undeliverable-sold', 'Labels to nowhere are sold.')
    .kills('LABEL-201')
    .by(acceptsInsteadOf('LABEL.ADDRESS.UNDELIVERABLE', soldLabel)),
  mutant('overweight-sold', 'Labels for any weight are sold.')
    .kills('LABEL-202')
    .by(acceptsInsteadOf('LABEL.WEIGHT.EXCEEDED', soldLabel)),
  mutant('unavailable-sold', 'Labels of services that are not there are sold.')
    .kills('LABEL-203')
    .by(acceptsInsteadOf('LABEL.SERVICE.UNAVAILABLE', soldLabel)),
  mutant('failed-sold', 'A purchase that failed is answered with a label.')
    .kills('LABEL-204', 'LABEL-205')
    .by(acceptsInsteadOf('LABEL.CREATION.FAILED', soldLabel)),
  charging(
    'failure-charged',
    'A label that could not be made is charged.',
    ['LABEL-205'],
    /^LABEL\.CREATION/,
  ),
  mutant('credit-given', 'Labels are sold without money.')
    .kills('LABEL-211', 'LABEL-221')
    .by(acceptsInsteadOf('WALLET.INSUFFICIENT_BALANCE', soldLabel)),
  mutant('declined-sold', 'Labels are sold on a declined card.')
    .kills('LABEL-212', 'LABEL-222')
    .by(acceptsInsteadOf('WALLET.PAYMENT.FAILED', soldLabel)),
  mutant('cardless-sold', 'Labels are sold without a card.')
    .kills('LABEL-213', 'LABEL-223')
    .by(acceptsInsteadOf('WALLET.PAYMENT_METHOD.MISSING', soldLabel)),
  charging(
    'refusal-charged',
    'A purchase refused for want of money takes what is there.',
    ['LABEL-221', 'LABEL-222', 'LABEL-223'],
    /^WALLET\./,
  ),
  mutant('refusal-shown-as-debt', 'After a purchase refused for want of money the wallet shows a debt.')
    .kills('LABEL-221', 'LABEL-222', 'LABEL-223')
    .by(
      answers('getWallet', (json) =>
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
    mutant(
      `label-created-${id}-hours-off`,
      `created_at of a label is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'} in the answer of ${operation}.`,
    )
      .kills('LABEL-017')
      .by(
        answers(operation, (json) => ({
          ...json,
          created_at: new Date(Date.parse(String(json['created_at'])) + hours * 3_600_000).toISOString(),
        })),
      ),
  ),
  mutant('live-unknown-label-crash', 'A label that is not there makes the service fail with a live key.')
    .kills('LABEL-234')
    .by(crashesForLive('LABEL.NOT_FOUND')),
]
