import { afterAll, beforeAll, expect, test } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { abilitiesOf } from '../../src/conformance/exploring/abilities.ts'
import { explore } from '../../src/conformance/exploring/exploration.ts'
import { judges } from '../../src/conformance/exploring/judges/judges.ts'
import { mostRequests, replay } from '../../src/conformance/exploring/walking.ts'
import { openExploringHost } from '../../src/conformance/running/exploring.ts'
import { openLosses } from '../../src/conformance/running/losses.ts'
import { openRun } from '../../src/conformance/running/open-run.ts'
import { openStopping } from '../../src/conformance/running/stopping.ts'
import { tryHollowTarget } from '../../src/conformance/selftest/hollow-run.ts'
import { hollowTargets } from '../../src/conformance/selftest/hollow-targets.ts'
import { prepare } from '../../src/conformance/target/preparing.ts'
import { type Drydock, startDrydock } from '../../src/index.ts'

let drydock: Drydock
let prepared: Awaited<ReturnType<typeof prepare>>
let host: ReturnType<typeof openExploringHost>
let close: () => Promise<void>
beforeAll(async () => {
  drydock = await startDrydock({ port: 0 })
  const options = { baseUrl: drydock.url }
  const stopping = openStopping(undefined)
  prepared = await prepare(options, { signal: stopping.signal, probes: true })
  const { running } = openRun({ options, prepared, selected: [], stopping, losses: openLosses() })
  host = openExploringHost(running)
  close = async () => {
    await running.client.close()
    stopping.close()
  }
})
afterAll(async () => {
  await close()
  await prepared.close()
  await drydock.close()
})

const walk = async (seed: string, walks: number) => {
  const scripts: string[] = []
  const explored = await explore(host, {
    extent: { seed, walks, sideBySide: 8, length: 25 },
    can: abilitiesOf(prepared.target, { buying: true }),
    judges,
    onWalk: ({ script, shown }) => {
      scripts.push(JSON.stringify(script))
      const requests = shown.filter((each) => 'exchange' in each)
      expect(requests.length, 'the plan says so').toBeLessThanOrEqual(mostRequests(25))
      return false
    },
  })
  return { explored, scripts }
}

test('walks on the simulator break no sentence, and leave nothing', async () => {
  const { explored } = await walk('any', 12)
  expect([...explored.failures.values()].map(({ found, number }) => ({ ...found, number }))).toEqual([])
  expect(explored).toMatchObject({ walks: 12, left: [] })
  for (const { group } of judges) expect(explored.judged.get(group)).toBeGreaterThan(0)
}, 120_000)

test('the same seed gives the same scripts to the letter, another seed others', async () => {
  const first = await walk('one', 8)
  expect((await walk('one', 8)).scripts).toEqual(first.scripts)
  expect((await walk('two', 8)).scripts).not.toEqual(first.scripts)
}, 120_000)

test('a script that is carried out again is done whole', async () => {
  const [text = '[]'] = (await walk('again', 1)).scripts
  const again = await replay(host, { seed: 'again/1', script: JSON.parse(text), judges })
  expect(JSON.stringify(again.script)).toBe(text)
  expect(again.found).toEqual([])
})

test.each(hollowTargets.filter(({ id }) => ['empty-object', 'echo', 'always-label-not-found'].includes(id)))(
  'walks end where every answer is $what',
  async (target) => {
    const walked = rules.filter(({ id }) => ['EXPL-002', 'EXPL-003', 'EXPL-004'].includes(id))
    const { passed, report } = await tryHollowTarget(target, { rules: walked })
    expect([passed, report.rules.length, report.stopped]).toEqual([[], 3, null])
  },
)
