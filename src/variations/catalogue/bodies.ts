import type { WireAlteration } from '../alteration.ts'
import { isObject } from '../json.ts'
import { replaceOutgoingText } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../wire.ts'

/** Variations of the JSON text and the shape of response bodies. */
export const bodyVariations: readonly Variation[] = [
  {
    id: 'extra-fields',
    what: 'Every JSON object has further, undocumented fields.',
    silent: { section: 'Versioning' },
    offered: {
      changes: ['fields'],
      because:
        'The specification promises no fixed set of fields, and a service may add fields without a new version.',
    },
    open: () => changeEveryObject((object) => ({ ...object, x_internal: { trace: [1, 'two'] }, beta: null })),
  },
  {
    id: 'reversed-keys',
    what: 'The fields of every JSON object come in reverse order.',
    silent: { statement: 'CONVENTIONS-3' },
    offered: {
      changes: ['field order'],
      because: 'A JSON object has no order, so a client may not read fields by position.',
    },
    open: () => changeEveryObject((object) => Object.fromEntries(Object.entries(object).reverse())),
  },
  {
    id: 'indented-json',
    what: 'JSON is indented, with line ends.',
    silent: { statement: 'CONVENTIONS-3' },
    offered: {
      changes: ['JSON text'],
      because: 'White space means nothing in JSON. A client has to parse a body, not search its text.',
    },
    open: () => ({
      response: (response) => rewriteJsonText(response, (json) => `${JSON.stringify(json, null, '\t')}\r\n`),
    }),
  },
  {
    id: 'escaped-json',
    what: 'JSON escapes slashes and all characters that are not ASCII.',
    silent: { statement: 'CONVENTIONS-3' },
    offered: {
      changes: ['JSON text'],
      because: 'JSON may escape any character. A client has to parse a body, not search its text.',
    },
    open: () => ({
      response: (response) =>
        rewriteJsonText(response, (json) =>
          JSON.stringify(json)
            .replaceAll('/', '\\/')
            .replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
        ),
    }),
  },
  {
    ...buildWrappedBodyVariation('wrapped-label', ['buyLabel', 'getLabel'], 'label'),
    silent: { statement: 'ENDPOINTS-52' },
  },
  {
    ...buildWrappedBodyVariation('wrapped-tracker', ['registerTracker', 'getTracker'], 'tracker'),
    silent: { statement: 'ENDPOINTS-65' },
  },
  {
    ...buildWrappedBodyVariation('wrapped-batch', ['createBatch', 'getBatch', 'buyBatch'], 'batch'),
    silent: { statement: 'ENDPOINTS-84' },
  },
  {
    ...buildWrappedBodyVariation('wrapped-wallet', ['getWallet'], 'wallet'),
    silent: { choice: 32 },
    offered: {
      changes: ['wallet'],
      because: 'The specification does not show the fields of the wallet record.',
    },
  },
  {
    ...buildWrappedBodyVariation('wrapped-validation', ['validateAddress'], 'result'),
    silent: { section: 'Endpoint gaps' },
    offered: {
      changes: ['validation'],
      because: 'The specification does not show the body of a validation.',
    },
  },
  {
    ...buildWrappedBodyVariation('wrapped-void', ['voidLabel'], 'void'),
    silent: { choice: 34 },
    offered: { changes: ['void'], because: 'The specification does not show the body of a void.' },
  },
  {
    id: 'bare-lists',
    what: 'Lists of carrier accounts and deliveries are JSON arrays without an object around them.',
    silent: { section: 'Fields not shown' },
    offered: {
      changes: ['carrier accounts', 'deliveries'],
      because: 'The specification does not show the object around lists of carrier accounts and deliveries.',
    },
    open: () => ({
      response: (response, request) => changeListBody(response, request, (list) => list),
    }),
  },
  {
    id: 'paged-lists',
    what: 'Lists of carrier accounts and deliveries come as `data`, with a page beside them.',
    silent: { section: 'Fields not shown' },
    offered: {
      changes: ['carrier accounts', 'deliveries'],
      because: 'The specification does not show the object around lists of carrier accounts and deliveries.',
    },
    open: () => ({
      response: (response, request) =>
        changeListBody(response, request, (data) => ({ data, page: { next: null } })),
    }),
  },
  {
    id: 'street-alone',
    what: 'Addresses in labels have `street`, and neither `street1` nor `street2`.',
    silent: { choice: 21 },
    offered: {
      changes: ['label addresses'],
      because: 'The specification says `street` for addresses in labels.',
    },
    open: () => changeLabelAddresses(({ street1, street2: _, ...rest }) => ({ street: street1, ...rest })),
  },
  {
    id: 'street1-alone',
    what: 'Addresses in labels have `street1` and no `street`.',
    silent: { choice: 21 },
    offered: {
      changes: ['label addresses'],
      because:
        'The specification has two names for the street line. A client that reads one of the names has to read the other, too.',
    },
    open: () => changeLabelAddresses(({ street: _, ...rest }) => rest),
  },
  {
    id: 'printed-addresses',
    what: 'Addresses in labels are in capitals, and ZIP codes of the US have four digits more.',
    silent: { choice: 21 },
    offered: {
      changes: ['label addresses'],
      because:
        'Carriers print addresses in their own form. No statement says that a label repeats the text of the request.',
    },
    open: () =>
      changeLabelAddresses((address) =>
        Object.fromEntries(
          Object.entries(address).map(([name, value]) => {
            if (typeof value !== 'string' || name === 'email') return [name, value]
            const isShort = name === 'zip' && address['country'] === 'US' && /^\d{5}$/.test(value)
            return [name, isShort ? `${value}-0001` : value.toUpperCase()]
          }),
        ),
      ),
  },
  buildTimestampVariation('offset-timestamps', 'Timestamps have an offset instead of Z.', {
    because: 'ISO 8601 allows an offset, and the specification asks for nothing more.',
    change: (text) => text.replace(/Z$/, '+00:00'),
  }),
  buildTimestampVariation('whole-second-timestamps', 'Timestamps have no fractions.', {
    because: 'ISO 8601 needs no fractions of a second.',
    change: (text) => text.replace(/\.\d+Z$/, 'Z'),
  }),
  buildTimestampVariation('microsecond-timestamps', 'Timestamps have six decimals.', {
    because: 'ISO 8601 allows any number of decimals.',
    change: (text) => text.replace(/Z$/, '123Z'),
  }),
  buildTimestampVariation('times-in-minutes', 'Timestamps are in whole minutes: `2026-01-02T03:04Z`.', {
    because: 'ISO 8601 needs no seconds, and the specification states no precision.',
    change: (text) => `${text.slice(0, 16)}Z`,
  }),
  buildTimestampVariation(
    'basic-timestamps',
    'Timestamps are in the basic format of ISO 8601, in whole seconds: `20260102T030405Z`.',
    {
      because: 'The basic format is ISO 8601 too, and the specification names no other.',
      change: (text) => `${text.slice(0, 19).replace(/[-:]/g, '')}Z`,
    },
  ),
]

