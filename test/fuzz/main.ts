import { parseArgs } from 'node:util'
import { buildPreload } from '../support/commands/preload.ts'
import { maxGrowthBytes, runFuzz } from './run.ts'

/** The command `npm run fuzz -- [--requests N] [--seed S]`. */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const requests = Number(values.requests)
process.stdout.write(`fuzz: ${requests} requests, seed ${values.seed}\n`)
const { sent, failures, longestDelayMs, growthBytes } = await runFuzz({
  requests,
  seed: values.seed,
  preloads: [await buildPreload('test/fuzz/watch.ts')],
  found: (report) => process.stdout.write(report),
})
const mebibytes =
  growthBytes === null ? 'not told by so short a run' : `${(growthBytes / 2 ** 20).toFixed(1)} MiB`
process.stdout.write(
  `${sent} requests sent, ${failures} kinds of failure; memory from a quarter of the run to its end: ${mebibytes}; ` +
    `event loop held for ${longestDelayMs.toFixed(0)} ms at most\n`,
)
const hasGrown = growthBytes !== null && growthBytes > maxGrowthBytes
if (hasGrown) process.stdout.write(`GROWN: more than ${maxGrowthBytes / 2 ** 20} MiB\n`)
process.exitCode = failures === 0 && !hasGrown ? 0 : 1
