import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDrydock, serveDrydock } from '../../test/support/commands/built-command.ts'
import { runRefusedCommand } from '../../test/support/commands/refused-command.ts'

let simulator: Awaited<ReturnType<typeof serveDrydock>>
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet', '--control-token', 'sesame'])
})
afterAll(async () => {
  await simulator.stop()
})

const buildTokenEnvironment = (token: string | undefined) => ({
  DRYDOCK_URL: simulator.url,
  ...(token !== undefined && { DRYDOCK_CONTROL_TOKEN: token }),
})
const runRefusedLine = (line: string, token: string | undefined) =>
  runRefusedCommand(line.split(' '), buildTokenEnvironment(token))

describe('a refusal by the simulator', () => {
  it.concurrent.each([
    ['scenario run nope', 'NAME must be one of bad-day-at-the-bank, ', 'drydock scenario run --help'],
    [
      'webhook set http://169.254.169.254/',
      'URL leads to a link-local address.',
      'drydock webhook set --help',
    ],
    ['fault add nope down', 'TARGET must be one of ', 'drydock fault add --help'],
    [
      'fault add carrier:UPS down --latency-ms 5',
      '--latency-ms cannot be used with ',
      'drydock fault add --help',
    ],
    ['wallet fund 499', 'CENTS must be at least 500.', 'drydock wallet fund --help'],
    ['wallet set --auto-reload 1:1', '--auto-reload: amount_cents must be ', 'drydock wallet set --help'],
    ['clock advance 99999d', 'SPAN moves the clock by more than a hundred ', 'drydock clock advance --help'],
    ['--account default wallet fund 499', 'CENTS must be at least 500.', 'drydock --help'],
    ['accounts delete default', 'The default account cannot be deleted. ', 'drydock accounts delete --help'],
    ['fault clear nope', 'The account has no such ID.', 'drydock fault list'],
    ['keys revoke nope', 'The account has no such ID.', 'drydock keys list'],
    ['webhook redeliver nope', 'The account has no such ID.', 'drydock webhook deliveries'],
    ['carriers disconnect nope', 'The account has no such ID.', 'drydock carriers list'],
    ['keys list --account nope', 'No account has this id.', 'drydock accounts list'],
  ])(
    'drydock names its own arguments and options, not fields of the API, if the simulator refuses: drydock %s',
    async (line, says, see) => {
      const { status, lines } = await runRefusedLine(line, 'sesame')
      const [first, second, ...rest] = lines
      expect(first?.slice(0, says.length)).toBe(says)
      expect(second).toContain(`See ${see}`)
      expect({ status, rest }).toEqual({ status: 1, rest: [] })
    },
  )

  it('drydock prints a refusal by the simulator only on stderr', async () => {
    const { status, stdout, stderr } = await runDrydock(['wallet', 'fund', '499'], {
      env: buildTokenEnvironment('sesame'),
    })
    expect(stderr).toMatch(/^drydock: CENTS must be at least 500\..*\n.*See drydock wallet fund --help.*\n$/)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  })

  it.concurrent.each([undefined, 'wrong'])(
    'drydock names the option --control-token if the simulator refuses the control token %s',
    async (token) => {
      expect(await runRefusedLine('keys list', token)).toEqual({
        status: 1,
        lines: [
          'The control protocol needs its token.',
          'Give the token that the simulator was started with, in --control-token or DRYDOCK_CONTROL_TOKEN.',
        ],
      })
    },
  )

  it.concurrent('drydock shows the error code of a refusal by the service', async () => {
    const { lines } = await runRefusedLine('tracking scan lbl_nope', 'sesame')
    expect(lines[0]).toBe('LABEL.NOT_FOUND: No label has this id.')
  })
})
