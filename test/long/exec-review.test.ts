import { describe, expect, it } from 'vitest'
import { runDrydock } from '../support/commands/built-command.ts'
import { ratesBody } from '../support/labels/parcels.ts'

/** Returns a command that makes a mistake: it buys an expired rate twice, and then exits with a status. */
function createMistakenCommand(status: number): readonly string[] {
  const script = `
    const { DRYDOCK_URL, DRYDOCK_TEST_KEY, DRYDOCK_CONTROL_URL } = process.env
    const post = async (url, body) => (await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + DRYDOCK_TEST_KEY },
      body: JSON.stringify(body),
    })).json()
    const quoted = await post(DRYDOCK_URL + '/v1/rates', ${JSON.stringify(ratesBody())})
    const [{ id }] = quoted.rates
    await post(DRYDOCK_CONTROL_URL + '/accounts/default/clock/advance', { by: '16m' })
    for (const _ of [1, 2]) {
      await post(DRYDOCK_URL + '/v1/labels', { rate_id: id })
      // If the second request uses another connection, only a pause shows that the client had the first response.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
    }
    process.exit(${status})`
  return ['--', process.execPath, '--input-type=module', '-e', script]
}

/** Returns a command that runs a script with an account of its own, which it creates and deletes. */
function createCommandWithAccount(script: string): readonly string[] {
  const text = `
    const { DRYDOCK_URL, DRYDOCK_CONTROL_URL } = process.env
    const headers = { 'Content-Type': 'application/json' }
    const call = (method, path, body) =>
      fetch(DRYDOCK_CONTROL_URL + path, { method, headers, body: JSON.stringify(body) })
    const { keys } = await (await call('POST', '/accounts', { id: 'ci' })).json()
    const get = (path) => fetch(DRYDOCK_URL + path, { headers: { Authorization: 'Bearer ' + keys.test } })
    ${script}
    await call('DELETE', '/accounts/ci')`
  return ['--', process.execPath, '--input-type=module', '-e', text]
}

describe('the command drydock exec --review', () => {
  it.each([
    ['deleted', ''],
    ['reset and deleted', "await call('POST', '/accounts/ci/reset')"],
  ])('drydock exec --review reviews an account that its command has %s', async (_, last) => {
    const command = createCommandWithAccount(`await get('/v1/labels/undefined'); ${last}`)
    const { status, stdout } = await runDrydock(['exec', '--review', ...command])
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining('error    ID-UNSET, once'),
    })
    expect(stdout).toContain('Review of account ci\n1 request since')
  })

  it('drydock exec --review exits with 3 and says what to do if the command sent no request', async () => {
    const words = ['exec', '--review', '--report', 'json', ...createCommandWithAccount('')]
    const { status, stdout, stderr } = await runDrydock(words)
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('DRYDOCK_URL') })
    expect(JSON.parse(stdout)).toMatchObject({
      passed: false,
      failures: ['no request was reviewed'],
      requests: 0,
    })
  })

  it.each([
    ['the exit status of the review', [], 0, 1],
    ['the exit status of the command if that is worse', [], 7, 7],
    ['0 if no finding counts as a failure', ['--fail-on', 'never'], 0, 0],
    ['1 if fewer items are met than --min demands', ['--fail-on', 'never', '--min', 'situations=5'], 0, 1],
  ] as const)('the exit status of drydock exec --review is %s', async (_, options, ended, status) => {
    const done = await runDrydock(['exec', '--review', ...options, ...createMistakenCommand(ended)])
    expect(done.stdout).toContain('error    RATE-EXPIRED-REUSED, once')
    expect(done.stdout).not.toContain('--url')
    expect(done.status).toBe(status)
  })

  it.each([
    ['--min', 'situations=1'],
    ['--fail-on', 'note'],
    ['--ignore', 'PURCHASE-REPEATED'],
  ])('drydock exec without --review refuses the option %s and does not run the command', async (...words) => {
    const { status, stderr } = await runDrydock(['exec', ...words, ...createMistakenCommand(0)])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('needs --review') })
  })

  it.each([
    ['--vary each', ['--vary', 'each'], 'Choose one of --vary and --review'],
    ['an unknown format', ['--report', 'tap'], 'there is no format "tap"'],
  ] as const)('drydock exec --review refuses %s and does not run the command', async (_, words, reason) => {
    const { status, stdout, stderr } = await runDrydock([
      'exec',
      '--review',
      ...words,
      ...createMistakenCommand(0),
    ])
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(reason),
    })
  })

  it('drydock exec --review refuses --no-control and does not run the command', async () => {
    const { status, stderr } = await runDrydock([
      'exec',
      '--review',
      '--no-control',
      ...createMistakenCommand(0),
    ])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('--no-control') })
  })
})
