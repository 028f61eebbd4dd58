import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchItem, recipient } from '../support/labels/parcels.ts'
import type { Trusted, VariedWorld } from './varied-world.ts'

/** A client that assumes more than the specification says. Returns whether the assumption holds. */
type FragileClient = (world: VariedWorld) => Promise<boolean>

const idForm: FragileClient = async ({ buy }) => /^lbl_[0-9a-z]{24}$/.test((await buy()).id)
const knownCarrier: FragileClient = async ({ rates }) => (await rates()).rates.some(is('carrier', 'UPS'))
const walletField: FragileClient = async ({ call }) =>
  typeof bodyOf(await call('GET /v1/wallet')).balance_cents === 'number'
const isResidential: FragileClient = async ({ call }) =>
  typeof bodyOf(await call('POST /v1/addresses/validate', recipient)).residential === 'boolean'
const accountList: FragileClient = async ({ dock, call }) => {
  await dock.carriers.connect({ carrier: 'UPS' })
  return bodyOf(await call('GET /v1/carrier-accounts')).carrier_accounts?.[0]?.carrier === 'UPS'
}
const failedCarrier: FragileClient = async ({ dock, rates }) => {
  await dock.faults.add({ target: 'carrier:UPS', operation: 'rates', mode: 'down' })
  return (await rates()).failed_carriers?.[0]?.carrier === 'UPS'
}
const voidField: FragileClient = async ({ buy, call }) =>
  bodyOf(await call(`DELETE /v1/labels/${(await buy()).id}`)).void_status === 'requested'
const timeForm: FragileClient = async ({ buy }) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test((await buy()).created_at)
const created: FragileClient = async ({ rates, call }) =>
  (await call('POST /v1/labels', { rate_id: (await rates()).rates[0].id })).status === 201
const contentType: FragileClient = async ({ call }) =>
  (await call('GET /v1/wallet')).headers['content-type'] === 'application/json; charset=utf-8'
const headerCase: FragileClient = async ({ raw }) =>
  (await raw('GET /v1/wallet')).includes('X-RateLimit-Limit: ')
const eventTimes: FragileClient = async ({ buy, call }) => {
  const { tracking_number, carrier } = await buy()
  const { events } = bodyOf(await call('POST /v1/trackers', { tracking_number, carrier }))
  return events.every((event: Trusted) => typeof event.timestamp === 'string')
}
const signedJson: FragileClient = async (world) => {
  const { body, headers } = await firstEvent(world)
  const again = JSON.stringify(JSON.parse(body.toString()))
  const digest = createHmac('sha256', world.secret).update(again).digest('hex')
  return headers['pr-signature'] === `sha256=${digest}`
}

