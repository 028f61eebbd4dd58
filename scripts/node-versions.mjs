// Tests the packed package in an empty project with each supported Node, or with the named versions: npm run node-versions [-- VERSION...].
// npx downloads each Node. An older Node must print one line that says which one is needed.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from './packing/pack-package.mjs'
import { runProgram } from './packing/run-program.mjs'

/** The oldest supported version of Node, and the newest of each later LTS line. */
const supported = ['20.19.0', '22', '24', '26']
const tooOld = '18.20.8'
const checkCount = 11
/** The number of versions that are tested in parallel. */
const maxParallel = 2

const folder = mkdtempSync(join(tmpdir(), 'drydock-nodes-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Downloads a version of Node with npx and resolves with its path. Throws if that fails. */
async function downloadNode(version) {
  const words = [
    'npx',
    '--yes',
    '--prefer-offline',
    '-p',
    `node@${version}`,
    'node',
    '-p',
    'process.execPath',
  ]
  const { status, output } = await runProgram(words, { cwd: folder, timeLimitMs: 300_000 })
  const path = output.trim().split('\n').at(-1)
  if (status !== 0) throw new Error(`Node ${version} could not be downloaded:\n${output}`)
  return path
}

async function installPackage() {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--silent', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const tarball = await packPackage(folder)
  const { status, output } = await runProgram(
    ['npm', 'install', ...options, tarball, 'vitest@4', 'typescript@5.2'],
    {
      cwd: folder,
    },
  )
  if (status !== 0) throw new Error(`The package could not be installed:\n${output}`)
  cpSync(join(import.meta.dirname, 'node-versions'), folder, { recursive: true })
}

/** Checks the package with a supported Node. Resolves with a line for each check: `passed NAME` or `failed NAME: REASON`. */
async function checkSupportedNode(node) {
  const { status, output } = await runProgram([node, 'check-package.mjs'], { cwd: folder })
  const lines = output.split(/^(?=passed |failed )/m)
  const passed = lines.filter((line) => line.startsWith('passed ')).length
  if (status === 0 && (passed === checkCount || output.includes('failed '))) return lines
  return [
    ...lines,
    `failed to run ${checkCount} checks: check-package.mjs ended with status ${status} after ${passed} passed checks\n`,
  ]
}

/** Checks that the command exits with 2 and prints one line on a Node that is too old. Resolves with a line `passed …` or `failed …`. */
async function checkOldNodeIsRefused(node) {
  const command = 'node_modules/shipping-drydock/dist/drydock.js'
  const { status, output } = await runProgram([node, command, 'serve'], { cwd: folder })
  const isRefused = status === 2 && /^drydock needs Node 20\.19 or later .*\n$/.test(output)
  return [
    isRefused
      ? 'passed the message of an older Node\n'
      : `failed the message of an older Node: drydock serve ended with status ${status}, not 2, or printed no such message:\n${output}\n`,
  ]
}

const chosen = process.argv.slice(2)
const tasks = (chosen.length === 0 ? [tooOld, ...supported] : chosen).map((version) => ({
  version,
  node: downloadNode(version),
  check: version === tooOld ? checkOldNodeIsRefused : checkSupportedNode,
}))
// Waits for all downloads here, because a failed download that nobody awaits yet would end the process.
await Promise.all([installPackage(), Promise.allSettled(tasks.map(({ node }) => node))])

const lines = []
async function runWaitingTasks() {
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const { version, node, check } = task
    const made = await node.then(check).catch(({ message }) => [`failed: ${message}\n`])
    for (const line of made) {
      process.stdout.write(
        `  ${line.startsWith('passed') ? '' : 'FAILED '}Node ${version}: ${line.trimEnd()}\n`,
      )
      lines.push(line)
    }
  }
}
await Promise.all(Array.from({ length: maxParallel }, runWaitingTasks))
const passed = lines.filter((line) => line.startsWith('passed')).length
process.stdout.write(`${passed} passed, ${lines.length - passed} failed\n`)
process.exitCode = passed === lines.length && passed > 0 ? 0 : 1
