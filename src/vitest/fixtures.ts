import { test as base, type TestAPI, type TestContext } from 'vitest'
import type { Connection } from '../client/http/connection.ts'
import { checkFieldNames } from '../client/http/object-input.ts'
import { openSimulator } from '../testing/simulator.ts'
import { openTestAccount, type RequestReport, type TestAccount } from '../testing/test-account.ts'
import { type UseOptions, useDrydockOptionNames } from '../testing/use-drydock.ts'

/** The fixtures of `test`: what a test receives as its arguments. */
export interface DrydockFixtures {
  /** The simulator of the worker. */
  readonly dock: Connection
  /** The test's own account: keys, wallet, clock, faults and request log. */
  readonly account: TestAccount
}

/** The `test` of vitest with the fixtures `dock` and `account`. */
export type DrydockTest = TestAPI<DrydockFixtures>

/**
 * Returns a `test` with options for its simulators and accounts. If a test fails, the requests of its account are printed
 * and stored in `task.meta.drydock` for reporters. If this vitest has artifacts, they are also an artifact of the test.
 *
 * @example
 * const test = createTest({ account: { clock: 'frozen' } })
 */
export function createTest(options: UseOptions = {}): DrydockTest {
  checkFieldNames(options, 'createTest', useDrydockOptionNames)
  return base.extend<DrydockFixtures>({
    dock: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
      async ({}, use) => {
        const { dock, close } = await openSimulator(options)
        await use(dock)
        await close()
      },
      { scope: 'worker' },
    ],
    account: async ({ dock, task }, use) => {
      const opened = await openTestAccount(dock, options.account)
      await use(opened.account)
      const hasFailed = task.result?.state === 'fail'
      if (hasFailed) await attachRequestReport(task, await opened.report())
      await opened.close({ hasFailed })
    },
  })
}

/** The `test` of vitest, with a new account for each test. */
export const test: DrydockTest = createTest()
export { test as it }

/** Attaches a report to a failed test as an artifact, because vitest accepts no annotation after the failure. */
async function attachRequestReport(task: TestContext['task'], report: RequestReport): Promise<void> {
  const { text, ...meta } = report
  console.error(text)
  Object.assign(task.meta, { drydock: meta })
  const { recordArtifact }: { recordArtifact?: typeof import('vitest').recordArtifact } = await import(
    'vitest'
  )
  await recordArtifact?.(task, {
    type: 'shipping-drydock:requests',
    account: report.account,
    attachments: [{ contentType: 'application/json', body: JSON.stringify(meta, null, 2) }],
  })
}

declare module 'vitest' {
  interface TestArtifactRegistry {
    drydock: {
      readonly type: 'shipping-drydock:requests'
      readonly account: string
      readonly attachments?: { readonly contentType: string; readonly body: string }[]
    }
  }
}
