// Runs each example as its reader would, or those named: npm run examples [-- NAME...]. Packs the package once, copies the examples to an empty
// folder, installs the package there and runs each example's own tests.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packPackage } from './packing/pack-package.mjs'
import { runProgram } from './packing/run-program.mjs'

const project = resolve(import.meta.dirname, '..')
const examples = join(project, 'examples')
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Programs that an example needs beside Node, each with the words that show its version. */
const programs = {
  'go-test': ['go', 'version'],
  playwright: [chromium, '--version'],
  'python-unittest': ['python3', '--version'],
  'ruby-minitest': ['ruby', '--version'],
  shell: ['curl', '--version'],
}
const timeLimitMs = 120_000
const install = [
  'install',
  '--silent',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--save-dev',
]

const folder = mkdtempSync(join(tmpdir(), 'drydock-examples-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Returns the examples to run. An example without tests has the code that others share. */
function chooseExamples(chosen) {
  const names = readdirSync(examples).filter((name) => {
    const file = join(examples, name, 'package.json')
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).scripts?.test !== undefined
  })
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length === 0) return chosen.length === 0 ? names : chosen
  process.stderr.write(`There is no example ${unknown.join(', ')}. There are: ${names.join(', ')}.\n`)
  process.exit(2)
}

function findMissingProgram(name) {
  const [program, ...words] = programs[name] ?? []
  return program === undefined || spawnSync(program, words).status === 0 ? undefined : program
}

async function runExample(name, tarball) {
  const missing = findMissingProgram(name)
  if (missing !== undefined) {
    const isSkipped = process.env.DRYDOCK_TEST_ALL !== '1'
    return { name, outcome: isSkipped ? 'skipped' : 'FAILED', output: `${missing} is not installed.` }
  }
  const place = join(folder, name)
  for (const command of [
    ['npm', ...install, tarball],
    ['npm', 'test'],
  ]) {
    const { status, output } = await runProgram(command, { cwd: place, timeLimitMs })
    if (status === 0) continue
    const end =
      status === null ? `was stopped after ${timeLimitMs / 1000} s or did not start` : `ended with ${status}`
    return { name, outcome: 'FAILED', output: `npm ${command[1]} ${end}\n${output}` }
  }
  return { name, outcome: 'passed', output: '' }
}

const waiting = chooseExamples(process.argv.slice(2))
const tarball = await packPackage(folder)
cpSync(examples, folder, { recursive: true })
const results = []
async function runNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const result = await runExample(name, tarball)
    results.push(result)
    process.stdout.write(`  ${result.outcome} ${name}${result.output === '' ? '' : `: ${result.output}`}\n`)
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runNext))
const countOutcome = (outcome) => results.filter((result) => result.outcome === outcome).length
if (countOutcome('skipped') > 0)
  process.stdout.write(`${countOutcome('skipped')} skipped: DRYDOCK_TEST_ALL=1 makes these fail.\n`)
process.stdout.write(`${countOutcome('passed')} passed, ${countOutcome('FAILED')} failed\n`)
process.exitCode = countOutcome('FAILED') === 0 && countOutcome('passed') > 0 ? 0 : 1
