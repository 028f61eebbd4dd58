import { errorOf, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, countUp, refuseWith } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildRepetitionMutant } from '../../../proof/stateful/repeated.ts'
import { buildRefusingMutant, buildResponseMutant, withError } from '../../../proof/stateful/stateful.ts'

const weekMs = 7 * 24 * 3_600_000

/** Deliberately broken services that are wrong after many voids, or after a scan that the tracker does not show yet. */
const manyVoidMutants: readonly Mutant[] = [
  buildRepetitionMutant('sixth-void-refused', 'A client can void only five labels.')
    .kills('VOID-112')
    .by({
      counts: ({ operation, isGood }) => operation === 'voidLabel' && isGood,
      most: 5,
      changes: (seen) =>
        seen.operation === 'voidLabel' && seen.isGood
          ? withError(seen, [422, 'LABEL.VOID.INELIGIBLE'])
          : undefined,
    }),
  buildResponseMutant('eighth-void-done', 'The eighth void of the same label succeeds.')
    .kills('VOID-113')
    .by(() => {
      const voids = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'voidLabel') return undefined
        const count = countUp(voids, seen.id)
        return count === 8 ? { ...withJson(seen.response, { id: seen.id }), status: 200 } : undefined
      }
    }),
  buildResponseMutant(
    'scan-unseen-by-tracker',
    'A label whose package was scanned can be voided until its tracker shows the scan.',
  )
    .kills('VOID-114')
    .by(() => {
      const tracked = new Set<string>()
      return (seen) => {
        if (seen.operation === 'registerTracker') tracked.add(seen.account)
        const isUnseen = seen.code === 'LABEL.VOID.INELIGIBLE' && tracked.has(seen.account)
        return isUnseen ? { ...withJson(seen.response, { id: seen.id }), status: 200 } : undefined
      }
    }),
]

/** Deliberately broken services that remember only one void of a client, or refuse voids some days after the purchase. */
export const secondVoidMutants: readonly Mutant[] = [
  buildResponseMutant(
    'last-void-alone-pending',
    'After another label is voided, the first label can be voided again.',
  )
    .kills('VOID-107')
    .by(() => {
      let last = ''
      return ({ operation, id, isGood, response }) => {
        if (operation !== 'voidLabel') return undefined
        if (isGood) last = id
        const isForgotten = errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED' && id !== last
        return isForgotten
          ? { ...withJson(response, { id, void_status: 'requested' }), status: 200 }
          : undefined
      }
    }),
  buildResponseMutant('one-void-of-a-rate', 'Only one of the labels bought from a rate can be voided.')
    .kills('VOID-108')
    .by(() => {
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
  buildMutant('voids-for-a-week', 'A label cannot be voided a week after its purchase.')
    .kills('VOID-109')
    .by(
      refuseWith(
        'voidLabel',
        422,
        'LABEL.VOID.INELIGIBLE',
        (_, request, wire) => wire.advancedMs(wire.accountOf(request)) > weekMs,
      ),
    ),
  buildMutant('delivered-voidable', 'A label can be voided after its package was delivered.')
    .kills('VOID-110')
    .by(() => {
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
          const json = readSuccessJson(response)
          if (request.operation === 'buyLabel') numbers.set(String(json?.['id']), json?.['tracking_number'])
          const id = request.path.split('/')[3] ?? ''
          const isVoid = request.operation === 'voidLabel' && delivered.has(numbers.get(id))
          return isVoid && errorOf(response)?.['code'] === 'LABEL.VOID.INELIGIBLE'
            ? { ...withJson(response, { id, void_status: 'requested' }), status: 200 }
            : undefined
        },
      }
    }),
  buildRefusingMutant(
    'tracked-label-not-voided',
    'A label whose tracking number is registered cannot be voided, as if its package had been scanned.',
  )
    .kills('VOID-111')
    .by(() => {
      const numbers = new Map<string, unknown>()
      const tracked = new Set<unknown>()
      return {
        refusal: [422, 'LABEL.VOID.INELIGIBLE'],
        notes: ({ operation, isGood, json, asked }) => {
          if (operation === 'buyLabel' && isGood) numbers.set(String(json['id']), json['tracking_number'])
          if (operation === 'registerTracker' && isGood) tracked.add(asked['tracking_number'])
        },
        blocks: ({ operation, id }) =>
          operation === 'voidLabel' && numbers.has(id) && tracked.has(numbers.get(id)),
      }
    }),
  ...manyVoidMutants,
]
