import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, remembering } from '../../../../selftest/watched.ts'
import { jsonOf, withJson } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { idOf, isBought } from './shared.ts'

/** The shipping history without some labels. */
const missingShipments = (
  id: string,
  deviation: string,
  open: () => { isMissing(label: string): boolean; notes(seen: Answered): void },
): Mutant =>
  remembering(id, deviation, ['EXPL-003'], () => {
    const { isMissing, notes } = open()
    return {
      after: (seen) => {
        notes(seen)
        return undefined
      },
      controlResponse: (response) => {
        const json = jsonOf(response)
        if (!isObject(json) || !Array.isArray(json['shipments'])) return undefined
        const shipments = json['shipments']
          .filter(isObject)
          .filter((each) => !isMissing(String(each['label_id'])))
        return shipments.length < json['shipments'].length
          ? withJson(response, { ...json, shipments })
          : undefined
      },
    }
  })

export const historyMutants: readonly Mutant[] = [
  missingShipments(
    'voided-labels-not-in-history',
    'A label that is voided goes out of the shipping history.',
    () => {
      const voided = new Set<string>()
      return {
        notes: ({ operation, isGood, id }) => {
          if (operation === 'voidLabel' && isGood) voided.add(id)
        },
        isMissing: (label) => voided.has(label),
      }
    },
  ),
  missingShipments(
    'second-label-of-a-rate-not-in-history',
    'Of the labels of one rate, the first alone is in the shipping history.',
    () => {
      const sold = new Set<unknown>()
      const later = new Set<string>()
      return {
        notes: (seen) => {
          if (!isBought(seen)) return
          if (sold.has(seen.asked['rate_id'])) later.add(idOf(seen))
          sold.add(seen.asked['rate_id'])
        },
        isMissing: (label) => later.has(label),
      }
    },
  ),
]
