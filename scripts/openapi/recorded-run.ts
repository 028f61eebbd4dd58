import { startDrydock } from '../../src/index.ts'
import { controlCalls } from '../../src/simulator/bodies/control/control-responses.ts'
import { streamEvent } from '../../src/simulator/bodies/control/stream.ts'
import { extraFieldsByCode } from '../../src/simulator/bodies/error-bodies.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { type OpenStream, openStream } from '../../test/support/event-stream.ts'
import { controlBodies } from '../../test/support/full-bodies.ts'
import { batchItem, ratesBody, recipient } from '../../test/support/labels/parcels.ts'
import { TestClient, type TestRequest, type TestResponse } from '../../test/support/test-client.ts'
import { type Attempt, openInbox } from '../../test/support/webhook-inbox.ts'
import { hasRequestBody, listCallCodes } from './documented-codes.ts'
import { documentedOperations } from './service-operations.ts'

/** Records the example requests of the documents in one run of a simulator with a seed and a frozen clock. */

/** A recorded request and its response. */
export interface Exchange {
  /** An operation of the service by its name, or a control call as `METHOD path`. */
  readonly call: string
  /** `success`, or the error code of the response. */
  readonly outcome: string
  readonly request: TestRequest
  readonly response: Pick<TestResponse, 'headers' | 'body'>
}

/** All recorded requests, the first event, and a snapshot for the examples. */
export interface RecordedRun {
  readonly exchanges: readonly Exchange[]
  /** The event of the first bought label. */
  readonly event: Attempt
  /** A snapshot of an account in which every example request succeeds. */
  readonly world: object
}

/** The URL of the simulator in examples. When a simulator serves a document, it replaces this URL with its own. */
export const shownUrl = 'http://127.0.0.1:4010'

const shownReceiver = 'http://127.0.0.1:4011/'
const startedAt = '2030-03-04T12:00:00.000Z'
const contact = {
  street2: 'Suite 4',
  company: 'Carver & Co',
  phone: '+15125550101',
  email: 'post@example.com',
}

type Exchanges = Pick<RecordedRun, 'exchanges'>

/** Returns the first recorded request of a call that succeeded. */
export function findRecordedSuccess(run: Exchanges, call: string): Exchange {
  const found = findRecordedExchange(run, call, 'success')
  if (found === undefined) throw new Error(`No successful request of ${call} was recorded.`)
  return found
}

/** Returns the first recorded request of a call with this outcome. */
export function findRecordedExchange(
  { exchanges }: Exchanges,
  call: string,
  outcome: string,
): Exchange | undefined {
  return exchanges.find((each) => each.call === call && each.outcome === outcome)
}

/** Starts a simulator, makes all example requests and returns them with their responses. */
export async function recordRun(): Promise<RecordedRun> {
  const dock = await startDrydock({ seed: 'openapi', publicUrl: shownUrl, clock: `frozen@${startedAt}` })
  // The receiver refuses events, so that the example of a delivery shows a next attempt.
  const inbox = await openInbox(() => ({ status: 503 }))
  try {
    const run = new RunRecorder(dock, inbox.url)
    await dock.webhook.set(inbox.url)
    const made = await run.createResources()
    await dock.clock.advance('0s')
    const [event] = inbox.attempts
    if (event === undefined) throw new Error('No webhook event of the bought label arrived.')
    const world = await run.takeExampleSnapshot()
    await run.recordOneTimeCalls(made)
    await run.recordServiceErrors()
    await run.recordAccountCalls()
    const stream = await openStream(dock.url, { path: '/_drydock/accounts/default/stream?after=0' })
    await run.recordDefaultAccountCalls()
    await run.recordParcelCalls()
    await run.recordFaultCalls()
    await run.recordEvents(stream)
    await run.recordControlErrors()
    return { exchanges: run.exchanges, event, world }
  } finally {
    await dock.close()
    await inbox.close()
  }
}

const templates = new Map<string, { readonly method: string; readonly path: string }>([
  ...documentedOperations.map(({ name, method, path }) => [name, { method, path }] as const),
  ...keysOf(controlCalls).map((call) => {
    const [method = '', path = ''] = call.split(' ')
    return [call, { method, path: `/_drydock${path}` }] as const
  }),
])

const streamCall = 'GET /accounts/{account}/stream'

/** The input of a recorded call, and the outcome that the call must have. */
interface CallInput {
  readonly account?: string
  /** The values of the path parameters, except the account. */
  readonly at?: readonly string[]
  readonly query?: string
  readonly body?: unknown
  readonly key?: string | null
  readonly outcome?: string
}

