import { test } from 'vitest'
import { createAccount } from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { declare, isCollecting } from './declared-rows.ts'
import type { Row } from './rows.ts'
import type { World } from './world.ts'

type RowTest = (rows: readonly [Row, ...Row[]], title: string, prove: (world: World) => Promise<void>) => void

/**
 * Gives the function that declares tests on the built command, each with the rows it claims to prove. While tests are
 * being collected, nothing is run: `proveRow` runs them where a row is broken.
 */
export function rowTests(): RowTest {
  if (isCollecting()) return (rows, title, prove) => declare({ rows, title, prove })
  return (_rows, title, prove) => {
    test.concurrent(title, async () => prove(await openWorld(sharedSimulator().url)))
  }
}

/** A service with an account of its own for one test. */
export async function openWorld(url: string): Promise<World> {
  return { simulator: { url }, account: await createAccount(url) }
}
