import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { program, runDrydock } from '../../support/commands/built-command.ts'
import { projectFile } from '../../support/project.ts'

/** Runs the steps of action.yml and the recipes of docs/ci.md unchanged, in a project that has drydock installed. */

interface Step {
  readonly name: string
  readonly if?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

const action: Action = parse(readFileSync(projectFile('action.yml'), 'utf8'))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a project with drydock installed, whose `npm test` reads the wallet of the simulator. */
function makeProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-action-'))
  folders.push(folder)
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  const command = join(folder, 'node_modules/.bin/drydock')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(command, 0o755)
  const script = `curl -sf "$DRYDOCK_URL/v1/wallet" -H "Authorization: Bearer $DRYDOCK_TEST_KEY" >wallet.json`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { test: script } }))
  return folder
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

interface StepOutcome {
  readonly name: string
  readonly status: number | null
  readonly stderr: string
}

/** Runs the steps as GitHub does: in order, by their conditions, with the path and the variables of earlier steps. */
function runAction(folder: string, given: Readonly<Record<string, string>>): readonly StepOutcome[] {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default] as const)
  const inputs: Readonly<Record<string, string>> = { ...Object.fromEntries(defaults), ...given }
  const files = Object.fromEntries(
    ['PATH', 'ENV', 'STEP_SUMMARY'].map((name) => [`GITHUB_${name}`, join(folder, `.github-${name}`)]),
  )
  for (const file of Object.values(files)) writeFileSync(file, '')
  const outcomes: StepOutcome[] = []
  for (const step of action.runs.steps) {
    const hasFailed = outcomes.some(({ status }) => status !== 0)
    if (step.run === undefined || !isStepDue(step.if ?? 'success()', inputs, hasFailed)) continue
    const added = readFileSync(files['GITHUB_PATH'] ?? '', 'utf8').trim()
    const exported = readFileSync(files['GITHUB_ENV'] ?? '', 'utf8')
    const { status, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
        env: {
          HOME: folder,
          PATH: added === '' ? process.env['PATH'] : `${added}:${process.env['PATH']}`,
          RUNNER_TEMP: folder,
          GITHUB_ACTION_PATH: projectFile('.'),
          ...files,
          ...Object.fromEntries(
            [...exported.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
          ),
          ...Object.fromEntries(
            Object.entries(step.env ?? {}).map(([name, value]) => [name, fillInputs(value, inputs)]),
          ),
        },
      },
    )
    outcomes.push({ name: step.name, status, stderr })
  }
  return outcomes
}

const fillInputs = (text: string, inputs: Readonly<Record<string, string>>) =>
  text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? `no input ${name}`)

function isStepDue(condition: string, inputs: Readonly<Record<string, string>>, hasFailed: boolean): boolean {
  const parts = condition.replace(/^\$\{\{ (.*) \}\}$/, '$1').split(' && ')
  const isForced = parts.includes('always()') || parts.includes('!cancelled()')
  const compared = parts.flatMap((part) => {
    const [, name = '', sign, value] = /^inputs\.([\w-]+) (==|!=) '(.*)'$/.exec(part) ?? []
    return sign === undefined ? [] : [(inputs[name] === value) === (sign === '==')]
  })
  return (isForced || !hasFailed) && compared.every(Boolean)
}

