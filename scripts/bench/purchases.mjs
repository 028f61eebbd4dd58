// Buys labels over 16 connections until the data file has been compacted, and prints the p99 latency in
// milliseconds during the compaction and without it. It is a separate process, like load.mjs.
import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Pool } from 'undici'

const { url, request, file, longestMs } = JSON.parse(process.argv[2])
const pool = new Pool(url, { connections: 16 })
const during = []
const without = []
const prefix = `${basename(file)}.tmp`
const endsAt = performance.now() + longestMs
let isCompacting = false
let hasCompacted = false
let endedAt = 0

// A compaction is running while its temporary file exists beside the data file.
const watching = setInterval(() => {
  isCompacting = readdirSync(dirname(file)).some((name) => name.startsWith(prefix))
  if (isCompacting) hasCompacted = true
  else if (hasCompacted && endedAt === 0) endedAt = performance.now()
}, 5)

/**
 * Whether to buy more labels. Purchases continue for one second after the compaction, because their latencies are
 * compared with those during the compaction.
 */
const shouldBuyMore = () =>
  performance.now() < endsAt && (endedAt === 0 || performance.now() < endedAt + 1_000)

async function buyLabels() {
  for (let count = 0; shouldBuyMore(); count += 1) {
    const startedAt = performance.now()
    const wasCompacting = isCompacting
    const { statusCode, body: response } = await pool.request(request)
    await response.dump()
    if (statusCode !== 201) throw new Error(`A purchase got the status ${statusCode} instead of 201`)
    if (count > 200) (wasCompacting || isCompacting ? during : without).push(performance.now() - startedAt)
  }
}

await Promise.all(Array.from({ length: 16 }, buyLabels))
clearInterval(watching)
await pool.close()
const findP99 = (times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? null
console.log(JSON.stringify({ during: findP99(during), without: findP99(without), bought: during.length }))
