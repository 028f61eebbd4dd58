import { createServer, type Server } from 'node:http'
import profile from '../../../fixtures/profiles/default.json' with { type: 'json' }
import { headersOf } from '../../../src/conformance/selftest/http.ts'
import { type Question, TestClient } from '../../support/test-client.ts'

/** What any JSON is read as here: a witness says by what it compares how it must look. */
// biome-ignore lint/suspicious/noExplicitAny: answers of services that are broken on purpose have any shape
export type Json = any

export interface Answer {
  readonly status: number
  readonly json: Json
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The code of an error; empty where it is none. */
  readonly code: string
}

type Place = Partial<Record<keyof typeof profile.addresses.to, string>>

/** Texts of a quote that differ from the plain one. */
export interface Shipment {
  readonly to?: Place
  readonly from?: Place
  readonly weightOz?: number
}

export const bodyOf = ({ to, from, weightOz }: Shipment = {}) => ({
  from_address: { ...profile.addresses.from, ...from },
  to_address: { ...profile.addresses.to, ...to },
  parcel: { ...profile.parcels.standard, ...(weightOz === undefined ? {} : { weight_oz: weightOz }) },
})

/** The item of a batch that buys a rate. */
export const itemOf = (rate: Json, shipment: Shipment = {}) => ({
  ...bodyOf(shipment),
  rate_id: rate.id,
  carrier: rate.carrier,
  service: rate.service,
  rate_cents: rate.rate_cents,
})

/** What a step before the one that matters must come to. */
export function must({ status, json }: Answer): Json {
  if (status < 300) return json
  throw new Error(`A step that leads there was answered with ${status}: ${JSON.stringify(json)}`)
}

async function send(url: string, question: Question): Promise<Answer> {
  const { status, headers, bytes } = await new TestClient(url).send(question)
  const given = headersOf(headers)
  const text = bytes.toString()
  const isJson = (given['content-type'] ?? '').includes('json') && text !== ''
  const json: Json = isJson ? JSON.parse(text) : text
  return { status, json, headers: given, code: json?.error?.code ?? '' }
}

/** A key, and what is asked with it. */
export class Caller {
  readonly #baseUrl: string
  readonly value: string
  readonly id: string

  constructor(baseUrl: string, value: string, id = '') {
    this.#baseUrl = baseUrl
    this.value = value
    this.id = id
  }

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return send(this.#baseUrl, { method, path: `/v1${path}`, key: this.value, body })
  }

  get = (path: string) => this.ask('GET', path)
  void = (label: Json) => this.ask('DELETE', `/labels/${label.id ?? label}`)
  rates = (shipment?: Shipment) => this.ask('POST', '/rates', bodyOf(shipment))
  buy = (rate: Json) => this.ask('POST', '/labels', { rate_id: rate.id })
  read = async (label: Json): Promise<Json> => must(await this.get(`/labels/${label.id}`))
  batch = (items: readonly Json[]) => this.ask('POST', '/batches', { items })
  buyBatch = (batch: Json) => this.ask('POST', `/batches/${batch.id}/buy`)
  track = (tracking_number: string, carrier: string) =>
    this.ask('POST', '/trackers', { tracking_number, carrier })
  tracker = async ({ id }: Json): Promise<Json> => must(await this.get(`/trackers/${id}`))
  log = async (): Promise<readonly Json[]> => must(await this.get('/webhooks/deliveries')).deliveries
  balance = async (): Promise<number> => must(await this.get('/wallet')).balance_cents

  async quote(shipment?: Shipment): Promise<Json[]> {
    return must(await this.rates(shipment)).rates
  }

  async label(shipment?: Shipment): Promise<Json> {
    const [rate] = await this.quote(shipment)
    return { ...must(await this.buy(rate)), rate }
  }

  /** A batch of the cheapest rates, one for each shipment. */
  async newBatch(shipments: readonly Shipment[] = [{}]): Promise<Json> {
    const items: Json[] = []
    for (const shipment of shipments) items.push(itemOf((await this.quote(shipment))[0], shipment))
    return { ...must(await this.batch(items)), ordered: items }
  }
}

interface KeyInput {
  readonly environment: 'live' | 'test'
  readonly scopes?: readonly string[]
  readonly expires_at?: string
}

/** A client of the service, its clock standing still. */
export class Client {
  readonly #baseUrl: string
  readonly account: string
  readonly live: Caller
  readonly test: Caller