describe('the GitHub action', () => {
  it('the GitHub action starts a simulator, runs a command and the suite, reviews the requests, reports and stops the simulator', async () => {
    const folder = makeProject()
    const port = String(await findFreePort())
    const outcomes = runAction(folder, {
      command: 'npm test',
      conformance: `http://127.0.0.1:${port}`,
      'conformance-options': `--only 'WALLET-*' --skip "WALLET-001"`,
      port,
    })
    expect(outcomes.map(({ name, status }) => [name, status])).toEqual(
      ['Install', 'Start and wait', 'Run the command', 'Check the service', 'Review', 'Summary', 'Stop'].map(
        (name) => [name, 0],
      ),
    )
    expect(readFileSync(join(folder, 'wallet.json'), 'utf8')).toContain('balance_cents')
    const summary = readFileSync(join(folder, '.github-STEP_SUMMARY'), 'utf8')
    expect(summary).toMatch(/conformance/i)
    // The simulator is stopped, so later steps must not find its address.
    expect(readFileSync(join(folder, '.github-ENV'), 'utf8')).toBe('')
    const report = readFileSync(join(folder, 'drydock-reports/conformance.xml'), 'utf8')
    expect(report).toContain('WALLET-002')
    expect(report).not.toMatch(/WALLET-001|RATE-001/)
    expect(summary).toMatch(/review/i)
    for (const file of ['conformance.xml', 'conformance.html', 'review.xml', 'review.html', 'drydock.log'])
      expect({ file, exists: existsSync(join(folder, 'drydock-reports', file)) }).toEqual({
        file,
        exists: true,
      })
    expect(
      (await runDrydock(['wait', '--url', `http://127.0.0.1:${port}`, '--timeout', '300ms'])).status,
    ).toBe(3)
  })

  it('the GitHub action writes its report and stops the simulator also if its command fails', () => {
    const folder = makeProject()
    const outcomes = runAction(folder, { command: 'false', port: '0' })
    expect(outcomes.map(({ name, status }) => [name, status])).toEqual([
      ['Install', 0],
      ['Start and wait', 0],
      ['Run the command', 1],
      ['Review', 3],
      ['Summary', 0],
      ['Stop', 0],
    ])
  })

  it('the GitHub action fails if the review has a finding at the level of fail-on', () => {
    const command = `curl -s "$DRYDOCK_URL/v1/nowhere" -H "Authorization: Bearer $DRYDOCK_TEST_KEY"`
    const runReview = (failOn: string) =>
      runAction(makeProject(), { command, port: '0', 'fail-on': failOn }).find(
        ({ name }) => name === 'Review',
      )
    expect([runReview('note')?.status, runReview('never')?.status]).toEqual([1, 0])
  })

  it('the GitHub action fails if its command sent no request to review', () => {
    const outcomes = runAction(makeProject(), { command: 'true', port: '0' })
    expect(outcomes.find(({ name }) => name === 'Review')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('nothing was reviewed'),
    })
  })

  it('the GitHub action does not review requests if it runs no command', () => {
    const outcomes = runAction(makeProject(), { port: '0' })
    expect(outcomes.map(({ name }) => name)).not.toContain('Review')
  })

  it('the GitHub action shows the output of a simulator that did not start', () => {
    const outcomes = runAction(makeProject(), {
      command: 'true',
      port: '0',
      'serve-options': '--clock sideways',
    })
    const start = outcomes.find(({ name }) => name === 'Start and wait')
    expect(start?.status).toBe(1)
    expect(start?.stderr).toContain('sideways')
    const later = outcomes.slice(2).map(({ name, status, stderr }) => ({ name, status, stderr }))
    expect(later).toEqual([
      { name: 'Review', status: 0, stderr: '' },
      { name: 'Summary', status: 0, stderr: '' },
      { name: 'Stop', status: 1, stderr: expect.stringContaining('ended before it was stopped') },
    ])
  })

  it('the GitHub action refuses options with an unclosed quote', () => {
    const outcomes = runAction(makeProject(), { port: '0', 'serve-options': "--seed '7" })
    expect(outcomes[1]).toMatchObject({
      name: 'Start and wait',
      status: 1,
      stderr: expect.stringContaining('quote'),
    })
    expect(outcomes.at(-1)).toMatchObject({ name: 'Stop', status: 0 })
  })
})

describe('the CI recipes of docs/ci.md', () => {
  const page = readFileSync(projectFile('docs/ci.md'), 'utf8')
  const codeOf = (language: string) =>
    [...page.matchAll(new RegExp(`\`\`\`${language} run\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
      ([, code = '']) => code,
    )
  const run = (script: string) =>
    spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: makeProject(),
      encoding: 'utf8',
      timeout: 60_000,
    })
  // `npm ci` is left out, because the test projects have nothing to install.
  const scriptOf = (lines: readonly string[]) => lines.filter((line) => line !== 'npm ci').join('\n')

  it('the shell recipes of docs/ci.md exit with 0', async () => {
    const port = String(await findFreePort())
    for (const script of codeOf('sh')) {
      const { status, stderr } = run(script.replaceAll('5810', port))
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    }
  })

  it('the GitLab and CircleCI recipes of docs/ci.md exit with 0 and write their reports', () => {
    const [gitlab = '', circle = ''] = codeOf('yaml')
    const steps: readonly (string | { readonly run?: string })[] = parse(circle).jobs.test.steps
    const lines = steps.flatMap((step) =>
      typeof step === 'string' || step.run === undefined ? [] : [step.run],
    )
    for (const [script, report] of [
      [scriptOf(parse(gitlab).test.script), 'conformance.xml'],
      [scriptOf(lines), 'reports/conformance.xml'],
    ] as const) {
      const { status, stderr } = run(script)
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
      expect(existsSync(join(folders.at(-1) ?? '', report))).toBe(true)
    }
  })
})

it('docs/ci.md lists the inputs of the GitHub action with their defaults', () => {
  const rows = [...readFileSync(projectFile('docs/ci.md'), 'utf8').matchAll(/^\| `([\w-]+)` \| (.*?) ?\|/gm)]
  expect(rows.map(([, name = '', value = '']) => [name, value.replaceAll('`', '')])).toEqual(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
  )
})
