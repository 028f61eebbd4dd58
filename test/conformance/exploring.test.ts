import { afterAll, beforeAll, expect, test } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { runRandomWalks } from '../../src/conformance/explore/exploration.ts'
import { oracles } from '../../src/conformance/explore/oracles/oracles.ts'
import { maxRequestsOfWalk } from '../../src/conformance/explore/walk.ts'
import { replayWalk } from '../../src/conformance/explore/walk-in-progress.ts'
import { ControlFailed } from '../../src/conformance/http/failures.ts'
import { runRulesOnStubTarget } from '../../src/conformance/proof/stub-run.ts'
import { stubTargets } from '../../src/conformance/proof/stub-targets.ts'
import { openSimulatorHost, type SimulatorHost } from '../support/conformance/exploring-host.ts'

let exploring: SimulatorHost
let host: SimulatorHost['host']
beforeAll(async () => {
  exploring = await openSimulatorHost()
  host = exploring.host
})
afterAll(() => exploring.close())

const exploreWalks = async (seed: string, walks: number, on = host) => {
  const scripts: string[] = []
  const explored = await runRandomWalks(on, {
    extent: { seed, walks, parallelWalks: 8, length: 25 },
    can: exploring.can,
    oracles,
    onWalk: ({ script, calls }) => {
      scripts.push(JSON.stringify(script))
      const requests = calls.filter((each) => 'exchange' in each)
      expect(requests.length, 'the plan says so').toBeLessThanOrEqual(maxRequestsOfWalk(25))
      return false
    },
  })
  return { explored, scripts }
}

test('random call sequences of the suite find no broken rule on the simulator and leave no account undeleted', async () => {
  const { explored } = await exploreWalks('any', 12)
  expect([...explored.failures.values()].map(({ found, number }) => ({ ...found, number }))).toEqual([])
  expect(explored).toMatchObject({ walks: 12, left: [] })
  for (const { group } of oracles) expect(explored.judged.get(group)).toBeGreaterThan(0)
}, 120_000)

test('random call sequences of the suite are the same for the same seed, and different for another seed', async () => {
  const first = await exploreWalks('one', 8)
  expect((await exploreWalks('one', 8)).scripts).toEqual(first.scripts)
  expect((await exploreWalks('two', 8)).scripts).not.toEqual(first.scripts)
}, 120_000)

test('replayWalk repeats a random call sequence (a walk) from the first to the last call', async () => {
  const [text = '[]'] = (await exploreWalks('again', 1)).scripts
  const again = await replayWalk(host, { seed: 'again/1', script: JSON.parse(text), oracles })
  expect(JSON.stringify(again.script)).toBe(text)
  expect(again.found).toEqual([])
})

test.each(stubTargets.filter(({ id }) => ['empty-object', 'echo', 'always-label-not-found'].includes(id)))(
  'random call sequences of the suite end on a target that gives every request the same response: $what',
  async (target) => {
    const walked = rules.filter(({ id }) => ['EXPL-002', 'EXPL-003', 'EXPL-004'].includes(id))
    const { passed, report } = await runRulesOnStubTarget(target, { rules: walked })
    expect([passed, report.rules.length, report.stopped]).toEqual([[], 3, null])
  },
)

/** Creates a host for random walks that loses the responses to the control calls for which `isLost` returns true. */
function createLosingHost(isLost: (method: string, path: string) => boolean): typeof host {
  const { control } = host.target
  if (control === undefined) throw new Error('The simulator has a control protocol.')
  const ask: typeof control.client.ask = async (method, path, body) => {
    const answer = await control.client.ask(method, path, body)
    if (isLost(method, path)) throw new ControlFailed(`${method} ${path}: closed`, { lost: path })
    return answer
  }
  return { ...host, target: { ...host.target, control: { ...control, client: { ...control.client, ask } } } }
}

test('if a control call of a random call sequence is lost, the suite repeats the whole sequence', async () => {
  const whole = await exploreWalks('lost', 2)
  const counts = new Map<string, number>()
  const deleted = new Set<string>()
  const on = createLosingHost((method, path) => {
    if (method === 'DELETE' && path.split('/').length === 3) deleted.add(path)
    const what = `${method} ${path.split('/').slice(3).join('/')}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
    return what === 'POST ' ? counts.get(what) === 1 : what === 'POST clock/advance' && counts.get(what) === 3
  })
  const again = await exploreWalks('lost', 2, on)
  expect(again.scripts).toEqual(whole.scripts)
  expect(again.explored.coverage.names()).toEqual(whole.explored.coverage.names())
  expect(again.explored.left).toEqual([])
  // The run deleted every account that it created, except one whose id is unknown because its creation had no response.
  expect(counts.get('POST ')).toBeGreaterThan(4)
  expect(deleted.size).toBe((counts.get('POST ') ?? 0) - 1)
}, 120_000)

test('if the control calls of a random call sequence are always lost, the suite gives up after 20 tries', async () => {
  let made = 0
  const on = createLosingHost((method, path) => {
    if (method !== 'POST' || path !== '/accounts') return false
    made += 1
    return true
  })
  await expect(exploreWalks('never', 1, on)).rejects.toThrow(ControlFailed)
  expect(made).toBe(20 * exploring.can.clients.length)
}, 120_000)

/** Runs random walks of one step and returns the times at which their clocks start. */
async function readStartTimes(seed: string, walks: number): Promise<readonly unknown[]> {
  const beginnings: unknown[] = []
  await runRandomWalks(host, {
    extent: { seed, walks, parallelWalks: 8, length: 1 },
    can: exploring.can,
    oracles,
    onWalk: ({ calls }) => {
      const [made] = calls.flatMap((each) => ('control' in each ? [each.control] : []))
      beginnings.push(JSON.parse(JSON.stringify(made?.body ?? null)).clock.now)
      return false
    },
  })
  return beginnings
}

test('random call sequences of the suite begin at different times, which depend only on the seed', async () => {
  const beginnings = await readStartTimes('calendar', 24)
  expect(new Set(beginnings).size).toBeGreaterThan(4)
  expect(await readStartTimes('calendar', 24)).toEqual(beginnings)
}, 120_000)

test('a random call sequence of the suite keeps calls that the control protocol refused', async () => {
  const script = [
    { id: 's1', action: { do: 'connect carrier', client: 'a', carrier: 'Nobody', credentials: 'valid' } },
    { id: 's2', action: { do: 'call', client: 'a', key: 'test', operation: 'getWallet' } },
  ] as const
  const walked = await replayWalk(host, { seed: 'refused', script, oracles })
  expect(walked.script).toEqual(script)
  expect(walked.history.map((each) => ('kind' in each ? each.kind : 'burst'))).toEqual(['call', 'end'])
})