/** Makes the example requests, and keeps each with its response. */
class RunRecorder {
  readonly exchanges: Exchange[] = []
  readonly #dock: Awaited<ReturnType<typeof startDrydock>>
  readonly #client: TestClient
  readonly #inboxUrl: string

  constructor(dock: Awaited<ReturnType<typeof startDrydock>>, inboxUrl: string) {
    this.#dock = dock
    this.#client = new TestClient(dock.url)
    this.#inboxUrl = inboxUrl
  }

  /** Creates one resource of each kind, and reads it. */
  async createResources(): Promise<{ readonly label: string; readonly batch: string }> {
    await this.#dock.carriers.connect({ carrier: 'UPS', nickname: 'Our own UPS account' })
    await this.#record('validateAddress', { body: { ...contact, ...recipient } })
    await this.#dock.faults.add({ target: 'carrier:DHL', mode: 'down', operation: 'rates', times: 1 })
    const quoted = await this.#record('createRates', {
      body: ratesBody({
        from_address: { ...contact, ...ratesBody().from_address },
        to_address: { ...recipient, street2: 'Suite 4' },
      }),
    })
    const { id: rate_id, carrier, service, rate_cents } = quoted.rates[0]
    const { id: label } = await this.#record('buyLabel', { body: { rate_id } })
    await this.#record('getLabel', { at: [label] })
    const tracker = await this.#record('registerTracker', {
      body: { tracking_number: '99994001', carrier: 'UPS' },
    })
    await this.#record('getTracker', { at: [tracker.id] })
    await this.#record('listCarrierAccounts')
    // If an item names a rate, its price must be the price of the rate.
    const priced = { carrier, service, rate_cents }
    const { id: batch } = await this.#record('createBatch', {
      body: {
        items: [
          batchItem({ ...priced, to_address: { ...contact, ...recipient }, rate_id }),
          batchItem({ ...priced, to_address: { ...recipient, name: 'sim:CARRIER.ERROR.UNKNOWN' } }),
        ],
      },
    })
    return { label, batch }
  }

  /**
   * Returns a snapshot of the account without webhook, faults, request log and used rate limits.
   */
  async takeExampleSnapshot(): Promise<object> {
    await this.#dock.webhook.clear()
    await this.#dock.requests.clear()
    await this.#dock.faults.clear()
    const saved = Object(this.#replaceChangingParts(await this.#dock.snapshot.save()))
    await this.#dock.webhook.set(this.#inboxUrl)
    return { ...saved, collections: { ...saved.collections, limit_windows: {} } }
  }

  /** Makes the calls that are possible only once for a resource, and reads the results. */
  async recordOneTimeCalls({
    label,
    batch,
  }: {
    readonly label: string
    readonly batch: string
  }): Promise<void> {
    await this.#record('buyBatch', { at: [batch] })
    await this.#dock.clock.advance('1s')
    await this.#record('getBatch', { at: [batch] })
    await this.#dock.wallet.set({ auto_reload: { threshold_cents: 1_000, amount_cents: 5_000 } })
    await this.#record('getWallet', { key: this.#dock.keys.live })
    await this.#record('listDeliveries')
    await this.#record('downloadLabel', { at: [label] })
    await this.#record('downloadSandboxLabel', { at: [label], key: null })
    await this.#record('voidLabel', { at: [label] })
    for (const account of await this.#dock.carriers.list()) await this.#dock.carriers.disconnect(account.id)
  }

  /**
   * Records the errors of the service. If an error depends on the request, a wrong request causes it; otherwise a fault
   * does.
   */
  async recordServiceErrors(): Promise<void> {
    const { key } = await this.#dock.createKey({ environment: 'test', scopes: ['rates:read', 'wallet:read'] })
    await this.#dock.carriers.connect({ carrier: 'UPS', credentials: 'rejected' })
    await this.#record('listCarrierAccounts', { outcome: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' })
    const misplaced = { ...recipient, zip: '10118' }
    await this.#record('validateAddress', { body: misplaced, outcome: 'ADDRESS.VALIDATION.FAILED' })
    const withoutNumber = { ...recipient, street1: 'Oak Street' }
    await this.#record('validateAddress', { body: withoutNumber, outcome: 'ADDRESS.VALIDATION.AMBIGUOUS' })
    for (const { name, scope, hasBody, codes, onDemand, download } of documentedOperations) {
      const good = this.exchanges.find(({ call }) => call === name)
      if (good === undefined) continue
      const recordRefusal = (code: string, changes: Partial<TestRequest> = {}): Promise<unknown> =>
        this.#send({ call: name, outcome: code, request: { ...good.request, ...changes } })
      if (hasBody) {
        const fields = Object.entries(Object(good.request.body))
        const [last = ''] = fields.at(-1) ?? []
        const all = Object.fromEntries(fields)
        await recordRefusal('VALIDATION.FIELD.REQUIRED', { body: Object.fromEntries(fields.slice(0, -1)) })
        await recordRefusal('VALIDATION.FIELD.INVALID', { body: { ...all, [last]: 7 } })
      }
      if (scope !== null && !/^(rates:read|wallet:read)$/.test(scope))
        await recordRefusal('AUTH.KEY.INSUFFICIENT_SCOPE', { key })
      if (download !== undefined) continue
      const codesToRecord = [...codes, ...onDemand].filter(
        (code) => extraFieldsByCode[code] || /LIMIT/.test(code),
      )
      for (const code of codesToRecord.filter(
        (each) => findRecordedExchange(this, name, each) === undefined,
      )) {
        await this.#dock.faults.add({ target: 'api', mode: 'error', code, times: 1 })
        await recordRefusal(code)
      }
    }
    await this.#dock.faults.clear()
    for (const account of await this.#dock.carriers.list()) await this.#dock.carriers.disconnect(account.id)
  }

  async recordAccountCalls(): Promise<void> {
    const foreign = { Host: new URL(shownUrl).host, Origin: 'http://example.com' }
    await this.#client.send({ path: '/_drydock', headers: foreign })
    for (const call of ['GET /', 'GET /refused', 'GET /openapi.json']) await this.#record(call)
    const clock = { now: startedAt, mode: 'frozen', rate: 1 }
    await this.#record('POST /accounts', { body: { id: 'checkout', seed: 'checkout', clock } })
    await this.#record('GET /accounts')
    await this.#record('POST /prune', { body: { idle: '7d', dry_run: true } })
    const account = 'checkout'
    await this.#record('GET /accounts/{account}', { account })
    const { id } = await this.#record('POST /accounts/{account}/keys', {
      account,
      body: { environment: 'test', scopes: ['rates:read'], expires_at: '2031-01-01T00:00:00Z' },
    })
    await this.#record('DELETE /accounts/{account}/keys/{key}', { account, at: [id] })
    await this.#record('GET /accounts/{account}/keys', { account })
    const snapshot = await this.#record('GET /accounts/{account}/snapshot', { account })
    await this.#record('PUT /accounts/{account}/snapshot', { account, body: snapshot })
    const named = { account, at: ['before-checkout'] }
    await this.#record('PUT /accounts/{account}/snapshots/{name}', { ...named, body: snapshot })
    await this.#record('GET /accounts/{account}/snapshots', { account })
    await this.#record('GET /accounts/{account}/snapshots/{name}', named)
    await this.#record('POST /accounts/{account}/snapshots/{name}/restore', named)
    await this.#record('DELETE /accounts/{account}/snapshots/{name}', named)
    await this.#record('POST /accounts/{account}/reset', { account })
    await this.#record('DELETE /accounts/{account}', { account })
  }

  async recordDefaultAccountCalls(): Promise<void> {
    await this.#record('GET /accounts/{account}/clock')
    await this.#record('PATCH /accounts/{account}/clock', {
      body: { mode: 'frozen', rate: 1, now: '2030-03-04T12:01:00Z' },
    })
    const auto_reload = { threshold_cents: 1_000, amount_cents: 5_000 }
    await this.#record('PATCH /accounts/{account}/wallet', {
      body: { balance_cents: 100_000, payment_method: 'valid', auto_reload, decline_next: 0 },
    })
    await this.#record('POST /accounts/{account}/wallet/fund', { body: { amount_cents: 500 } })
    await this.#record('GET /accounts/{account}/wallet')
    await this.#record('PUT /accounts/{account}/webhook', { body: { url: this.#inboxUrl } })
    await this.#record('GET /accounts/{account}/webhook')
    const { id } = await this.#record('POST /accounts/{account}/carrier-accounts', {
      body: { carrier: 'UPS', nickname: 'Our own UPS account', credentials: 'valid' },
    })
    await this.#record('GET /accounts/{account}/carrier-accounts')
    await this.#record('DELETE /accounts/{account}/carrier-accounts/{id}', { at: [id] })
  }

  async recordParcelCalls(): Promise<void> {
    const key = this.#dock.keys.live
    const to_address = { ...contact, ...recipient }
    const { rates } = await this.#record('createRates', { key, body: ratesBody({ to_address }) })
    const label = await this.#record('buyLabel', { key, body: { rate_id: rates[0].id } })
    const { tracking_number, carrier } = label
    await this.#record('registerTracker', { key, body: { tracking_number, carrier } })
    const { id: batch } = await this.#record('createBatch', { body: { items: [batchItem({ to_address })] } })
    await this.#record('buyBatch', { at: [batch] })
    const bodies = [{ by: '1m' }, { seconds: 1 }, { to: '2030-03-04T12:05:00Z' }, { next: 'poll' }]
    for (const call of ['preview', 'advance'])
      for (const body of bodies) await this.#record(`POST /accounts/{account}/clock/${call}`, { body })
    await this.#record('POST /accounts/{account}/labels/{label}/scan', { at: [label.id] })
    await this.#record('PUT /accounts/{account}/tracking/{number}', {
      at: [tracking_number],
      body: { script: 'delivered' },
    })
    await this.#record('POST /accounts/{account}/tracking/{number}/events', {
      at: [tracking_number],
      body: { status: 'delivered', status_detail: 'Left at the door' },
    })
    await this.#record('POST /accounts/{account}/tracking/poll', { body: { tracking_number, carrier } })
    await this.#dock.clock.advance('4h')
    const [delivery] = await this.#dock.webhook.deliveries()
    await this.#record('POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver', {
      at: [delivery?.id ?? ''],
    })
    await this.#dock.clock.advance('0s')
    await this.#record('GET /accounts/{account}/webhook/deliveries')
    for (const name of ['labels', 'trackers', 'batches', 'shipments', 'wallet/ledger'])
      await this.#record(`GET /accounts/{account}/${name}`, { query: 'limit=1' })
    // This request is not recorded as an example. It is a mistake of a client, so that the review in the examples has a
    // finding.
    const headers = { authorization: `Bearer ${this.#dock.keys.test}` }
    await fetch(`${this.#dock.url}/v1/wallets`, { headers })
    await this.#record('GET /accounts/{account}/review')
    await this.#record('DELETE /accounts/{account}/review')
    await this.#record('GET /accounts/{account}/timeline', { query: 'limit=10' })
    const [shipment] = await this.#dock.shipments.list()
    await this.#dock.faults.add({ target: 'carrier:DHL', operation: 'rates', mode: 'down', times: 1 })
    await this.#record('POST /accounts/{account}/shipments/{id}/clone', { at: [shipment?.id ?? ''] })
  }

  async recordFaultCalls(): Promise<void> {
    const faults = 'POST /accounts/{account}/faults'
    const { id } = await this.#record(faults, { body: controlBodies[faults]?.[0] })
    const source =
      'name: poor\ndescription: No money\ntimeline:\n  - at: 10m\n    wallet: { balance_cents: 1 }\n'
    const bodies = [
      { name: 'carrier-outage' },
      { source, file: 'poor.yaml' },
      { name: 'carrier-outage', file: 'poor.yaml' },
    ]
    for (const body of bodies) await this.#record('POST /accounts/{account}/scenario', { body })
    await this.#record('GET /accounts/{account}/scenario')
    await this.#record('GET /accounts/{account}/faults')
    await this.#record('DELETE /accounts/{account}/scenario')
    await this.#record('DELETE /accounts/{account}/faults/{fault}', { at: [id] })
    await this.#record('DELETE /accounts/{account}/faults')
    await this.#dock.faults.add({ target: 'api', operation: 'GET /v1/wallet', mode: 'empty', times: 1 })
    await this.#client.send({ path: '/v1/wallet', key: this.#dock.keys.test, isSpoiled: true })
    await this.#record('GET /accounts/{account}/requests', { query: 'path=/v1/*&limit=3' })
    await this.#record('DELETE /accounts/{account}/requests')
    await this.#record('DELETE /accounts/{account}/webhook')
  }

  /**
   * Records one stream event of each kind, and one of a deleted record. Event ids depend on the time, so fixed numbers
   * replace them.
   */
  async recordEvents(stream: OpenStream): Promise<void> {
    await this.#dock.reset()
    const events = await stream.until(({ event }) => event === 'account')
    stream.close()
    const gone = events.find(({ data }) => 'deleted' in data)
    const body = [...streamEvent.options.map(({ shape }) => shape.event.value), undefined].map(
      (kind, at) => ({
        ...(events.find(({ event }) => event === kind) ?? gone),
        id: 1_894_000_000_000_001 + at,
      }),
    )
    const request = this.#createRequest(streamCall, { query: 'after=0' })
    this.#storeExchange({
      call: streamCall,
      outcome: 'success',
      request,
      response: { headers: stream.headers, body },
    })
  }

  /** Records the errors of control calls that depend on the request. */
  async recordControlErrors(): Promise<void> {
    const at = ['none']
    for (const call of keysOf(controlCalls)) {
      // An unknown field in a fault gets CONTROL.FAULT.INVALID, and a snapshot is checked only as a whole. So calls
      // with a fault or a snapshot get an unknown query parameter instead of an unknown field.
      const takesUnknownField = hasRequestBody(call) && !/faults|snapshot/.test(call)
      const surplus = takesUnknownField
        ? { body: { ...Object(findRecordedSuccess(this, call).request.body), surplus: true } }
        : { query: 'surplus=1' }
      await this.#record(call, { at, ...surplus, outcome: 'VALIDATION.FIELD.INVALID' })
      for (const outcome of listCallCodes(call)) {
        if (outcome === 'CONTROL.RESOURCE.NOT_FOUND') await this.#record(call, { at, outcome })
        const body = incompleteBodies[call] ?? {}
        if (outcome === 'VALIDATION.FIELD.REQUIRED') await this.#record(call, { at, body, outcome })
        const time = { [call.startsWith('PATCH') ? 'now' : 'to']: '2000-01-01T00:00:00Z' }
        if (outcome === 'CONTROL.CLOCK.BACKWARDS') await this.#record(call, { body: time, outcome })
      }
    }
    const body = { target: 'webhook', mode: 'timeout' }
    await this.#record('POST /accounts/{account}/faults', { body, outcome: 'CONTROL.FAULT.INVALID' })
  }

  #createRequest(call: string, { account = 'default', at = [], query, body, key }: CallInput): TestRequest {
    const template = templates.get(call)
    if (template === undefined)
      throw new Error(`Neither the service nor the control protocol has the call ${call}.`)
    const others = [...at]
    const path = template.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      name === 'account' ? account : encodeURIComponent(others.shift() ?? ''),
    )
    const isControl = path.startsWith('/_drydock')
    return {
      method: template.method,
      path: `${path}${query === undefined ? '' : `?${query}`}`,
      ...(!isControl && { key: key === undefined ? this.#dock.keys.test : key }),
      ...(body !== undefined && { body }),
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the test client checks every response against its schema
  async #record(call: string, { outcome = 'success', ...given }: CallInput = {}): Promise<any> {
    return this.#send({ call, outcome, request: this.#createRequest(call, given) })
  }

  /**
   * Sends a request, stores it with its response and returns the body. Throws if the response has another outcome than
   * expected.
   */
  async #send(asked: Omit<Exchange, 'response'>): Promise<unknown> {
    const { call, outcome, request } = asked
    const response = await this.#client.send({ ...request, headers: { Host: new URL(shownUrl).host } })
    const { code = 'success' } = Object(Object(response.body).error)
    if (code !== outcome)
      throw new Error(`The response to ${call} must be ${outcome}, but is ${code}: ${response.bytes}`)
    this.#storeExchange({ ...asked, response })
    return response.body
  }

  #storeExchange({ request, response: { headers, body }, ...asked }: Exchange): void {
    const response = { headers, body: this.#replaceChangingParts(body) }
    this.exchanges.push({
      ...asked,
      request: { ...request, body: this.#replaceChangingParts(request.body) },
      response,
    })
  }

  /** Replaces ports, durations and real times, which differ in each run, by fixed values. */
  #replaceChangingParts<Value>(value: Value): Value {
    if (value === undefined) return value
    const text = JSON.stringify(value)
      .replaceAll(new URL(this.#dock.url).host, new URL(shownUrl).host)
      .replaceAll(this.#inboxUrl, shownReceiver)
      .replaceAll(/"duration_ms":[\d.]+/g, '"duration_ms":0.5')
      .replaceAll(/"last_used_at":"[^"]*"/g, `"last_used_at":"${startedAt}"`)
      .replaceAll(/"saved_at":"[^"]+"/g, '"saved_at":"2030-03-04T12:00:00.000Z"')
    return JSON.parse(text)
  }
}

/** For calls that accept an empty body: another body, which lacks a required field. */
const incompleteBodies: Readonly<Record<string, object>> = {
  'PATCH /accounts/{account}/wallet': { auto_reload: {} },
  'PUT /accounts/{account}/snapshots/{name}': { format: 'drydock-snapshot' },
}
