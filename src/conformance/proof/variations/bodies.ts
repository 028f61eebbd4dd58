import { isObject } from '../../http/fields.ts'
import type { Alteration } from '../mutant.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireRequest, type WireResponse, withHeader, withJson } from '../wire.ts'

/** Variations of how JSON is written. */
export const bodyVariations: readonly Variation[] = [
  {
    id: 'extra-fields',
    what: 'Every object has fields that nobody documented.',
    open: () => everyObject((object) => ({ ...object, x_internal: { trace: [1, 'two'] }, beta: null })),
  },
  {
    id: 'reversed-keys',
    what: 'The fields of every object come in the opposite order.',
    open: () => everyObject((object) => Object.fromEntries(Object.entries(object).reverse())),
  },
  {
    id: 'indented-json',
    what: 'JSON is indented, with line ends.',
    open: () => ({
      response: (response) => asText(response, (json) => `${JSON.stringify(json, null, '\t')}\r\n`),
    }),
  },
  {
    id: 'escaped-json',
    what: 'Slashes and all that is not ASCII are escaped in JSON.',
    open: () => ({
      response: (response) =>
        asText(response, (json) =>
          JSON.stringify(json)
            .replaceAll('/', '\\/')
            .replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
        ),
    }),
  },
  wrapping('wrapped-label', ['buyLabel', 'getLabel'], 'label'),
  wrapping('wrapped-tracker', ['registerTracker', 'getTracker'], 'tracker'),
  wrapping('wrapped-batch', ['createBatch', 'getBatch', 'buyBatch'], 'batch'),
  wrapping('wrapped-wallet', ['getWallet'], 'wallet'),
  wrapping('wrapped-validation', ['validateAddress'], 'result'),
  wrapping('wrapped-void', ['voidLabel'], 'void'),
  {
    id: 'bare-lists',
    what: 'Lists of carrier accounts and deliveries come bare.',
    open: () => ({
      response: (response, request) => listed(response, request, (list) => list),
    }),
  },
  {
    id: 'paged-lists',
    what: 'Lists of carrier accounts and deliveries come as `data`, with a page beside them.',
    open: () => ({
      response: (response, request) => listed(response, request, (data) => ({ data, page: { next: null } })),
    }),
  },
  {
    id: 'street-alone',
    what: 'Addresses in labels have `street` and no `street1`.',
    open: () => addresses(({ street1, street2: _, ...rest }) => ({ street: street1, ...rest })),
  },
  {
    id: 'street1-alone',
    what: 'Addresses in labels have `street1` and no `street`.',
    open: () => addresses(({ street: _, ...rest }) => rest),
  },
  {
    id: 'printed-addresses',
    what: 'Addresses in labels are in capitals, and ZIP codes have four digits more.',
    open: () =>
      addresses((address) =>
        Object.fromEntries(
          Object.entries(address).map(([name, value]) => {
            if (typeof value !== 'string' || name === 'email') return [name, value]
            return [name, name === 'zip' && /^\d{5}$/.test(value) ? `${value}-0001` : value.toUpperCase()]
          }),
        ),
      ),
  },
  times('offset-timestamps', 'Timestamps have an offset instead of Z.', (text) =>
    text.replace(/Z$/, '+00:00'),
  ),
  times('whole-second-timestamps', 'Timestamps have no fractions.', (text) => text.replace(/\.\d+Z$/, 'Z')),
  times('microsecond-timestamps', 'Timestamps have six decimals.', (text) => text.replace(/Z$/, '123Z')),
]

type Json = Readonly<Record<string, unknown>>

function everyObject(change: (object: Json) => Json): Alteration {
  return { response: (response) => mapJson(response, (json) => deeply(json, change)) }
}

function deeply(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => deeply(each, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deeply(each, change)])))
}

function mapJson(response: WireResponse, change: (json: unknown) => unknown): WireResponse | undefined {
  const json = jsonOf(response)
  return json === undefined ? undefined : withJson(response, change(json))
}

function asText(response: WireResponse, write: (json: unknown) => string): WireResponse | undefined {
  const json = jsonOf(response)
  return json === undefined ? undefined : { ...response, body: Buffer.from(write(json)) }
}

function wrapping(id: string, operations: readonly string[], name: string): Variation {
  return {
    id,
    what: `Answers about a ${name} have it in an object named so.`,
    open: () => ({
      response: (response, { operation = '' }) =>
        response.status < 300 && operations.includes(operation)
          ? mapJson(response, (json) => ({ [name]: json }))
          : undefined,
    }),
  }
}

function listed(
  response: WireResponse,
  { operation }: WireRequest,
  change: (list: readonly unknown[]) => unknown,
): WireResponse | undefined {
  if (response.status > 299 || (operation !== 'listCarrierAccounts' && operation !== 'listDeliveries'))
    return undefined
  const json = jsonOf(response)
  const list = isObject(json) ? Object.values(json).find((each) => Array.isArray(each)) : undefined
  return Array.isArray(list) ? withJson(response, change(list)) : undefined
}

function addresses(change: (address: Json) => Json): Alteration {
  return {
    response: (response, { operation }) => {
      if (response.status > 299 || (operation !== 'buyLabel' && operation !== 'getLabel')) return undefined
      const json = jsonOf(response)
      if (!isObject(json)) return undefined
      const { from_address: from, to_address: to } = json
      if (!isObject(from) || !isObject(to)) return undefined
      return withJson(response, { ...json, from_address: change(from), to_address: change(to) })
    },
  }
}

/** A variation that changes every timestamp in answers and events. */
function times(id: string, what: string, change: (text: string) => string): Variation {
  const pattern = /"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)"/g
  return {
    id,
    what,
    open: () => ({
      response: (response) => {
        const text = response.body.toString('utf8')
        if (jsonOf(response) === undefined || text.match(pattern) === null) return undefined
        return withHeader(
          { ...response, body: Buffer.from(text.replace(pattern, (_, time: string) => `"${change(time)}"`)) },
          'x-form',
          id,
        )
      },
    }),
  }
}
