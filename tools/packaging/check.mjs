// Checks the package that npm would publish: node tools/packaging/check.mjs, after npm ci in this folder.
// It checks the download size, refuses install scripts, and requires that publint and attw find nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const project = resolve(here, '../..')
const maxBytes = 2_000_000
const made = mkdtempSync(join(tmpdir(), 'drydock-packaging-'))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))

const tarball = join(
  made,
  run('npm', ['pack', '--silent', '--pack-destination', made]).trim().split('\n').at(-1),
)
const { size } = statSync(tarball)
if (size > maxBytes)
  throw new Error(`The package has ${size} bytes; ${maxBytes} are allowed. Remove files from it.`)
refuseInstallScripts()
run(join(here, 'node_modules/.bin/publint'), ['run', tarball, '--strict'])
run(join(here, 'node_modules/.bin/attw'), [tarball, '--profile', 'node16'])
process.stdout.write(`The package passes: ${size} bytes, no install script, publint and attw find nothing.\n`)

/** Throws if the package, or a package that it needs, runs a script when a user installs it. */
function refuseInstallScripts() {
  const { scripts } = JSON.parse(run('tar', ['-xzOf', tarball, 'package/package.json']))
  const own = ['preinstall', 'install', 'postinstall'].filter((name) => scripts?.[name] !== undefined)
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const needed = Object.keys(packages).filter(
    (name) => packages[name].hasInstallScript && !packages[name].dev,
  )
  // The lock file marks the project itself, under the empty name, for its `prepare`, which npm does not run for users.
  const found = [...own, ...needed.filter((name) => name !== '')]
  if (found.length > 0) throw new Error(`These run a script on install: ${found.join(', ')}. Remove them.`)
}

/** Returns the output of a program; throws with all that it printed if it fails. */
function run(program, words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: project, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${program} ${words.join(' ')} ended with ${status}\n${error ?? ''}${stdout}${stderr}`)
}
