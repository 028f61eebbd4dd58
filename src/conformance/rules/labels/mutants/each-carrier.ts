import { answers, isLive, type Json, mutant, successJson } from '../../../selftest/builders.ts'
import type { Alteration, Mutant } from '../../../selftest/mutant.ts'
import { ratesOf } from '../../../selftest/quotes.ts'
import { refusal } from '../../../selftest/refusal.ts'
import { jsonOf, labelOf, withJson, withSignedBody } from '../../../selftest/wire.ts'
import { operationOf } from '../../../wire/operation.ts'
import { payload } from '../../webhooks/mutants/webhooks.ts'

const carriers = ['DHL', 'USPS', 'UPS', 'FedEx'] as const

const dataOf = (delivery: { readonly body: Buffer }): Json => Object(Object(jsonOf(delivery))['data'])
const isSandbox = (data: Json): boolean => String(data['tracking_number']).startsWith('9999')

/** Events that are lost, though the service that receives them hears nothing of it. */
const lost = (isLost: (data: Json) => boolean): Alteration => ({
  webhook: (delivery) => (isLost(dataOf(delivery)) ? [] : undefined),
})

/** Changes what comes of a request for a label of this carrier. */
function ofCarrier(carrier: string, change: Alteration['response']): () => Alteration {
  return () => {
    const labels = new Set<string>()
    return {
      response: (response, request, wire) => {
        const json = successJson(response)
        if (request.operation === 'buyLabel' && json?.['carrier'] === carrier) labels.add(String(json['id']))
        return [...labels].some((id) => request.path.includes(id))
          ? change?.(response, request, wire)
          : undefined
      },
    }
  }
}

/** What is so for the cheapest rate alone, or for all carriers but one. */
export const eachCarrierMutants: readonly Mutant[] = [
  ...carriers.map((carrier) =>
    mutant(
      `event-lost-of-${carrier.toLowerCase()}`,
      `Labels of ${carrier} have no event.`,
      ['HOOK-028', 'HOOK-029', 'HOOK-030'],
      lost((data) => data['carrier'] === carrier),
    ),
  ),
  mutant(
    'event-lost-of-live-fedex',
    'Live labels of FedEx have no event.',
    ['HOOK-030'],
    lost((data) => data['carrier'] === 'FedEx' && !isSandbox(data)),
  ),
  mutant(
    'event-lost-of-one-service',
    'Labels of the service 2nd Day Air have no event.',
    ['HOOK-029'],
    lost((data) => data['service'] === '2nd Day Air'),
  ),
  {
    id: 'event-lost-of-the-dearest',
    deviation: 'The label of the dearest rate of a quote has no event.',
    kills: ['HOOK-028', 'HOOK-029'],
    open: () => {
      let dearest: unknown
      return {
        response: (response, { operation }) => {
          const quoted = operation === 'createRates' ? ratesOf(successJson(response) ?? {}) : []
          if (quoted.length > 0) dearest = quoted.at(-1)?.['service']
          return undefined
        },
        webhook: (delivery) => (dataOf(delivery)['service'] === dearest ? [] : undefined),
      }
    },
  },
  {
    id: 'event-of-the-first-label-alone',
    deviation: 'Once a label of a shipment has had its event, its other labels have none.',
    kills: ['HOOK-028', 'HOOK-029'],
    open: () => {
      const first = new Map<string, string>()
      return {
        webhook: (delivery) => {
          if (!first.has(delivery.secret)) first.set(delivery.secret, labelOf(delivery))
          return first.get(delivery.secret) === labelOf(delivery) ? undefined : []
        },
      }
    },
  },
  mutant(
    'event-of-ups-twice',
    'A label of UPS has an event label.purchased, too.',
    ['HOOK-029', 'HOOK-030'],
    {
      webhook: (delivery) => {
        if (dataOf(delivery)['carrier'] !== 'UPS') return undefined
        const other = { ...Object(jsonOf(delivery)), event: 'label.purchased' }
        return [delivery, withSignedBody(delivery, Buffer.from(JSON.stringify(other)))]
      },
    },
  ),
  mutant(
    'event-of-fedex-free',
    'The events of labels of FedEx say that they were free.',
    ['HOOK-029', 'HOOK-030'],
    payload((event, data) =>
      data['carrier'] === 'FedEx' ? { ...event, data: { ...data, rate_cents: 0 } } : undefined,
    ),
  ),
  mutant(
    'label-of-usps-other-service',
    'Labels of USPS are of a service of another name than was quoted.',
    ['LABEL-016', 'WALLET-012'],
    answers('buyLabel', (json) => (json['carrier'] === 'USPS' ? { ...json, service: 'Retail' } : undefined)),
  ),
  mutant(
    'label-of-ups-not-sandbox',
    'Labels of UPS say that they are none of the sandbox.',
    ['LABEL-016'],
    answers('buyLabel', (json) => (json['carrier'] === 'UPS' ? { ...json, sandbox: false } : undefined)),
  ),
  mutant(
    'label-of-fedex-real-number',
    'Sandbox labels of FedEx have tracking numbers like real ones.',
    ['LABEL-016'],
    answers(['buyLabel', 'getLabel'], (json) =>
      json['carrier'] === 'FedEx'
        ? { ...json, tracking_number: String(json['tracking_number']).replace('9999', '7948') }
        : undefined,
    ),
  ),
  mutant(
    'label-of-fedex-read-cheaper',
    'Labels of FedEx read a cent cheaper than they were bought.',
    ['LABEL-016'],
    answers('getLabel', (json) =>
      json['carrier'] === 'FedEx' ? { ...json, rate_cents: Number(json['rate_cents']) - 1 } : undefined,
    ),
  ),
  mutant(
    'live-label-of-ups-balance',
    'After a live label of UPS the balance is told a cent too high.',
    ['WALLET-012'],
    answers('buyLabel', (json, request) =>
      isLive(request) && json['carrier'] === 'UPS'
        ? { ...json, wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) + 1 }
        : undefined,
    ),
  ),
  {
    id: 'void-of-fedex-refused',
    deviation: 'Labels of FedEx cannot be voided.',
    kills: ['VOID-008'],
    open: ofCarrier('FedEx', (_, request) =>
      request.operation === 'voidLabel' ? refusal(422, 'LABEL.VOID.INELIGIBLE') : undefined,
    ),
  },
  {
    id: 'download-of-ups-without-pdf',
    deviation: `What ${operationOf('getLabel').endpoint}/download gives for a label of UPS is no PDF.`,
    kills: ['PDF-007'],
    open: ofCarrier('UPS', (response, request) =>
      request.path.endsWith('/download') ? withJson(response, { pdf: null }) : undefined,
    ),
  },
]
