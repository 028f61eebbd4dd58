import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runDrydock } from '../../test/support/commands/built-command.ts'
import { runRefusedCommand } from '../../test/support/commands/refused-command.ts'
import { prepareCommand } from '../conformance/preparing.ts'
import { describeFailure } from '../failure.ts'
import { describeUsage } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-usage-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Mistake = readonly [words: readonly string[], says: RegExp]

/** Mistakes in words of the built command, with the expected first line on stderr. */
const mistakesOfBuiltCommand: readonly Mistake[] = [
  [[], /Name a command/],
  [['nope'], /no command nope/],
  [['serve', '--port', '70000'], /--port must be a whole number from 0 to 65535/],
  [
    ['serve', '--port', '0', '--data', '/no/such/folder/file'],
    /\/no\/such\/folder\/file: its directory does not exist/,
  ],
]

/** Mistakes that are checked in this process, with their messages. */
const mistakesInProcess: readonly Mistake[] = [
  [['clock', 'nope'], /no command nope/],
  [['snapshot', 'save', '-'], /FILE must be a file; for a file named -, write \.\/-/],
  [['webhook', 'listen', '--respond', '503', '--forward', 'http://127.0.0.1:1/'], /Leave --respond out/],
  [['clock', 'advance', '1h', '--bad', '3'], /no option --bad/],
  [['clock', 'advance', '30m1h'], /SPAN must be a duration/],
  [['serve', '--port', '0', '--allowed-host', 'http://b.test'], /--allowed-host must be a name/],
  [['serve', '--clock', 'xabc'], /--clock must be realtime, frozen or xN/],
  [['serve', '--quiet=perhaps'], /--quiet must be true or false, not "perhaps"/],
  [['exec'], /Name the command to run after --/],
  [['wallet', 'set'], /Give a value to set: --balance, --card, --auto-reload or --decline-next/],
  [['scenario', 'run', './no-such-file.yaml'], /no-such-file\.yaml cannot be read/],
  [['requests', '--follow', '--last', '3'], /Leave --last out/],
  [
    ['openapi', '--out', './no-such-folder/a.json'],
    /--out: \.\/no-such-folder\/a\.json could not be written: its directory does not exist\./,
  ],
  [['openapi', '--out', '.'], /--out: \. could not be written: it is a directory\./],
  [
    ['snapshot', 'load', './no-such-file.json'],
    /^FILE: \.\/no-such-file\.json cannot be read: there is no such file\.$/,
  ],
  [['snapshot', 'load', 'docs'], /^FILE: docs cannot be read: it is a directory\.$/],
  [['serve', '--config', 'no-such-file.json'], /no-such-file\.json cannot be read: there is no such file/],
  [['serve', '--port', '0', '--scenario', 'no-such-scenario'], /--scenario no-such-scenario is neither/],
]

