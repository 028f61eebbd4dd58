import { isObject } from '../../../http/fields.ts'
import { answers, type Json, mutant } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import type { RuleId } from '../../../rule.ts'

/** Addresses in labels. */

const bought = (change: (json: Json) => Json | undefined): Alteration => answers('buyLabel', change)

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

const withRecipient = (change: (address: Json) => Json): Alteration =>
  bought((json) => {
    const { to_address } = json
    return isObject(to_address)
      ? { ...json, to_address: { ...to_address, ...change(to_address) } }
      : undefined
  })

export const labelAddressMutants: readonly Mutant[] = [
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
    'name-forgotten',
    'The name of the recipient is empty.',
    ['LABEL-009', 'LABEL-111'],
    withRecipient(() => ({ name: '' })),
  ),
  mutant(
    'state-alike',
    'The recipient is in another state with the same first letter.',
    ['LABEL-009'],
    withRecipient(() => ({ state: 'Nevada' })),
  ),
  mutant(
    'country-alike',
    'The recipient is in another country with the same first letter.',
    ['LABEL-009'],
    withRecipient(() => ({ country: 'Uganda' })),
  ),
  mutant(
    'namesake',
    'The recipient has the first name that was given, and another surname.',
    ['LABEL-009'],
    withRecipient(() => ({ name: 'Robin Hood' })),
  ),
  mutant(
    'city-empty',
    'The city of the recipient is empty.',
    ['LABEL-009', 'LABEL-113'],
    withRecipient(() => ({ city: '' })),
  ),
  mutant(
    'recipient-unread',
    'A label reads with its sender, and without its recipient.',
    ['LABEL-015'],
    answers('getLabel', ({ to_address: _, ...rest }) => rest),
  ),
  mutant(
    'addresses-read-bare',
    'A label reads with a sender that is a name without a value, and without a recipient.',
    ['LABEL-015'],
    answers('getLabel', ({ to_address: _, ...rest }) => ({ ...rest, from_address: { name: null } })),
  ),
]
