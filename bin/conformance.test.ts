import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { defaultKeys } from '../src/client/default-keys.ts'
import { program, runDrydock, spawnDrydock } from '../test/support/built-command.ts'
import { refusedCommand } from '../test/support/refused-command.ts'
import { sharedSimulator } from '../test/support/shared-simulator.ts'
import { typeCommand } from '../test/support/typed-command.ts'

const simulator = sharedSimulator()
const folder = mkdtempSync(join(tmpdir(), 'drydock-conformance-'))
afterAll(() => rmSync(folder, { recursive: true }))

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const judge = (...words: readonly string[]) => typeCommand(['conformance', ...words])
const judgeInFolder = (...words: readonly string[]) => runDrydock(['conformance', ...words], { cwd: folder })

/** What it says where it is refused before it does anything. */
async function refused(...words: readonly string[]): Promise<string> {
  const { status, lines } = await refusedCommand(['conformance', ...words])
  expect(status).toBe(2)
  return lines.join('\n')
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** A service whose wallet is broken, and that knows a key from none. */
const brokenWallet: RequestListener = (request, response) => {
  const status = request.headers.authorization === undefined ? 401 : request.url === '/v1/wallet' ? 200 : 404
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"balance": "much"}')
}

describe('drydock conformance', () => {
  it('exits with 0 where all that ran passed, and ends with the counts', async () => {
    const { status, stdout, stderr } = await judge(simulator.url, '--only', 'WALLET-001', '--only', 'ADDR-*')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, 0 skipped, 0 errored/)
  })

  it('exits with 1 where a rule failed, and says how to see it again without the key', async () => {
    const url = await listen(brokenWallet)
    const { status, stdout } = await judge(url, '--key', defaultKeys.test, '--only', 'WALLET-001')
    expect(status).toBe(1)
    expect(stdout).toContain('WALLET-001')
    expect(stdout).toContain(`curl -i -H "Authorization: Bearer $DRYDOCK_KEY" '${url}/v1/wallet'`)
    expect(stdout).toContain(`again    drydock conformance ${url} --only WALLET-001\n`)
    expect(stdout).toMatch(/^ {2}stated {3}.*\bENDPOINTS-99\b/m)
    expect(stdout).not.toContain(defaultKeys.test)
  })

  it('says how it went and where the reports are, also where none goes to the terminal', async () => {
    const url = await listen(brokenWallet)
    const { status, stdout, stderr } = await judgeInFolder(
      ...[url, '--key', defaultKeys.test, '--only', 'WALLET-001', '--report', 'junit=quiet.xml'],
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      '0 passed, 1 failed, 0 skipped, 0 errored\ndrydock: the junit report is in quiet.xml\n',
    )
  })

  it.each([
    [[], /Name the service to judge/],
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
    [['--compare', 'a.json'], /Name two reports/],
    [['--merge', 'a.json'], /Name two reports/],
    [['http://127.0.0.1:9', '--profile', 'init', '--report', 'json'], /--profile init judges nothing/],
    [['http://127.0.0.1:9', '--overwrite'], /--overwrite is for --profile init/],
    [['http://127.0.0.1:9', 'b.json'], /b\.json is one argument too many/],
    [['http://127.0.0.1:9', '--self-test'], /--self-test judges services of its own/],
    [['--self-test', '--case', 'mutant:none'], /--case: there is no "mutant:none"/],
    [['--self-test', '--seed', 'x'], /--seed must be a whole number here, not "x"/],
    [['http://127.0.0.1:9', '--sample', '3'], /--sample is for --self-test/],
    [['http://127.0.0.1:9', '--timeout', '0s'], /--timeout must be longer than 0, not "0s"/],
    [
      ['http://127.0.0.1:9', '--profile', 'init=/dev/null/x.json'],
      /--profile init: \/dev\/null\/x\.json cannot be written: \/dev\/null is no folder/,
    ],
    [['http://127.0.0.1:9', '--seed', '4'], /--seed is for --self-test/],
    [['--list', '--report', 'json=rules.json'], /--list judges nothing/],
    [['http://127.0.0.1:9', '--plan', '--report', 'json'], /--plan judges nothing/],
    [['--list', '--explain', 'WALLET-001'], /Choose one of --list and --explain/],
    [['http://127.0.0.1:9', '--rerun', 'missing.json'], /missing\.json cannot be read/],
  ])('is refused with exit status 2: %j', async (words, says) => {
    expect(await refused(...words)).toMatch(says)
  })

  it('exits with 2 where it is refused', async () => {
    const { status, stdout, stderr } = await judge('http://127.0.0.1:9', '--only', 'NOPE-*')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/no rule matches "NOPE-\*"/)
  })

  it('uses colours and lines written over as the terminal has them', () => {
    const program = fileURLToPath(new URL('../dist/drydock.js', import.meta.url))
    const words = [process.execPath, program, 'conformance', simulator.url, '--only', 'WALLET-00*']
    const codesOnTerminal = (env: NodeJS.ProcessEnv): readonly string[] => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
        env: { PATH: process.env['PATH'], ...env },
        encoding: 'utf8',
      })
      expect(stdout).toContain('passed, 0 failed')
      const codes = stdout.split('\u001b').slice(1)
      return [...new Set(codes.map((code) => code.slice(0, code.search(/[A-Za-z]/) + 1)))]
    }
    expect(codesOnTerminal({ TERM: 'dumb' })).toEqual([])
    expect(codesOnTerminal({ TERM: 'xterm' })).toEqual(expect.arrayContaining(['[2K', '[2m']))
    expect(codesOnTerminal({ TERM: 'xterm', NO_COLOR: '1' })).toEqual(['[2K'])
  })

  it('exits with 3 where nobody answers, and reports nevertheless', async () => {
    const file = join(folder, 'dead.json')
    const { status, stderr } = await judge(
      ...['http://127.0.0.1:9', '--only', 'WALLET-001', '--report', `json=${file}`],
    )
    expect(status).toBe(3)
    expect(stderr).toMatch(/drydock: The run did not finish\. .*ECONNREFUSED/)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    expect(report.stopped.kind).toBe('unreachable')
    expect(report.rules).toMatchObject([{ id: 'WALLET-001', status: 'skipped' }])
  })

  it('exits with 3 where no rule was executed', async () => {
    const url = await listen(brokenWallet)
    const { status, stdout } = await judge(url, '--key', defaultKeys.test, '--only', 'LIMIT-2*')
    expect(status).toBe(3)
    expect(stdout).toContain('--allow-load')
  })

  it.each([
    ['SIGINT', 'alone'],
    ['SIGTERM', 'alone'],
    ['SIGHUP', 'alone'],
    // As build servers send it; drydock exec passes it on, so that it comes twice.
    ['SIGINT', 'with all of its process group'],
    ['SIGTERM', 'with all of its process group'],
  ] as const)('ends at %s, got %s, with a report of what it had, and 3', async (signal, reach) => {
    let begin = (): void => {}
    const underWay = new Promise<void>((resolve) => {
      begin = resolve
    })
    const url = await listen((request, response) => {
      // The first is answered, so that the run is under way.
      if (request.headers.authorization === undefined) response.writeHead(401).end('{}')
      else begin()
    })
    const file = join(folder, 'interrupted.json')
    const words = [url, '--control', 'off', '--key', defaultKeys.test, '--report', `json=${file}`]
    const isGroup = reach !== 'alone'
    const judging = ['conformance', ...words]
    const running = spawnDrydock(isGroup ? ['exec', '--', process.execPath, program, ...judging] : judging, {
      cwd: folder,
      detached: isGroup,
    })
    await underWay
    const { pid = 0 } = running.child
    process.kill(isGroup ? -pid : pid, signal)
    const { status } = await running.ended
    expect(status).toBe(3)
    expect(JSON.parse(readFileSync(file, 'utf8')).stopped).toEqual({
      kind: 'interrupted',
      reason: 'The run was interrupted.',
    })
  })

  it('reports, too, where it is stopped while it still reads what it is given', async () => {
    const url = await listen(brokenWallet)
    const file = join(folder, 'early.json')
    const profile = join(folder, 'profile.fifo')
    spawnSync('mkfifo', [profile])
    const words = [url, '--key', defaultKeys.test, '--profile', profile, '--report', `json=${file}`]
    const running = spawnDrydock(['conformance', ...words], { cwd: folder })
    // Opens once the command does, which then waits for what is in it.
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

  it('ends as a signal ends any command where there is no run that could report', async () => {
    let begin = (): void => {}
    const underWay = new Promise<void>((resolve) => {
      begin = resolve
    })
    const url = await listen(() => begin())
    const running = spawnDrydock(['conformance', url, '--key', defaultKeys.test, '--plan'], { cwd: folder })
    await underWay
    running.child.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ status: null, signal: 'SIGTERM' })
  })

  it('writes every format, and one to the terminal', async () => {
    const formats = ['json', 'junit', 'html', 'markdown', 'tap', 'github']
    const files = formats.map((format) => `${format}=${join(folder, 'reports', `out.${format}`)}`)
    const { status, stdout } = await judge(
      simulator.url,
      '--only',
      'WALLET-*',
      '--report',
      'console',
      ...files.flatMap((file) => ['--report', file]),
    )
    expect(status).toBe(0)
    expect(stdout).toMatch(/passed, 0 failed/)
    for (const format of formats) expect(existsSync(join(folder, 'reports', `out.${format}`))).toBe(true)
    expect(readFileSync(join(folder, 'reports', 'out.junit'), 'utf8')).toMatch(/^<\?xml/)
  })

  it('adds to the summary of the step that GitHub runs it in', async () => {
    const file = join(folder, 'summary.md')
    const words = ['conformance', simulator.url, '--only', 'WALLET-001', '--report', 'github']
    const { status, stderr } = await runDrydock(words, { env: { GITHUB_STEP_SUMMARY: file } })
    expect(stderr).toContain(`drydock: the summary of the step is in ${file}\n`)
    expect(readFileSync(file, 'utf8')).toMatch(/^# Conformance of /)
    expect(status).toBe(0)
  })

  it('lets no key out, whatever the target sends back', async () => {
    const url = await listen((request, response) => {
      const status = request.headers.authorization === undefined ? 401 : 500
      const secrets = [
        request.headers.authorization,
        Buffer.from(String(request.headers.authorization)).toString('base64'),
      ]
      response.writeHead(status, { 'X-Request-Id': String(request.headers.authorization) })
      const somebody = { name: 'Ada King', city: 'London' }
      response.end(JSON.stringify({ error: { code: secrets, message: secrets, somebody } }))
    })
    const formats = ['json', 'junit', 'html', 'markdown', 'tap', 'github']
    const files = formats.map((format) => join(folder, `leaks.${format}`))
    const { stdout, stderr } = await runDrydock(
      [
        'conformance',
        url,
        '--only',
        'RATE-0*',
        '--only',
        'ERR-*',
        '--webhook-secret',
        'a signing secret of our own',
        ...files.flatMap((file, index) => ['--report', `${formats[index]}=${file}`]),
        '--report',
        'console',
      ],
      { env: { DRYDOCK_KEY: defaultKeys.test, DRYDOCK_LIVE_KEY: defaultKeys.live }, cwd: folder },
    )
    for (const text of [stdout, stderr, ...files.map((file) => readFileSync(file, 'utf8'))]) {
      expect(text).not.toContain(defaultKeys.test.slice(8))
      expect(text).not.toContain(Buffer.from(defaultKeys.test).toString('base64').slice(4, 30))
      expect(text).not.toContain('Ada King')
    }
    expect(stdout).toContain('pr_test_…d0c0')
  })

  it('runs again what failed, and compares two reports', async () => {
    const url = await listen(brokenWallet)
    const first = join(folder, 'first.json')
    const second = join(folder, 'second.json')
    const words = ['--only', 'WALLET-001', '--only', 'VER-*']
    await judge(url, '--key', defaultKeys.test, ...words, '--report', `json=${first}`)
    const again = await judge(simulator.url, '--rerun', first, '--report', `json=${second}`)
    expect(again.status).toBe(0)
    const ids = (file: string, status: string) =>
      JSON.parse(readFileSync(file, 'utf8'))
        .rules.filter((rule: { status: string }) => rule.status === status)
        .map((rule: { id: string }) => rule.id)
    expect(ids(second, 'passed')).toContain('WALLET-001')
    expect(ids(second, 'passed')).toEqual([...ids(first, 'failed'), ...ids(first, 'errored')].sort())
    const compared = await judge('--compare', first, second)
    expect(compared.status).toBe(0)
    expect(compared.stdout).toMatch(/WALLET-001.*failed.*passed/)
    const worse = await judge('--compare', second, first)
    expect(worse).toMatchObject({ status: 1, stdout: expect.stringMatching(/turned red: .*WALLET-001/) })
    expect(await refused(simulator.url, '--rerun', second)).toContain('nothing failed in it')
    expect(await refused(simulator.url, '--rerun', first, '--only', 'ADDR-*')).toContain(
      'nothing that failed in it is chosen',
    )
  })

  it('merges the reports of shards, and exits as the run would have', async () => {
    const part = (index: number): string => join(folder, `part-${index}.json`)
    const words = ['--only', 'WALLET-00*', '--only', 'VER-*']
    for (const index of [1, 2]) {
      await judge(simulator.url, ...words, '--shard', `${index}/2`, '--report', `json=${part(index)}`)
    }
    const page = join(folder, 'merged.html')
    const merged = await judge('--merge', part(1), part(2), '--report', 'console', '--report', `html=${page}`)
    expect(merged).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d* passed, 0 failed/m) })
    expect(readFileSync(page, 'utf8')).toContain('WALLET-001')
    const file = join(folder, 'red.json')
    writeFileSync(file, readFileSync(part(2), 'utf8').replace('"status": "passed"', '"status": "failed"'))
    expect(await judge('--merge', part(1), file)).toMatchObject({ status: 1 })
    expect(await refused('--merge', part(1), part(2), part(2))).toMatch(/part-2\.json and in .*part-2\.json/)
  })

  it('writes a report of a shard that holds no rule, which merges', async () => {
    const part = (index: number): string => join(folder, `lone-${index}.json`)
    const judged = await Promise.all(
      [1, 2].map((index) =>
        judge(
          ...[simulator.url, '--only', 'RATE-001', '--shard', `${index}/2`],
          ...['--report', 'console', '--report', `json=${part(index)}`],
        ),
      ),
    )
    expect(judged.map(({ status }) => status).sort()).toEqual([0, 3])
    expect(judged.find(({ status }) => status === 3)?.stdout).toMatch(
      /No rule was executed\. None of the rules chosen is in shard [12]\/2; the --merge of all shards says/,
    )
    const merged = await judge('--merge', part(1), part(2))
    expect(merged).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 passed, 0 failed/m) })
  })

  it('writes a profile from what the target answers, and over none that is there', async () => {
    const file = join(folder, 'learned.json')
    const words = [simulator.url, '--profile', `init=${file}`]
    const { status, stdout } = await judge(...words)
    expect(status).toBe(0)
    expect(stdout).toMatch(/nothing was bought\.\nLearned:\n[\s\S]*carriers \(/)
    const profile = JSON.parse(readFileSync(file, 'utf8'))
    expect(profile.carriers).toHaveLength(4)
    expect(await refused(...words)).toContain('--overwrite')
    expect((await judge(...words, '--overwrite')).status).toBe(0)
    const judged = await judge(simulator.url, '--profile', file, '--only', 'RATE-011')
    expect(judged.status).toBe(0)
  })

  it('says what of a profile could not be learned, without a key that the target sent back, or that nothing was', async () => {
    const file = join(folder, 'hardly-learned.json')
    const words = ['--control', 'off', '--key', defaultKeys.test, '--profile', `init=${file}`]
    const url = await listen((request, response) => {
      const isAllowed = request.headers.authorization !== undefined
      const rates = ['UPS', defaultKeys.test].map((carrier) => ({ id: `rate_${carrier.length}`, carrier }))
      request.resume()
      response.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ rates }))
    })
    const { stdout } = await judge(url, ...words)
    expect(stdout).toMatch(/Not learned:\n[\s\S]*rates of 2 came \(UPS, pr_test_…d0c0\)/)
    expect(stdout).not.toContain(defaultKeys.test)
    rmSync(file)
    const gone = await judge('http://127.0.0.1:9', ...words)
    expect(gone.stderr).toMatch(/^drydock: nothing is learned, and no profile written\. \S/m)
    expect({ status: gone.status, isThere: existsSync(file) }).toEqual({ status: 3, isThere: false })
  })

  it('lists and explains rules without a target', async () => {
    const { status, stdout } = await judge('--list', '--only', 'WALLET-*')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^WALLET-001 {2}The wallet can be read/)
    const explained = await judge('--explain', 'wallet-001')
    expect(explained.status).toBe(0)
    for (const part of [
      'section',
      'Endpoints',
      'GET /v1/wallet',
      'a test key (--key)',
      'turn it red',
      'in dollars',
      'ENDPOINTS-99  The wallet is read with its balance.',
    ]) {
      expect(explained.stdout).toContain(part)
    }
  })

  it('plans without a request to the service', async () => {
    const asked: string[] = []
    const url = await listen((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(404).end()
    })
    const { status, stdout } = await judge(
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
    expect(stdout).toMatch(/in the sandbox stay up to \d+ labels/)
    expect(stdout).toContain('--live-key')
    expect(stdout).toMatch(/waiting: at most \d+m [\d ms]*for the documented limits \(--pace off/)
    const patient = await judge(url, '--key', defaultKeys.test, '--plan', '--allow-wait', '48h')
    expect(patient.stdout).toMatch(
      /waiting: (?:\d+h )?(?:\d+m ?)?(?:\d+s)? for time to pass, and meanwhile at most/,
    )
    const isolated = await judge(simulator.url, '--plan')
    expect(isolated.stdout).toContain('nothing stays behind')
    expect(isolated.stdout).toContain('no live wallet is charged')
  })

  it('proves itself, in whole or in part, and nothing twice', async () => {
    const words = ['--self-test', '--only', 'VER-*', '--seed', '7']
    const cases = ['--case', 'mutant:unversioned', '--case', 'hollow:drip']
    const { status, stdout } = await judgeInFolder(...words, ...cases)
    expect(stdout).toMatch(/killed {4}unversioned: The endpoints answer without a version, too\./)
    expect(stdout).toMatch(/ok {6}drip: a body that comes a byte at a time/)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 proved, 0 failed')
    expect(status).toBe(0)
    const sample = ['--sample', '999', '--resume', 'proved.jsonl']
    const first = await judgeInFolder(...words, ...sample)
    expect(first.stderr).toMatch(/^(\d+) cases; --seed 7\n/)
    expect(first.stdout).toMatch(
      /^1 of 1 deviations caught; 0 passes on \d\d hollow targets; 0 failures on 1 conformant variations; 0 on 1 partial control protocols; \d+ s\.$/m,
    )
    const again = await judgeInFolder(...words, ...sample)
    expect(again.stderr).toMatch(/^(\d+) cases, \1 of them proved before; --seed 7\n/)
    expect(again.stdout.split('\n').slice(0, -3)).toEqual(first.stdout.split('\n').slice(0, -3))
    expect([first.status, again.status]).toEqual([0, 0])
  }, 60_000)

  it('takes its key from the environment', async () => {
    const url = await listen(brokenWallet)
    const { status } = await runDrydock(['conformance', url, '--only', 'WALLET-001'], {
      env: { DRYDOCK_KEY: defaultKeys.test },
      cwd: folder,
    })
    expect(status).toBe(1)
  })

  it('goes by the profile', async () => {
    const file = join(folder, 'profile.json')
    writeFileSync(file, JSON.stringify({ expected_failures: [{ rule: 'WALLET-001', reason: 'known' }] }))
    const url = await listen(brokenWallet)
    const words = [url, '--key', defaultKeys.test, '--only', 'WALLET-001', '--profile', file]
    const { status, stdout } = await judge(...words)
    expect(status).toBe(0)
    expect(stdout).toContain('known')
    const { stdout: json } = await judge(...words, '--report', 'json')
    expect(JSON.parse(json).rules[0].again).toContain(`--only WALLET-001 --profile ${file}`)
    writeFileSync(file, '{"adresses": {}}')
    expect(await refused(...words)).toContain(
      `--profile ${file} cannot be used: adresses: there is no such field`,
    )
    writeFileSync(file, '{"rules": {"skip": ["NOPE-*"]}}')
    expect(await refused(...words)).toContain(`--profile ${file}: rules.skip: no rule matches "NOPE-*"`)
  })
})
