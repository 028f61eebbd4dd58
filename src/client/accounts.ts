import { type ClockSetting, describeClockProblem, readClockText } from '../clock-setting.ts'
import { OptionsError } from '../options-error.ts'
import type { AccountBody, DiscoveryBody, PrunedBody } from '../simulator/bodies/control/accounts.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import type { ClockChange } from './clock.ts'
import type { ControlCaller } from './http/control.ts'
import { checkFieldNames, requireObject } from './http/object-input.ts'

/** The settings of a new account (control protocol, How do I create and delete accounts?). */
export interface AccountInput {
  /** The id: 1 to 64 letters, digits, `-`, `_` and `.`. By default the simulator chooses one. */
  readonly id?: string
  /**
   * The seed of the account's keys, ids and random values. An account with the same seed and id gets the same values
   * again. By default the seed comes from the simulator's own seed.
   */
  readonly seed?: string | number
  /** The clock of the account, as for `startDrydock`. */
  readonly clock?: ClockSetting
  /** The first digits of each key after `pr_test_` or `pr_live_`: 1 to 8 of 0-9 and a-f. */
  readonly key_prefix?: string
}

/** The options of `pruneAccounts`. */
export interface PruneInput {
  /** A duration such as `7d`. Accounts that nobody used for this long, in real time, are deleted. */
  readonly idle: string
  /** If true, the accounts are listed and not deleted. */
  readonly dryRun?: boolean | undefined
}

/** The methods for all accounts of one simulator. */
export interface SimulatorAccounts {
  discover(): Promise<DiscoveryBody>
  create(input?: AccountInput): Promise<AccountBody>
  list(): Promise<readonly AccountBody[]>
  get(id: string): Promise<AccountBody>
  prune(input: PruneInput): Promise<PrunedBody>
}

/** Returns an object with the calls for the accounts of a simulator. Creating it sends nothing. */
export function buildSimulatorAccounts(control: ControlCaller): SimulatorAccounts {
  return {
    discover: () => control.fetchJson({ method: 'GET', path: '/' }),
    create: async (input = {}) => {
      const { seed, clock, ...others } = checkAccountInput(input)
      const body = {
        ...others,
        ...(seed !== undefined && { seed: String(seed) }),
        ...(clock !== undefined && { clock: typeof clock === 'string' ? parseClockFields(clock) : clock }),
      }
      return control.fetchJson({ method: 'POST', path: '/accounts', body, account: input.id })
    },
    list: async () => {
      const { accounts } = await control.fetchJson<{ readonly accounts: readonly AccountBody[] }>({
        method: 'GET',
        path: '/accounts',
      })
      return accounts
    },
    prune: async (input) => {
      const given = requireObject(input, 'pruneAccounts', "{ idle: '7d' }")
      const { idle, dryRun = false } = checkFieldNames(given, 'pruneAccounts', { idle: true, dryRun: true })
      return control.fetchJson({
        method: 'POST',
        path: '/prune',
        body: { idle, dry_run: dryRun },
        size: 'long',
      })
    },
    get: (id) => control.fetchJson({ method: 'GET', path: `/accounts/${encodeURIComponent(id)}` }),
  }
}

/** Returns the settings of a new account. Throws an OptionsError for other input, which callers without types may pass. */
function checkAccountInput(input: AccountInput): AccountInput {
  const { seed } = requireObject(input, 'createAccount', '{ id, seed, clock, key_prefix }')
  if (typeof seed === 'number' && !Number.isSafeInteger(seed)) {
    throw new OptionsError(`createAccount: seed must be a whole number, or a text, not ${seed}`)
  }
  return input
}

/** Converts a clock such as `frozen` to the fields of the control protocol. Throws an OptionsError for any other text. */
function parseClockFields(text: string): ClockChange {
  const clock = readClockText(text)
  if (clock === undefined) throw new OptionsError(`clock: ${describeClockProblem(text)}`)
  const { mode, rate, nowMs } = clock
  return { mode, rate, ...(nowMs !== null && { now: toTimestamp(nowMs) }) }
}
