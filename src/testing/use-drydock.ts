import type { AccountInput } from '../client/accounts.ts'
import type { Connection } from '../client/http/connection.ts'
import { checkFields } from '../client/http/object-input.ts'
import { OptionsError } from '../options-error.ts'
import { type OpenSimulator, openSimulator, type SimulatorSetting } from './simulator.ts'
import { type OpenTestAccount, openTestAccount, type TestAccount } from './test-account.ts'

/** Registers a function to run at a point of the test run. */
type Hook = (run: () => Promise<void>) => unknown

/**
 * The hooks of a test runner: `before` and `after` of node:test, or `beforeAll` and `afterAll` of Jest and Mocha, with
 * `beforeEach` and `afterEach`.
 */
export type TestHooks = {
  readonly beforeEach: Hook
  readonly afterEach: Hook
} & ({ readonly before: Hook; readonly after: Hook } | { readonly beforeAll: Hook; readonly afterAll: Hook })

/** The options of `useDrydock`. */
export interface UseOptions extends SimulatorSetting {
  /** The seed and the clock of each test's account. */
  readonly account?: Omit<AccountInput, 'id'> | undefined
}

/** The names of `UseOptions`. */
export const useOptionNames = { url: true, simulator: true, account: true } as const

/** The simulator and the account of the running test. Reading them outside of a test throws. */
export interface UsedDrydock {
  /** The simulator of the file. */
  readonly dock: Connection
  /** The account of the running test. */
  readonly account: TestAccount
}

/**
 * Registers hooks that give each test of a file an account of its own, at one simulator for the file. Without hooks, takes the
 * global ones, as Jest has them. Throws an OptionsError if there are none.
 *
 * @example
 * import { after, afterEach, before, beforeEach, test } from 'node:test'
 * const drydock = useDrydock({ before, after, beforeEach, afterEach })
 * test('buys a label', async () => {
 *   await buyLabel(drydock.account.url, drydock.account.keys.test)
 *   await drydock.account.assertReceived('buyLabel')
 * })
 */
export function useDrydock(hooks?: TestHooks, options: UseOptions = {}): UsedDrydock {
  checkFields(options, 'useDrydock', useOptionNames)
  const { beforeAll, afterAll, beforeEach, afterEach } = readHooks(hooks ?? globalThis)
  let simulator: OpenSimulator | undefined
  let current: OpenTestAccount | undefined
  beforeAll(async () => {
    simulator = await openSimulator(options)
  })
  beforeEach(async () => {
    current = await openTestAccount(requireOpened(simulator).dock, options.account)
  })
  // Jest and Mocha take a function with a named parameter for one that calls back.
  afterEach(async (...[context]: readonly unknown[]) => {
    const ending = current
    current = undefined
    const hasFailed = Object(context).passed === false
    // A reporter of node:test may escape the line ends in a diagnostic, so each line is one of its own.
    const lines = hasFailed && ending !== undefined ? (await ending.report()).text.split('\n') : []
    for (const line of lines) Object(context).diagnostic?.(line)
    await ending?.close({ hasFailed })
  })
  afterAll(async () => {
    await simulator?.close()
    simulator = undefined
  })
  return {
    get dock() {
      return requireOpened(simulator).dock
    },
    get account() {
      return requireOpened(current).account
    },
  }
}

function requireOpened<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value
  throw new Error('useDrydock gives a simulator and an account only while a test or one of its hooks runs.')
}

/** Returns the four hooks by one name each. */
function readHooks(
  given: object,
): Readonly<Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Hook>> {
  return {
    beforeAll: hookOf(given, ['beforeAll', 'before']),
    afterAll: hookOf(given, ['afterAll', 'after']),
    beforeEach: hookOf(given, ['beforeEach']),
    afterEach: hookOf(given, ['afterEach']),
  }
}

function hookOf(given: object, names: readonly string[]): Hook {
  const found = names.map((name) => Reflect.get(given, name)).find((hook) => typeof hook === 'function')
  if (found !== undefined) return found
  throw new OptionsError(
    `useDrydock needs the hook ${names.join(' or ')} of the test runner: useDrydock({ before, after, beforeEach, afterEach }) with those of node:test.`,
  )
}
