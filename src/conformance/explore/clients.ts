import { ControlFailed } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import type { ControlClient, ControlMethod } from '../target/control-client.ts'
import { tryDeleteAccount } from '../target/discovery.ts'
import { createSeededDraw } from './draw.ts'
import type { ClientName, KeyName, KeySnapshot } from './step.ts'

/** A call of the control protocol, as reports show it. */
export interface ControlCall {
  readonly method: ControlMethod
  /** The path below the base URL of the control protocol. */
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}

/**
 * Thrown if a step of a random walk is impossible: the control protocol refuses it, or there is no such client or no
 * clock that can be moved. The walk continues without the step.
 */
export class StepRefused extends Error {
  override readonly name = 'StepRefused'
  /** True if a call was sent, so that the target may have changed. */
  readonly wasSent: boolean

  constructor(message: string, { wasSent }: { readonly wasSent: boolean }) {
    super(message)
    this.wasSent = wasSent
  }
}

/** A client of a random walk: its account, keys and clock. */
export interface Client {
  readonly name: ClientName
  /** The client's account, to change it by the control protocol; undefined if the target has no control protocol. */
  readonly account: ControlledAccount | undefined
  nowMs(): number
  /** Moves the client's clock and resolves with the response. Throws ControlFailed if the clock then shows another time than `toMs`. */
  moveClock(body: Readonly<Record<string, unknown>>, toMs: number | undefined): Promise<unknown>
  keys(): Keys
  /** Deletes the client's account. Resolves with false if it could not be deleted. */
  deleteAccount(): Promise<boolean>
}

/** A key of a client with its secret value, which the steps of a walk never contain. */
export interface HeldKey {
  readonly value: string | undefined
  /** The id of the key in the control protocol. */
  readonly id?: string | undefined
  readonly seen: KeySnapshot
}

/** The keys of one client of a walk, by name. */
export class Keys {
  readonly #held = new Map<string, HeldKey>()
  readonly #client: ClientName

  constructor(client: ClientName, given: Readonly<Partial<Record<string, string>>>) {
    this.#client = client
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue
      const environment = value.startsWith('pr_live_') ? 'live' : 'test'
      this.add(name, { value, environment, scopes: name === 'limited' ? ['wallet:read'] : 'all' })
    }
    this.add('none', { value: undefined, is: 'none' })
    this.add('malformed', { value: 'pr_test_no-key', is: 'malformed' })
    this.add('unknown', { value: `pr_test_${'0badf00d'.repeat(4)}`, is: 'unknown' })
  }

  /** Returns the key with this name; undefined if the client has no such key. */
  find(name: KeyName): HeldKey | undefined {
    return this.#held.get(typeof name === 'string' ? name : name.$)
  }

  /** Adds a key. Details that are left out are those of a valid test key with every scope. */
  add(
    name: string,
    {
      value,
      id,
      ...facts
    }: Pick<HeldKey, 'value' | 'id'> &
      Partial<Pick<KeySnapshot, 'is' | 'environment' | 'scopes' | 'expiresAtMs'>>,
  ): HeldKey {
    const seen: KeySnapshot = {
      name: `${this.#client}.${name}`,
      client: this.#client,
      environment: 'test',
      is: 'good',
      scopes: 'all',
      expiresAtMs: undefined,
      isRevoked: name === 'revoked',
      ...facts,
    }
    const held: HeldKey = { value, id, seen }
    this.#held.set(name, held)
    return held
  }

  /** Marks the key with this name as revoked, and returns it; undefined if the client has no such key. */
  revoke(name: KeyName): HeldKey | undefined {
    const held = this.find(name)
    if (held === undefined) return undefined
    const revoked = { ...held, seen: { ...held.seen, isRevoked: true } }
    this.#held.set(typeof name === 'string' ? name : name.$, revoked)
    return revoked
  }

  /** Returns the name of the key with this value. */
  nameOf(value: string): string | undefined {
    return [...this.#held].find(([, held]) => held.value === value)?.[0]
  }
}

/**
 * Start times of the clocks in random walks: an ordinary day, the turn of a day, a month and a year, a leap day, and
 * a date with a one-digit day and month.
 */
