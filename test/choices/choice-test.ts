import { test } from 'vitest'
import { createAccount } from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import type { World } from './world.ts'

/** Declares a test on the built command, with an account of its own, for choices of docs/choices.md. */
export function choiceTest(
  choices: readonly number[],
  title: string,
  prove: (world: World) => Promise<void>,
): void {
  const cited = choices.length === 0 ? '' : ` (choices ${choices.join(', ')})`
  test.concurrent(`${title}${cited}`, async () => {
    const simulator = sharedSimulator()
    await prove({ simulator, account: await createAccount(simulator.url) })
  })
}
