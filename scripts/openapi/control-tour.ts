import { createServer, type ServerResponse } from 'node:http'
import { connectDrydock, startDrydock } from '../../src/index.ts'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { bodyLimitBytes } from '../../src/server/request-body.ts'
import { streamEvent } from '../../src/simulator/bodies/stream.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import { openStream } from '../../test/support/event-stream.ts'
import { batchItem, ratesBody, recipient } from '../../test/support/parcels.ts'
import type { Answer, Question } from '../../test/support/test-client.ts'
import { anyRequest, recordAnyRequest } from './any-request.ts'
import { callWords } from './control-calls.ts'
import { Recorder, shownUrl } from './recorder.ts'

/** Makes every call of the control protocol, and meets every error that it is documented with, on a seeded simulator. */

const startedAt = '2030-03-04T12:00:00.000Z'
const base = '/_drydock'
const receiverUrl = 'http://127.0.0.1:4011/'

const contact = {
  street2: 'Suite 4',
  company: 'Carver & Co',
  phone: '+15125550101',
  email: 'post@example.com',
}

export interface ControlTour {
  readonly recorder: Recorder
}

export async function tourControl(): Promise<ControlTour> {
  const receiver = await openReceiver()
  const options = { seed: 'openapi', publicUrl: shownUrl, clock: `frozen@${startedAt}` } as const
  const dock = await startDrydock(options)
  const closed = await startDrydock({ ...options, controlToken: 'a token' })
  try {
    const recorder = new Recorder(dock.url, (text) =>
      text
        .replaceAll(new URL(dock.url).host, new URL(shownUrl).host)
        .replaceAll(receiver.url, receiverUrl)
        .replaceAll(/"duration_ms":[\d.]+/g, '"duration_ms":0.5'),
    )
    const tour = new Tour(recorder, dock, receiver)
    await tour.everybody(closed.url)
    await tour.accounts()
    await tour.moneyAndTime()
    await tour.parcels()
    await tour.troubles()
    await tour.stream()
    await tour.refusals()
    await tour.clockTroubles()
    await recordAnyRequest(recorder, dock.url)
    return { recorder }
  } finally {
    await dock.close()
    await closed.close()
    await receiver.close()
  }
}

interface Receiver {
  readonly url: string
  /** What becomes of the next attempts; 500 by default. */
  answerBy(answer: (response: ServerResponse) => void): void
  close(): Promise<void>
}

