import { startDrydock } from '../../src/index.ts'
import { batchBodyLimitBytes, bodyLimitBytes } from '../../src/server/request-body.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import { scopes } from '../../src/simulator/specification/scopes.ts'
import { batchItem, ratesBody, recipient } from '../../test/support/parcels.ts'
import type { Answer, Question } from '../../test/support/test-client.ts'
import { type Attempt, openInbox } from '../../test/support/webhook-inbox.ts'
import { recordAnyRequest } from './any-request.ts'
import { Recorder, shownUrl } from './recorder.ts'
import { type DocumentedOperation, documentedOperations } from './service-codes.ts'

/** Meets every operation of the service, and every error that it is documented with, on a seeded simulator. */

const startedAt = '2030-03-04T12:00:00.000Z'

export interface ServiceTour {
  readonly recorder: Recorder
  /** The event of the first label that was bought. */
  readonly event: Attempt
}

interface TourWay {
  /** Gives where to ask in the place of the simulator itself. */
  readonly through?: (url: string) => Promise<string>
  /** What is asked at the end, with this key. */
  readonly last?: (recorder: Recorder, key: string) => Promise<void>
}

export async function tourService({ through, last }: TourWay = {}): Promise<ServiceTour> {
  const dock = await startDrydock({ seed: 'openapi', publicUrl: shownUrl, clock: `frozen@${startedAt}` })
  // An attempt that fails has a next one to show.
  const inbox = await openInbox(() => ({ status: 503 }))
  try {
    const recorder = new Recorder((await through?.(dock.url)) ?? dock.url)
    const tour = new Tour(recorder, dock)
    await dock.webhook.set(inbox.url)
    await tour.successes()
    await dock.clock.advance(0)
    const [event] = inbox.attempts
    if (event === undefined) throw new Error('No event came.')
    await dock.webhook.clear()
    for (const operation of documentedOperations) await tour.refusals(operation, operation.codes)
    for (const operation of documentedOperations) await tour.refusals(operation, operation.onDemand)
    await recordAnyRequest(recorder, dock.url)
    await last?.(recorder, dock.keys.test)
    return { recorder, event }
  } finally {
    await dock.close()
    await inbox.close()
  }
}

type Dock = Awaited<ReturnType<typeof startDrydock>>

const contact = {
  street2: 'Suite 4',
  company: 'Carver & Co',
  phone: '+15125550101',
  email: 'post@example.com',
}
const withoutHouse = { ...recipient, street1: 'Oak Street' }

class Tour {
  readonly #recorder: Recorder
  readonly #dock: Dock
  /** A request that each operation answers well. */
  readonly #good = new Map<string, Question>()

  constructor(recorder: Recorder, dock: Dock) {
    this.#recorder = recorder
    this.#dock = dock
  }

