// Checks the package that npm would publish: node tools/packaging/check.mjs, after npm ci in this folder.
// It checks the download size and the size on disk that README.md names, refuses install scripts, and requires that publint and attw find nothing.
import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packPackage } from '../../scripts/packing/pack-package.mjs'

const here = import.meta.dirname
const project = resolve(here, '../..')
const maxBytes = 2_000_000
const made = mkdtempSync(join(tmpdir(), 'drydock-packaging-'))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))

const tarball = await packPackage(made)
const { size } = statSync(tarball)
if (size > maxBytes)
  throw new Error(`The package has ${size} bytes; ${maxBytes} are allowed. Remove files from it.`)
refuseInstallScripts()
checkStatedSizes()
runProgram(join(here, 'node_modules/.bin/publint'), ['run', tarball, '--strict'])
runProgram(join(here, 'node_modules/.bin/attw'), [tarball, '--profile', 'node16'])
process.stdout.write(`The package passes: ${size} bytes, no install script, publint and attw find nothing.\n`)

/** Throws if the package, or a package that it needs, runs a script when a user installs it. */
function refuseInstallScripts() {
  const { scripts } = JSON.parse(runProgram('tar', ['-xzOf', tarball, 'package/package.json']))
  const own = ['preinstall', 'install', 'postinstall'].filter((name) => scripts?.[name] !== undefined)
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const needed = Object.keys(packages).filter(
    (name) => packages[name].hasInstallScript && !packages[name].dev,
  )
  // The empty name is the project itself. The lock file marks it because of `prepare`, which npm does not run for users.
  const found = [...own, ...needed.filter((name) => name !== '')]
  if (found.length > 0) throw new Error(`These run a script on install: ${found.join(', ')}. Remove them.`)
}

/** Throws unless README.md names the download and the installed size, to a tenth. */
function checkStatedSizes() {
  const place = join(made, 'installed')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "private": true }')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent']
  runProgram('npm', ['install', '--prefix', place, ...options, tarball])
  const files = readdirSync(place, { recursive: true }).map((name) => lstatSync(join(place, name)))
  const onDisk = files.reduce((sum, { blocks }) => sum + blocks * 512, 0)
  const text = readFileSync(join(project, 'README.md'), 'utf8')
  const stated = /download of ([\d.]+) MB\. With the packages it needs, it takes (\d+) MB on disk/.exec(text)
  for (const [what, bytes, told] of [
    ['a download of', size, stated?.[1]],
    ['on disk', onDisk, stated?.[2]],
  ]) {
    const megabytes = bytes / 1_000_000
    if (!(Math.abs(megabytes - Number(told)) <= megabytes / 10))
      throw new Error(`README.md says ${told} MB for "${what}", but it is ${megabytes.toFixed(1)} MB.`)
  }
}

/** Returns the output of a program; throws with all that it printed if it fails. */
function runProgram(program, words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: project, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${program} ${words.join(' ')} ended with ${status}\n${error ?? ''}${stdout}${stderr}`)
}