const startTimes = [
  '2031-03-04T09:30:00.000Z',
  '2031-12-31T23:54:00.000Z',
  '2032-02-28T23:40:30.500Z',
  '2032-02-29T12:00:00.000Z',
  '2032-01-01T00:00:00.000Z',
  '2031-04-30T20:15:59.999Z',
  '2031-09-08T07:06:05.004Z',
] as const

/** Returns the start time of a walk's clocks. It depends only on the seed, so that a repeated script runs on the same days. */
const pickStartTime = (seed: string): string =>
  createSeededDraw(seed).pick(startTimes, 'start') ?? startTimes[0]

/** Creates a client of a walk: a new account with a frozen clock. Throws ControlFailed. */
export async function createClient(
  name: ClientName,
  by: {
    readonly control: ControlClient
    readonly seed: string
    readonly hasClock: boolean
    onCall(call: ControlCall): void
  },
): Promise<Client> {
  const control = recordCalls(by.control, by.onCall)
  const clock = by.hasClock ? { clock: { now: pickStartTime(by.seed), mode: 'frozen' } } : {}
  const made = await control.call('POST', '/accounts', { seed: `${by.seed}/${name}`, ...clock })
  const id = requireText(made, 'id')
  const given = isObject(made) ? made['keys'] : undefined
  const keys = new Keys(name, { test: requireText(given, 'test'), live: requireText(given, 'live') })
  const account = openControlledAccount(control, id)
  let nowMs = Date.now()
  try {
    if (by.hasClock) nowMs = await stopClock(account, made)
  } catch (error) {
    await tryDeleteAccount(by.control, id)
    throw error
  }
  return {
    name,
    account,
    nowMs: () => nowMs,
    keys: () => keys,
    moveClock: async (body, toMs) => {
      const answer = await account.call('POST', '/clock/advance', body)
      const now = Date.parse(requireText(answer, 'now'))
      if (Number.isNaN(now) || (toMs !== undefined && now !== toMs) || now < nowMs) {
        throw new ControlFailed(
          `the clock showed ${toIsoTime(nowMs)} and was advanced by ${JSON.stringify(body)}, but now shows ${JSON.stringify(now)}`,
        )
      }
      nowMs = now
      return isObject(answer) ? answer['fired'] : undefined
    },
    deleteAccount: () => tryDeleteAccount(by.control, id),
  }
}

/** Creates the client of a walk for a target without a control protocol. Only its keys are known, as the user gave them. */
export function createClientWithGivenKeys(keys: Readonly<Partial<Record<string, string>>>): Client {
  const held = new Keys('a', keys)
  return {
    name: 'a',
    account: undefined,
    nowMs: () => Date.now(),
    keys: () => held,
    moveClock: () => Promise.reject(new StepRefused('this clock cannot be moved', { wasSent: false })),
    deleteAccount: () => Promise.resolve(true),
  }
}

/** Stops the clock of a new account, unless the clock is stopped already. Resolves with the clock's time in milliseconds. */
async function stopClock(account: ControlledAccount, created: unknown): Promise<number> {
  const clock = isObject(created) ? created['clock'] : undefined
  if (isObject(clock) && clock['mode'] === 'frozen' && typeof clock['now'] === 'string') {
    return Date.parse(clock['now'])
  }
  await account.clock.freeze()
  return account.clock.now()
}

/**
 * Returns a client of the control protocol that reports each call to `onCall`. It throws StepRefused for a 4xx
 * response: the resource is missing or its state forbids the change.
 */
function recordCalls(control: ControlClient, onCall: (call: ControlCall) => void): ControlClient {
  return {
    ...control,
    call: async (method, path, body) => {
      const { status, json } = await control.ask(method, path, body)
      onCall({ method, path, body, status, answer: json })
      if (status >= 200 && status <= 299) return json
      const message = `${method} ${path} got the status ${status}: ${JSON.stringify(json)?.slice(0, 300)}`
      if (status >= 400 && status <= 499) throw new StepRefused(message, { wasSent: true })
      throw new ControlFailed(message)
    },
  }
}

/** Returns a text field of a control-protocol response. Throws ControlFailed if it is missing or empty. */
function requireText(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined
  if (typeof found === 'string' && found !== '') return found
  throw new ControlFailed(
    `a response of the control protocol has no ${name}: ${JSON.stringify(value)?.slice(0, 200)}`,
  )
}

const toIsoTime = (ms: number): string => new Date(ms).toISOString()
