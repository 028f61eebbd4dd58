import type { Context } from '../../../src/simulator/accounts/context.ts'
import type { LabelRecord } from '../../../src/simulator/accounts/records/labels.ts'
import { Call } from '../../../src/simulator/requests/call.ts'
import { loadContacts } from '../../../src/simulator/resources/contact.ts'
import { buyLabel } from '../../../src/simulator/resources/labels/labels.ts'
import type { RatesInput } from '../../../src/simulator/resources/rates.ts'
import { createRates } from '../../../src/simulator/resources/rates.ts'
import { Simulator, type SimulatorOptions } from '../../../src/simulator/simulator.ts'
import { ApiError } from '../../../src/simulator/specification/errors.ts'
import type { Address, Environment, Parcel } from '../../../src/simulator/specification/model.ts'
import { scopes } from '../../../src/simulator/specification/scopes.ts'
import type { AttemptOutcome, SendWebhook } from '../../../src/simulator/webhooks/outbox.ts'
import { TestTime } from './time.ts'

/** The time at which the clocks of these test simulators start: a Monday. */
export const startMs = Date.UTC(2030, 2, 4, 12)

export const sender: Address = {
  name: 'Ada Sender',
  street1: '500 Howard St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  country: 'US',
}
export const recipient: Address = {
  name: 'Bo Recipient',
  street1: '20 W 34th St',
  city: 'New York',
  state: 'NY',
  zip: '10001',
  country: 'US',
}
export const parcel: Parcel = { weightOz: 24, lengthIn: 9, widthIn: 6, heightIn: 3 }

type Attempt = Parameters<SendWebhook>[0]

/** A simulator on a machine's clock that tests move, with the webhook attempts that it has sent. */
export interface TestWorld {
  readonly simulator: Simulator
  readonly time: TestTime
  readonly attempts: readonly Attempt[]
}

/** Starts a simulator for tests; `answer` returns the outcome of a webhook attempt by its number, counted from 1. */
export async function startWorld(
  options: Partial<SimulatorOptions> & {
    readonly answer?: (attempt: number) => AttemptOutcome | null | Promise<AttemptOutcome | null>
  } = {},
): Promise<TestWorld> {
  await loadContacts()
  const { answer = () => createOutcome(200), ...others } = options
  const time = new TestTime(startMs)
  const attempts: Attempt[] = []
  const send: SendWebhook = async (attempt) => answer(attempts.push(attempt))
  const simulator = new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    realTime: time,
    clock: { mode: 'frozen', rate: 1, nowMs: startMs },
    send,
    ...others,
  })
  simulator.begin(null)
  return { simulator, time, attempts }
}

export function createOutcome(responseCode: number): AttemptOutcome {
  return { responseCode, failure: null }
}

/** Returns the call of an operation by a key with every scope. */
export function createCall(context: Context, environment: Environment = 'test'): Call {
  return new Call(context, { environment, scopes })
}

export function requestRatesIn(
  context: Context,
  changes: Partial<RatesInput> = {},
  environment: Environment = 'test',
) {
  return createRates(createCall(context, environment), { from: sender, to: recipient, parcel, ...changes })
}

/** Requests rates and buys the cheapest label. */
export function buyLabelIn(
  context: Context,
  environment: Environment = 'test',
  changes: Partial<RatesInput> = {},
): LabelRecord {
  const [cheapest] = requestRatesIn(context, changes, environment).rates
  const { id } = buyLabel(createCall(context, environment), { rateId: cheapest?.id ?? '' })
  return requireValue(context.state.labels.get(id))
}

export function setWebhook(context: Context, url = 'http://127.0.0.1:9/hooks'): void {
  context.state.webhook.set({ url, signingSecret: 'whsec_test' })
}

/** Returns the value. Throws if it is undefined. */
export function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the value is undefined')
  return value
}

/** Returns the error code that a function throws; undefined if it succeeds. */
export function readThrownCode(attempt: () => unknown): string | undefined {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return undefined
}