  async successes(): Promise<void> {
    const { live } = this.#dock.keys
    await this.#dock.carriers.connect({ carrier: 'UPS', nickname: 'Our own UPS account' })
    await this.#succeed('validateAddress', { body: { ...contact, ...recipient } })
    await this.#dock.faults.add({ target: 'carrier:DHL', mode: 'down', operation: 'rates', times: 1 })
    const quoted = await this.#succeed('createRates', {
      body: ratesBody({
        from_address: { ...contact, ...ratesBody().from_address },
        to_address: { ...recipient, street2: 'Suite 4' },
      }),
    })
    const { id: rate_id, carrier, service, rate_cents } = Object(quoted.body).rates[0]
    const bought = await this.#succeed('buyLabel', { body: { rate_id } })
    const label = Object(bought.body)
    const tracked = await this.#succeed('registerTracker', {
      body: { tracking_number: '99994001', carrier: 'UPS' },
    })
    await this.#succeed('getTracker', { id: Object(tracked.body).id })
    await this.#succeed('listCarrierAccounts', {})
    // As the rate has it that the first item names.
    const priced = { carrier, service, rate_cents }
    const created = await this.#succeed('createBatch', {
      body: {
        items: [
          batchItem({ ...priced, to_address: { ...contact, ...recipient }, rate_id }),
          batchItem({ ...priced, to_address: { ...recipient, name: 'sim:LABEL.ADDRESS.UNDELIVERABLE' } }),
        ],
      },
    })
    const { id: batchId } = Object(created.body)
    await this.#succeed('buyBatch', { id: batchId })
    await this.#dock.clock.advance('1s')
    await this.#succeed('getBatch', { id: batchId })
    await this.#dock.wallet.set({ auto_reload: { threshold_cents: 1_000, amount_cents: 5_000 } })
    await this.#succeed('getWallet', { key: live })
    await this.#succeed('listDeliveries', {})
    await this.#succeed('downloadLabel', { id: label.id })
    await this.#succeed('downloadSandboxLabel', { id: label.id, key: null })
    await this.#succeed('voidLabel', { id: label.id })
    await this.#succeed('getLabel', { id: label.id })
    await this.#dock.wallet.set({ auto_reload: null })
    for (const account of await this.#dock.carriers.list()) await this.#dock.carriers.disconnect(account.id)
  }

  /** Each of these codes, met once by an operation. */
  async refusals(operation: DocumentedOperation, codes: readonly AnyErrorCode[]): Promise<void> {
    for (const code of codes) {
      const question = await this.#provoke(operation, code)
      await this.#recorder.record(operation.name, code, question)
      await this.#dock.faults.clear()
      await this.#dock.wallet.set({ balance_cents: 100_000, payment_method: 'valid', auto_reload: null })
    }
  }

  async #succeed(name: string, given: Given): Promise<Answer> {
    const question = this.#question(name, given)
    this.#good.set(name, question)
    return this.#recorder.record(name, 'success', question)
  }

  #question(name: string, { id = '', key = this.#dock.keys.test, body }: Given): Question {
    const operation = documentedOperations.find((each) => each.name === name)
    if (operation === undefined) throw new Error(`There is no operation ${name}.`)
    const { method, path } = operation
    return { method, path: path.replace('{id}', id), key, ...(body !== undefined && { body }) }
  }

  /** What to ask so that the operation refuses with this code. */
  async #provoke(operation: DocumentedOperation, code: AnyErrorCode): Promise<Question> {
    const good = this.#good.get(operation.name)
    if (good === undefined) throw new Error(`${operation.name} was not asked well.`)
    const provoked = await this.#byKey(operation, good, code)
    if (provoked !== undefined) return provoked
    const asked = await this.#byRequest(operation, good, code)
    if (asked !== undefined) return asked
    await this.#dock.faults.add(
      code === 'REQUEST.INTERNAL.ERROR'
        ? { target: 'api', mode: 'error', times: 1 }
        : code === 'AUTH.RATE_LIMIT.EXCEEDED'
          ? { target: 'api', mode: 'rate_limited', times: 1 }
          : { target: 'api', mode: 'error', code, times: 1 },
    )
    return good
  }

  async #byKey(
    { name, scope }: DocumentedOperation,
    good: Question,
    code: AnyErrorCode,
  ): Promise<Question | undefined> {
    const newKey = (input: Omit<Parameters<Dock['createKey']>[0], 'environment'>) =>
      this.#dock.createKey({ environment: 'test', ...input })
    switch (code) {
      case 'AUTH.KEY.MISSING':
        return { ...good, key: null }
      case 'AUTH.KEY.INVALID':
        return { ...good, key: `pr_test_${'0'.repeat(32)}` }
      case 'AUTH.KEY.REVOKED': {
        const { id, key } = await newKey({})
        await this.#dock.revokeKey(id)
        return { ...good, key }
      }
      case 'AUTH.KEY.EXPIRED':
        return { ...good, key: (await newKey({ expires_at: '2030-03-04T11:00:00Z' })).key }
      case 'AUTH.KEY.INSUFFICIENT_SCOPE':
        if (scope === null) return undefined
        return {
          ...good,
          key: (await newKey({ scopes: scopes.filter((each) => each !== scope).slice(0, 2) })).key,
        }
      case 'AUTH.RATE_LIMIT.EXCEEDED':
        return name === 'downloadSandboxLabel' ? this.#exhaust(good) : undefined
      case 'AUTH.KEY.SANDBOX_IN_PRODUCTION':
        return this.#liveThing(name, good)
      default:
        return undefined
    }
  }

  /** The sample PDFs know no faults: they are read until there is a limit. */
  async #exhaust(good: Question): Promise<Question> {
    for (let asked = 0; asked < 300; asked += 1) await this.#recorder.ask(good)
    return good
  }

  /** Something of the live environment, asked for with a test key. */
  async #liveThing(name: string, good: Question): Promise<Question> {
    const { live: key } = this.#dock.keys
    if (name === 'buyLabel') return { ...good, body: { rate_id: await this.#rateId({}, key) } }
    if (name === 'registerTracker') {
      const { tracking_number, carrier } = Object((await this.#buy({}, key)).body)
      return { ...good, body: { tracking_number, carrier } }
    }
    if (/Label/.test(name)) return this.#about(name, Object((await this.#buy({}, key)).body).id)
    if (/Tracker/.test(name)) {
      const body = { tracking_number: '99994002', carrier: 'UPS' }
      return this.#about(name, Object((await this.#post('/v1/trackers', body, key)).body).id)
    }
    const batch = await this.#post('/v1/batches', { items: [batchItem()] }, key)
    return this.#about(name, Object(batch.body).id)
  }

  async #byRequest(
    { name }: DocumentedOperation,
    good: Question,
    code: AnyErrorCode,
  ): Promise<Question | undefined> {
    const way = this.#ways[code]
    const asked = await way?.({ name, good, code })
    if (asked !== undefined) return asked
    // What a carrier says of a purchase is asked for by the name of the address.
    const isOfPurchase = name === 'buyLabel' && /^(LABEL|CARRIER)\./.test(code)
    if (!isOfPurchase) return undefined
    const to_address = { ...recipient, name: `sim:${code}` }
    return { ...good, body: { rate_id: await this.#rateId({ to_address }) } }
  }

  /** What to ask, and what to do before, by code; undefined where the operation is refused so in another way. */
  readonly #ways: Partial<
    Record<AnyErrorCode, (asked: Asked) => Promise<Question | undefined> | Question | undefined>
  > = {
    'LABEL.NOT_FOUND': ({ name }) => this.#about(name, `lbl_${'0'.repeat(24)}`),
    'TRACKER.NOT_FOUND': ({ name }) => this.#about(name, `trk_${'0'.repeat(24)}`),
    'BATCH.NOT_FOUND': ({ name }) => this.#about(name, `bat_${'0'.repeat(24)}`),
    'RATE.NOT_FOUND': (asked) =>
      asked.name === 'createRates'
        ? this.#magic(asked)
        : { ...asked.good, body: { rate_id: `rate_${'0'.repeat(24)}` } },
    'RATE.EXPIRED': async (asked) => {
      if (asked.name === 'createRates') return this.#magic(asked)
      const { good } = asked
      const rate_id = await this.#rateId({})
      await this.#dock.clock.advance('16m')
      return { ...good, body: { rate_id } }
    },
    'RATE.CARRIER.UNAVAILABLE': async ({ good }) => {
      await this.#dock.faults.add({ target: 'carrier:*', mode: 'down', operation: 'rates' })
      return good
    },
    'VALIDATION.FIELD.REQUIRED': ({ good }) => ({ ...good, body: withoutLast(good.body) }),
    'VALIDATION.FIELD.INVALID': ({ good }) => ({
      ...good,
      body: { ...Object(good.body), [lastName(good.body)]: 7 },
    }),
    'REQUEST.BODY.TOO_LARGE': ({ name, good }) => ({
      ...good,
      body: undefined,
      raw: ' '.repeat((name === 'createBatch' ? batchBodyLimitBytes : bodyLimitBytes) + 1),
    }),
    'ADDRESS.VALIDATION.FAILED': ({ good }) => ({ ...good, body: { ...recipient, zip: '10118' } }),
    'ADDRESS.VALIDATION.AMBIGUOUS': ({ good }) => ({ ...good, body: withoutHouse }),
    'ADDRESS.VALIDATION.SERVICE_ERROR': async ({ good }) => {
      await this.#dock.faults.add({ target: 'address_validation', mode: 'down', times: 1 })
      return good
    },
    'LABEL.VOID.ALREADY_REQUESTED': async ({ name }) => {
      const { id } = Object((await this.#buy({})).body)
      await this.#recorder.ask(this.#about('voidLabel', id))
      return this.#about(name, id)
    },
    'LABEL.VOID.INELIGIBLE': async ({ name }) => {
      const { id } = Object((await this.#buy({})).body)
      await this.#dock.tracking.scan(id)
      return this.#about(name, id)
    },
    'BATCH.ITEMS.REQUIRED': ({ good }) => ({ ...good, body: { items: [] } }),
    'BATCH.SIZE.EXCEEDED': ({ good }) => ({ ...good, body: { items: Array(5_001).fill(batchItem()) } }),
    'BATCH.ALREADY_PROCESSING': async ({ name }) => {
      const batch = await this.#post('/v1/batches', { items: [batchItem()] })
      const question = this.#about(name, Object(batch.body).id)
      await this.#recorder.ask(question)
      return question
    },
    'WALLET.INSUFFICIENT_BALANCE': (asked) => this.#withPoorWallet(asked),
    'WALLET.PAYMENT.FAILED': (asked) => this.#withPoorWallet(asked),
    'WALLET.PAYMENT_METHOD.MISSING': (asked) => this.#withPoorWallet(asked),
    'CARRIER.ACCOUNT.INVALID_CREDENTIALS': async ({ name, good }) => {
      if (name !== 'listCarrierAccounts') return undefined
      await this.#dock.carriers.connect({ carrier: 'UPS', credentials: 'rejected' })
      return good
    },
    'CARRIER.ERROR.UNKNOWN': async ({ name, good }) => {
      if (name !== 'listCarrierAccounts') return undefined
      await this.#dock.faults.add({ target: 'carrier:UPS', mode: 'down', operation: 'accounts', times: 1 })
      return good
    },
  }

  #magic({ good, code }: Asked): Question {
    return { ...good, body: ratesBody({ to_address: { ...recipient, name: `sim:${code}` } }) }
  }

  async #withPoorWallet({ name, good, code }: Asked): Promise<Question> {
    const key = this.#dock.keys.live
    const body = name === 'buyLabel' ? { rate_id: await this.#rateId({}, key) } : good.body
    const isOff = code === 'WALLET.INSUFFICIENT_BALANCE'
    await this.#dock.wallet.set({
      balance_cents: 0,
      payment_method: code === 'WALLET.PAYMENT.FAILED' ? 'declined' : 'none',
      auto_reload: isOff ? null : { threshold_cents: 1_000, amount_cents: 5_000 },
    })
    return { ...good, key, body }
  }

  /** The operation, asked of another thing. */
  #about(name: string, id: string): Question {
    return this.#question(name, { id, ...(name === 'downloadSandboxLabel' && { key: null }) })
  }

  async #rateId(changes: Readonly<Record<string, unknown>>, key = this.#dock.keys.test): Promise<string> {
    return Object((await this.#post('/v1/rates', ratesBody(changes), key)).body).rates[0].id
  }

  async #buy(changes: Readonly<Record<string, unknown>>, key = this.#dock.keys.test): Promise<Answer> {
    return this.#post('/v1/labels', { rate_id: await this.#rateId(changes, key) }, key)
  }

  #post(path: string, body: unknown, key: string | null = this.#dock.keys.test): Promise<Answer> {
    return this.#recorder.ask({ method: 'POST', path, body, key })
  }
}

/** An operation as it is asked well, and the code that it is to refuse with. */
interface Asked {
  readonly name: string
  readonly good: Question
  readonly code: AnyErrorCode
}

interface Given {
  readonly id?: string
  readonly key?: string | null
  readonly body?: unknown
}

function lastName(body: unknown): string {
  return Object.keys(Object(body)).at(-1) ?? ''
}

function withoutLast(body: unknown): unknown {
  const { [lastName(body)]: _, ...others } = Object(body)
  return others
}
