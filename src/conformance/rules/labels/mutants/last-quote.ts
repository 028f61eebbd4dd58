import { type Json, keyOf, successJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { refusal } from '../../../proof/refusal.ts'

/** Services that keep only the last quote, and sell its rates for every other. */
function ofLastQuote(
  id: string,
  deviation: string,
  change: (label: Json, quote: Json) => Json | undefined,
): Mutant {
  return mutant(id, deviation)
    .kills('LABEL-009')
    .by(() => {
      const last = new Map<string, Json>()
      return {
        response: (response, request) => {
          const asked = jsonOf(request)
          if (request.operation === 'createRates' && isObject(asked)) last.set(keyOf(request), { ...asked })
          const json = successJson(response)
          const quote = last.get(keyOf(request))
          if (request.operation !== 'buyLabel' || json === undefined || quote === undefined) return undefined
          const changed = change(json, quote)
          if (changed === undefined) return refusal(422, 'LABEL.WEIGHT.EXCEEDED')
          return changed === json ? undefined : withJson(response, changed)
        },
      }
    })
}

const isHeavy = ({ parcel }: Json): boolean => isObject(parcel) && Number(parcel['weight_oz']) > 1_000

/** A service that keeps the last quote alone. */
export const lastQuoteMutants: readonly Mutant[] = [
  ofLastQuote('addresses-of-last-quote', 'A label has the addresses of the last quote.', (json, quote) => {
    const addressOf = (name: string): unknown => {
      const [given, shown] = [quote[name], json[name]]
      return isObject(given) && isObject(shown) ? { ...shown, ...given, street: given['street1'] } : shown
    }
    return { ...json, from_address: addressOf('from_address'), to_address: addressOf('to_address') }
  }),
  ofLastQuote('parcel-of-last-quote', 'A label is for the parcel of the last quote.', (json, quote) =>
    isHeavy(quote) ? undefined : json,
  ),
]
