// Walks through each deviation that only walks are to find, and prints after which of them a judge had found it:
// node scripts/run.mjs test/found-by-walks/main.ts [--only WORD] [--walks N] [--seed S,S,...] [--all]
import { parseArgs } from 'node:util'
import { abilitiesOf } from '../../src/conformance/exploring/abilities.ts'
import { explore } from '../../src/conformance/exploring/exploration.ts'
import { judges } from '../../src/conformance/exploring/judges/judges.ts'
import { explorationMutants } from '../../src/conformance/rules/exploring/mutants/all.ts'
import { openExploringHost } from '../../src/conformance/running/exploring.ts'
import { openLosses } from '../../src/conformance/running/losses.ts'
import { openRun } from '../../src/conformance/running/open-run.ts'
import { openStopping } from '../../src/conformance/running/stopping.ts'
import { openAlteredService } from '../../src/conformance/selftest/altered-service.ts'
import type { Mutant } from '../../src/conformance/selftest/mutant.ts'
import { prepare } from '../../src/conformance/target/preparing.ts'
import { startDrydock } from '../../src/index.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    walks: { type: 'string', default: '150' },
    seed: { type: 'string', default: 'suite 0.1.0' },
  },
})
const asked = explorationMutants.filter(({ id }) => new RegExp(values.only).test(id))

/** The groups that walks find broken on it, each with the number of the walk; they end with the first. */
async function foundOn(mutant: Mutant, upstreamUrl: string, seed: string) {
  const service = await openAlteredService(upstreamUrl, mutant.open())
  const options = { baseUrl: service.baseUrl, deliveryPatienceMs: 1_200 }
  const stopping = openStopping(undefined)
  const prepared = await prepare(options, { signal: stopping.signal, probes: true })
  const { running } = openRun({ options, prepared, selected: [], stopping, losses: openLosses() })
  let applied = 0
  try {
    const before = service.applied()
    const explored = await explore(openExploringHost(running), {
      extent: { seed, walks: Number(values.walks), sideBySide: 8, length: 25 },
      can: abilitiesOf(prepared.target, { buying: true }),
      judges,
      onWalk: ({ found }) => {
        if (applied === 0 && service.applied() > before) applied += 1
        return found.length > 0
      },
    })
    return { explored, applied: service.applied() - before }
  } finally {
    await running.client.close()
    stopping.close()
    await prepared.close()
    await service.close()
  }
}

let caught = 0
const started = performance.now()
const dock = await startDrydock()
for (const mutant of asked) {
  for (const seed of values.seed.split(',')) {
    const begun = performance.now()
    const { explored, applied } = await foundOn(mutant, dock.url, seed)
    const failures = [...explored.failures.values()]
    const ms = Math.round(performance.now() - begun)
    const what = failures.length > 0 ? 'found   ' : applied > 0 ? 'unfound ' : 'inert   '
    console.log(
      `${what}  ${mutant.id}  ${mutant.kills.join(',')}  applied ${applied}  walks ${explored.walks}  ${ms} ms  seed ${seed}`,
    )
    for (const { group, number, found } of failures)
      console.log(
        `            ${group} walk ${number} ${found.statement}: expected ${found.expected}, got ${found.seen}`,
      )
    if (failures.length > 0) {
      caught += 1
      break
    }
  }
}
await dock.close()
const seconds = Math.round((performance.now() - started) / 1_000)
console.log(`${caught} of ${asked.length} found; ${seconds} s.`)
