import { type ClockSetting, clockProblem, readClockText } from '../clock-setting.ts'
import { OptionsError } from '../options-error.ts'
import type { AccountBody, DiscoveryBody, PrunedBody } from '../simulator/bodies/control/accounts.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import type { ClockChange } from './clock.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

/** The settings of a new account (control protocol, How do I create and delete accounts?). */
export interface AccountInput {
  /** The id: 1 to 64 letters, digits, `-`, `_` and `.`. By default the simulator makes one. */
  readonly id?: string
  /**
   * The seed of its keys, ids and random draws; the same seed and id give the same ones. By default it comes from the
   * simulator's own seed.
   */
  readonly seed?: string | number
  /** The clock of the account, as for `startDrydock`. */
  readonly clock?: ClockSetting
  /** The first digits of each key after `pr_test_` or `pr_live_`: 1 to 8 of 0-9 and a-f. */
  readonly key_prefix?: string
}

/** The accounts to delete. */
export interface PruneInput {
  /** How long an account must not have been used, in real time: a duration such as `7d`. */
  readonly idle: string
  /** Only lists the accounts. */
  readonly dryRun?: boolean | undefined
}

/** The accounts of one simulator. */
export interface Accounts {
  discover(): Promise<DiscoveryBody>
  create(input?: AccountInput): Promise<AccountBody>
  list(): Promise<readonly AccountBody[]>
  get(id: string): Promise<AccountBody>
  prune(input: PruneInput): Promise<PrunedBody>
}

/** Returns the accounts of a simulator; makes no call. */
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
      return control.ask({ method: 'POST', path: '/accounts', body, account: input.id })
    },
    list: async () => {
      const { accounts } = await control.ask<{ readonly accounts: readonly AccountBody[] }>({
        method: 'GET',
        path: '/accounts',
      })
      return accounts
    },
    prune: async (input) => {
      const { idle, dryRun = false } = objectInput(input, 'pruneAccounts', "{ idle: '7d' }")
      return control.ask({ method: 'POST', path: '/prune', body: { idle, dry_run: dryRun }, size: 'long' })
    },
    get: (id) => control.ask({ method: 'GET', path: `/accounts/${encodeURIComponent(id)}` }),
  }
}

/** Checks the options, as callers without types may pass anything. Throws an OptionsError. */
function checkedInput(input: AccountInput): AccountInput {
  const { seed } = objectInput(input, 'createAccount', '{ id, seed, clock, key_prefix }')
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
    throw new OptionsError(`seed must be a whole number, or a text, not ${seed}`)
  }
  return input
}

/** Converts a clock's text to fields of the protocol. Throws an OptionsError. */
function fieldsOf(text: string): ClockChange {
  const clock = readClockText(text)
  if (clock === undefined) throw new OptionsError(`clock: ${clockProblem(text)}`)
  const { mode, rate, nowMs } = clock
  return { mode, rate, ...(nowMs !== null && { now: toTimestamp(nowMs) }) }
}
