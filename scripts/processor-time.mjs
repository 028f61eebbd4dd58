// Runs a command and fails if it takes a third more processor time than test/processor-time.json says:
// node scripts/processor-time.mjs npm test
// Machines differ and other programs slow them down, so scripts/fixed-work.mjs runs now and then beside the command. If
// the fixed work takes longer than the file says, the command may take longer by the same factor.
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const pauseMs = 8_000
/** Linux counts processor time in ticks of a hundredth of a second. */
const ticksPerSecond = 100

/** Returns the processor milliseconds of the fixed work. */
async function measureFixedWork() {
  const script = new URL('fixed-work.mjs', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  return Number(stdout)
}

/** Returns the processor seconds of all ended child processes and of their child processes. */
function readChildSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

const [program = '', ...words] = process.argv.slice(2)
const child = spawn(program, words, { stdio: 'inherit' })
const ended = new AbortController()
const closed = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1))).finally(() =>
  ended.abort(),
)
const workMs = []
while (!ended.signal.aborted) {
  workMs.push(await measureFixedWork())
  await wait(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined)
}
const status = await closed

const { seconds, fixedWorkMs } = JSON.parse(readFileSync('test/processor-time.json', 'utf8'))
const took = readChildSeconds() - workMs.reduce((sum, ms) => sum + ms, 0) / 1_000
const median = workMs.sort((a, b) => a - b)[Math.floor(workMs.length / 2)] ?? fixedWorkMs
const allowed = ((seconds * 4) / 3) * (median / fixedWorkMs)
console.log(
  `${took.toFixed(0)} s of processor time; ${allowed.toFixed(0)} s are allowed, as the fixed work takes ${median.toFixed(0)} ms.`,
)
if (took > allowed) console.log('Make tests faster, or move slow ones that seldom fail to test/long/.')
process.exitCode = status === 0 && took > allowed ? 1 : status
