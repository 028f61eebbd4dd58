// Finds for each deviation of walks the first seed whose eight walks catch it, as a line of rules/explore/mutants.ts. Tries the seed that
// stands there first: node scripts/run.mjs test/found-by-walks/main.ts [--only WORD] [--walks 8] [--seeds 1-20]
import { parseArgs } from 'node:util'
import { abilitiesOf } from '../../src/conformance/explore/abilities.ts'
import { type ExplorationResult, explore } from '../../src/conformance/explore/exploration.ts'
import { oracles } from '../../src/conformance/explore/oracles/oracles.ts'
import { walkLength } from '../../src/conformance/explore/walk.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import type { Mutant } from '../../src/conformance/proof/mutant.ts'
import { mutants } from '../../src/conformance/rules/explore/mutants.ts'
import { openRun } from '../../src/conformance/runner/open-run.ts'
import { openExploringHost } from '../../src/conformance/runner/shared-exploration.ts'
import { openLostRequests, openStopping } from '../../src/conformance/runner/waiting/lost-requests.ts'
import { prepare } from '../../src/conformance/target/preparation.ts'
import { startDrydock } from '../../src/index.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    walks: { type: 'string', default: '8' },
    seeds: { type: 'string', default: '1-20' },
  },
})
const [first = 1, last = first] = values.seeds.split('-').map(Number)
const asked = mutants.filter(({ id }) => new RegExp(values.only).test(id))

interface RuleTry {
  readonly explored: ExplorationResult
  /** How often something was changed while it was walked through. */
  readonly applied: number
}

async function walkThrough(mutant: Mutant, upstreamUrl: string, seed: number): Promise<RuleTry> {
  const service = await openAlteredService(upstreamUrl, mutant.open())
  const options = { baseUrl: service.baseUrl, deliveryPatienceMs: 1_200 }
  const stopping = openStopping(undefined)
  const prepared = await prepare(options, { signal: stopping.signal, probes: true })
  const { running } = openRun({ options, prepared, selected: [], stopping, lostRequests: openLostRequests() })
  const before = service.applied()
  try {
    const explored = await explore(openExploringHost(running), {
      extent: { seed: String(seed), walks: Number(values.walks), parallelWalks: 8, length: walkLength },
      can: abilitiesOf(prepared.target, { buying: true }),
      oracles,
      onWalk: ({ found }) => found.length > 0,
    })
    return { explored, applied: service.applied() - before }
  } finally {
    await running.client.close()
    stopping.close()
    await prepared.close()
    await service.close()
  }
}

/** The first seed that finds it, as a line of the table; else what came of them all. */
async function findingOf(mutant: Mutant, upstreamUrl: string): Promise<readonly string[]> {
  let applied = 0
  const known = mutant.walksOf
  const range = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  for (const seed of known === undefined ? range : [known, ...range]) {
    const tried = await walkThrough(mutant, upstreamUrl, seed)
    applied += tried.applied
    const { failures } = tried.explored
    // The rule it is meant to break comes before what else of it shows.
    const groups = [...failures.keys()].sort(
      (one, other) => Number(mutant.kills.includes(other)) - Number(mutant.kills.includes(one)),
    )
    const [group] = groups
    if (group !== undefined) {
      const { statement, expected, seen } = failures.get(group)?.found ?? {}
      return [`  '${mutant.id}': ${seed}, // ${group}`, `// ${statement}: expected ${expected}, got ${seen}`]
    }
  }
  const what = applied > 0 ? `unfound, applied ${applied} times` : 'inert'
  return [`// ${mutant.id}: ${what} (${mutant.kills.join(', ')})`]
}

let found = 0
const started = performance.now()
const dock = await startDrydock()
for (const mutant of asked) {
  const lines = await findingOf(mutant, dock.url).catch((error: unknown) => [`// ${mutant.id}: ${error}`])
  if (lines[0]?.startsWith('  ') === true) found += 1
  console.log(lines.map((line) => line.replaceAll('\n', ' ').slice(0, 200)).join('\n'))
}
await dock.close()
const seconds = Math.round((performance.now() - started) / 1_000)
console.log(`// ${found} of ${asked.length} found; ${seconds} s.`)
