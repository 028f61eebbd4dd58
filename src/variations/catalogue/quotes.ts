import { filterObjects, isObject } from '../json.ts'
import { changeSuccesses } from '../json-responses.ts'
import { replaceTextBothWays } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'

const shapeNotShown = 'The specification does not show the elements of `failed_carriers`.'

/** Variations of rates responses. */
export const quoteVariations: readonly Variation[] = [
  {
    id: 'failed-as-names',
    what: 'Failed carriers are listed by name alone.',
    silent: { choice: 25 },
    offered: { changes: ['failed carriers'], because: shapeNotShown },
    open: () => changeFailedCarriers((each) => (isObject(each) ? each['carrier'] : each)),
  },
  {
    id: 'failed-nested',
    what: 'Failed carriers are objects with the name in a nested object, in lower case.',
    silent: { choice: 25 },
    offered: { changes: ['failed carriers'], because: shapeNotShown },
    open: () =>
      changeFailedCarriers((each) => ({
        reason: 'timeout',
        raw_carrier_error: { due_cents: 'n/a' },
        source: { code: isObject(each) ? String(each['carrier']).toLowerCase() : each },
      })),
  },
  {
    id: 'none-failed',
    what: '`failed_carriers` is an empty list if no carrier failed.',
    silent: { statement: 'ENDPOINTS-21' },
    offered: {
      changes: ['failed carriers'],
      because: 'The field `failed_carriers` is optional. An empty list means the same as a missing field.',
    },
    open: () =>
      changeSuccesses('createRates', (json) =>
        json['failed_carriers'] === undefined ? { ...json, failed_carriers: [] } : undefined,
      ),
  },
  {
    id: 'more-rates',
    what: 'The most expensive rate is listed twice, with two ids.',
    silent: { choice: 24 },
    offered: {
      changes: ['ids'],
      because: 'A service may quote one service at one price more than once, for instance for two accounts.',
    },
    open: () => {
      const { request } = replaceTextBothWays(
        (text) => text,
        (text) => text.replace(/(rate_[0-9a-z]{24})x/g, '$1'),
      )
      const alteration = changeSuccesses('createRates', (json) => {
        const list = filterObjects(json['rates'])
        const more = list.slice(-1).map((rate) => ({ ...rate, id: `${rate['id']}x` }))
        return { ...json, rates: [...list, ...more] }
      })
      return { ...alteration, ...(request !== undefined && { request }) }
    },
  },
]

/** Creates an alteration that changes each failed carrier in responses to `POST /v1/rates`. */
function changeFailedCarriers(change: (failed: unknown) => unknown) {
  return changeSuccesses('createRates', (json) =>
    Array.isArray(json['failed_carriers'])
      ? { ...json, failed_carriers: json['failed_carriers'].map(change) }
      : undefined,
  )
}
