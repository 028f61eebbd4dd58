import type { Json } from '../../../../variations/json-responses.ts'
import { isObject } from '../../../http/fields.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import {
  buildRefusingMutant,
  buildResponseMutant,
  type ParsedResponse,
  withFields,
} from '../../../proof/stateful/stateful.ts'

const isLabelPurchase = ({ operation, isGood }: ParsedResponse): boolean => operation === 'buyLabel' && isGood

const isLabelReading = ({ operation, isGood }: ParsedResponse): boolean => operation === 'getLabel' && isGood

const isLabelVoid = ({ operation, isGood }: ParsedResponse): boolean => operation === 'voidLabel' && isGood

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

const changeAddressTexts = (address: unknown, change: (text: string) => string): unknown =>
  isObject(address)
    ? Object.fromEntries(
        Object.entries(address).map(([name, text]) => [name, typeof text === 'string' ? change(text) : text]),
      )
    : address

/** Deliberately broken services in which a purchase, a void or a failure changes other labels or rates. */
export const leftoverMutants: readonly Mutant[] = [
  buildResponseMutant('address-escaped', 'Addresses have HTML entities for ampersands and apostrophes.')
    .kills('EXPL-002')
    .by(() => (seen) => {
      if (!isLabelPurchase(seen) && !isLabelReading(seen)) return undefined
      const { from_address, to_address } = seen.json
      const changed = {
        from_address: changeAddressTexts(from_address, escapeText),
        to_address: changeAddressTexts(to_address, escapeText),
      }
      return JSON.stringify(changed) === JSON.stringify({ from_address, to_address })
        ? undefined
        : withFields(seen, changed)
    }),
  buildRefusingMutant(
    'failure-sticks-to-next-purchase',
    'After a purchase fails unexpectedly, the next purchase of the client fails, too.',
  )
    .kills('EXPL-002')
    .by(() => {
      const failed = new Set<string>()
      return {
        refusal: [500, 'LABEL.CREATION.FAILED'],
        notes: (seen) => {
          if (seen.operation === 'buyLabel' && seen.code === 'LABEL.CREATION.FAILED') failed.add(seen.account)
        },
        blocks: ({ operation, account }) => operation === 'buyLabel' && failed.delete(account),
      }
    }),
  buildResponseMutant(
    'connected-rates-as-platform',
    'If a carrier fails, rates of connected accounts are marked as the platform’s.',
  )
    .kills('EXPL-002')
    .by(() => (seen) => {
      const failed = seen.json['failed_carriers']
      if (seen.operation !== 'createRates' || !Array.isArray(failed) || failed.length === 0) return undefined
      const rates = ratesOf(seen.json)
      return rates.some(({ account_type }) => account_type === 'byoa')
        ? withFields(seen, { rates: rates.map((rate) => ({ ...rate, account_type: 'platform' })) })
        : undefined
    }),
  buildRefusingMutant('batched-rate-used-up', 'A rate that a batch uses is not found when a label is bought.')
    .kills('EXPL-007')
    .by(() => {
      const used = new Set<string>()
      return {
        refusal: [404, 'RATE.NOT_FOUND'],
        notes: (seen) => {
          if (seen.operation !== 'createBatch' || !seen.isGood) return
          const items = Array.isArray(seen.asked['items']) ? seen.asked['items'].filter(isObject) : []
          for (const { rate_id } of items) used.add(String(rate_id))
        },
        blocks: ({ operation, asked }) => operation === 'buyLabel' && used.has(String(asked['rate_id'])),
      }
    }),
  buildResponseMutant(
    'void-drops-contacts',
    'After a label is voided, its addresses have no phone number and no email address.',
  )
    .kills('EXPL-003')
    .by(() => {
      const voided = new Set<string>()
      const removeContact = (address: unknown) => ({ ...Object(address), phone: null, email: null })
      return (seen) => {
        if (isLabelVoid(seen)) voided.add(seen.id)
        if (!isLabelReading(seen) || !voided.has(seen.id)) return undefined
        return withFields(seen, {
          from_address: removeContact(seen.json['from_address']),
          to_address: removeContact(seen.json['to_address']),
        })
      }
    }),
  buildResponseMutant(
    'void-of-one-voids-its-rate',
    'The void of a label also voids every other label that was bought from the same rate.',
  )
    .kills('EXPL-003')
    .by(() => {
      const rates = new Map<string, unknown>()
      const voided = new Map<unknown, Json>()
      return (seen) => {
        if (isLabelPurchase(seen)) rates.set(String(seen.json['id']), seen.asked['rate_id'])
        const rate = rates.get(seen.id)
        if (rate === undefined) return undefined
        const status = voided.get(rate)
        if (isLabelVoid(seen)) {
          voided.set(rate, { void_status: 'requested', void_requested_at: seen.json['void_requested_at'] })
          return undefined
        }
        return isLabelReading(seen) && status !== undefined && seen.json['void_status'] === null
          ? withFields(seen, status)
          : undefined
      }
    }),
]
