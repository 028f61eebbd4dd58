// Tries the packed package in an empty project on each supported Node, or on those named: npm run node-versions [-- VERSION...].
// npx downloads each Node. An older Node must print one line that says which one is needed.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from './packing/pack-package.mjs'
import { runProgram } from './packing/run-program.mjs'

/** The oldest Node that is supported, and the newest of each later line with long support. */
const supported = ['20.19.0', '22', '24', '26']
const tooOld = '18.20.8'
const checkCount = 11
/** The number of checks that run in parallel; they need no network. */
const together = 2

const folder = mkdtempSync(join(tmpdir(), 'drydock-nodes-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Resolves with the path of a Node that npx has downloaded; throws if it could not. */
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

/** Resolves with the lines of the checks on a supported Node: `passed NAME` or `failed NAME: REASON`. */
async function checkSupported(node) {
  const { status, output } = await runProgram([node, 'check-package.mjs'], { cwd: folder })
  const lines = output.split(/^(?=passed |failed )/m)
  const passed = lines.filter((line) => line.startsWith('passed ')).length
  if (status === 0 && (passed === checkCount || output.includes('failed '))) return lines
  return [...lines, `failed to run ${checkCount} checks: it ended with ${status} after ${passed}\n`]
}

/** Resolves with one line, `passed …` or `failed …`: the command must end with 2 and print one line. */
async function checkTooOld(node) {
  const command = 'node_modules/shipping-drydock/dist/drydock.js'
  const { status, output } = await runProgram([node, command, 'serve'], { cwd: folder })
  const isRefused = status === 2 && /^drydock needs Node 20\.19 or later .*\n$/.test(output)
  return [
    isRefused
      ? 'passed the message of an older Node\n'
      : `failed: it ended with ${status} and printed ${output}\n`,
  ]
}

const chosen = process.argv.slice(2)
const tasks = (chosen.length === 0 ? [tooOld, ...supported] : chosen).map((version) => ({
  version,
  node: downloadNode(version),
  check: version === tooOld ? checkTooOld : checkSupported,
}))
// A download may fail before anything waits for it.
await Promise.all([installPackage(), Promise.allSettled(tasks.map(({ node }) => node))])

const lines = []
async function runNext() {
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
await Promise.all(Array.from({ length: together }, runNext))
const passed = lines.filter((line) => line.startsWith('passed')).length
process.stdout.write(`${passed} passed, ${lines.length - passed} failed\n`)
process.exitCode = passed === lines.length && passed > 0 ? 0 : 1
