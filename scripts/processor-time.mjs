// Runs a command and fails if it takes a third more processor time than test/processor-time.json says:
// node scripts/processor-time.mjs npm test
// Machines differ and other programs slow them down, so a fixed loop is timed at the same time. If the loop is slower, the
// allowed time is longer by the same factor.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const loopIntervalMs = 1_000
/** The number of loops before the first timed one: until then, the compiler of Node still makes them faster. */
const warmUpLoops = 10
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** Returns the processor milliseconds of a fixed piece of work: allocation, JSON, text and hashing. */
function timeLoop() {
  const before = process.cpuUsage()
  let text = ''
  for (let round = 0; round < 8; round += 1) {
    const rows = Array.from({ length: 2_000 }, (_, id) => ({
      id,
      name: `row ${id} of ${round}`,
      tags: [id, round],
    }))
    text = JSON.stringify(JSON.parse(JSON.stringify(rows))).replace(/row (\d+)/g, 'line $1')
    createHash('sha256').update(text).digest('hex')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Returns the processor seconds of all ended child processes and of their child processes. */
function readChildSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

const [program = '', ...words] = process.argv.slice(2)
for (let count = 0; count < warmUpLoops; count += 1) timeLoop()
const loops = [timeLoop()]
const timer = setInterval(() => loops.push(timeLoop()), loopIntervalMs)
const child = spawn(program, words, { stdio: 'inherit' })
const status = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
clearInterval(timer)

const { seconds, loopMs } = JSON.parse(readFileSync('test/processor-time.json', 'utf8'))
const slowdown = (loops.sort((a, b) => a - b)[Math.floor(loops.length / 2)] ?? loopMs) / loopMs
const [took, allowed] = [readChildSeconds(), ((seconds * 4) / 3) * slowdown]
console.log(
  `${took.toFixed(0)} s of processor time; ${allowed.toFixed(0)} s are allowed, as the fixed loop takes ${(slowdown * loopMs).toFixed(1)} ms.`,
)
if (took > allowed) console.log('Make tests faster, or move slow ones that seldom fail to test/long/.')
process.exitCode = status === 0 && took > allowed ? 1 : status
