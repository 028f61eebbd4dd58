import type { WireAlteration } from '../alteration.ts'
import { isObject } from '../json.ts'
import { replaceTextBothWays } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson } from '../wire.ts'

/** Variations of field names and values that the specification leaves open. */
export const unspecifiedFieldVariations: readonly Variation[] = [
  {
    id: 'other-ids',
    what: 'Ids are longer, and have capitals, hyphens and dots after their prefix.',
    silent: { choice: 9 },
    offered: { changes: ['ids'], because: 'The specification states at most the prefix of an id.' },
    open: () =>
      replaceTextBothWays(
        (text) => text.replace(/\b(rate|lbl|trk|bat|whd|ca|shp)_([0-9a-z]{24})\b/g, '$1_Z-$2.q'),
        (text) => text.replace(/\b(rate|lbl|trk|bat|whd|ca|shp)_Z-([0-9a-z]{24})\.q/g, '$1_$2'),
      ),
  },
  {
    id: 'other-words',
    what: 'The messages and suggestions of errors are in another language, and docs_url leads to another site.',
    silent: { statement: 'ERRORS-5' },
    offered: { changes: ['error texts'], because: 'Messages are for people. A client has to read the code.' },
    open: () =>
      changeErrors((old) => ({
        ...old,
        message: 'Das geht so nicht.',
        suggestion: 'Bitte prüfen — ö, 漢字, 😀.',
        docs_url: 'https://docs.example.com/reference/errors.html',
      })),
  },
  {
    id: 'more-in-errors',
    what: 'Errors have a `field`, a type and details where none are documented.',
    silent: { statement: 'ERRORS-1' },
    offered: {
      changes: ['error fields'],
      because: 'The envelope may have more fields than the documented ones.',
    },
    open: () => changeErrors((old) => ({ field: 'something', type: 'error', details: [{ a: 1 }], ...old })),
  },
  {
    id: 'suggestions-beside',
    what: 'Suggestions for an ambiguous address are beside the error object, not in it.',
    silent: { statement: 'ENDPOINTS-13' },
    offered: {
      changes: ['suggestions'],
      because: 'The specification says only that the suggestions are in the response.',
    },
    open: () => ({
      response: (response) => {
        const json = jsonOf(response)
        if (!isObject(json) || !isObject(json['error']) || !Array.isArray(json['error']['suggestions'])) {
          return undefined
        }
        const { suggestions, ...rest } = json['error']
        return withJson(response, { error: rest, suggestions })
      },
    }),
  },
  {
    id: 'void-elsewhere',
    what: 'The void status is in an object, and its fields have other names.',
    silent: { choice: 34 },
    offered: { changes: ['void'], because: 'The specification does not show the names of the void fields.' },
    open: () => ({
      response: (response, { operation }) => {
        if (operation !== 'voidLabel' && operation !== 'getLabel') return undefined
        const json = jsonOf(response)
        if (!isObject(json) || response.status > 299) return undefined
        const { void_status, void_requested_at, ...rest } = json
        return withJson(response, {
          ...rest,
          void: { state: void_status ?? 'none', since: void_requested_at },
        })
      },
    }),
  },
  {
    id: 'wallet-otherwise',
    what: 'The wallet has a nested balance and no other field.',
    silent: { choice: 32 },
    offered: {
      changes: ['wallet'],
      because: 'The specification does not show the fields of the wallet record.',
    },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'getWallet' || response.status > 299 || !isObject(json)) return undefined
        return withJson(response, { balance: { amount_cents: json['balance_cents'], currency: 'usd' } })
      },
    }),
  },
  {
    id: 'accounts-otherwise',
    what: 'Carrier accounts have other fields.',
    silent: { choice: 40 },
    offered: {
      changes: ['carrier accounts'],
      because: 'The specification does not show the fields of a carrier account.',
    },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'listCarrierAccounts' || response.status > 299 || !isObject(json)) return undefined
        const list = Array.isArray(json['carrier_accounts']) ? json['carrier_accounts'] : []
        return withJson(response, {
          accounts: list.map((each) => ({
            account: { number: isObject(each) ? each['id'] : '' },
            provider: isObject(each) ? each['carrier'] : '',
          })),
        })
      },
    }),
  },
  {
    id: 'validation-otherwise',
    what: 'The residential classification is a text in a nested object.',
    silent: { section: 'Endpoint gaps' },
    offered: {
      changes: ['validation'],
      because: 'The specification does not show the body of a validation.',
    },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'validateAddress' || response.status > 299 || !isObject(json)) return undefined
        const kind = json['residential'] === true ? 'residential' : 'commercial'
        return withJson(response, { status: 'ok', analysis: { address_type: kind } })
      },
    }),
  },
  {
    id: 'deliveries-otherwise',
    what: 'Entries of the delivery log have other field names and status words.',
    silent: { choice: 47 },
    offered: {
      changes: ['deliveries'],
      because: 'The specification does not show the field names of a delivery entry.',
    },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'listDeliveries' || response.status > 299 || !isObject(json)) return undefined
        const list = Array.isArray(json['deliveries']) ? json['deliveries'] : []
        return withJson(response, {
          items: list.filter(isObject).map((each) => ({
            uuid: each['id'],
            object: { label: each['label_id'] },
            state: each['status'] === 'failed' ? 'DEAD' : String(each['status']).toUpperCase(),
            http: { code: each['response_code'] },
            tries: each['attempts'],
            times: { first: each['created_at'], last: each['last_attempt_at'] },
          })),
        })
      },
    }),
  },
  {
    id: 'events-otherwise',
    what: 'Tracking events have no time and no place.',
    silent: { choice: 37 },
    offered: {
      changes: ['tracking events'],
      because: 'The specification shows only `status` and `status_detail` of an event.',
    },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'getTracker' && operation !== 'registerTracker') return undefined
        if (response.status > 299 || !isObject(json) || !Array.isArray(json['events'])) return undefined
        const events = json['events']
          .filter(isObject)
          .map(({ status, status_detail }) => ({ status, status_detail }))
        return withJson(response, { ...json, events })
      },
    }),
  },
  {
    id: 'bare-batch',
    what: 'A batch has no fields beyond the documented ones.',
    silent: { choice: 43 },
    offered: {
      changes: ['batches'],
      because: 'The specification shows no state of a batch and no outcome of an item.',
    },
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'createBatch' && operation !== 'getBatch') return undefined
        if (response.status > 299 || !isObject(json)) return undefined
        const documented = [
          'id',
          'items',
          'total_cost_cents',
          'wallet_balance_after_cents',
          'estimated_completion_percentage',
          'estimated_time_remaining_seconds',
        ]
        return withJson(
          response,
          Object.fromEntries(Object.entries(json).filter(([name]) => documented.includes(name))),
        )
      },
    }),
  },
]

/** Creates an alteration that changes the error object of every error response. */
function changeErrors(
  change: (error: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): WireAlteration {
  return {
    response: (response) => {
      const json = jsonOf(response)
      if (!isObject(json) || !isObject(json['error'])) return undefined
      return withJson(response, { ...json, error: change(json['error']) })
    },
  }
}
