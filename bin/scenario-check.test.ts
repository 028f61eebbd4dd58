import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runDrydock } from '../test/support/commands/built-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

writeFileSync(
  join(folder, 'good.yaml'),
  'name: rainy\ndescription: d\ntimeline:\n  - at: 0s\n    fault: { target: webhook, mode: drop }\n',
)
writeFileSync(join(folder, 'bad.yaml'), 'name: rainy\ntimeline:\n  - at: soon\n  - at: 1m\n    wallet: {}\n')

const runScenarioCheck = (...words: readonly string[]) =>
  runDrydock(['scenario', 'check', ...words], { cwd: folder })

describe('drydock scenario check', () => {
  it.concurrent('drydock scenario check lists all mistakes with their lines, and exits with 2', async () => {
    const { status, stdout, stderr } = await runScenarioCheck('bad.yaml')
    expect(stderr.split('\n')).toEqual([
      'drydock: bad.yaml:1:1 description is missing',
      expect.stringMatching(/^bad\.yaml:3:5 at must be a duration/),
      'bad.yaml:3:5 a step needs a fault or a wallet',
      expect.stringMatching(/^bad\.yaml:5:5 a wallet step changes at least one of/),
      '',
    ])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it.concurrent('drydock scenario check lists all mistakes as JSON', async () => {
    const { status, stdout } = await runScenarioCheck('bad.yaml', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'bad.yaml',
      scenario: null,
      mistakes: [{ line: 1, column: 1, reason: 'description is missing' }, {}, {}, { line: 5 }],
    })
    expect(status).toBe(2)
  })

  it.concurrent('drydock scenario check describes the content of a valid file', async () => {
    expect(await runScenarioCheck('good.yaml')).toMatchObject({
      status: 0,
      stdout: 'good.yaml: rainy, 1 step. No mistakes.\n',
      stderr: '',
    })
  })

  it.concurrent('drydock scenario check names a file that cannot be read', async () => {
    const { status, stderr } = await runScenarioCheck('none.yaml')
    expect(stderr).toMatch(/^drydock: FILE: none\.yaml cannot be read: there is no such file\./)
    expect(status).toBe(2)
  })
})
