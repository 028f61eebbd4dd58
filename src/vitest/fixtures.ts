import { test as base, type TestAPI, type TestContext } from 'vitest'
import type { Connection } from '../client/http/connection.ts'
import { checkFields } from '../client/http/object-input.ts'
import { openSimulator } from '../testing/simulator.ts'
import { openTestAccount, type RequestReport, type TestAccount } from '../testing/test-account.ts'
import { type UseOptions, useOptionNames } from '../testing/use-drydock.ts'

/** The fixtures that a test can use. */
export interface DrydockFixtures {
  /** The simulator of the worker. */
  readonly dock: Connection
  /** An account of the test's own: keys, wallet, clock, faults, request log. */
  readonly account: TestAccount
}

/** The `test` of vitest with a simulator and an account for each test. */
export type DrydockTest = TestAPI<DrydockFixtures>

/**
 * Returns a `test` whose simulators or accounts have options. If a test fails, the requests of its account are printed, are in
 * `task.meta.drydock` for reporters, and are an artifact of the test where vitest has artifacts.
 *
 * @example
 * const test = createTest({ account: { clock: 'frozen' } })
 */
export function createTest(options: UseOptions = {}): DrydockTest {
  checkFields(options, 'createTest', useOptionNames)
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
      if (hasFailed) await attachReport(task, await opened.report())
      await opened.close({ hasFailed })
    },
  })
}

/** The `test` of vitest, with an account of its own for each test. */
export const test: DrydockTest = createTest()
export { test as it }

/** Attaches a report to a failed test. A test that has failed takes no annotation any more. */
async function attachReport(task: TestContext['task'], report: RequestReport): Promise<void> {
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
