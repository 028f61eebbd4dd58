import { afterAll, beforeAll, test } from 'vitest'
import { type Account, createAccount } from '../account.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'
import { declare, isCollecting } from './declared-rows.ts'
import type { Row } from './rows.ts'

/** What a test is given: the built command, serving, and an account there that no other test sees. */
interface World {
  readonly simulator: ServedSimulator
  readonly account: Account
}

type RowTest = (rows: readonly Row[], title: string, prove: (world: World) => Promise<void>) => void

/**
 * Serves the built command for one file and gives the function that declares its tests, each with the rows it proves.
 * While rows are being collected, nothing is served and nothing run.
 */
export function rowTests(serveOptions: readonly string[] = []): RowTest {
  if (isCollecting()) return (rows, title) => declare({ rows, title })
  let served: ServedSimulator | undefined
  beforeAll(async () => {
    served = await serveSimulator(serveOptions)
  })
  afterAll(async () => {
    await served?.stop()
  })
  return (_rows, title, prove) => {
    test.concurrent(title, async () => {
      if (served === undefined) throw new Error('The simulator is not being served.')
      await prove({ simulator: served, account: await createAccount(served.url) })
    })
  }
}
