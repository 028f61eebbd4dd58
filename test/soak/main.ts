import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serveDrydock } from '../support/commands/built-command.ts'
import { buildPreload } from '../support/commands/preload.ts'
import { Seeded } from '../support/seeded.ts'
import { TestClient } from '../support/test-client.ts'
import { bounds, computeSlopePerMinute, findSoakProblems, type Sample } from './bounds.ts'
import type { HeldMemory } from './held-memory.ts'
import { createLanes, sendMixedLoad } from './load.ts'

/**
 * The soak test: npm run soak -- [--minutes N] [--seed S]. It sends mixed requests for a long time, and measures
 * memory, descriptors and disk.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const minutes = Number(values.minutes)
const folder = mkdtempSync(join(tmpdir(), 'drydock-soak-'))
const file = join(folder, 'drydock.data')
const server = await serveDrydock(['--quiet', '--data', file, '--rate-limits', 'off'], {
  preloads: [await buildPreload('test/soak/held-memory.ts')],
  // Without this limit, the heap would grow on a machine with more memory.
  nodeOptions: ['--expose-gc', `--max-old-space-size=${bounds.heapMiB}`],
})
const service = new TestClient(server.url)
process.stdout.write(`soak: ${minutes} minutes, seed ${values.seed}\n`)

const lanes = await createLanes(service)
const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000
const draw = new Seeded(values.seed)
const working = lanes.map((lane) => sendMixedLoad(lane, draw.fork(lane.id), () => performance.now() < endsAt))
const samples: Sample[] = [await readSample()]
const everyMs = Math.max(1_000, (minutes * 60_000) / 60)
while (performance.now() + everyMs < endsAt) {
  await pause(everyMs)
  samples.push(await readSample())
  if (samples.length % 10 === 0) printSamples(samples)
}
await Promise.all(working)
const last = await readSettledSample()
printSamples([...samples, last])
const failures = findSoakProblems(samples, last)
for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`)
const { status } = await server.stop()
if (status !== 0) process.stdout.write(`FAILED: it stopped with ${status}\n`)
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures.length === 0 && status === 0 ? 0 : 1

/**
 * Waits until idle connections are closed, then takes a sample. Connections close seconds after their last response,
 * later on a busy machine.
 */
async function readSettledSample(): Promise<Sample> {
  const most = (samples[0]?.descriptors ?? 0) + bounds.spareDescriptors
  for (let waited = 0; waited < 20; waited += 1) {
    await pause(1_000)
    const now = await readSample()
    if (now.descriptors <= most) return now
  }
  return readSample()
}

async function readSample(): Promise<Sample> {
  const { pid } = server
  const [, resident = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    atMinutes: (performance.now() - startedAt) / 60_000,
    memoryMiB: Number(resident) / 1024,
    heldMiB: await readHeldMemory(),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    fileMiB: statSync(file).size / 2 ** 20,
    responses: service.responseCount,
  }
}

async function readHeldMemory(): Promise<number> {
  const { child, ended } = server
  const told = new Promise<HeldMemory>((resolve) =>
    child.once('message', (message: HeldMemory) => resolve(message)),
  )
  child.send('held')
  const { heldBytes } = await Promise.race([told, ended.then(({ stderr }) => fail(stderr))])
  return heldBytes / 2 ** 20
}

function fail(complaints: string): never {
  throw new Error(`The simulator has ended: ${complaints}`)
}

function printSamples(all: readonly Sample[]): void {
  const now = all.at(-1)
  if (now === undefined) return
  const { atMinutes, memoryMiB, heldMiB, descriptors, fileMiB, responses } = now
  const slope = computeSlopePerMinute(all, (sample) => sample.heldMiB)
  process.stdout.write(
    `${atMinutes.toFixed(1)} min: ${responses} responses, memory ${memoryMiB.toFixed(0)} MiB, held ${heldMiB.toFixed(1)} MiB (${slope.toFixed(2)} MiB a minute), ` +
      `${descriptors} descriptors, file ${fileMiB.toFixed(1)} MiB\n`,
  )
}