/** For each variation, a client whose assumption it breaks. */
export const fragileClients: Readonly<Record<string, FragileClient>> = {
  'other-ids': idForm,
  uuids: idForm,
  'more-rates': async ({ rates }) => {
    const names = (await rates()).rates.map(({ carrier, service }: Trusted) => `${carrier} ${service}`)
    return new Set(names).size === names.length
  },
  'unlisted-carriers': knownCarrier,
  'other-carrier-names': knownCarrier,
  'other-service-names': async ({ rates }) => (await rates()).rates.some(is('service', 'Priority Mail')),
  'one-sample-number': async ({ buy }) => {
    const first = await buy()
    return (await buy()).tracking_number !== first.tracking_number
  },
  'wrapped-wallet': walletField,
  'wallet-otherwise': walletField,
  'wallet-as-list': walletField,
  'several-balances': async ({ call }) => {
    const wallet = Object.keys(bodyOf(await call('GET /v1/wallet')))
    return wallet.filter((name) => name.endsWith('_cents')).length === 1
  },
  'wrapped-validation': isResidential,
  'validation-otherwise': isResidential,
  'validation-in-letters': isResidential,
  'bare-lists': accountList,
  'paged-lists': accountList,
  'accounts-by-id': accountList,
  'accounts-otherwise': accountList,
  'failed-as-names': failedCarrier,
  'failed-nested': failedCarrier,
  'none-failed': async ({ rates }) => (await rates()).failed_carriers === undefined,
  'undated-labels': timeForm,
  'street-alone': async ({ buy }) => typeof (await buy()).to_address.street1 === 'string',
  'street1-alone': async ({ buy }) => typeof (await buy()).to_address.street === 'string',
  'printed-addresses': async ({ buy }) => (await buy()).to_address.city === recipient.city,
  'wrapped-void': voidField,
  'void-elsewhere': voidField,
  'events-otherwise': eventTimes,
  'event-of-the-tracker': eventTimes,
  'instant-batches': async (world) => 'estimated_completion_percentage' in (await boughtBatch(world)),
  'bare-batch': async (world) => typeof (await boughtBatch(world)).status === 'string',
  'deliveries-otherwise': async (world) => {
    await firstEvent(world)
    const { deliveries } = bodyOf(await world.call('GET /v1/webhooks/deliveries'))
    return deliveries?.[0]?.status === 'succeeded'
  },
  'suggestions-beside': async ({ call }) => {
    const address = { ...recipient, street1: 'Oak Street' }
    return Array.isArray(bodyOf(await call('POST /v1/addresses/validate', address)).error.suggestions)
  },
  'other-request-codes': async ({ call }) =>
    bodyOf(await call('GET /v1/nothing')).error.code === 'REQUEST.ROUTE.NOT_FOUND',
  'other-words': async ({ call, dock }) =>
    bodyOf(await call('GET /v1/labels/lbl_unknown')).error.docs_url.startsWith(dock.url),
  'more-in-errors': async ({ call }) => !('field' in bodyOf(await call('GET /v1/labels/lbl_unknown')).error),
  'other-request-ids': async ({ call }) =>
    /^req_[a-z0-9]{24}$/.test(String((await call('GET /v1/wallet')).headers['x-request-id'])),
  'all-200': created,
  'all-202': created,
  'all-201': async ({ call }) => (await call('POST /v1/addresses/validate', recipient)).status === 200,
  'extra-fields': async ({ rates }) => Object.keys(await rates()).join() === 'rates',
  'reversed-keys': async ({ rates }) => Object.keys((await rates()).rates[0])[0] === 'id',
  'offset-timestamps': timeForm,
  'whole-second-timestamps': timeForm,
  'microsecond-timestamps': timeForm,
  'times-in-minutes': timeForm,
  'basic-timestamps': async ({ buy }) => !Number.isNaN(Date.parse((await buy()).created_at)),
  'indented-json': async ({ raw }) => (await raw('GET /v1/wallet')).includes('{"balance_cents":'),
  'escaped-json': async ({ raw, dock }) => (await raw('GET /v1/nothing')).includes(`${dock.url}/docs/errors`),
  'indented-webhooks': signedJson,
  'reordered-webhooks': async (world) =>
    Object.keys(JSON.parse((await firstEvent(world)).body.toString())).join() === 'event,data,timestamp',
  'signed-afresh': async (world) => {
    world.replies.push(500)
    const first = await firstEvent(world)
    await world.dock.clock.advance('6m')
    return world.received[1]?.headers['pr-signature'] === first.headers['pr-signature']
  },
  'loud-webhook-headers': async (world) => (await firstEvent(world)).rawHeaders.includes('PR-Signature'),
  'duplicate-webhooks': async (world) => {
    await firstEvent(world)
    return world.received.length === 1
  },
  'late-webhooks': async ({ buy, received }) => {
    await buy()
    const giveUp = performance.now() + 250
    while (received.length === 0 && performance.now() < giveUp) await sleep(5)
    return received.length > 0
  },
  slow: async ({ call }) => {
    let isQuick = true
    for (let count = 0; count < 10; count += 1) {
      const started = performance.now()
      await call('GET /v1/wallet')
      isQuick &&= performance.now() - started < 240
    }
    return isQuick
  },
  'plain-content-type': contentType,
  'loud-content-type': contentType,
  chunked: async ({ call }) => (await call('GET /v1/wallet')).headers['content-length'] !== undefined,
  closing: async ({ raw }) => !/connection: close/i.test(await raw('GET /v1/wallet')),
  'more-headers': async ({ call }) => (await call('GET /v1/wallet')).headers['set-cookie'] === undefined,
  'lower-case-headers': headerCase,
  'upper-case-headers': headerCase,
}

function bodyOf({ body }: { readonly body: unknown }): Trusted {
  return body
}

function is(name: string, value: string) {
  return (each: Trusted): boolean => each[name] === value
}

async function firstEvent({ buy, dock, received }: VariedWorld) {
  await buy()
  await dock.clock.advance(0)
  const [first] = received
  if (first === undefined) throw new Error('No event came.')
  return first
}

async function boughtBatch({ call, rates, dock }: VariedWorld): Promise<Trusted> {
  const [{ carrier, service, rate_cents }] = (await rates()).rates
  const items = [batchItem({ carrier, service, rate_cents })]
  const { id } = bodyOf(await call('POST /v1/batches', { items }))
  await call(`POST /v1/batches/${id}/buy`)
  await dock.clock.advance('1h')
  return bodyOf(await call(`GET /v1/batches/${id}`))
}
