import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import type { Need } from '../../../src/conformance/target/need.ts'
import { startDrydock } from '../../../src/index.ts'
import { createToyRule } from './toy-target.ts'

/** Returns how far the clock of a rule's account moves by itself in 20 ms. */
async function measureClockMove(needs: readonly Need[]): Promise<number> {
  const dock = await startDrydock()
  const times: number[] = []
  const rule = createToyRule({
    id: 'A-001',
    needs,
    run: async (t) => {
      times.push(await t.account.clock.now())
      await sleep(20)
      times.push(await t.account.clock.now())
    },
  })
  try {
    await runSuite({ baseUrl: dock.url }, [rule])
  } finally {
    await dock.close()
  }
  expect(times).toHaveLength(2)
  return (times[1] ?? 0) - (times[0] ?? 0)
}

it("the clock of a rule's account is frozen if the rule moves time", async () => {
  expect(await measureClockMove(['control:accounts', 'control:clock'])).toBe(0)
})

it("the clock of a rule's account runs if the rule does not move time", async () => {
  expect(await measureClockMove(['control:accounts'])).toBeGreaterThan(0)
})