type Json = Readonly<Record<string, unknown>>

/** Creates an alteration that changes every JSON object in responses, also nested ones. */
function changeEveryObject(change: (object: Json) => Json): WireAlteration {
  return { response: (response) => mapJson(response, (json) => mapNestedObjects(json, change)) }
}

/** Returns a JSON value in which every object is changed, the innermost objects first. */
function mapNestedObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => mapNestedObjects(each, change))
  if (!isObject(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapNestedObjects(each, change)])),
  )
}

/** Returns the response with its JSON body changed; undefined if the body is not JSON. */
function mapJson(response: WireResponse, change: (json: unknown) => unknown): WireResponse | undefined {
  const json = jsonOf(response)
  return json === undefined ? undefined : withJson(response, change(json))
}

/** Returns the response with its JSON body written in another form; undefined if the text stays the same. */
function rewriteJsonText(response: WireResponse, write: (json: unknown) => string): WireResponse | undefined {
  const json = jsonOf(response)
  if (json === undefined) return undefined
  const body = Buffer.from(write(json))
  return body.equals(response.body) ? undefined : { ...response, body }
}

/** Builds a variation that puts the response bodies of some operations into the field `name` of an object. */
function buildWrappedBodyVariation(
  id: string,
  operations: readonly string[],
  name: string,
): Omit<Variation, 'silent'> {
  return {
    id,
    what: `A ${name} comes as the field \`${name}\` of an object.`,
    open: () => ({
      response: (response, { operation = '' }) =>
        response.status < 300 && operations.includes(operation)
          ? mapJson(response, (json) => ({ [name]: json }))
          : undefined,
    }),
  }
}

/**
 * Changes the body of a response that lists carrier accounts or deliveries. Returns undefined for any other response.
 */
function changeListBody(
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

/** Creates an alteration that changes both addresses in labels. */
function changeLabelAddresses(change: (address: Json) => Json): WireAlteration {
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

/** Builds a variation that writes every timestamp of responses and events in another format. */
function buildTimestampVariation(
  id: string,
  what: string,
  { because, change }: { readonly because: string; change(text: string): string },
): Variation {
  const timestamps = /"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)"/g
  const changeTimestamps = (text: string): string =>
    text.replace(timestamps, (_, time: string) => `"${change(time)}"`)
  return {
    id,
    what,
    silent: { choice: 10 },
    offered: { changes: ['times'], because },
    open: () => replaceOutgoingText(changeTimestamps),
  }
}