/** Mistakes that are refused before a command runs. */
const mistakesBeforeRun: readonly Mistake[] = [
  [['clock'], /^Name a command of clock: show, .*next.*\.$/],
  [['--verson=1'], /^There is no option --verson without a command\. Did you mean --version\?$/],
  [['clock', 'advance'], /SPAN must be given/],
  [['clock', 'advance', '-1s'], /SPAN must not begin with a dash, and -1s does/],
  [['lables'], /^There is no command lables\. Did you mean labels\?$/],
  [['clock', 'shoow'], /^There is no command shoow\. Did you mean show\?$/],
  [['clock', 'shoow', '--url', 'http://127.0.0.1:9'], /^There is no command shoow\. Did you mean show\?$/],
  [['walet', 'show', '--url=http://127.0.0.1:9'], /^There is no command walet\. Did you mean wallet\?$/],
  [['clock', 'show', '--acount', 'ci'], /^There is no option --acount\. Did you mean --account\?$/],
  [['labels', 'list'], /^list is one argument too many\. drydock labels lists them\.$/],
  [['clock', 'advance', '1h', '2h'], /2h is one argument too many/],
  [['clock', 'advance', '1h', '--bad=3'], /no option --bad/],
  [['clock', 'advance', '1h', '--url'], /--url needs a value/],
  [['clock', 'next', 'birthday'], /KIND must be one of webhook, rate_expiry, poll, batch, any/],
  [['clock', 'set', 'tomorrow'], /ISO must be an ISO 8601 time/],
  [['clock', 'set', '2030-01-31T12:00:00'], /ISO must have the zone of its time, as in 2030-01-31T12:00:00Z/],
  [['serve', '--clock', 'frozen@2030-01-31T12:00'], /--clock must have the zone .* frozen@2030-01-31T12:00Z/],
  [
    ['labels', '--url', 'http://127.0.0.1:9/v1/'],
    /--url must end before \/v1\/: write http:\/\/127.0.0.1:9\./,
  ],
  [
    ['serve', '--public-url', 'https://a.test/v1'],
    /--public-url must end before \/v1: write https:\/\/a\.test\./,
  ],
  [
    ['wait', '--url', '127.0.0.1:9/_drydock'],
    /--url must end before \/_drydock: write http:\/\/127.0.0.1:9\./,
  ],
  [['requests', '--path', 'v1/x'], /--path must begin with \/ or \*, as in "\/v1\/labels\*", not "v1\/x"/],
  [['tracking', 'script', '1', 'Banana'], /NAME must be one of standard, .*, not "Banana"/],
  [['clock', 'set', '2030-02-31T12:00:00Z'], /ISO must be an ISO 8601 time/],
  [['clock', 'run', '--rate', '0'], /--rate must be a number above 0/],
  [['clock', 'show', '--url', 'drydock:4010'], /--url must begin with http:\/\/ or https:\/\/: write http:/],
  [['serve', '--port', '1e3'], /--port must be a whole number/],
  // Kubernetes sets only variables, so the message about a flag does not mention Kubernetes.
  [['serve', '--port', 'tcp://10.0.171.239:4010'], /^--port must be a whole number/],
  [['serve', '--port', '1', '--port', '2'], /--port can be given only once/],
  [['serve', '--clock', 'x0'], /--clock must be/],
  [['serve', '--seed', ''], /--seed must be/],
  [['serve', '--magic', 'maybe'], /--magic must be on or off/],
  [['serve', '--webhook-url', 'ftp://x'], /--webhook-url must be an address/],
  [['serve', '--data', ''], /--data must not be empty/],
  [['serve', 'extra'], /extra is one argument too many/],
  [['exec', 'ls'], /^Write -- before the command: drydock exec -- ls$/],
  [['exec', '--seed', '7', 'pytest', '-q'], /^Write -- before the command: drydock exec -- pytest -q$/],
  [['exec', '--sed', '7', '--', 'pytest'], /^There is no option --sed\. Did you mean --seed\?$/],
  [['wait', '--timeout', 'soon'], /--timeout must be a duration/],
  [['fault', 'add'], /TARGET and MODE must be given/],
  [['fault', 'add', 'carrier:UPS'], /^MODE must be given/],
  [['scenario', 'run'], /NAME\|FILE must be given/],
  [
    ['fault', 'add', 'carrier:UPS', 'down', '--probability', '1.5'],
    /--probability must be a number from 0 to 1/,
  ],
  [['fault', 'add', 'api', 'error', '--status', '42'], /--status must be a whole number from 200 to 599/],
  [['fault', 'add', 'api', 'error', '--phase', 'during'], /--phase must be one of before, after/],
  [['fault', 'add', 'webhook', 'drop', '--lasts', '10'], /--lasts must be a duration/],
  [['fault', 'add', 'webhook', 'drop', '--lasts', '99999999d'], /--lasts must be .* at most 365000d/],
  [['keys', 'create', '--environment', 'staging'], /--environment must be one of test, live/],
  [['keys', 'create', '--scopes', 'wallet:write'], /--scopes must be one of/],
  [['keys', 'create', '--expires-at', 'never'], /--expires-at must be an ISO 8601 time/],
  [['wallet', 'set', '--balance', '1.5'], /--balance must be a whole number/],
  [['wallet', 'set', '--card', 'gold'], /--card must be one of valid, declined, none/],
  [['wallet', 'set', '--auto-reload', '100'], /--auto-reload must be THRESHOLD:AMOUNT/],
  [['wallet', 'fund', 'lots'], /CENTS must be a whole number/],
  [['webhook', 'set', 'nowhere'], /URL must begin with http/],
  [['webhook', 'listen', '--respond', '99'], /--respond must be a whole number from 200 to 599/],
  [['requests', '--status', 'ok'], /--status must be a whole number from 100 to 599, or a class such as 4xx/],
  [['labels', '--environment', 'staging'], /--environment must be one of test, live/],
  [['wallet', 'ledger', '--last', '0'], /--last must be a whole number from 1 to 10000/],
  [
    ['tracking', 'event', '1', 'teleported'],
    /STATUS must be one of pre_transit, in_transit, out_for_delivery, delivered, exception, unknown, not/,
  ],
]

