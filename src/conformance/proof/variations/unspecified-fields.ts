import { isObject } from '../../http/fields.ts'
import type { Alteration } from '../mutant.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireResponse, withJson } from '../wire.ts'
import { replacingText } from './text-replacement.ts'

/** Variations of field names and values that are not stated. */
export const unspecifiedFieldVariations: readonly Variation[] = [
  {
    id: 'other-ids',
    what: 'Ids are longer and have capitals, hyphens and dots behind their prefix.',
    open: () =>
      replacingText(
        (text) => text.replace(/\b(rate|lbl|trk|bat|whd|ca|shp)_([0-9a-z]{24})\b/g, '$1_Z-$2.q'),
        (text) => text.replace(/\b(rate|lbl|trk|bat|whd|ca|shp)_Z-([0-9a-z]{24})\.q/g, '$1_$2'),
      ),
  },
  {
    id: 'other-carrier-names',
    what: 'Carriers have other names.',
    open: () =>
      replacingText(
        (text) => names.reduce((all, [ours, theirs]) => all.replaceAll(`"${ours}"`, `"${theirs}"`), text),
        (text) => names.reduce((all, [ours, theirs]) => all.replaceAll(`${theirs}"`, `${ours}"`), text),
      ),
  },
  {
    id: 'other-words',
    what: 'Messages and suggestions are in another language, documentation is elsewhere.',
    open: () =>
      error((old) => ({
        ...old,
        message: 'Das geht so nicht.',
        suggestion: 'Bitte prüfen — ö, 漢字, 😀.',
        docs_url: 'https://docs.example.com/reference/errors.html',
      })),
  },
  {
    id: 'more-in-errors',
    what: 'Errors have a `field`, a type and details where none are documented.',
    open: () => error((old) => ({ field: 'something', type: 'error', details: [{ a: 1 }], ...old })),
  },
  {
    id: 'suggestions-beside',
    what: 'Suggestions for an ambiguous address stand beside the error, not in it.',
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
  rates('failed-as-names', 'Failed carriers are listed by name alone.', (json) =>
    Array.isArray(json['failed_carriers'])
      ? {
          ...json,
          failed_carriers: json['failed_carriers'].map((each) => (isObject(each) ? each['carrier'] : each)),
        }
      : undefined,
  ),
  rates(
    'failed-nested',
    'Failed carriers are listed as objects that hold the name deep inside, in lower case.',
    (json) =>
      Array.isArray(json['failed_carriers'])
        ? {
            ...json,
            failed_carriers: json['failed_carriers'].map((each) => ({
              reason: 'timeout',
              raw_carrier_error: { timestamp: 1_763_715_479, due_cents: 'n/a' },
              source: { code: isObject(each) ? String(each['carrier']).toLowerCase() : each },
            })),
          }
        : undefined,
  ),
  rates('none-failed', 'failed_carriers is an empty list where none failed.', (json) =>
    json['failed_carriers'] === undefined ? { ...json, failed_carriers: [] } : undefined,
  ),
  {
    id: 'more-rates',
    what: 'The dearest rate is there twice.',
    open: () => {
      const { request } = replacingText(
        (text) => text,
        (text) => text.replace(/(rate_[0-9a-z]{24})x/g, '$1'),
      )
      return {
        ...(request !== undefined && { request }),
        response: (response, { operation }) => {
          const json = jsonOf(response)
          if (operation !== 'createRates' || response.status > 299 || !isObject(json)) return undefined
          const list = Array.isArray(json['rates']) ? json['rates'].filter(isObject) : []
          const more = list.slice(-1).map((rate) => ({ ...rate, id: `${rate['id']}x` }))
          return withJson(response, { ...json, rates: [...list, ...more] })
        },
      }
    },
  },
  {
    id: 'void-elsewhere',
    what: 'The state of a void has other names, in an object.',
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
    what: 'The wallet has a nested balance and nothing else by the simulator’s names.',
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
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'listCarrierAccounts' || response.status > 299 || !isObject(json)) return undefined
        const list = Array.isArray(json['carrier_accounts']) ? json['carrier_accounts'] : []
        return withJson(response, {
          accounts: list.map((each) => ({
            account: { number: '1' },
            provider: isObject(each) ? each['carrier'] : '',
          })),
        })
      },
    }),
  },
  {
    id: 'validation-otherwise',
    what: 'The residential classification is a text deep inside.',
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
    what: 'Delivery entries have other field names and status words.',
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
    what: 'A batch has no fields beyond the documented ones, and no progress before it is bought.',
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

const names = [
  ['USPS', 'usps_stamps'],
  ['UPS', 'ups-api'],
  ['FedEx', 'FEDEX EXPRESS'],
  ['DHL', 'dhl_ecommerce'],
] as const

function error(
  change: (error: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Alteration {
  return {
    response: (response) => {
      const json = jsonOf(response)
      if (!isObject(json) || !isObject(json['error'])) return undefined
      return withJson(response, { ...json, error: change(json['error']) })
    },
  }
}

function rates(
  id: string,
  what: string,
  change: (json: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined,
): Variation {
  return {
    id,
    what,
    open: () => ({
      response: (response: WireResponse, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'createRates' || response.status > 299 || !isObject(json)) return undefined
        const changed = change(json)
        return changed === undefined ? undefined : withJson(response, changed)
      },
    }),
  }
}
