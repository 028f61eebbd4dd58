import { changeSuccesses, type Json, keyOf, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createJsonMutantBuilder, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import type { RuleId } from '../../../rule.ts'

const buildLabelMutant = createJsonMutantBuilder('getLabel')

const changeLabelAddresses = (change: (json: Json) => Json | undefined): Alteration =>
  changeSuccesses('buyLabel', change)

const buildPurchaseMutant = createMutantBuilder(changeLabelAddresses)

const places = ['from_address', 'to_address'] as const
const addressPartRows: readonly (readonly [string, readonly [RuleId, RuleId], readonly string[]])[] = [
  ['name', ['LABEL-101', 'LABEL-111'], ['name']],
  ['street', ['LABEL-102', 'LABEL-112'], ['street', 'street1']],
  ['city', ['LABEL-103', 'LABEL-113'], ['city']],
  ['state', ['LABEL-104', 'LABEL-114'], ['state']],
  ['zip', ['LABEL-105', 'LABEL-115'], ['zip']],
  ['country', ['LABEL-106', 'LABEL-116'], ['country']],
  ['phone', ['LABEL-107', 'LABEL-117'], ['phone']],
  ['email', ['LABEL-108', 'LABEL-118'], ['email']],
]

const removeAddressPart = (place: string, names: readonly string[]): Alteration =>
  changeLabelAddresses((json) => {
    const address = json[place]
    if (!isObject(address)) return undefined
    return {
      ...json,
      [place]: Object.fromEntries(Object.entries(address).filter(([name]) => !names.includes(name))),
    }
  })

const buildRecipientMutant = createMutantBuilder(
  (change: (address: Json) => Json): Alteration =>
    changeLabelAddresses((json) => {
      const { to_address } = json
      return isObject(to_address)
        ? { ...json, to_address: { ...to_address, ...change(to_address) } }
        : undefined
    }),
)

/** Creates a deliberately broken service that takes data of a label from the last quote instead of the quote of its rate. */
function buildLastQuoteMutant(
  id: string,
  deviation: string,
  change: (label: Json, quote: Json) => Json | undefined,
): Mutant {
  return buildMutant(id, deviation)
    .kills('LABEL-009')
    .by(() => {
      const last = new Map<string, Json>()
      return {
        response: (response, request) => {
          const asked = jsonOf(request)
          if (request.operation === 'createRates' && isObject(asked)) last.set(keyOf(request), { ...asked })
          const json = readSuccessJson(response)
          const quote = last.get(keyOf(request))
          if (request.operation !== 'buyLabel' || json === undefined || quote === undefined) return undefined
          const changed = change(json, quote)
          if (changed === undefined) return buildErrorResponse(422, 'LABEL.WEIGHT.EXCEEDED')
          return changed === json ? undefined : withJson(response, changed)
        },
      }
    })
}

const isHeavyParcel = ({ parcel }: Json): boolean => isObject(parcel) && Number(parcel['weight_oz']) > 1_000

/** Deliberately broken services that show wrong or incomplete addresses in labels. */
export const labelAddressMutants: readonly Mutant[] = [
  buildLastQuoteMutant(
    'addresses-of-last-quote',
    'A label has the addresses of the last quote.',
    (json, quote) => {
      const addressOf = (name: string): unknown => {
        const [given, shown] = [quote[name], json[name]]
        return isObject(given) && isObject(shown) ? { ...shown, ...given, street: given['street1'] } : shown
      }
      return { ...json, from_address: addressOf('from_address'), to_address: addressOf('to_address') }
    },
  ),
  buildLastQuoteMutant('parcel-of-last-quote', 'A label has the parcel of the last quote.', (json, quote) =>
    isHeavyParcel(quote) ? undefined : json,
  ),
  buildPurchaseMutant('addresses-swapped', 'A label has sender and recipient swapped.')
    .kills('LABEL-009')
    .by((json) => ({ ...json, from_address: json['to_address'], to_address: json['from_address'] })),
  buildPurchaseMutant('address-forgotten', 'A label has no recipient address.')
    .kills('LABEL-009', 'LABEL-111', 'LABEL-117')
    .by(({ to_address: _, ...rest }) => rest),
  ...addressPartRows.flatMap(([part, rules, names]) =>
    places.map((place, index) =>
      buildMutant(`${place.replace('_', '-')}-without-${part}`, `The ${place} of a label has no ${part}.`)
        .kills(rules[index] ?? rules[0])
        .by(removeAddressPart(place, names)),
    ),
  ),
  buildRecipientMutant('name-forgotten', 'The name of the recipient of a label is empty.')
    .kills('LABEL-009', 'LABEL-111')
    .by(() => ({ name: '' })),
  buildRecipientMutant('namesake', 'The recipient of a label has the correct first name and a wrong surname.')
    .kills('LABEL-009')
    .by(() => ({ name: 'Robin Hood' })),
  buildRecipientMutant('city-empty', 'The city of the recipient of a label is empty.')
    .kills('LABEL-009', 'LABEL-113')
    .by(() => ({ city: '' })),
  buildLabelMutant('recipient-unread', 'A label that is read has a sender address and no recipient address.')
    .kills('LABEL-015')
    .by(({ to_address: _, ...rest }) => rest),
  buildLabelMutant(
    'addresses-read-bare',
    'A label that is read has a sender address with a null name, and no recipient address.',
  )
    .kills('LABEL-015')
    .by(({ to_address: _, ...rest }) => ({ ...rest, from_address: { name: null } })),
]