describe('bad usage', () => {
  it.concurrent.each(mistakesOfBuiltCommand)(
    'drydock %j is refused with exit status 2',
    async (words, says) => {
      const { status, stdout, stderr } = await runDrydock(words)
      expect(stderr.split('\n')[0]).toMatch(says)
      expect(stderr).toMatch(/^drydock: /)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    },
  )

  it.each(mistakesInProcess)(
    'drydock %j is refused with exit status 2 in any environment',
    async (words, says) => {
      const { status, lines } = await runRefusedCommand(words)
      expect(lines[0]).toMatch(says)
      expect(status).toBe(2)
    },
  )

  it.each(mistakesBeforeRun)('drydock %j is refused before it has any effect', async (words, says) => {
    const error = await prepareCommand(words, {}).catch((reason: unknown) => reason)
    const { status, lines } = describeFailure(error, { words })
    expect(lines[0]).toMatch(says)
    expect(status).toBe(2)
  })

  it.concurrent('the refusal of an incomplete drydock command shows the usage of that command', async () => {
    const { stderr } = await runDrydock(['fault', 'add', 'api'])
    expect(stderr).toContain('Usage: drydock fault add TARGET MODE\nSee drydock fault add --help.\n')
  })

  it.each([
    [[], 'Usage: drydock COMMAND\nSee drydock --help.'],
    [['nope'], 'Usage: drydock COMMAND\nSee drydock --help.'],
    [['clock'], 'Usage: drydock clock COMMAND\nSee drydock clock --help.'],
  ])('the refusal of drydock %j says how to list the drydock commands', (words, usage) => {
    expect(describeUsage(words)).toBe(usage)
  })
})

describe('the environment and the configuration file', () => {
  it('the environment variable of an option contains the name of its command if drydock serve has an option of the same name', async () => {
    const isRead = async (words: readonly string[], environment: NodeJS.ProcessEnv) => {
      const error = await prepareCommand(words, environment).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      return describeFailure(error, { words }).lines[0]
    }
    const listen = ['webhook', 'listen']
    expect(await prepareCommand(listen, { DRYDOCK_PORT: 'x' })).toBeDefined()
    expect(await isRead(listen, { DRYDOCK_WEBHOOK_LISTEN_PORT: 'x' })).toContain(
      'DRYDOCK_WEBHOOK_LISTEN_PORT (--port) must be a whole number',
    )
    const create = ['accounts', 'create']
    expect(await prepareCommand(create, { DRYDOCK_CLOCK: 'x', DRYDOCK_SEED: '?' })).toBeDefined()
    expect(await isRead(create, { DRYDOCK_ACCOUNT_CLOCK: 'x' })).toContain('DRYDOCK_ACCOUNT_CLOCK (--clock)')
    expect(await isRead(create, { DRYDOCK_ACCOUNT_SEED: '?' })).toContain('DRYDOCK_ACCOUNT_SEED (--seed)')
  })

  it.concurrent('the refusal of an unknown option in a configuration file names the file', async () => {
    const project = mkdtempSync(join(folder, 'project-'))
    writeFileSync(join(project, 'drydock.config.json'), '{"scopes": "wallet:read", "portt": 1}')
    const { status, stderr } = await runDrydock(['serve'], { cwd: project })
    expect(stderr).toBe(
      'drydock: drydock.config.json: portt is no option of any command. Did you mean port?\n',
    )
    expect(status).toBe(2)
  })

  it.concurrent('a misspelt environment variable is reported on stderr, and the command runs', async () => {
    const { status, stdout, stderr } = await runDrydock(['variations'], { env: { DRYDOCK_JSN: 'true' } })
    expect(stderr).toBe('drydock: The variable DRYDOCK_JSN sets no option. Did you mean DRYDOCK_JSON?\n')
    expect(stdout).not.toBe('')
    expect(status).toBe(0)
  })

  it.concurrent('the refusal of a wrong value in an environment variable names the variable', async () => {
    const { status, stderr } = await runDrydock(['serve'], { env: { DRYDOCK_RATE_LIMITS: 'some' } })
    expect(stderr).toContain('DRYDOCK_RATE_LIMITS (--rate-limits) must be on or off, not "some".')
    expect(status).toBe(2)
  })

  it('the refusal of the environment variable DRYDOCK_PORT explains that Kubernetes has set the variable', async () => {
    const environment = { DRYDOCK_PORT: 'tcp://10.0.171.239:4010' }
    const error = await prepareCommand(['serve'], environment).catch((reason: unknown) => reason)
    expect(describeFailure(error, { words: ['serve'] })).toMatchObject({
      status: 2,
      lines: [
        'DRYDOCK_PORT (--port) is "tcp://10.0.171.239:4010", which Kubernetes sets beside a service named drydock. ' +
          'Give --port, or set enableServiceLinks: false in the pod.',
        'Usage: drydock serve',
        'See drydock serve --help.',
      ],
    })
    // A flag overrides the environment.
    expect(await prepareCommand(['serve', '--port', '4010'], environment)).toBeDefined()
  })
})
