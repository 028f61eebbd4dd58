import type { AccountInput } from '../client/accounts.ts'
import type { Connection } from '../client/http/connection.ts'
import { checkFieldNames } from '../client/http/object-input.ts'
import { OptionsError } from '../options-error.ts'
import { type OpenSimulator, openSimulator, type SimulatorSetting } from './simulator.ts'
import { type OpenTestAccount, openTestAccount, type TestAccount } from './test-account.ts'

/** Registers a function that the test runner calls, such as before each test. */
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

/** The option names of `UseOptions`. */
export const useDrydockOptionNames = { url: true, simulator: true, account: true } as const

/** The simulator and the account of the running test. Reading one of them outside of a test throws an Error. */
export interface UsedDrydock {
  /** The simulator that all tests of a file share. */
  readonly dock: Connection
  /** The account of the running test. */
  readonly account: TestAccount
}

/**
 * Registers hooks that give each test of a file its own account in one simulator for the file. Without `hooks`, it uses
 * the global hooks of a runner such as Jest. A subtest of node:test has an account of its own, too. Throws an OptionsError if
 * there are no hooks.
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
  checkFieldNames(options, 'useDrydock', useDrydockOptionNames)
  const { beforeAll, afterAll, beforeEach, afterEach } = readHooks(hooks ?? globalThis)
  let simulator: OpenSimulator | undefined
  /** The accounts of the running test and, if it is a subtest of node:test, of the tests around it. */
  const open: OpenTestAccount[] = []
  beforeAll(async () => {
    simulator = await openSimulator(options)
  })
  beforeEach(async () => {
    open.push(await openTestAccount(requireRunningTest(simulator).dock, options.account))
  })
  // If the hook function had a named parameter, Jest and Mocha would wait for a callback.
  afterEach(async (...[context]: readonly unknown[]) => {
    const ending = open.pop()
    const hasFailed = Object(context).passed === false
    // Each line is a separate diagnostic, because reporters of node:test may escape line breaks.
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
      return requireRunningTest(simulator).dock
    },
    get account() {
      return requireRunningTest(open.at(-1)).account
    },
  }
}

function requireRunningTest<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value
  throw new Error(
    'useDrydock has a simulator and an account only while a test or one of its hooks runs. Read them there.',
  )
}

/** Returns the four hooks of a test runner, under the same names for every runner. */
function readHooks(
  given: object,
): Readonly<Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Hook>> {
  return {
    beforeAll: findHook(given, ['beforeAll', 'before']),
    afterAll: findHook(given, ['afterAll', 'after']),
    beforeEach: findHook(given, ['beforeEach']),
    afterEach: findHook(given, ['afterEach']),
  }
}

function findHook(hooks: object, names: readonly string[]): Hook {
  const found = names.map((name) => Reflect.get(hooks, name)).find((hook) => typeof hook === 'function')
  if (found !== undefined) return found
  throw new OptionsError(
    `useDrydock needs the hook ${names.join(' or ')} of the test runner: useDrydock({ before, after, beforeEach, afterEach }) with those of node:test.`,
  )
}
