import { test } from 'vitest'
import { type Account, createAccount } from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { declare, isCollecting } from './declared-rows.ts'
import type { Row } from './rows.ts'

/** What a test is given: the built command, serving, and an account there that no other test sees. */
interface World {
  readonly simulator: { readonly url: string }
  readonly account: Account
}

type RowTest = (rows: readonly Row[], title: string, prove: (world: World) => Promise<void>) => void

/**
 * Gives the function that declares tests on the built command, each with the rows it proves. While rows are being
 * collected, nothing is run.
 */
export function rowTests(): RowTest {
  if (isCollecting()) return (rows, title) => declare({ rows, title })
  return (_rows, title, prove) => {
    test.concurrent(title, async () => {
      const simulator = sharedSimulator()
      await prove({ simulator, account: await createAccount(simulator.url) })
    })
  }
}