async function openReceiver(): Promise<Receiver> {
  const fails = (response: ServerResponse): void => void response.writeHead(500).end()
  let answer = fails
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    answerBy: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Dock = Awaited<ReturnType<typeof startDrydock>>

interface Given {
  /** What stands in the places of the path, the account first; `default` where left out. */
  readonly at?: readonly string[]
  readonly body?: unknown
  readonly query?: string
}

class Tour {
  readonly #recorder: Recorder
  readonly #dock: Dock
  readonly #receiver: Receiver

  constructor(recorder: Recorder, dock: Dock, receiver: Receiver) {
    this.#recorder = recorder
    this.#dock = dock
    this.#receiver = receiver
  }

  /** What any call may be refused with. */
  async everybody(closedUrl: string): Promise<void> {
    await this.#recorder.record(anyRequest, 'CONTROL.TOKEN.INVALID', { path: base }, closedUrl)
    const headers = { Origin: 'http://example.com' }
    await this.#recorder.record(anyRequest, 'CONTROL.ORIGIN.REFUSED', { path: base, headers })
    const raw = ' '.repeat(bodyLimitBytes + 1)
    const tooLarge = {
      method: 'POST',
      path: `${base}/accounts`,
      raw,
      headers: { 'Content-Type': 'application/json' },
    }
    await this.#recorder.record(anyRequest, 'REQUEST.BODY.TOO_LARGE', tooLarge)
  }

  async accounts(): Promise<void> {
    await this.#succeed('GET /')
    await this.#succeed('GET /refused')
    await this.#succeed('GET /openapi.json')
    const clock = { now: startedAt, mode: 'frozen', rate: 1 }
    await this.#succeed('POST /accounts', { body: { id: 'checkout', seed: 'checkout', clock } })
    await this.#succeed('GET /accounts')
    const at = ['checkout']
    await this.#succeed('GET /accounts/{account}', { at })
    const made = await this.#succeed('POST /accounts/{account}/keys', {
      at,
      body: { environment: 'test', scopes: ['rates:read'], expires_at: '2031-01-01T00:00:00Z' },
    })
    await this.#succeed('DELETE /accounts/{account}/keys/{key}', { at: ['checkout', Object(made.body).id] })
    await this.#succeed('GET /accounts/{account}/keys', { at })
    const snapshot = await this.#succeed('GET /accounts/{account}/snapshot', { at })
    await this.#succeed('PUT /accounts/{account}/snapshot', { at, body: snapshot.body })
    await this.#succeed('POST /accounts/{account}/reset', { at })
    await this.#succeed('DELETE /accounts/{account}', { at })
  }

  async moneyAndTime(): Promise<void> {
    await this.#succeed('GET /accounts/{account}/clock')
    await this.#succeed('PATCH /accounts/{account}/clock', {
      body: { mode: 'frozen', rate: 1, now: '2030-03-04T12:00:01Z' },
    })
    await this.#succeed('PATCH /accounts/{account}/wallet', {
      body: {
        balance_cents: 100_000,
        payment_method: 'valid',
        auto_reload: { threshold_cents: 1_000, amount_cents: 5_000 },
      },
    })
    await this.#succeed('POST /accounts/{account}/wallet/fund', { body: { amount_cents: 500 } })
    await this.#succeed('GET /accounts/{account}/wallet')
    await this.#succeed('PUT /accounts/{account}/webhook', { body: { url: this.#receiver.url } })
    await this.#succeed('GET /accounts/{account}/webhook')
    await this.#succeed('POST /accounts/{account}/carrier-accounts', {
      body: { carrier: 'UPS', nickname: 'Our own UPS account', credentials: 'valid' },
    })
    await this.#succeed('GET /accounts/{account}/carrier-accounts')
  }

  async parcels(): Promise<void> {
    const label = Object((await this.#buy(this.#dock.keys.live)).body)
    const body = { tracking_number: label.tracking_number, carrier: label.carrier }
    await this.#recorder.ask({ method: 'POST', path: '/v1/trackers', key: this.#dock.keys.live, body })
    const batch = await this.#recorder.ask({
      method: 'POST',
      path: '/v1/batches',
      key: this.#dock.keys.test,
      body: { items: [batchItem({ to_address: { ...contact, ...recipient } })] },
    })
    await this.#recorder.ask({
      method: 'POST',
      path: `/v1/batches/${Object(batch.body).id}/buy`,
      key: this.#dock.keys.test,
    })
    await this.#succeed('POST /accounts/{account}/clock/advance', { body: { by: '1m' } })
    for (const body of [{ seconds: 1 }, { to: '2030-03-04T12:05:00Z' }, { next: 'poll' }])
      await this.#vary('POST /accounts/{account}/clock/advance', body)
    await this.#succeed('POST /accounts/{account}/labels/{label}/scan', { at: ['default', label.id] })
    const at = ['default', label.tracking_number]
    await this.#succeed('PUT /accounts/{account}/tracking/{number}', { at, body: { script: 'delivered' } })
    await this.#succeed('POST /accounts/{account}/tracking/{number}/events', {
      at,
      body: { status: 'delivered', status_detail: 'Left at the door' },
    })
    await this.#dock.clock.advance('4h')
    const deliveries = await this.#dock.webhook.deliveries()
    const kept = deliveries.find(({ environment }) => environment === 'live')
    await this.#succeed('POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver', {
      at: ['default', kept?.id ?? ''],
    })
    await this.#dock.clock.advance(0)
    await this.#succeed('GET /accounts/{account}/webhook/deliveries')
    await this.#lists()
    const [shipment] = await this.#dock.shipments.list()
    await this.#dock.faults.add({ target: 'carrier:DHL', operation: 'rates', mode: 'down', times: 1 })
    await this.#succeed('POST /accounts/{account}/shipments/{id}/clone', {
      at: ['default', shipment?.id ?? ''],
    })
    await this.#dock.faults.clear()
  }

  async #lists(): Promise<void> {
    const query = 'limit=1'
    for (const name of ['labels', 'trackers', 'batches', 'shipments', 'wallet/ledger'])
      await this.#succeed(`GET /accounts/{account}/${name}`, { query })
    await this.#dock.faults.add({ target: 'api', operation: 'GET /v1/wallet', mode: 'empty', times: 1 })
    await this.#recorder.ask({ path: '/v1/wallet', key: this.#dock.keys.live, isSpoiled: true })
    await this.#dock.faults.clear()
    await this.#succeed('GET /accounts/{account}/requests', { query: 'path=/v1/*&limit=3' })
    await this.#succeed('DELETE /accounts/{account}/requests')
  }

  async troubles(): Promise<void> {
    const added = await this.#succeed('POST /accounts/{account}/faults', {
      body: {
        target: 'carrier:UPS',
        operation: 'labels',
        mode: 'reject',
        code: 'LABEL.WEIGHT.EXCEEDED',
        message: 'too heavy',
        probability: 0.5,
        times: 3,
        after: 1,
        starts_in: '1m',
        lasts: '10m',
      },
    })
    await this.#succeed('POST /accounts/{account}/scenario', { body: { name: 'carrier-outage' } })
    const source =
      'name: poor\ndescription: No money\ntimeline:\n  - at: 10m\n    wallet: { balance_cents: 1 }\n'
    await this.#vary('POST /accounts/{account}/scenario', { source, file: 'poor.yaml' })
    await this.#vary('POST /accounts/{account}/scenario', { name: 'carrier-outage', file: 'poor.yaml' })
    await this.#succeed('GET /accounts/{account}/scenario')
    await this.#succeed('GET /accounts/{account}/faults')
    await this.#succeed('DELETE /accounts/{account}/scenario')
    await this.#succeed('DELETE /accounts/{account}/faults/{fault}', {
      at: ['default', Object(added.body).id],
    })
    await this.#succeed('DELETE /accounts/{account}/faults')
    await this.#succeed('DELETE /accounts/{account}/webhook')
    const [connected] = await this.#dock.carriers.list()
    await this.#succeed('DELETE /accounts/{account}/carrier-accounts/{id}', {
      at: ['default', connected?.id ?? ''],
    })
  }

  /** One of each event there is, and what is due then. */
  async stream(): Promise<void> {
    const name = 'GET /accounts/{account}/stream'
    const account = await (await connectDrydock(this.#dock.url)).createAccount({
      id: 'followed',
      seed: 'followed',
      clock: { now: startedAt, mode: 'frozen' },
    })
    const question = this.#question(name, { at: [account.id], query: 'after=0' })
    const stream = await openStream(this.#dock.url, { path: question.path ?? '' })
    await account.reset()
    await account.webhook.set(this.#receiver.url)
    const fault = await account.faults.add({ target: 'carrier:DHL', mode: 'down', lasts: '10m' })
    const label = Object((await this.#buy(account.keys.live)).body)
    const ask = (path: string, body: object) =>
      this.#recorder.ask({ method: 'POST', path, key: account.keys.live, body })
    await ask('/v1/trackers', { tracking_number: label.tracking_number, carrier: label.carrier })
    await ask('/v1/batches', { items: [batchItem({ to_address: { ...contact, ...recipient } })] })
    // The first attempt of the webhook goes out by itself.
    await account.clock.advance(0)
    await this.#succeed('GET /accounts/{account}/timeline', { at: [account.id], query: 'limit=20' })
    await account.clock.advance('1m')
    await this.#vary('GET /accounts/{account}/timeline', undefined, [account.id])
    await account.faults.remove(fault.id)
    const events = await stream.until(({ event, data }) => event === 'fault' && 'deleted' in data)
    stream.close()
    // Their ids depend on when it is, and the order of some on chance: one of each, under a plain number.
    const chosen = streamEvent.options.flatMap(({ shape }, at) => {
      const found = events.findLast(({ event }) => event === shape.event.value)
      return found === undefined ? [] : [{ ...found, id: 1_894_000_000_000_001 + at }]
    })
    if (chosen.length < streamEvent.options.length) throw new Error('Not every event of the stream was met.')
    const gone = { id: 1_894_000_000_000_100, event: 'fault', data: { id: fault.id, deleted: true } }
    const body = [...chosen, gone]
    this.#recorder.keep(name, {
      question,
      answer: {
        request: name,
        status: stream.status,
        headers: stream.headers,
        bytes: Buffer.from(stream.text()),
        requestId: '',
        body,
      },
    })
  }

  /** Each call with what it refuses, but for what takes a clock that is held up. */
  async refusals(): Promise<void> {
    for (const { method, path, body } of controlRoutes) {
      const call = `${method} ${path}`
      if (path.includes('{account}'))
        await this.#refuse(call, 'CONTROL.ACCOUNT.NOT_FOUND', {
          at: ['nobody', 'any'],
          ...(body && { body: good[call] ?? {} }),
        })
      if (body !== undefined && !/faults|snapshot/.test(path))
        await this.#refuse(call, 'VALIDATION.FIELD.INVALID', {
          at: ['default', '1Z'],
          body: { ...good[call], surplus: true },
        })
      else await this.#refuse(call, 'VALIDATION.FIELD.INVALID', { at: ['default', '1Z'], query: 'surplus=1' })
      for (const code of Object.entries(callWords).find(([name]) => name === call)?.[1].codes ?? [])
        if (!/CLOCK\.(STOPPED|BUSY)/.test(code)) await this.#refuseWith(call, code)
    }
  }

  async #refuseWith(call: string, code: AnyErrorCode): Promise<void> {
    const at = ['default', 'none']
    switch (code) {
      case 'CONTROL.ACCOUNT.EXISTS':
        return this.#refuse(call, code, { body: { id: 'default' } })
      case 'CONTROL.FAULT.INVALID':
        return this.#refuse(call, code, { body: { target: 'webhook', mode: 'timeout' } })
      case 'CONTROL.CLOCK.BACKWARDS':
        return this.#refuse(call, code, {
          body: { [/PATCH/.test(call) ? 'now' : 'to']: '2000-01-01T00:00:00Z' },
        })
      case 'WALLET.PAYMENT.FAILED':
      case 'WALLET.PAYMENT_METHOD.MISSING': {
        await this.#dock.wallet.set({
          payment_method: code === 'WALLET.PAYMENT.FAILED' ? 'declined' : 'none',
        })
        await this.#refuse(call, code, { body: { amount_cents: 500 } })
        await this.#dock.wallet.set({ payment_method: 'valid' })
        return
      }
      case 'RATE.CARRIER.UNAVAILABLE': {
        const [shipment] = await this.#dock.shipments.list()
        await this.#dock.faults.add({ target: 'carrier:*', operation: 'rates', mode: 'down' })
        await this.#refuse(call, code, { at: ['default', shipment?.id ?? ''] })
        await this.#dock.faults.clear()
        return
      }
      case 'VALIDATION.FIELD.REQUIRED':
        // All fields of a wallet may be left out, but not those of its reloading.
        return this.#refuse(call, code, { at, body: call.endsWith('/wallet') ? { auto_reload: {} } : {} })
      default:
        return this.#refuse(call, code, { at })
    }
  }

  /** An advance that a reset ends, and one that another waits for in vain. */
  async clockTroubles(): Promise<void> {
    const call = 'POST /accounts/{account}/clock/advance'
    const clock = { now: startedAt, mode: 'frozen' } as const
    for (const code of ['CONTROL.CLOCK.STOPPED', 'CONTROL.CLOCK.BUSY'] as const) {
      const account = await (await connectDrydock(this.#dock.url)).createAccount({
        id: code.toLowerCase(),
        clock,
      })
      await account.webhook.set(this.#receiver.url)
      await this.#buy(account.keys.test)
      const question = this.#question(call, { at: [account.id], body: { by: '1h' } })
      const arrived = new Promise<ServerResponse>((resolve) => this.#receiver.answerBy(resolve))
      if (code === 'CONTROL.CLOCK.STOPPED') {
        const recorded = this.#recorder.record(call, code, question)
        await arrived
        await account.reset()
        await recorded
      } else {
        const advancing = account.clock.advance('1h')
        const response = await arrived
        await this.#recorder.record(call, code, question)
        this.#receiver.answerBy((each) => void each.writeHead(200).end())
        response.writeHead(200).end()
        await advancing
      }
      this.#recorder.copy(call, 'PATCH /accounts/{account}/clock', code)
    }
  }

  #succeed(call: string, given: Given = {}): Promise<Answer> {
    return this.#recorder.record(call, 'success', this.#question(call, given))
  }

  /** Asks well once more, with other fields. */
  #vary(call: string, body: object | undefined, at: readonly string[] = ['default']): Promise<Answer> {
    return this.#recorder.recordVariant(call, this.#question(call, { at, body }))
  }

  async #refuse(call: string, code: AnyErrorCode, given: Given): Promise<void> {
    await this.#recorder.record(call, code, this.#question(call, given))
  }

  #question(call: string, { at = ['default'], body, query }: Given): Question {
    const [method = '', path = ''] = call.split(' ')
    const places = [...at]
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(places.shift() ?? ''))
    return {
      method,
      path: `${base}${filled}${query === undefined ? '' : `?${query}`}`,
      ...(body !== undefined && { body }),
    }
  }

  async #buy(key: string | null): Promise<Answer> {
    const quoted = await this.#recorder.ask({
      method: 'POST',
      path: '/v1/rates',
      key,
      body: ratesBody({ to_address: { ...contact, ...recipient } }),
    })
    const rate_id = Object(quoted.body).rates[0].id
    return this.#recorder.ask({ method: 'POST', path: '/v1/labels', key, body: { rate_id } })
  }
}

/** Bodies that a call takes, where an empty one would be refused. */
const good: Readonly<Record<string, object>> = {
  'POST /accounts/{account}/keys': { environment: 'test' },
  'POST /accounts/{account}/clock/advance': { by: '1m' },
  'POST /accounts/{account}/wallet/fund': { amount_cents: 500 },
  'PUT /accounts/{account}/webhook': { url: receiverUrl },
  'PUT /accounts/{account}/tracking/{number}': { script: 'delivered' },
  'POST /accounts/{account}/tracking/{number}/events': { status: 'delivered' },
  'POST /accounts/{account}/carrier-accounts': { carrier: 'UPS' },
}