  constructor(baseUrl: string, account: string, keys: { readonly live: string; readonly test: string }) {
    this.#baseUrl = baseUrl
    this.account = account
    this.live = new Caller(baseUrl, keys.live)
    this.test = new Caller(baseUrl, keys.test)
  }

  async control(method: string, path: string, body?: unknown): Promise<Json> {
    const whole = `/_drydock/accounts/${this.account}${path}`
    return must(await send(this.#baseUrl, { method, path: whole, body }))
  }

  advance = (by: string) => this.control('POST', '/clock/advance', { by })
  fault = (fault: Json) => this.control('POST', '/faults', fault)
  clearFaults = () => this.control('DELETE', '/faults')
  wallet = (change: Json) => this.control('PATCH', '/wallet', change)
  fund = (amount_cents: number) => this.control('POST', '/wallet/fund', { amount_cents })
  scan = (label: Json) => this.control('POST', `/labels/${label.id}/scan`)
  held = async (): Promise<number> => (await this.control('GET', '/wallet')).balance_cents
  hook = (url: string) => this.control('PUT', '/webhook', { url })
  revoke = (key: Caller) => this.control('DELETE', `/keys/${key.id}`)
  event = (number: string, status: string, status_detail: string) =>
    this.control('POST', `/tracking/${number}/events`, { status, status_detail })
  shipments = async (): Promise<readonly Json[]> => (await this.control('GET', '/shipments')).shipments
  now = async (): Promise<number> => Date.parse((await this.control('GET', '/clock')).now)

  async key(input: KeyInput): Promise<Caller> {
    const { id, key } = await this.control('POST', '/keys', input)
    return new Caller(this.#baseUrl, key, id)
  }

  /** A key that expires when the clock has gone so far. */
  async shortKey(environment: 'live' | 'test', afterMs: number): Promise<Caller> {
    return this.key({ environment, expires_at: new Date((await this.now()) + afterMs).toISOString() })
  }
}

/** Receives events, and answers them as it is told. */
export class Receiver {
  readonly events: Json[] = []
  readonly signatures: { readonly given: string; readonly body: string }[] = []
  /** The status for a label's event; 200 where nothing is said. */
  answer: (label: string) => number = () => 200
  readonly #server: Server
  #url = ''

  constructor() {
    this.#server = createServer(async (incoming, outgoing) => {
      let text = ''
      incoming.setEncoding('utf8')
      for await (const chunk of incoming) text += chunk
      const event = JSON.parse(text)
      this.events.push(event)
      this.signatures.push({ given: String(incoming.headers['pr-signature']), body: text })
      outgoing.writeHead(this.answer(event.data.id)).end()
    })
  }

  get url(): string {
    return this.#url
  }

  of = (label: Json): readonly Json[] => this.events.filter(({ data }) => data.id === label.id)

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.#url = `http://127.0.0.1:${Object(address).port}/events`
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** A service that a witness looks at. */
export class World {
  readonly #receivers: Receiver[] = []
  readonly baseUrl: string

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  async client(): Promise<Client> {
    const question = { method: 'POST', path: '/_drydock/accounts', body: { clock: { mode: 'frozen' } } }
    const { id, keys } = must(await send(this.baseUrl, question))
    return new Client(this.baseUrl, id, keys)
  }

  async receiver(client: Client): Promise<Receiver> {
    const receiver = await new Receiver().open()
    this.#receivers.push(receiver)
    await client.hook(receiver.url)
    return receiver
  }

  async close(): Promise<void> {
    await Promise.all(this.#receivers.map((each) => each.close()))
  }
}

export const kinds = [
  'state',
  'money',
  'concurrency',
  'boundaries',
  'partial failure',
  'encoding',
  'security',
  'webhooks',
] as const
export type Kind = (typeof kinds)[number]

/** The shortest way to see a deviation. */
export interface Witness {
  readonly kind: Kind
  /** It shows after another event alone. */
  readonly isPair: boolean
  /** Whether this service has it. */
  shows(world: World): Promise<boolean>
}

type Shows = Witness['shows']
export const single = (kind: Kind, shows: Shows): Witness => ({ kind, isPair: false, shows })
export const pair = (kind: Kind, shows: Shows): Witness => ({ kind, isPair: true, shows })
