import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultKeys } from '../../src/client/default-keys.ts'
import { runDrydock } from '../../test/support/commands/built-command.ts'
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

const runInFolder = (...words: readonly string[]) => runDrydock(['conformance', ...words], { cwd: folder })

describe('the reports of drydock conformance', () => {
  it('drydock conformance prints the result and the paths of the reports, even if no report goes to the terminal', async () => {
    const url = await serveTarget(brokenWallet)
    const { status, stdout, stderr } = await runInFolder(
      ...[url, '--key', defaultKeys.test, '--only', 'WALLET-001', '--report', 'junit=quiet.xml'],
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      '0 passed, 1 failed, 0 skipped, 0 errored\ndrydock: the junit report is in quiet.xml\n',
    )
  })

  it('drydock conformance writes a report file in every format, and a report to the terminal', async () => {
    const formats = ['json', 'junit', 'html', 'markdown', 'tap', 'github']
    const files = formats.map((format) => `${format}=${join(folder, 'reports', `out.${format}`)}`)
    const { status, stdout } = await runConformanceCommand(
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

  it('drydock conformance adds the GitHub report to the summary of the workflow step', async () => {
    const file = join(folder, 'summary.md')
    const words = ['conformance', simulator.url, '--only', 'WALLET-001', '--report', 'github']
    const { status, stderr } = await runDrydock(words, { env: { GITHUB_STEP_SUMMARY: file } })
    expect(stderr).toContain(`drydock: the summary of the step is in ${file}\n`)
    expect(readFileSync(file, 'utf8')).toMatch(/^# Conformance of /)
    expect(status).toBe(0)
  })

  it('drydock conformance reports never contain a key, whatever the target sends back', async () => {
    const url = await serveTarget((request, response) => {
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

  it('drydock conformance --rerun repeats failed rules, and --compare compares two reports', async () => {
    const url = await serveTarget(brokenWallet)
    const first = join(folder, 'first.json')
    const second = join(folder, 'second.json')
    const words = ['--only', 'WALLET-001', '--only', 'VER-*']
    await runConformanceCommand(url, '--key', defaultKeys.test, ...words, '--report', `json=${first}`)
    const again = await runConformanceCommand(simulator.url, '--rerun', first, '--report', `json=${second}`)
    expect(again.status).toBe(0)
    const ids = (file: string, status: string) =>
      JSON.parse(readFileSync(file, 'utf8'))
        .rules.filter((rule: { status: string }) => rule.status === status)
        .map((rule: { id: string }) => rule.id)
    expect(ids(second, 'passed')).toContain('WALLET-001')
    expect(ids(second, 'passed')).toEqual([...ids(first, 'failed'), ...ids(first, 'errored')].sort())
    const compared = await runConformanceCommand('--compare', first, second)
    expect(compared.status).toBe(0)
    expect(compared.stdout).toMatch(/WALLET-001.*failed.*passed/)
    const worse = await runConformanceCommand('--compare', second, first)
    expect(worse).toMatchObject({ status: 1, stdout: expect.stringMatching(/now fails?: .*WALLET-001/) })
    expect(await runRefusedConformance(simulator.url, '--rerun', second)).toContain('no rule failed in it')
    expect(await runRefusedConformance(simulator.url, '--rerun', first, '--only', 'ADDR-*')).toContain(
      'the selection has none of the rules that failed in it',
    )
  })

  it('drydock conformance merges reports into one with the exit status of the whole run', async () => {
    const part = (index: number): string => join(folder, `part-${index}.json`)
    const words = ['--only', 'WALLET-00*', '--only', 'VER-*']
    for (const index of [1, 2]) {
      await runConformanceCommand(
        simulator.url,
        ...words,
        '--shard',
        `${index}/2`,
        '--report',
        `json=${part(index)}`,
      )
    }
    const page = join(folder, 'merged.html')
    const merged = await runConformanceCommand(
      '--merge',
      part(1),
      part(2),
      '--report',
      'console',
      '--report',
      `html=${page}`,
    )
    expect(merged).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d* passed, 0 failed/m) })
    expect(readFileSync(page, 'utf8')).toContain('WALLET-001')
    const file = join(folder, 'red.json')
    writeFileSync(file, readFileSync(part(2), 'utf8').replace('"status": "passed"', '"status": "failed"'))
    expect(await runConformanceCommand('--merge', part(1), file)).toMatchObject({ status: 1 })
    expect(await runRefusedConformance('--merge', part(1), part(2), part(2))).toMatch(
      /part-2\.json and in .*part-2\.json/,
    )
  })

  it('drydock conformance --merge accepts the report of a shard in which no rule ran', async () => {
    const part = (index: number): string => join(folder, `lone-${index}.json`)
    const judged = await Promise.all(
      [1, 2].map((index) =>
        runConformanceCommand(
          ...[simulator.url, '--only', 'RATE-001', '--shard', `${index}/2`],
          ...['--report', 'console', '--report', `json=${part(index)}`],
        ),
      ),
    )
    expect(judged.map(({ status }) => status).sort()).toEqual([0, 3])
    expect(judged.find(({ status }) => status === 3)?.stdout).toMatch(
      /No rule was executed\. No selected rule is in shard [12]\/2\. Merge the reports of all shards with --merge/,
    )
    const merged = await runConformanceCommand('--merge', part(1), part(2))
    expect(merged).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 passed, 0 failed/m) })
  })
})
