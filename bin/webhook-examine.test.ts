import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runRefusedCommand } from '../test/support/commands/refused-command.ts'
import { runCommandQuickly } from '../test/support/commands/typed-command.ts'
import { makeReceiver, receiverSecret, serveReceiver } from '../test/support/conformance/receivers.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-examine-'))
afterAll(() => rmSync(folder, { recursive: true }))

const runExamine = (...words: readonly string[]) =>
  runCommandQuickly(['webhook', 'examine', ...words, '--secret', receiverSecret])

describe('drydock webhook examine', () => {
  it('drydock webhook examine exits with 0 for a correct webhook receiver, and prints the counts last', async () => {
    const url = await serveReceiver(makeReceiver())
    const { status, stdout, stderr } = await runExamine(url, '--only', 'RECV-00*')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Receiver examination of http.*\n9 passed, 0 failed, 0 skipped, 0 errored\n$/s)
  })

  it('drydock webhook examine exits with 1 for a wrong webhook receiver, and writes reports without the secret', async () => {
    const url = await serveReceiver(makeReceiver({ isGenuine: () => true }))
    const file = join(folder, 'out.json')
    const { status, stderr } = await runExamine(url, '--only', 'RECV-004', '--report', `json=${file}`)
    expect(status).toBe(1)
    expect(stderr).toContain(`the json report is in ${file}`)
    const text = readFileSync(file, 'utf8')
    expect(JSON.parse(text).rules).toMatchObject([{ id: 'RECV-004', expected: '401', actual: '200' }])
    expect(text).not.toContain(receiverSecret)
  })

  it('drydock webhook examine counts effects with a shell command that gets the label id', async () => {
    const url = await serveReceiver(makeReceiver())
    const command = `test "$1" = "$DRYDOCK_LABEL_ID" && echo "$1" | grep -c lbl_examine`
    const { status, stdout } = await runExamine(url, '--only', 'RECV-044', '--effect-command', command)
    expect(stdout).toContain('1 passed')
    expect(status).toBe(0)
    const broken = await runExamine(url, '--only', 'RECV-044', '--effect-command', 'echo many; exit 3')
    expect(broken.status).toBe(1)
    expect(broken.stdout).toContain('must print a whole number, and printed "many". It ended with 3.')
  })

  it('drydock webhook examine prints a command that repeats a failed case about effects', async () => {
    const url = await serveReceiver(makeReceiver())
    const { stdout } = await runExamine(url, '--only', 'RECV-043', '--effect-command', "echo '2'")
    const [, again = ''] = /again +(.*)/.exec(stdout) ?? []
    const secret = '--secret "$DRYDOCK_WEBHOOK_SECRET"'
    expect(again).toBe(
      `drydock webhook examine ${url} ${secret} --only RECV-043 --effect-command 'echo '\\''2'\\'''`,
    )
  })

  it('drydock webhook examine exits with 3 for a webhook receiver that does not respond', async () => {
    const { status, stdout } = await runExamine('127.0.0.1:9/hooks')
    expect(status).toBe(3)
    expect(stdout).toContain('http://127.0.0.1:9/hooks does not respond: connect ECONNREFUSED 127.0.0.1:9.')
  })

  it.each([
    [['http://127.0.0.1:9'], /Give the signing secret of the endpoint with --secret/],
    [['http://127.0.0.1:9', '--secret', 's', '--only', 'RATE-*'], /--only: no rule matches "RATE-\*"/],
    [['http://127.0.0.1:9', '--secret', 's', '--timeout', '0s'], /--timeout must be longer than 0/],
    [['http://127.0.0.1:9', '--secret', 's', '--status-unauthorized', '200'], /from 400 to 499, not "200"/],
    [['http://127.0.0.1:9', '--secret', 's', '--report', 'pictures'], /no format "pictures"/],
    [['http://127.0.0.1:9', '--secret', 's', '--fail-on', 'never'], /must be one of error, advice/],
    [['http://a:b@127.0.0.1:9', '--secret', 's'], /must have no user name or password/],
    [['ftp://127.0.0.1', '--secret', 's'], /begins with http:\/\/ or https:\/\//],
  ])('drydock webhook examine refuses %j', async (words, reason) => {
    const { status, lines } = await runRefusedCommand(['webhook', 'examine', ...words])
    expect(status).toBe(2)
    expect(lines.join('\n')).toMatch(reason)
  })
})
