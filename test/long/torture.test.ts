import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDrydock } from '../support/commands/built-command.ts'
import { buildPreload } from '../support/commands/preload.ts'
import { Seeded } from '../support/seeded.ts'
import { TestClient } from '../support/test-client.ts'
import { createLargeBatch } from '../torture/actions/batches.ts'
import { createAccounts } from '../torture/create-accounts.ts'
import { planKill, planKillAtCreation, watchedCalls } from '../torture/kill-plan.ts'
import { dataFileVariable, traceVariable } from '../torture/kill-point.ts'
import { plantedVariable } from '../torture/planted.ts'
import { runRound } from '../torture/round.ts'
import { createTally, hasNoProblem, type Tally } from '../torture/tally.ts'

/** Tests the torture test itself with planted defects. `npm run torture` runs the torture test. */

const folder = mkdtempSync(join(tmpdir(), 'drydock-torture-test-'))
let killPoints = ''
let planted = ''
beforeAll(async () => {
  killPoints = await buildPreload('test/torture/kill-points.ts')
  planted = await buildPreload('test/torture/planted.ts')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function tortureWithDefect(how: string): Promise<Tally> {
  const tally = createTally()
  const env = { [plantedVariable]: how }
  const preloads = [killPoints, planted]
  await runRound({ seed: 'planted', round: 0, kills: 8, preloads, replay: 'this line', tally, env })
  return tally
}

test('the torture test finds a simulator that responds before it has written the data file', async () => {
  const tally = await tortureWithDefect('hasty')
  expect(tally.problems.map(({ kind }) => kind)).toContain('lost')
  expect(tally.problems[0]).toMatchObject({ replay: 'this line' })
  expect(hasNoProblem(tally)).toBe(false)
}, 120_000)

test('the torture test finds a simulator that writes a wrong bit to the data file', async () => {
  const tally = await tortureWithDefect('careless')
  expect(tally.unreadable).toBe(1)
  expect(hasNoProblem(tally)).toBe(false)
}, 120_000)

test('the torture test can kill the simulator at each of its file system calls on the data file', async () => {
  const file = join(folder, 'traced.data')
  const calls = new Set<string>()
  for (const session of [1, 2]) {
    const trace = join(folder, `trace-${session}`)
    const server = await serveDrydock(['--quiet', '--data', file, '--rate-limits', 'off'], {
      preloads: [killPoints],
      env: { [dataFileVariable]: file, [traceVariable]: trace },
    })
    const service = new TestClient(server.url)
    if (session === 1) {
      const lanes = await createAccounts(service, 'http://127.0.0.1:9/')
      const ballast = lanes.find(({ facts }) => facts.id === 'ballast')
      const { ino } = statSync(file)
      const isWrittenAnew = () => statSync(file).ino !== ino
      for (let times = 0; times < 40 && ballast !== undefined && !isWrittenAnew(); times += 1)
        await createLargeBatch(ballast)
      // On a slow disk, the new data file appears later.
      while (!isWrittenAnew()) await setTimeout(20)
    }
    await server.stop()
    for (const call of Object.keys(JSON.parse(readFileSync(trace, 'utf8')))) calls.add(call)
  }
  const watched = new Set(watchedCalls.map(({ call, place }) => `${call} ${place}`))
  expect([...calls].filter((call) => !watched.has(call))).toEqual([])
  expect([...calls]).toEqual(expect.arrayContaining(['write file', 'write beside', 'rename beside']))
}, 120_000)

test('the seed and number of a kill alone decide at which file system call the torture test kills the simulator', () => {
  const createPlan = (number: number) => planKill(new Seeded(`a/${number}`), number)
  expect(createPlan(7)).toEqual(createPlan(7))
  const plans = [
    ...Array.from({ length: 10 }, (_, round) => planKillAtCreation(new Seeded('b'), round)),
    ...Array.from({ length: 2 * watchedCalls.length }, (_, number) => createPlan(number)),
  ]
  const points = plans.flatMap((each) =>
    each.how === 'point' ? [`${each.point.call} ${each.point.place}`] : [],
  )
  expect(new Set(points)).toEqual(new Set(watchedCalls.map(({ call, place }) => `${call} ${place}`)))
})
