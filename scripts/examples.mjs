// Runs the tests of all examples, or of the named ones: npm run examples [-- NAME...]. Packs the package once, copies the
// examples to an empty folder, and installs the package in each example.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packPackage } from './packing/pack-package.mjs'
import { runProgram } from './packing/run-program.mjs'

const project = resolve(import.meta.dirname, '..')
const examples = join(project, 'examples')
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** The program that an example needs in addition to Node, with the arguments that print its version. */
const programs = {
  'go-test': ['go', 'version'],
  playwright: [chromium, '--version'],
  'python-unittest': ['python3', '--version'],
  'ruby-minitest': ['ruby', '--version'],
  shell: ['curl', '--version'],
}
const timeLimitMs = 120_000
const installWords = [
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

/**
 * Returns the chosen examples, by default all. An example without tests is skipped: it only has code for other
 * examples.
 */
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
    ['npm', ...installWords, tarball],
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

const waitingNames = chooseExamples(process.argv.slice(2))
const tarball = await packPackage(folder)
cpSync(examples, folder, { recursive: true })
const results = []
async function runWaitingExamples() {
  for (let name = waitingNames.shift(); name !== undefined; name = waitingNames.shift()) {
    const result = await runExample(name, tarball)
    results.push(result)
    process.stdout.write(`  ${result.outcome} ${name}${result.output === '' ? '' : `: ${result.output}`}\n`)
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runWaitingExamples))
const countOutcome = (outcome) => results.filter((result) => result.outcome === outcome).length
if (countOutcome('skipped') > 0)
  process.stdout.write(
    `${countOutcome('skipped')} skipped, because a program is not installed. With DRYDOCK_TEST_ALL=1, these fail.\n`,
  )
process.stdout.write(`${countOutcome('passed')} passed, ${countOutcome('FAILED')} failed\n`)
process.exitCode = countOutcome('FAILED') === 0 && countOutcome('passed') > 0 ? 0 : 1
