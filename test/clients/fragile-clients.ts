import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchItem, recipient } from '../support/labels/parcels.ts'
import type { UncheckedJson, VariedWorld } from './varied-world.ts'

/**
 * A client that assumes more than the specification says: a text about its assumption, and a function that checks
 * whether the assumption holds.
 */
export type FragileClient = readonly [assumes: string, holds: (world: VariedWorld) => Promise<boolean>]

const idForm: FragileClient = [
  'An id has 24 small letters and digits after its prefix.',
  async ({ buy }) => /^lbl_[0-9a-z]{24}$/.test((await buy()).id),
]
const knownCarrier: FragileClient = [
  'One of the carriers is named UPS.',
  async ({ rates }) => (await rates()).rates.some(matchField('carrier', 'UPS')),
]
const walletField: FragileClient = [
  'The wallet has the number balance_cents.',
  async ({ call }) => typeof readBody(await call('GET /v1/wallet')).balance_cents === 'number',
]
const isResidential: FragileClient = [
  'A validation has residential as true or false.',
  async ({ call }) =>
    typeof readBody(await call('POST /v1/addresses/validate', recipient)).residential === 'boolean',
]
const accountList: FragileClient = [
  'Carrier accounts are a list named carrier_accounts.',
  async ({ dock, call }) => {
    await dock.carriers.connect({ carrier: 'UPS' })
    return readBody(await call('GET /v1/carrier-accounts')).carrier_accounts?.[0]?.carrier === 'UPS'
  },
]
const failedCarrier: FragileClient = [
  'A failed carrier is an object with its name in carrier.',
  async ({ dock, rates }) => {
    await dock.faults.add({ target: 'carrier:UPS', operation: 'rates', mode: 'down' })
    return (await rates()).failed_carriers?.[0]?.carrier === 'UPS'
  },
]
const voidField: FragileClient = [
  'A void says its state in void_status.',
  async ({ buy, call }) =>
    readBody(await call(`DELETE /v1/labels/${(await buy()).id}`)).void_status === 'requested',
]
const timeForm: FragileClient = [
  'A label has created_at in UTC with milliseconds.',
  async ({ buy }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test((await buy()).created_at),
]
const created: FragileClient = [
  'A purchase has the status 201.',
  async ({ rates, call }) =>
    (await call('POST /v1/labels', { rate_id: (await rates()).rates[0].id })).status === 201,
]
const contentType: FragileClient = [
  'The content type has a charset in small letters.',
  async ({ call }) =>
    (await call('GET /v1/wallet')).headers['content-type'] === 'application/json; charset=utf-8',
]
const headerCase: FragileClient = [
  'The names of headers are spelled as in the documentation.',
  async ({ raw }) => (await raw('GET /v1/wallet')).includes('X-RateLimit-Limit: '),
]
const eventTimes: FragileClient = [
  'Each tracking event has a timestamp.',
  async ({ buy, call }) => {
    const { tracking_number, carrier } = await buy()
    const { events } = readBody(await call('POST /v1/trackers', { tracking_number, carrier }))
    return events.every((event: UncheckedJson) => typeof event.timestamp === 'string')
  },
]
const signedJson: FragileClient = [
  'The JSON of an event, parsed and written again, has the signed bytes.',
  async (world) => {
    const { body, headers } = await readFirstEvent(world)
    const again = JSON.stringify(JSON.parse(body.toString()))
    const digest = createHmac('sha256', world.secret).update(again).digest('hex')
    return headers['pr-signature'] === `sha256=${digest}`
  },
]

/** For each variation, a client whose assumption it breaks. */
export const fragileClients: Readonly<Record<string, FragileClient>> = {
  'other-ids': idForm,
  uuids: idForm,
  'more-rates': [
    'A carrier quotes each service once.',
    async ({ rates }) => {
      const names = (await rates()).rates.map(
        ({ carrier, service }: UncheckedJson) => `${carrier} ${service}`,
      )
      return new Set(names).size === names.length
    },
  ],
  'unlisted-carriers': knownCarrier,
  'other-carrier-names': knownCarrier,
  'other-service-names': [
    'One of the services is named Priority Mail.',
    async ({ rates }) => (await rates()).rates.some(matchField('service', 'Priority Mail')),
  ],
  'one-sample-number': [
    'Each label has a tracking number of its own.',
    async ({ buy }) => {
      const first = await buy()
      return (await buy()).tracking_number !== first.tracking_number
    },
  ],
  'wrapped-wallet': walletField,
  'wallet-otherwise': walletField,
  'wallet-as-list': walletField,
  'several-balances': [
    'The wallet has one amount.',
    async ({ call }) => {
      const wallet = Object.keys(readBody(await call('GET /v1/wallet')))
      return wallet.filter((name) => name.endsWith('_cents')).length === 1
    },
  ],
  'wrapped-validation': isResidential,
  'validation-otherwise': isResidential,
  'validation-in-letters': isResidential,
  'bare-lists': accountList,
  'paged-lists': accountList,
  'accounts-by-id': accountList,
  'accounts-otherwise': accountList,
  'failed-as-names': failedCarrier,
  'failed-nested': failedCarrier,
  'none-failed': [
    'failed_carriers is there only if a carrier failed.',
    async ({ rates }) => (await rates()).failed_carriers === undefined,
  ],
  'undated-labels': timeForm,
  'street-alone': [
    'An address in a label has street1.',
    async ({ buy }) => typeof (await buy()).to_address.street1 === 'string',
  ],
  'street1-alone': [
    'An address in a label has street.',
    async ({ buy }) => typeof (await buy()).to_address.street === 'string',
  ],
  'printed-addresses': [
    'An address in a label repeats the request letter by letter.',
    async ({ buy }) => (await buy()).to_address.city === recipient.city,
  ],
  'wrapped-void': voidField,
  'void-elsewhere': voidField,
  'events-otherwise': eventTimes,
  'event-of-the-tracker': eventTimes,
  'bare-batch': [
    'A batch has a status.',
    async (world) => typeof (await buyBatch(world)).status === 'string',
  ],
  'deliveries-otherwise': [
    'An entry of the delivery log has a status.',
    async (world) => {
      await readFirstEvent(world)
      const { deliveries } = readBody(await world.call('GET /v1/webhooks/deliveries'))
      return deliveries?.[0]?.status === 'succeeded'
    },
  ],
  'suggestions-beside': [
    'Suggestions are in the error object.',
    async ({ call }) => {
      const address = { ...recipient, street1: 'Oak Street' }
      return Array.isArray(readBody(await call('POST /v1/addresses/validate', address)).error.suggestions)
    },
  ],
  'further-codes': [
    'A body that is no object has the code VALIDATION.FIELD.INVALID.',
    async ({ call }) => readBody(await call('POST /v1/rates', [])).error.code === 'VALIDATION.FIELD.INVALID',
  ],
  'other-request-codes': [
    'An unknown path has the code REQUEST.ROUTE.NOT_FOUND.',
    async ({ call }) => readBody(await call('GET /v1/nothing')).error.code === 'REQUEST.ROUTE.NOT_FOUND',
  ],
  'other-words': [
    'docs_url is a page of the service itself.',
    async ({ call, dock }) =>
      readBody(await call('GET /v1/labels/lbl_unknown')).error.docs_url.startsWith(dock.url),
  ],
  'more-in-errors': [
    'Only an error about a field has field.',
    async ({ call }) => !('field' in readBody(await call('GET /v1/labels/lbl_unknown')).error),
  ],
  'other-request-ids': [
    'A request id has 24 small letters and digits after req_.',
    async ({ call }) =>
      /^req_[a-z0-9]{24}$/.test(String((await call('GET /v1/wallet')).headers['x-request-id'])),
  ],
  'all-200': created,
  'all-202': created,
  'all-201': [
    'A validation has the status 200.',
    async ({ call }) => (await call('POST /v1/addresses/validate', recipient)).status === 200,
  ],
  'extra-fields': [
    'A rates response has the field rates alone.',
    async ({ rates }) => Object.keys(await rates()).join() === 'rates',
  ],
  'reversed-keys': [
    'The id is the first field of a rate.',
    async ({ rates }) => Object.keys((await rates()).rates[0])[0] === 'id',
  ],
  'offset-timestamps': timeForm,
  'whole-second-timestamps': timeForm,
  'microsecond-timestamps': timeForm,
  'times-in-minutes': timeForm,
  'basic-timestamps': [
    'The usual parser of dates reads created_at.',
    async ({ buy }) => !Number.isNaN(Date.parse((await buy()).created_at)),
  ],
  'indented-json': [
    'JSON has no spaces.',
    async ({ raw }) => (await raw('GET /v1/wallet')).includes('{"balance_cents":'),
  ],
  'escaped-json': [
    'JSON has slashes as they are.',
    async ({ raw, dock }) => (await raw('GET /v1/nothing')).includes(`${dock.url}/docs/errors`),
  ],
  'indented-webhooks': signedJson,
  'reordered-webhooks': [
    'An event has its fields in the documented order.',
    async (world) =>
      Object.keys(JSON.parse((await readFirstEvent(world)).body.toString())).join() ===
      'event,data,timestamp',
  ],
  'signed-afresh': [
    'Each attempt at a delivery has the same signature.',
    async (world) => {
      world.replies.push(500)
      const first = await readFirstEvent(world)
      await world.dock.clock.advance('6m')
      return world.received[1]?.headers['pr-signature'] === first.headers['pr-signature']
    },
  ],
  'loud-webhook-headers': [
    'The signature is in a header spelled PR-Signature.',
    async (world) => (await readFirstEvent(world)).rawHeaders.includes('PR-Signature'),
  ],
  'duplicate-webhooks': [
    'A delivery comes once.',
    async (world) => {
      await readFirstEvent(world)
      return world.received.length === 1
    },
  ],
  'late-webhooks': [
    'The event comes within a quarter of a second of its purchase.',
    async ({ buy, received }) => {
      await buy()
      const giveUp = performance.now() + 250
      while (received.length === 0 && performance.now() < giveUp) await sleep(5)
      return received.length > 0
    },
  ],
  slow: [
    'A response comes within a quarter of a second.',
    async ({ call }) => {
      let isQuick = true
      for (let count = 0; count < 10; count += 1) {
        const started = performance.now()
        await call('GET /v1/wallet')
        isQuick &&= performance.now() - started < 240
      }
      return isQuick
    },
  ],
  'plain-content-type': contentType,
  'loud-content-type': contentType,
  chunked: [
    'A response has a Content-Length.',
    async ({ call }) => (await call('GET /v1/wallet')).headers['content-length'] !== undefined,
  ],
  closing: [
    'The service keeps the connection open.',
    async ({ raw }) => !/connection: close/i.test(await raw('GET /v1/wallet')),
  ],
  'more-headers': [
    'A response sets no cookie.',
    async ({ call }) => (await call('GET /v1/wallet')).headers['set-cookie'] === undefined,
  ],
  'lower-case-headers': headerCase,
  'upper-case-headers': headerCase,
}

function readBody({ body }: { readonly body: unknown }): UncheckedJson {
  return body
}

function matchField(name: string, value: string) {
  return (each: UncheckedJson): boolean => each[name] === value
}

async function readFirstEvent({ buy, dock, received }: VariedWorld) {
  await buy()
  await dock.clock.advance('0s')
  const [first] = received
  if (first === undefined) throw new Error('No event came.')
  return first
}

async function buyBatch({ call, rates, dock }: VariedWorld): Promise<UncheckedJson> {
  const [{ carrier, service, rate_cents }] = (await rates()).rates
  const items = [batchItem({ carrier, service, rate_cents })]
  const { id } = readBody(await call('POST /v1/batches', { items }))
  await call(`POST /v1/batches/${id}/buy`)
  await dock.clock.advance('1h')
  return readBody(await call(`GET /v1/batches/${id}`))
}
