import { isObject } from '../../fields.ts'
import type { RuleId } from '../../rule.ts'
import type { Alteration, Mutant } from '../mutant.ts'
import { refusal } from '../refusal.ts'
import { jsonOf, withJson } from '../wire.ts'
import {
  answers,
  brokenField,
  errorOf,
  forgives,
  isLive,
  type Json,
  mutant,
  refuses,
  successJson,
} from './builders.ts'

const bought = (change: (json: Json) => Json | undefined): Alteration => answers('buyLabel', change)
const sandbox = (change: (json: Json) => Json): Alteration =>
  answers('buyLabel', (json) => (json['sandbox'] === true ? change(json) : undefined))

/** Remembers something of the first purchase and puts it into the others. */
function sticky(id: string, deviation: string, kills: Mutant['kills'], field: string): Mutant {
  return {
    id,
    deviation,
    kills,
    open: () => {
      let first: unknown
      return bought((json) => {
        first ??= json[field]
        return { ...json, [field]: first }
      })
    },
  }
}

const places = ['from_address', 'to_address'] as const
const parts: readonly (readonly [string, readonly [RuleId, RuleId], readonly string[]])[] = [
  ['name', ['LABEL-101', 'LABEL-111'], ['name']],
  ['street', ['LABEL-102', 'LABEL-112'], ['street', 'street1']],
  ['city', ['LABEL-103', 'LABEL-113'], ['city']],
  ['state', ['LABEL-104', 'LABEL-114'], ['state']],
  ['zip', ['LABEL-105', 'LABEL-115'], ['zip']],
  ['country', ['LABEL-106', 'LABEL-116'], ['country']],
  ['phone', ['LABEL-107', 'LABEL-117'], ['phone']],
  ['email', ['LABEL-108', 'LABEL-118'], ['email']],
]

const withoutPart = (place: string, names: readonly string[]): Alteration =>
  bought((json) => {
    const address = json[place]
    if (!isObject(address)) return undefined
    return {
      ...json,
      [place]: Object.fromEntries(Object.entries(address).filter(([name]) => !names.includes(name))),
    }
  })

