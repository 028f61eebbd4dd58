// Runs every rule against each deviation that only walks are to find, and prints which rules catch it all the same:
// node scripts/run.mjs test/uncaught/main.ts [--only WORD] [--at-a-time N]
import { parseArgs } from 'node:util'
import { rules } from '../../src/conformance/catalogue.ts'
import { isRed } from '../../src/conformance/report/report.ts'
import { explorationMutants } from '../../src/conformance/rules/exploring/mutants/all.ts'
import { run } from '../../src/conformance/running/run.ts'
import { openAlteredService } from '../../src/conformance/selftest/altered-service.ts'
import type { Mutant } from '../../src/conformance/selftest/mutant.ts'
import { startDrydock } from '../../src/index.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, 'at-a-time': { type: 'string', default: '2' } },
})
const asked = explorationMutants.filter(({ id }) => new RegExp(values.only).test(id))
const single = rules.filter(({ id }) => !id.startsWith('EXPL-'))

/** The rules that fail on it. */
async function caughtBy(mutant: Mutant): Promise<readonly string[]> {
  const dock = await startDrydock()
  const service = await openAlteredService(dock.url, mutant.open())
  try {
    const { report } = await run({ baseUrl: service.baseUrl, timeoutMs: 60_000 }, single)
    return report.rules
      .filter(({ status }) => isRed(status))
      .map(({ id, reason, expected, actual }) => `${id} ${reason ?? `expected ${expected}, got ${actual}`}`)
  } finally {
    await service.close()
    await dock.close()
  }
}

let caught = 0
const left = asked.values()
const started = performance.now()

async function work(): Promise<void> {
  for (const mutant of left) {
    const red = await caughtBy(mutant)
    if (red.length > 0) caught += 1
    console.log(`${red.length > 0 ? 'caught  ' : 'uncaught'}  ${mutant.kills.join(',')}  ${mutant.id}`)
    for (const line of red) console.log(`            ${line}`)
  }
}

await Promise.all(Array.from({ length: Number(values['at-a-time']) }, work))
const seconds = Math.round((performance.now() - started) / 1_000)
console.log(`${asked.length - caught} of ${asked.length} uncaught by ${single.length} rules; ${seconds} s.`)
