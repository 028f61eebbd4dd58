import { setTimeout as pause } from 'node:timers/promises'
import { changeSuccesses, type Json } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { buildResponseMutant, buildStatefulMutant, withFields } from '../../../proof/stateful/stateful.ts'

const places = ['from_address', 'to_address'] as const

/** Creates mutants (broken services) that change some texts in the addresses of labels. */
const buildAddressTextMutant = createMutantBuilder(({ fields, at, change }: TextChange) => {
  const changeAddressTexts = (address: unknown): unknown => {
    if (!isObject(address)) return address
    const texts = fields.map((field) => [field, change(String(address[field]))])
    return { ...address, ...Object.fromEntries(texts) }
  }
  return changeSuccesses(at, (json) => ({
    ...json,
    ...Object.fromEntries(places.map((place) => [place, changeAddressTexts(json[place])])),
  }))
})

interface TextChange {
  readonly fields: readonly string[]
  readonly at: readonly ('buyLabel' | 'getLabel')[]
  change(text: string): string
}

const labelOperations = ['buyLabel', 'getLabel'] as const

/** Creates a deliberately broken service that changes the created_at of labels. */
const buildCreationDateMutant = (id: string, deviation: string, change: (text: string) => string): Mutant =>
  buildMutant(id, deviation)
    .kills('LABEL-413')
    .by(
      changeSuccesses(labelOperations, (json) => ({
        ...json,
        created_at: change(String(json['created_at'])),
      })),
    )

const addYearToDate = (text: string): string => text.replace(/^\d+/, (year) => String(Number(year) + 1))

/** Deliberately broken services whose labels show wrong address texts, times or recipients. */
export const labelTextMutants: readonly Mutant[] = [
  buildAddressTextMutant('names-cut-at-35', 'The names in addresses of labels are cut after 35 characters.')
    .kills('LABEL-410')
    .by({ fields: ['name'], at: labelOperations, change: (text) => text.slice(0, 35) }),
  buildAddressTextMutant('cities-taken-apart', 'The cities of labels have accents as separate characters.')
    .kills('LABEL-410')
    .by({ fields: ['city'], at: labelOperations, change: (text) => text.normalize('NFD') }),
  buildStatefulMutant(
    'downloads-of-latin-names-alone',
    'The download of a label fails if its recipient has a name in another script.',
  )
    .kills('LABEL-410')
    .by(() => {
      const others = new Set<string>()
      return {
        after: ({ operation, json, request, id, isGood }) => {
          const to = json['to_address']
          const name = isObject(to) ? String(to['name']) : ''
          if (operation === 'buyLabel' && /[\u0100-\uffff]/.test(name)) others.add(String(json['id']))
          return request.path.endsWith('/download') && !isGood && others.has(id)
            ? buildErrorResponse(500, 'LABEL.CREATION.FAILED')
            : undefined
        },
      }
    }),
  buildAddressTextMutant('read-texts-escaped', 'A label that is read shows & as &amp;.')
    .kills('LABEL-410')
    .by({ fields: ['name', 'city'], at: ['getLabel'], change: (text) => text.replaceAll('&', '&amp;') }),
  buildAddressTextMutant('emoji-lost', 'Names on labels lose characters beyond the basic Unicode plane.')
    .kills('LABEL-410')
    .by({
      fields: ['name'],
      at: labelOperations,
      change: (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
    }),
  buildAddressTextMutant('zip-zeros-lost', 'The ZIP codes of labels lose their leading zeros.')
    .kills('LABEL-410')
    .by({ fields: ['zip'], at: labelOperations, change: (text) => text.replace(/^0+/, '') }),
  buildAddressTextMutant(
    'lower-case-country-unknown',
    'Labels show countries that were sent in lower case as XX.',
  )
    .kills('LABEL-410')
    .by({
      fields: ['country'],
      at: labelOperations,
      change: (text) => (/^[A-Z]{2}$/.test(text) ? text : 'XX'),
    }),
  buildStatefulMutant('recipient-of-zip-remembered', 'All labels to a ZIP code have its first recipient.')
    .kills('LABEL-411', 'LABEL-412')
    .by(() => {
      const first = new Map<string, unknown>()
      return {
        before: ({ request, operation, asked, account }) => {
          const to = asked['to_address']
          if (operation !== 'createRates' || !isObject(to)) return undefined
          const name = `${account} ${to['zip']}`
          if (!first.has(name)) first.set(name, to)
          return withJson(request, { ...asked, to_address: first.get(name) })
        },
      }
    }),
  buildResponseMutant(
    'fifth-reading-returned',
    'A label that is read a fifth time has its sender as the recipient.',
  )
    .kills('LABEL-411')
    .by(() => {
      const readings = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'getLabel' || !seen.isGood) return undefined
        const count = countUp(readings, seen.id)
        return count > 4 ? withFields(seen, { to_address: seen.json['from_address'] }) : undefined
      }
    }),
  buildStatefulMutant(
    'quotes-at-once-mixed-up',
    'If five quotes are requested at once, the fifth quote has the recipient of the fourth.',
  )
    .kills('LABEL-412')
    .by(() => {
      let open = 0
      let last: unknown
      return {
        before: async ({ request, operation, asked }) => {
          if (operation !== 'createRates') return undefined
          open += 1
          await pause(25)
          const mixed = open > 4 && last !== undefined ? last : asked['to_address']
          last = asked['to_address']
          return withJson(request, { ...asked, to_address: mixed } satisfies Json)
        },
        after: ({ operation }) => {
          if (operation === 'createRates') open -= 1
          return undefined
        },
      }
    }),
  buildStatefulMutant(
    'quotes-at-once-share-parcels',
    'If quotes to one recipient are requested at once, all quotes have the parcel of the first.',
  )
    .kills('LABEL-412')
    .by(() => {
      const open = new Map<string, unknown>()
      return {
        before: async ({ request, operation, asked, account }) => {
          if (operation !== 'createRates') return undefined
          const place = JSON.stringify([account, asked['to_address']])
          const parcel = open.get(place) ?? asked['parcel']
          open.set(place, parcel)
          await pause(25)
          open.delete(place)
          return withJson(request, { ...asked, parcel } satisfies Json)
        },
      }
    }),
  buildCreationDateMutant(
    'year-of-the-week',
    'In the last days of December, the created_at of labels has the next year.',
    (text) => (/-12-(?:29|30|31)T/.test(text) ? addYearToDate(text) : text),
  ),
  buildCreationDateMutant(
    'created-in-whole-minutes',
    'The created_at of labels is cut to whole minutes.',
    (text) => text.replace(/:\d\d(?:\.\d+)?Z$/, ':00Z'),
  ),
  buildCreationDateMutant(
    'leap-days-in-march',
    'On February 29, the created_at of labels has March 1.',
    (text) => text.replace('-02-29T', '-03-01T'),
  ),
  buildStatefulMutant('weight-in-16-bits', 'Parcel weights are cut to 16 bits.')
    .kills('LABEL-235')
    .by(() => ({
      before: ({ request, operation, asked }) => {
        const { parcel } = asked
        if (operation !== 'createRates' || !isObject(parcel) || Number(parcel['weight_oz']) < 65_536)
          return undefined
        return withJson(request, {
          ...asked,
          parcel: { ...parcel, weight_oz: Number(parcel['weight_oz']) % 65_536 },
        })
      },
    })),
]
