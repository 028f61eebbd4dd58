import { type ClockSetting, clockTrouble, readClockText } from '../clock-setting.ts'
import { OptionsError } from '../options-error.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import type { ClockChange } from './clock.ts'
import type { Control } from './control.ts'

export interface AccountInput {
  readonly id?: string
  readonly seed?: string | number
  /** As `startDrydock` takes it. */
  readonly clock?: ClockSetting
}

export interface AccountBody {
  readonly id: string
  /** Its first key for each environment; null where it has none, as after loading a snapshot without keys. */
  readonly keys: { readonly test: string | null; readonly live: string | null }
  readonly clock: { readonly now: string; readonly mode: 'realtime' | 'frozen'; readonly rate: number }
}

/** What a simulator says of itself. */
export interface DiscoveryBody {
  readonly protocol: string
  readonly implementation: { readonly name: string; readonly version: string }
  readonly capabilities: readonly string[]
  readonly tracking_scripts: readonly string[]
  readonly carriers: readonly string[]
}

/** The accounts of one simulator. */
export interface Accounts {
  discover(): Promise<DiscoveryBody>
  create(input?: AccountInput): Promise<AccountBody>
  list(): Promise<readonly AccountBody[]>
  get(id: string): Promise<AccountBody>
}

export function openAccounts(control: Control): Accounts {
  return {
    discover: () => control.ask({ method: 'GET', path: '/' }),
    create: async (input = {}) => {
      const { seed, clock, ...others } = checkedInput(input)
      const body = {
        ...others,
        ...(seed !== undefined && { seed: String(seed) }),
        ...(clock !== undefined && { clock: typeof clock === 'string' ? fieldsOf(clock) : clock }),
      }
      return control.ask({ method: 'POST', path: '/accounts', body })
    },
    list: async () => {
      const { accounts } = await control.ask<{ readonly accounts: readonly AccountBody[] }>({
        method: 'GET',
        path: '/accounts',
      })
      return accounts
    },
    get: (id) => control.ask({ method: 'GET', path: `/accounts/${encodeURIComponent(id)}` }),
  }
}

/** Callers without types may give anything. */
function checkedInput(input: AccountInput): AccountInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new OptionsError('createAccount takes an object such as { id, seed, clock }, or nothing.')
  }
  const { seed } = input
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
    throw new OptionsError(`seed must be a whole number, or a text, not ${seed}`)
  }
  return input
}

/** A clock's text as the protocol has it. */
function fieldsOf(text: string): ClockChange {
  const clock = readClockText(text)
  if (clock === undefined) throw new OptionsError(`clock: ${clockTrouble(text)}`)
  const { mode, rate, nowMs } = clock
  return { mode, rate, ...(nowMs !== null && { now: toTimestamp(nowMs) }) }
}