/** Takes money from the live wallet behind the service's back. */
function charging(id: string, deviation: string, kills: Mutant['kills'], codes: RegExp): Mutant {
  return mutant(id, deviation, kills, {
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

const label = {
  id: 'lbl_1',
  tracking_number: '9999',
  label_url: 'https://example.com/l.pdf',
  carrier: 'UPS',
  wallet_balance_after_cents: 1,
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
    wrong: 'unlimited',
  }),
  sticky('one-number-for-all', 'All labels have the same tracking number.', ['LABEL-007'], 'tracking_number'),
  sticky('one-id-for-all-labels', 'All labels have the same id.', ['LABEL-007'], 'id'),
  mutant(
    'other-service',
    'Another service is bought than was quoted.',
    ['LABEL-008'],
    bought((json) => ({ ...json, service: 'Economy' })),
  ),
  mutant(
    'other-carrier',
    'Another carrier is bought than was quoted.',
    ['LABEL-008'],
    bought((json) => ({ ...json, carrier: 'Pigeon' })),
  ),
  mutant(
    'price-changed',
    'A label costs a cent more than its rate.',
    ['LABEL-008'],
    bought((json) => ({ ...json, rate_cents: Number(json['rate_cents']) + 1 })),
  ),
  mutant(
    'addresses-swapped',
    'Sender and recipient are in each other’s place.',
    ['LABEL-009'],
    bought((json) => ({ ...json, from_address: json['to_address'], to_address: json['from_address'] })),
  ),
  mutant(
    'address-forgotten',
    'The recipient is left out.',
    ['LABEL-009', 'LABEL-111', 'LABEL-117'],
    bought(({ to_address: _, ...rest }) => rest),
  ),
  ...parts.flatMap(([part, rules, names]) =>
    places.map((place, index) =>
      mutant(
        `${place.replace('_', '-')}-without-${part}`,
        `The ${place} of a label has no ${part}.`,
        [rules[index] ?? rules[0]],
        withoutPart(place, names),
      ),
    ),
  ),
  mutant(
    'label-not-kept',
    'A label cannot be read after its purchase.',
    ['LABEL-010', 'LABEL-011'],
    refuses('getLabel', 404, 'LABEL.NOT_FOUND'),
  ),
  mutant(
    'label-changes',
    'A label reads with another tracking number.',
    ['LABEL-011'],
    answers('getLabel', (json) => ({ ...json, tracking_number: '1' })),
  ),
  mutant(
    'label-price-changes',
    'A label reads with another price.',
    ['LABEL-011'],
    answers('getLabel', (json) => ({ ...json, rate_cents: 1 })),
  ),
  mutant(
    'other-label-read',
    'Another label is read than was asked for.',
    ['LABEL-010'],
    answers('getLabel', (json) => ({ ...json, id: 'lbl_other' })),
  ),
  mutant(
    'unknown-label-read',
    'A label that is not there is read as an empty one.',
    ['LABEL-012'],
    forgives('LABEL.NOT_FOUND', { id: 'lbl_1' }),
  ),
  mutant('no-shipments', 'A purchase leaves no shipment.', ['LABEL-013'], {
    controlResponse: (response) => {
      const json = jsonOf(response)
      return isObject(json) && Array.isArray(json['shipments'])
        ? withJson(response, { shipments: [] })
        : undefined
    },
  }),
  mutant(
    'undeliverable-sold',
    'Labels to nowhere are sold.',
    ['LABEL-201'],
    forgives('LABEL.ADDRESS.UNDELIVERABLE', label),
  ),
  mutant(
    'overweight-sold',
    'Labels for any weight are sold.',
    ['LABEL-202'],
    forgives('LABEL.WEIGHT.EXCEEDED', label),
  ),
  mutant(
    'unavailable-sold',
    'Labels of services that are not there are sold.',
    ['LABEL-203'],
    forgives('LABEL.SERVICE.UNAVAILABLE', label),
  ),
  mutant(
    'failed-sold',
    'A label that could not be made is told as made.',
    ['LABEL-204', 'LABEL-205'],
    forgives('LABEL.CREATION.FAILED', label),
  ),
  charging(
    'failure-charged',
    'A label that could not be made is charged.',
    ['LABEL-205'],
    /^LABEL\.CREATION/,
  ),
  mutant(
    'credit-given',
    'Labels are sold without money.',
    ['LABEL-211', 'LABEL-221'],
    forgives('WALLET.INSUFFICIENT_BALANCE', label),
  ),
  mutant(
    'declined-sold',
    'Labels are sold on a declined card.',
    ['LABEL-212', 'LABEL-222'],
    forgives('WALLET.PAYMENT.FAILED', label),
  ),
  mutant(
    'cardless-sold',
    'Labels are sold without a card.',
    ['LABEL-213', 'LABEL-223'],
    forgives('WALLET.PAYMENT_METHOD.MISSING', label),
  ),
  charging(
    'refusal-charged',
    'A purchase refused for want of money takes what is there.',
    ['LABEL-221', 'LABEL-222', 'LABEL-223'],
    /^WALLET\./,
  ),
  mutant('declined-as-poor', 'A declined card is told as too little money.', ['LABEL-212'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'WALLET.PAYMENT.FAILED'
        ? refusal(402, 'WALLET.INSUFFICIENT_BALANCE')
        : undefined,
  }),
  mutant(
    'sandbox-unmarked',
    'Sandbox labels are not marked.',
    ['SAND-001', 'SAND-002'],
    sandbox((json) => ({ ...json, sandbox: false })),
  ),
  mutant(
    'real-numbers',
    'Sandbox labels have numbers as real ones have.',
    ['SAND-001', 'SAND-003'],
    sandbox((json) => ({ ...json, tracking_number: '1Z999AA10123456784' })),
  ),
  {
    id: 'sandbox-charged',
    deviation: 'Purchases with a test key are taken from the wallet of the sandbox.',
    kills: ['SAND-001', 'SAND-006'],
    open: () => {
      const spent = new Map<string | undefined, number>()
      return {
        response: (response, request, wire) => {
          const json = successJson(response)
          const account = wire.accountOf(request)
          if (json === undefined || isLive(request)) return undefined
          if (request.operation === 'buyLabel') {
            const total = (spent.get(account) ?? 0) + Number(json['rate_cents'])
            spent.set(account, total)
            return withJson(response, {
              ...json,
              wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) - total,
            })
          }
          if (request.operation !== 'getWallet') return undefined
          return withJson(response, {
            ...json,
            balance_cents: Number(json['balance_cents']) - (spent.get(account) ?? 0),
          })
        },
      }
    },
  },
  mutant(
    'sample-elsewhere',
    'Sandbox labels are served from elsewhere.',
    ['SAND-004'],
    sandbox((json) => ({ ...json, label_url: 'https://cdn.example.com/sample.pdf' })),
  ),
  mutant(
    'sample-as-live',
    'Sandbox labels are at the download of real ones.',
    ['SAND-004'],
    sandbox((json) => ({
      ...json,
      label_url: String(json['label_url'])
        .replace('/sandbox/labels/', '/labels/')
        .replace('.pdf', '/download'),
    })),
  ),
  mutant('sample-missing', 'The sample of a sandbox label is not there.', ['SAND-005'], {
    request: (request) =>
      request.path.includes('/sandbox/labels/') ? refusal(404, 'LABEL.NOT_FOUND') : undefined,
  }),
  mutant('sample-as-page', 'The sample of a sandbox label is a page.', ['SAND-005'], {
    response: (response, { path }) =>
      path.includes('/sandbox/labels/') ? { ...response, body: Buffer.from('<html>') } : undefined,
  }),
  {
    id: 'sandbox-needs-money',
    deviation: 'A test key buys nothing once the live wallet is empty.',
    kills: ['SAND-007'],
    open: () => {
      let isPoor = false
      return {
        controlRequest: (request) => {
          const json = jsonOf(request)
          if (request.path.endsWith('/wallet') && isObject(json) && json['balance_cents'] === 0) isPoor = true
          return undefined
        },
        response: (response, { operation }) =>
          isPoor && operation === 'buyLabel' && response.status < 300
            ? refusal(402, 'WALLET.INSUFFICIENT_BALANCE')
            : undefined,
      }
    },
  },
  {
    id: 'sandbox-charges-live',
    deviation: 'Purchases with a test key are taken from the live wallet.',
    kills: ['SAND-008'],
    open: () => ({
      response: async (response, request, wire) => {
        if (request.operation !== 'buyLabel' || isLive(request) || response.status > 299) return undefined
        await wire.control('PATCH', `/accounts/${wire.accountOf(request)}/wallet`, { balance_cents: 4_242 })
        return response
      },
    }),
  },
  mutant(
    'live-as-sandbox',
    'Labels bought live are marked as sandbox.',
    ['SAND-009'],
    answers('buyLabel', (json, request) => (isLive(request) ? { ...json, sandbox: true } : undefined)),
  ),
]
