import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { type ServingCommand, serveDrydock, spawnDrydock } from './support/commands/built-command.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(project, 'README.md'), 'utf8')

/** Returns the code of all blocks in the README with this mark. */
function findBlocks(mark: string): readonly string[] {
  const found = [...readme.matchAll(new RegExp(`\`\`\`${mark}\\n([\\s\\S]*?)\`\`\``, 'g'))]
  return found.map(([, code = '']) => code)
}

let simulator: ServingCommand
let folder = ''
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
  folder = mkdtempSync(join(tmpdir(), 'drydock-readme-'))
})
afterAll(async () => {
  await simulator.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the README', () => {
  it('the README begins with the commands that start the simulator and run the tests', () => {
    expect(readme).toMatch(/^# Drydock\n\n```sh\nnpm ci && npm start\nnpm ci && npm test\n```\n/)
  })

  it('the README names the oldest version of TypeScript that the types are compiled with', () => {
    const script = readFileSync(join(project, 'scripts/node-versions.mjs'), 'utf8')
    const [, oldest] = /'typescript@([\d.]+)'/.exec(script) ?? []
    expect(readme).toContain(`TypeScript ${oldest} or later`)
  })

  it('the commands of the README run unchanged, except for port numbers', async () => {
    const receiver = spawnDrydock(['webhook', 'listen', '--port', '0'])
    const hooks = await receiver.printed(/^drydock webhook listening on (\S+)$/m)
    const script = findBlocks('sh run')
      .join('\n')
      .replaceAll('http://127.0.0.1:4010', simulator.url)
      .replaceAll('http://127.0.0.1:4011/hooks', hooks)
      // The folder of this test is outside the project, so npx does not find the command there.
      .replaceAll('npx drydock', `"${process.execPath}" "${join(project, 'dist/drydock.js')}"`)
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    })
    // On a slow machine, stderr has messages about the progress of the run and what it waits for, which are removed
    // here.
    const complaints = stderr.replace(/^\d+\/\d+ rules(?:: waiting .*)?\n/gm, '')
    expect({ status, complaints }).toEqual({ status: 0, complaints: '' })
    expect(stdout).toContain('"residential":true')
    expect(stdout).toContain('"status":"delivered"')
    expect(stdout).toMatch(/\d\d passed, 0 failed, 0 skipped, 0 errored/)
    expect(readFileSync(join(folder, 'label.pdf'), 'latin1')).toMatch(/^%PDF-/)
    expect(readFileSync(join(folder, 'label.json'), 'utf8')).toContain('"sandbox":true')
    expect(stdout).toContain('"status":"succeeded","response_code":200,"attempts":1')
    const heard = (await receiver.stop()).stdout.match(/label\.created .*signature ok/g)
    expect(heard).toHaveLength(1)
  })

  it('the JavaScript examples of the README run one after another in one program', () => {
    const entry = JSON.stringify(new URL('../dist/index.js', import.meta.url).href)
    const report = `
      const faults = (await account.faults.list()).map(({ target, times }) => [target, times])
      const { balance_cents, payment_method } = await account.wallet.get()
      console.log(JSON.stringify({ faults, balance_cents, payment_method }))`
    const recipes = findBlocks('js run').map(
      (code) => `${code.replace("'shipping-drydock'", entry)}\n{${report}}`,
    )
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', `${recipes.join('\n')}\nawait dock.close()`],
      { cwd: folder, encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const created = { faults: [], balance_cents: expect.any(Number), payment_method: 'valid' }
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { faults: [['carrier:UPS', 3]], balance_cents: 0, payment_method: 'declined' },
      created,
      { ...created, faults: [['carrier:*', null]] },
    ])
  })

  it('every link of the README leads to an existing page that the npm package contains', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(8)
    for (const path of links)
      expect({ path, exists: existsSync(join(project, path)) }).toEqual({ path, exists: true })
    // The npm package contains the README, so it must also contain the pages that the README links to.
    const outside = links.filter((path) => !manifest.files.some((packed) => path.startsWith(packed)))
    expect(outside).toEqual([])
  })

  it('the README says how to install the npm package, which exports the report schema', () => {
    expect(readme).toContain('npm install --save-dev shipping-drydock\nnpx drydock serve\n')
    const schema = createRequire(import.meta.url).resolve(
      'shipping-drydock/schemas/conformance-report.schema.json',
    )
    expect(schema).toBe(join(project, 'schemas/conformance-report.schema.json'))
  })
})
