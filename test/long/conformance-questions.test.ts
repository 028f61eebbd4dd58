import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultKeys } from '../../src/client/default-keys.ts'
import { runDrydock } from '../support/commands/built-command.ts'
import {
  brokenWallet,
  runConformanceCommand,
  runRefusedConformance,
  serveTarget,
} from '../support/conformance/conformance-command.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()

const folder = mkdtempSync(join(tmpdir(), 'drydock-conformance-'))

afterAll(() => rmSync(folder, { recursive: true }))

const runConformanceInFolder = (...words: readonly string[]) =>
  runDrydock(['conformance', ...words], { cwd: folder })

describe('the command drydock conformance', () => {
  it('--profile init writes a profile of the target, and replaces a file only with --overwrite', async () => {
    const file = join(folder, 'learned.json')
    const words = [simulator.url, '--profile', `init=${file}`]
    const { status, stdout } = await runConformanceCommand(...words)
    expect(status).toBe(0)
    expect(stdout).toMatch(/nothing was bought\.\nLearned:\n[\s\S]*carriers \(/)
    const profile = JSON.parse(readFileSync(file, 'utf8'))
    expect(profile.carriers).toHaveLength(4)
    expect(await runRefusedConformance(...words)).toContain('--overwrite')
    expect((await runConformanceCommand(...words, '--overwrite')).status).toBe(0)
    const result = await runConformanceCommand(simulator.url, '--profile', file, '--only', 'RATE-011')
    expect(result.status).toBe(0)
  })

  it('--profile init names the data of the target that it could not find out, and writes no key', async () => {
    const file = join(folder, 'hardly-learned.json')
    const words = ['--control', 'off', '--key', defaultKeys.test, '--profile', `init=${file}`]
    const url = await serveTarget((request, response) => {
      const isAllowed = request.headers.authorization !== undefined
      const rates = ['UPS', defaultKeys.test].map((carrier) => ({ id: `rate_${carrier.length}`, carrier }))
      request.resume()
      response.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ rates }))
    })
    const { stdout } = await runConformanceCommand(url, ...words)
    expect(stdout).toMatch(/Not learned:\n[\s\S]*the rates are of 2 carriers \(UPS, pr_test_…d0c0\)/)
    expect(stdout).not.toContain(defaultKeys.test)
    rmSync(file)
    const gone = await runConformanceCommand('http://127.0.0.1:9', ...words)
    expect(gone.stderr).toMatch(/^drydock: nothing is learned, and no profile written\. \S/m)
    expect({ status: gone.status, isThere: existsSync(file) }).toEqual({ status: 3, isThere: false })
  })

  it('drydock conformance --list and --explain describe the conformance rules without a target', async () => {
    const { status, stdout } = await runConformanceCommand('--list', '--only', 'WALLET-*')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^WALLET-001 {2}The wallet can be read/)
    const explained = await runConformanceCommand('--explain', 'wallet-001')
    expect(explained.status).toBe(0)
    for (const part of [
      'section',
      'Endpoints',
      'GET /v1/wallet',
      'a test key (--key)',
      'make the rule fail',
      'in dollars',
      'ENDPOINTS-99  The wallet is read with its balance.',
    ]) {
      expect(explained.stdout).toContain(part)
    }
  })

  it('--plan says what a conformance run would do, and sends no request to the service', async () => {
    const asked: string[] = []
    const url = await serveTarget((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(404).end()
    })
    const { status, stdout } = await runConformanceCommand(
      url,
      '--key',
      defaultKeys.test,
      '--plan',
      '--allow-spend',
      '--max-spend',
      '700',
    )
    expect(status).toBe(0)
    expect(asked).toEqual(['GET /_drydock/'])
    expect(stdout).toMatch(/\d+ rules run, \d+ are skipped/)
    expect(stdout).toContain('POST /v1/rates')
    expect(stdout).toMatch(/left behind in the sandbox: up to \d+ labels/)
    expect(stdout).toContain('--live-key')
    expect(stdout).toContain('test keys buy nothing\n')
    expect(stdout).toMatch(/skipped \(--live-key or --trust-sandbox\): .*LABEL-001/)
    const proving = await runConformanceCommand(
      url,
      ...['--key', defaultKeys.test, '--live-key', defaultKeys.live, '--plan', '--only', 'LABEL-001'],
    )
    expect(proving.stdout).toContain('never exceed 5000 cents (--max-spend)')
    expect(proving.stdout).toContain('waiting: 8s for the live wallet to show a charge\n')
    const trusting = ['--key', defaultKeys.test, '--trust-sandbox', '--plan']
    const trusted = (await runConformanceCommand(url, ...trusting)).stdout
    expect(trusted).toContain('without a bound (--trust-sandbox)')
    expect(trusted).toMatch(/waiting: at most \d+m [\d ms]*for the documented limits \(use --pace off/)
    const patient = await runConformanceCommand(url, ...trusting, '--allow-wait', '48h')
    expect(patient.stdout).toMatch(
      /waiting: (?:\d+h )?(?:\d+m ?)?(?:\d+s)? for time to pass, and meanwhile at most/,
    )
    const isolated = await runConformanceCommand(simulator.url, '--plan')
    expect(isolated.stdout).toContain('nothing stays behind')
    expect(isolated.stdout).toContain('no live wallet is charged')
  })

  it('--self-test proves the chosen cases, and with --resume skips the cases that were proved before', async () => {
    const words = ['--self-test', '--only', 'VER-*', '--seed', '7']
    const cases = ['--case', 'mutant:unversioned', '--case', 'hollow:drip']
    const { status, stdout } = await runConformanceInFolder(...words, ...cases)
    expect(stdout).toMatch(/killed {4}unversioned: The endpoints are also served at paths without \/v1\./)
    expect(stdout).toMatch(/ok {6}drip: a body that comes a byte at a time/)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 proved, 0 failed')
    expect(status).toBe(0)
    const sample = ['--sample', '999', '--resume', 'proved.jsonl']
    const first = await runConformanceInFolder(...words, ...sample)
    expect(first.stderr).toMatch(/^(\d+) cases; --seed 7\n/)
    expect(first.stdout).toMatch(
      /^1 of 1 deviations caught; 0 passes on \d+ stub targets; 0 failures on 1 conformant variations; 0 on 1 partial control protocols; \d+ s\.$/m,
    )
    const again = await runConformanceInFolder(...words, ...sample)
    expect(again.stderr).toMatch(/^(\d+) cases, \1 of them proved before; --seed 7\n/)
    expect(again.stdout.split('\n').slice(0, -3)).toEqual(first.stdout.split('\n').slice(0, -3))
    expect([first.status, again.status]).toEqual([0, 0])
  }, 60_000)

  it('--self-test with --explore 3-walks makes three sequences of random calls on a conformant service', async () => {
    const cases = ['--case', 'good:*', '--case', 'variation:uuids', '--only', 'EXPL-005']
    const { status, stdout } = await runConformanceInFolder('--self-test', ...cases, '--explore', '3-walks')
    expect(stdout).toMatch(/the correct service: .* \(3 walks, \d+ steps\)/)
    expect(stdout).toMatch(/uuids: .* \(3 walks, \d+ steps\)/)
    expect(status).toBe(0)
  }, 60_000)

  it('drydock conformance reads its key from the variable DRYDOCK_KEY', async () => {
    const url = await serveTarget(brokenWallet)
    const { status } = await runDrydock(['conformance', url, '--only', 'WALLET-001'], {
      env: { DRYDOCK_KEY: defaultKeys.test },
      cwd: folder,
    })
    expect(status).toBe(1)
  })

  it('drydock conformance accepts the known failures of a profile, and refuses a wrong profile', async () => {
    const file = join(folder, 'profile.json')
    writeFileSync(file, JSON.stringify({ expected_failures: [{ rule: 'WALLET-001', reason: 'known' }] }))
    const url = await serveTarget(brokenWallet)
    const words = [url, '--key', defaultKeys.test, '--only', 'WALLET-001', '--profile', file]
    const { status, stdout } = await runConformanceCommand(...words)
    expect(status).toBe(0)
    expect(stdout).toContain('known')
    const { stdout: json } = await runConformanceCommand(...words, '--report', 'json')
    expect(JSON.parse(json).rules[0].again).toContain(`--only WALLET-001 --profile ${file}`)
    writeFileSync(file, '{"adresses": {}}')
    expect(await runRefusedConformance(...words)).toContain(
      `--profile ${file} cannot be used: adresses: there is no such field`,
    )
    writeFileSync(file, '{"rules": {"skip": ["NOPE-*"]}}')
    expect(await runRefusedConformance(...words)).toContain(
      `--profile ${file}: rules.skip: no rule matches "NOPE-*"`,
    )
  })
})
