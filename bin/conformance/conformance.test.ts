import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultKeys } from '../../src/client/default-keys.ts'
import { program, spawnDrydock } from '../../test/support/commands/built-command.ts'
import {
  brokenWallet,
  runConformanceCommand,
  runRefusedConformance,
  serveTarget,
} from '../../test/support/conformance/conformance-command.ts'
import { sharedSimulator } from '../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

const folder = mkdtempSync(join(tmpdir(), 'drydock-conformance-'))

afterAll(() => rmSync(folder, { recursive: true }))

describe('drydock conformance', () => {
  it('drydock conformance exits with 0 if all executed rules passed, and prints the counts last', async () => {
    const { status, stdout, stderr } = await runConformanceCommand(
      simulator.url,
      '--only',
      'WALLET-001',
      '--only',
      'ADDR-*',
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, 0 skipped, 0 errored/)
  })

  it('drydock conformance exits with 1 if a rule failed, and shows how to repeat it without the key', async () => {
    const url = await serveTarget(brokenWallet)
    const { status, stdout } = await runConformanceCommand(
      url,
      '--key',
      defaultKeys.test,
      '--only',
      'WALLET-001',
    )
    expect(status).toBe(1)
    expect(stdout).toContain('WALLET-001')
    expect(stdout).toContain(`curl -i -H "Authorization: Bearer $DRYDOCK_KEY" '${url}/v1/wallet'`)
    expect(stdout).toContain(`again    drydock conformance ${url} --only WALLET-001\n`)
    expect(stdout).toMatch(/^ {2}stated {3}.*\bENDPOINTS-99\b/m)
    expect(stdout).not.toContain(defaultKeys.test)
  })

  it('drydock conformance --explain names the rules whose responses the explained rule checks', async () => {
    const { status, stdout } = await runConformanceCommand('--explain', 'SAND-014')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ {2}also runs {2}LIMIT-203 or SAND-003, whose responses this rule checks$/m)
  })

  it.each([
    [[], /Name the service to check/],
    [['not-a-url', '--key', defaultKeys.test], /http:.* or https:/],
    [['http://127.0.0.1:9', '--key', defaultKeys.live], /--key is a live key/],
    [['http://127.0.0.1:9', '--only', 'NOPE-*'], /no rule matches "NOPE-\*"/],
    [['http://127.0.0.1:9', '--only', ''], /--only must not be empty/],
    [['--list', '--only', 'NOPE-001'], /no rule matches/],
    [['--explain', 'NOPE-001'], /--explain: no rule matches "NOPE-001"/],
    [['http://127.0.0.1:9', '--report', 'json=.'], /it is a folder/],
    [['http://127.0.0.1:9', '--profile', 'missing.json'], /--profile missing\.json cannot be read/],
    [['http://127.0.0.1:9', '--report', 'pictures'], /pictures/],
    [['http://127.0.0.1:9', '--report', 'json', '--report', 'tap'], /Only one report/],
    [['http://127.0.0.1:9', '--shard', '3/2'], /--shard must be I\/N/],
    [['http://127.0.0.1:9', '--allow-wait', 'long'], /--allow-wait must be a duration/],
    [['http://127.0.0.1:9', '--surprise'], /surprise/i],
    [['--compare', 'a.json'], /Give two reports/],
    [['--merge', 'a.json'], /Give at least two reports/],
    [['http://127.0.0.1:9', '--profile', 'init', '--report', 'json'], /--profile init checks nothing/],
    [['http://127.0.0.1:9', '--overwrite'], /--overwrite needs --profile init/],
    [['http://127.0.0.1:9', 'b.json'], /b\.json is one argument too many/],
    [['http://127.0.0.1:9', '--self-test'], /--self-test starts its own services/],
    [['--self-test', '--case', 'mutant:none'], /--case: there is no "mutant:none"/],
    [['--self-test', '--seed', 'x'], /--seed must be a whole number here, not "x"/],
    [['http://127.0.0.1:9', '--sample', '3'], /--sample needs --self-test/],
    [['http://127.0.0.1:9', '--timeout', '0s'], /--timeout must be longer than 0, not "0s"/],
    [
      ['http://127.0.0.1:9', '--profile', 'init=/dev/null/x.json'],
      /--profile init: \/dev\/null\/x\.json cannot be written: \/dev\/null is no folder/,
    ],
    [['http://127.0.0.1:9', '--seed', '4'], /--seed needs --self-test/],
    [['--list', '--report', 'json=rules.json'], /--list checks nothing/],
    [['http://127.0.0.1:9', '--plan', '--report', 'json'], /--plan checks nothing/],
    [['--list', '--explain', 'WALLET-001'], /Choose one of --list and --explain/],
    [['http://127.0.0.1:9', '--rerun', 'missing.json'], /missing\.json cannot be read/],
  ])('drydock conformance refuses %j with exit status 2', async (words, says) => {
    expect(await runRefusedConformance(...words)).toMatch(says)
  })

  it('drydock conformance exits with 2 if it refuses its options and runs no rule', async () => {
    const { status, stdout, stderr } = await runConformanceCommand('http://127.0.0.1:9', '--only', 'NOPE-*')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/no rule matches "NOPE-\*"/)
  })

  it('drydock conformance uses colours and rewrites lines only if the terminal supports that', () => {
    const program = fileURLToPath(new URL('../../dist/drydock.js', import.meta.url))
    const words = [process.execPath, program, 'conformance', simulator.url, '--only', 'WALLET-00*']
    const listControlCodes = (env: NodeJS.ProcessEnv): readonly string[] => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
        env: { PATH: process.env['PATH'], ...env },
        encoding: 'utf8',
      })
      expect(stdout).toContain('passed, 0 failed')
      const codes = stdout.split('\u001b').slice(1)
      return [...new Set(codes.map((code) => code.slice(0, code.search(/[A-Za-z]/) + 1)))]
    }
    expect(listControlCodes({ TERM: 'dumb' })).toEqual([])
    expect(listControlCodes({ TERM: 'xterm' })).toEqual(expect.arrayContaining(['[2K', '[2m']))
    expect(listControlCodes({ TERM: 'xterm', NO_COLOR: '1' })).toEqual(['[2K'])
  })

  it('drydock conformance exits with 3 if the target does not respond, and still reports', async () => {
    const file = join(folder, 'dead.json')
    const { status, stderr } = await runConformanceCommand(
      ...['http://127.0.0.1:9', '--only', 'WALLET-001', '--report', `json=${file}`],
    )
    expect(status).toBe(3)
    expect(stderr).toMatch(/drydock: The run did not finish\. .*ECONNREFUSED/)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    expect(report.stopped.kind).toBe('unreachable')
    expect(report.rules).toMatchObject([{ id: 'WALLET-001', status: 'skipped' }])
  })

  it('drydock conformance exits with 3 if no rule was executed', async () => {
    const url = await serveTarget(brokenWallet)
    const { status, stdout } = await runConformanceCommand(
      url,
      '--key',
      defaultKeys.test,
      '--only',
      'LIMIT-2*',
    )
    expect(status).toBe(3)
    expect(stdout).toContain('--allow-load')
  })

  it.each([
    ['SIGINT', 'alone'],
    ['SIGTERM', 'alone'],
    ['SIGHUP', 'alone'],
    // A build server signals the whole process group and drydock exec passes the signal on, so it arrives twice.
    ['SIGINT', 'with all of its process group'],
    ['SIGTERM', 'with all of its process group'],
  ] as const)(
    'a conformance run that gets %s %s writes a partial report and exits with 3',
    async (signal, reach) => {
      let begin = (): void => {}
      const underWay = new Promise<void>((resolve) => {
        begin = resolve
      })
      const url = await serveTarget((request, response) => {
        // The first request of a run has no key. Every later request stays without a response, so the run is active when
        // the signal comes.
        if (request.headers.authorization === undefined) response.writeHead(401).end('{}')
        else begin()
      })
      const file = join(folder, 'interrupted.json')
      const words = [url, '--control', 'off', '--key', defaultKeys.test, '--report', `json=${file}`]
      const isGroup = reach !== 'alone'
      const judging = ['conformance', ...words]
      const running = spawnDrydock(
        isGroup ? ['exec', '--', process.execPath, program, ...judging] : judging,
        {
          cwd: folder,
          detached: isGroup,
        },
      )
      await underWay
      const { pid = 0 } = running.child
      process.kill(isGroup ? -pid : pid, signal)
      const { status } = await running.ended
      expect(status).toBe(3)
      expect(JSON.parse(readFileSync(file, 'utf8')).stopped).toEqual({
        kind: 'interrupted',
        reason: 'The run was interrupted.',
      })
    },
  )

  it('drydock conformance writes a report if a signal stops it while it reads its input', async () => {
    const url = await serveTarget(brokenWallet)
    const file = join(folder, 'early.json')
    const profile = join(folder, 'profile.fifo')
    spawnSync('mkfifo', [profile])
    const words = [url, '--key', defaultKeys.test, '--profile', profile, '--report', `json=${file}`]
    const running = spawnDrydock(['conformance', ...words], { cwd: folder })
    // Opening the pipe waits until the command opens it, too; the command then waits for its content.
    const writing = await open(profile, 'w')
    running.child.kill('SIGTERM')
    await writing.writeFile('{}')
    await writing.close()
    const { status } = await running.ended
    const { stopped, rules } = JSON.parse(readFileSync(file, 'utf8'))
    expect({ status, kind: stopped.kind }).toEqual({ status: 3, kind: 'interrupted' })
    expect(new Set(rules.map((rule: { reason_kind: string }) => rule.reason_kind))).toEqual(
      new Set(['not_run']),
    )
  })

  it('a signal ends drydock conformance --plan at once and without a report', async () => {
    let begin = (): void => {}
    const underWay = new Promise<void>((resolve) => {
      begin = resolve
    })
    const url = await serveTarget(() => begin())
    const running = spawnDrydock(['conformance', url, '--key', defaultKeys.test, '--plan'], { cwd: folder })
    await underWay
    running.child.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ status: null, signal: 'SIGTERM' })
  })
})
