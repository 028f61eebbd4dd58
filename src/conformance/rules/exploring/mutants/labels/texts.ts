import type { Mutant } from '../../../../selftest/mutant.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { idOf, isBought, isRead, Singles } from './shared.ts'

/** A change of all texts in the addresses of labels. */
const respelled = (
  id: string,
  deviation: string,
  respell: (text: string) => string,
  { inBatches }: { readonly inBatches: boolean } = { inBatches: false },
): Mutant =>
  watching(id, deviation, ['EXPL-003'], () => {
    const singles = new Singles()
    const change = (address: unknown): unknown =>
      isObject(address)
        ? Object.fromEntries(
            Object.entries(address).map(([name, text]) => [
              name,
              typeof text === 'string' ? respell(text) : text,
            ]),
          )
        : address
    return (seen) => {
      singles.note(seen)
      if (!(isBought(seen) || isRead(seen)) || (inBatches && singles.has(idOf(seen)))) return undefined
      const from_address = change(seen.json['from_address'])
      const to_address = change(seen.json['to_address'])
      const isSame =
        JSON.stringify([from_address, to_address]) ===
        JSON.stringify([seen.json['from_address'], seen.json['to_address']])
      return isSame ? undefined : told(seen, { from_address, to_address })
    }
  })

export const textMutants: readonly Mutant[] = [
  respelled('address-cut-at-35', 'Texts of addresses are cut after 35 characters.', (text) =>
    text.slice(0, 35),
  ),
  respelled(
    'address-escaped',
    'Ampersands and apostrophes in addresses come back as entities of HTML.',
    (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
  ),
  respelled('address-quoted', 'An apostrophe in an address comes back as two.', (text) =>
    text.replaceAll("'", "''"),
  ),
  respelled('address-in-latin-1', 'Letters beyond Latin-1 come back as question marks.', (text) =>
    text.replace(/[\u{100}-\u{10ffff}]/gu, '?'),
  ),
  respelled(
    'address-cut-at-astral',
    'An address ends at its first character beyond the basic plane.',
    (text) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, ''),
  ),
  respelled('zip-plus-four-cut', 'A ZIP code loses its last four digits.', (text) =>
    text.replace(/^(\d{5})-\d{4}$/, '$1'),
  ),
  respelled(
    'batch-names-in-ascii',
    'Labels of batches lose the accents of their addresses.',
    (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    { inBatches: true },
  ),
]
