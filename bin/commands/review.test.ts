import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findings } from '../../src/review/findings/catalogue.ts'
import { driveCommands } from '../../test/support/commands/driving-commands.ts'
import { runCommandQuickly } from '../../test/support/commands/typed-command.ts'
import { buyLabel } from '../../test/support/labels/purchase.ts'
import { TestClient } from '../../test/support/test-client.ts'
import { reviewFormatNames } from '../review/review-reports.ts'

const { url, newAccount, runWithStatus } = driveCommands()

const folder = mkdtempSync(join(tmpdir(), 'drydock-review-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates an account with one finding: its client tried twice to buy an expired rate. */
async function createAccountWithFinding() {
  const account = await newAccount()
  const client = new TestClient(url)
  const key = account.keys.test
  await buyLabel(url, key)
  const rate_id = 'rate_none'
  await account.faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'error',
    code: 'RATE.EXPIRED',
  })
  for (const _ of [1, 2]) await client.send({ method: 'POST', path: '/v1/labels', key, body: { rate_id } })
  return account
}

describe('drydock review', () => {
  it('drydock review prints findings, coverage and what to try next, and exits with 1 for an error', async () => {
    const { of, id } = await createAccountWithFinding()
    const { status, stdout, stderr } = await runWithStatus('review', ...of)
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toContain(`Review of account ${id}\n4 requests since`)
    expect(stdout).toContain('\nerror    RATE-EXPIRED-REUSED, once\n')
    expect(stdout).toMatch(/operations +█+░+ +2 of 13\n/)
    expect(stdout).toContain('\nFailed: 1 error\n')
    const pageCommand = `    drydock review --report html=review.html --account ${id} --url ${url}\n`
    expect(stdout).toContain(`How to meet the others:\n${pageCommand}`)
    expect(stdout.replace(pageCommand, '')).not.toMatch(/.{101}/)
  })

  it.each([
    [0, '--ignore names the only finding', ['--ignore', 'rate-expired-reused'], 'Passed: no findings'],
    [0, '--fail-on is never', ['--fail-on', 'never'], 'Passed: 1 error'],
    [
      1,
      'the client used fewer operations than --min',
      ['--fail-on', 'never', '--min', 'operations=3'],
      '2 of the 3 operations',
    ],
    [
      0,
      'the client used as many operations as --min',
      ['--fail-on', 'never', '--min', 'operations=2'],
      'Passed',
    ],
  ] as const)('drydock review exits with %i if %s', async (status, _, words, said) => {
    const { of } = await createAccountWithFinding()
    const done = await runWithStatus('review', ...words, ...of)
    expect(done).toMatchObject({ status, stdout: expect.stringContaining(said) })
  })

  it.each([
    [
      'an unknown kind of item in --min',
      ['--min', 'friends=1'],
      /--min must be KIND=N with KIND one of operations/,
    ],
    [
      'a --min of more operations than exist',
      ['--min', 'operations=14'],
      /asks for 14 operations, and there are only 13/,
    ],
    [
      'an unknown finding in --ignore',
      ['--ignore', 'NO-SUCH'],
      /--ignore must be one of .*PURCHASE-REPEATED/,
    ],
    ['an unknown format', ['--report', 'tap'], /there is no format "tap"; there are console, json, junit/],
    ['a report that cannot be written', ['--report', `json=${folder}`], /it is a folder/],
    [
      'a report in a folder that takes no file',
      ['--report', 'json=/proc/x/r.json'],
      /cannot be written: ENOENT/,
    ],
    ['--report together with --list', ['--list', '--report', 'json'], /--list and --explain review nothing/],
    ['both --json and --report', ['--json', '--report', 'console'], /Choose one of --json and --report/],
  ] as const)('drydock review refuses %s with status 2', async (_, words, reason) => {
    const { of } = await newAccount()
    expect(await runWithStatus('review', ...words, ...of)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(reason),
    })
  })

  it.each([
    ['as text', [], 'Failed: no request was reviewed'],
    ['as JSON', ['--json'], '"requests": 0'],
    ['with --fail-on never', ['--fail-on', 'never'], 'Failed: no request was reviewed'],
  ] as const)('drydock review exits with 3 for an account without requests, %s', async (_, words, said) => {
    const { of, id } = await newAccount()
    const { status, stdout, stderr } = await runWithStatus('review', ...words, ...of)
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining(`The account ${id} has had no request, so nothing was reviewed.`),
    })
    expect(stdout).toContain(said)
  })

  it('drydock review refuses an unknown account with status 2, as nothing was reviewed', async () => {
    const words = ['review', '--account', 'nope', '--url', url]
    expect(await runCommandQuickly(words)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No account has this id'),
    })
    const { status, stdout } = await runCommandQuickly([...words, '--json'])
    expect({ status, code: JSON.parse(stdout).error.code }).toEqual({
      status: 2,
      code: 'CONTROL.ACCOUNT.NOT_FOUND',
    })
  })

  it('drydock review lists and explains the findings as JSON', async () => {
    const listed = JSON.parse((await runCommandQuickly(['review', '--list', '--json'])).stdout)
    expect(listed.findings.map(({ id }: { id: string }) => id)).toEqual(findings.map(({ id }) => id))
    const explained = await runCommandQuickly(['review', '--explain', 'key-in-url', '--json'])
    expect(JSON.parse(explained.stdout).findings).toEqual([
      expect.objectContaining({ id: 'KEY-IN-URL', severity: 'error', why: expect.any(String) }),
    ])
  })

  it('drydock review lists and explains the findings without a simulator', async () => {
    const nowhere = ['--url', 'http://127.0.0.1:9'] as const
    const { stdout } = await runCommandQuickly(['review', '--list', ...nowhere])
    for (const { id, title } of findings) expect(stdout).toMatch(new RegExp(`^${id} .*${title}$`, 'm'))
    const explained = await runCommandQuickly(['review', '--explain', 'retry-after-ignored', ...nowhere])
    expect(explained).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^RETRY-AFTER-IGNORED \(error\)\n/),
    })
    expect(await runCommandQuickly(['review', ...nowhere])).toMatchObject({ status: 3 })
  })

  it('drydock review writes a report in every format, each with the finding and its request', async () => {
    const { of, requests } = await createAccountWithFinding()
    const [latest] = await requests.list()
    const files = reviewFormatNames.map((format) => join(folder, `review.${format}`))
    const words = reviewFormatNames.flatMap((format, index) => ['--report', `${format}=${files[index]}`])
    expect(await runWithStatus('review', ...words, ...of)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('1 error'),
    })
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      expect(text, file).toContain('RATE-EXPIRED-REUSED')
      if (!file.endsWith('.markdown')) expect(text, file).toContain(latest?.id)
    }
    const json = JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8'))
    expect(json).toMatchObject({ passed: false, failures: ['RATE-EXPIRED-REUSED'], requests: 4 })
    const html = readFileSync(join(folder, 'review.html'), 'utf8')
    expect(html).not.toMatch(/<script|src=|href=/)
    const junit = readFileSync(join(folder, 'review.junit'), 'utf8')
    expect(junit).toContain(`tests="${findings.length}" failures="1"`)
  })

  it('drydock review writes an HTML report with field names as code and with long request lines that wrap', async () => {
    const { of, keys } = await newAccount()
    const body = { rate_id: 'rate_none', label_format: 'PDF' }
    const client = new TestClient(url)
    for (const _ of [1, 2]) await client.send({ method: 'POST', path: '/v1/labels', key: keys.test, body })
    const { stdout } = await runWithStatus('review', '--report', 'html', ...of)
    expect(stdout).toContain('<code>label_format</code> is ignored.')
    expect(stdout).toMatch(/Requests: <code>req_\w+<\/code>, <code>req_\w+<\/code><\/p>/)
  })
})
