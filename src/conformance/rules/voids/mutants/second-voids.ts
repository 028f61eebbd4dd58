import { isObject } from '../../../http/fields.ts'
import { errorOf, mutant, refuses, successJson } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { blocking, onResponse, withError } from '../../../proof/stateful/stateful.ts'
import { jsonOf, withJson } from '../../../proof/wire.ts'

const week = 7 * 24 * 3_600_000

/** Services that know of one void at a time, or of voids soon after the purchase. */
export const secondVoidMutants: readonly Mutant[] = [
  onResponse(
    'last-void-alone-pending',
    'A void is forgotten once another label is voided.',
    ['VOID-107'],
    () => {
      let last = ''
      return ({ operation, id, isGood, response }) => {
        if (operation !== 'voidLabel') return undefined
        if (isGood) last = id
        const isForgotten = errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED' && id !== last
        return isForgotten
          ? { ...withJson(response, { id, void_status: 'requested' }), status: 200 }
          : undefined
      }
    },
  ),
  onResponse('one-void-of-a-rate', 'Of the labels of one rate, one can be voided.', ['VOID-108'], () => {
    const rates = new Map<string, unknown>()
    const voided = new Set<unknown>()
    return (seen) => {
      if (seen.operation === 'buyLabel' && seen.isGood)
        rates.set(String(seen.json['id']), seen.asked['rate_id'])
      if (seen.operation !== 'voidLabel' || !seen.isGood) return undefined
      const rate = rates.get(seen.id)
      if (voided.has(rate)) return withError(seen, [422, 'LABEL.VOID.ALREADY_REQUESTED'])
      voided.add(rate)
      return undefined
    }
  }),
  mutant(
    'voids-for-a-week',
    'A week after its purchase a label cannot be voided any more.',
    ['VOID-109'],
    refuses(
      'voidLabel',
      422,
      'LABEL.VOID.INELIGIBLE',
      (_, request, wire) => wire.advancedMs(wire.accountOf(request)) > week,
    ),
  ),
  mutant(
    'delivered-voidable',
    'A label whose package was delivered can be voided again.',
    ['VOID-110'],
    () => {
      const delivered = new Set<unknown>()
      const numbers = new Map<string, unknown>()
      return {
        controlRequest: (request) => {
          const asked = jsonOf(request)
          if (isObject(asked) && asked['status'] === 'delivered')
            delivered.add(decodeURIComponent(request.path.split('/').at(-2) ?? ''))
          return undefined
        },
        response: (response, request) => {
          const json = successJson(response)
          if (request.operation === 'buyLabel') numbers.set(String(json?.['id']), json?.['tracking_number'])
          const id = request.path.split('/')[3] ?? ''
          const isVoid = request.operation === 'voidLabel' && delivered.has(numbers.get(id))
          return isVoid && errorOf(response)?.['code'] === 'LABEL.VOID.INELIGIBLE'
            ? { ...withJson(response, { id, void_status: 'requested' }), status: 200 }
            : undefined
        },
      }
    },
  ),
  blocking(
    'tracked-label-not-voided',
    'A label whose number was registered as a tracker counts as scanned.',
    ['VOID-111'],
    [422, 'LABEL.VOID.INELIGIBLE'],
    () => {
      const numbers = new Map<string, unknown>()
      const tracked = new Set<unknown>()
      return {
        notes: ({ operation, isGood, json, asked }) => {
          if (operation === 'buyLabel' && isGood) numbers.set(String(json['id']), json['tracking_number'])
          if (operation === 'registerTracker' && isGood) tracked.add(asked['tracking_number'])
        },
        blocks: ({ operation, id }) =>
          operation === 'voidLabel' && numbers.has(id) && tracked.has(numbers.get(id)),
      }
    },
  ),
]
