import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedSimulator } from '../../support/shared-simulator.ts'

/** Tests the package as npm would publish it, installed in an empty project. */

const project = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'drydock-packed-'))
const installed = join(folder, 'node_modules/shipping-drydock')
let tarball = ''
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  // The package is packed without its npm scripts, because they would build dist/ again while other tests use it.
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: project,
    encoding: 'utf8',
  })
  tarball = join(folder, packed.stdout.trim())
  mkdirSync(installed, { recursive: true })
  spawnSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1'])
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (!name.startsWith('.'))
      symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name))
  }
})

function runNode(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

it('the npm package is smaller than 2,000,000 bytes', () => {
  expect(statSync(tarball).size).toBeLessThan(2_000_000)
})

/** The option that makes Node unable to require ES modules, as in Jest and in Node 22.2 to 22.11. */
const cannotRequireModules = '--no-experimental-require-module'

it('the library works in a CommonJS program, even if Node cannot require ES modules', () => {
  const script = `
    const { connectDrydock, DrydockError } = require('shipping-drydock')
    const { assertReceivedRequest } = require('shipping-drydock/testing')
    connectDrydock(process.env.DRYDOCK_URL).then(async (dock) => {
      const account = await dock.createAccount({ clock: 'frozen@2030-01-01T00:00:00Z' })
      await account.clock.advance('1h')
      await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
      const refused = await account.faults.add({ target: 'moon', mode: 'down' }).catch((error) => error)
      await fetch(dock.url + '/v1/wallet', { headers: { Authorization: 'Bearer ' + account.keys.test } })
      const requests = await assertReceivedRequest(account, 'getWallet')
      const faults = await account.faults.list()
      console.log(await account.clock.now(), faults.length, refused instanceof DrydockError, requests.length)
      await account.delete()
    })`
  expect(runNode([cannotRequireModules, '--eval', script], { DRYDOCK_URL: sharedSimulator().url })).toEqual({
    status: 0,
    stdout: '2030-01-01T01:00:00.000Z 1 true 1\n',
    stderr: '',
  })
})

it('require of the npm package gives the same names whether or not Node can require ES modules', () => {
  const script = `console.log(['', '/testing'].map((name) => Object.keys(require('shipping-drydock' + name)).sort().join()).join())`
  const without = runNode([cannotRequireModules, '--eval', script])
  expect(without).toEqual(runNode(['--eval', script]))
  expect(without.stdout).toContain('connectDrydock')
})

it('startDrydock suggests the command drydock exec if Node cannot require ES modules', () => {
  const script = `require('shipping-drydock').startDrydock().catch(({ message }) => console.log(message))`
  expect(runNode([cannotRequireModules, '--eval', script]).stdout).toMatch(
    /npx drydock exec -- npx jest.*NODE_OPTIONS=--experimental-vm-modules/,
  )
})

it('the drydock command of the packed npm package can be started', () => {
  expect(
    runNode([join(installed, 'dist/drydock.js'), 'exec', '--', 'node', '-p', 'process.env.DRYDOCK_URL']),
  ).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/),
    stderr: '',
  })
})
