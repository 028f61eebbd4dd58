import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkDataFile, checkProxy } from '../../../bin/doctor/machine-checks.ts'
import { connectDrydock } from '../../../src/client/http/connection.ts'
import { startDrydock } from '../../../src/index.ts'
import { runCommandQuickly } from '../../support/commands/typed-command.ts'
import { sharedSimulator } from '../../support/shared-simulator.ts'

const { url } = sharedSimulator()

async function runDoctor(...words: readonly string[]) {
  const { status, stdout } = await runCommandQuickly(['doctor', '--json', ...words])
  const { checks, problems } = JSON.parse(stdout)
  const wrong = checks.filter((check: { readonly status: string }) => check.status === 'problem')
  expect(wrong).toHaveLength(problems)
  return { status, wrong }
}

describe('drydock doctor', () => {
  it('drydock doctor finds no problem with a new account', async () => {
    const account = await (await connectDrydock(url)).createAccount()
    const { status, stdout } = await runCommandQuickly(['doctor', '--url', url, '--account', account.id])
    expect(stdout).toMatch(/^ok +Node .* is supported\.\n/)
    expect(stdout.match(/^ok /gm)).toHaveLength(7)
    expect(status).toBe(0)
    await account.delete()
  })

  it('drydock doctor finds a frozen clock, a fault and an unreachable webhook, with advice for each', async () => {
    const account = await (await connectDrydock(url)).createAccount({ clock: 'frozen@2030-01-01T00:00:00Z' })
    const { id } = account
    await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
    await account.webhook.set('http://127.0.0.1:1/hooks')
    const { status, wrong } = await runDoctor('--url', url, '--account', id)
    expect(wrong).toMatchObject([
      {
        id: 'clock',
        message: expect.stringContaining('frozen'),
        advice: expect.stringContaining(`drydock clock run --account ${id} --url ${url}, or drydock reset`),
      },
      {
        id: 'faults',
        message: expect.stringContaining('carrier:UPS down'),
        advice: expect.stringContaining(`drydock fault clear --account ${id} --url ${url}`),
      },
      {
        id: 'webhook',
        message: `The webhook of ${id}, http://127.0.0.1:1/hooks, cannot be reached from here: the connection was refused.`,
        advice: expect.stringContaining(`drydock webhook set URL --account ${id} --url ${url}`),
      },
    ])
    expect(status).toBe(1)
    await account.delete()
  })

  it('drydock doctor reports that nothing listens at the URL', async () => {
    const { status, wrong } = await runDoctor('--url', 'http://127.0.0.1:9')
    expect(wrong).toMatchObject([{ id: 'address', advice: expect.stringContaining('drydock serve') }])
    expect(status).toBe(1)
  })

  it.each([
    [
      'the address of the simulator does not respond',
      () => false,
      [
        [
          'address',
          /^No simulator responds at \S+: it took longer than 3 seconds\. No program there responds to GET \/ within 3 seconds\.$/,
        ],
      ],
    ],
    [
      'only the first call gets a response',
      (path: string) => path === '/_drydock/',
      ['clock', 'faults', 'webhook'].map((id) => [
        id,
        new RegExp(`^The ${id} of default could not be read\\. .*it took longer than 3 seconds\\.$`),
      ]),
    ],
  ] as const)(
    'drydock doctor ends within 10 seconds if %s, and says what took too long',
    async (_, responds, expected) => {
      const server = createServer(({ url: path = '' }, response) => {
        if (responds(path))
          response.end(
            '{"protocol":"1","implementation":{"name":"slow","version":"1"},"capabilities":[],"tracking_scripts":[],"carriers":[]}',
          )
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const port = Object(server.address()).port
      const began = performance.now()
      const { wrong } = await runDoctor('--url', `http://127.0.0.1:${port}`)
      expect(performance.now() - began).toBeLessThan(10_000)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      expect(wrong).toMatchObject(
        expected.map(([id, message]) => ({ id, message: expect.stringMatching(message) })),
      )
    },
    15_000,
  )

  it('drydock doctor reports a missing control token and the option for it', async () => {
    const dock = await startDrydock({ controlToken: 'secret' })
    const { wrong } = await runDoctor('--url', dock.url)
    await dock.close()
    expect(wrong).toEqual([
      {
        id: 'address',
        status: 'problem',
        message: `The simulator at ${dock.url} refuses: The control protocol needs its token.`,
        advice: expect.stringContaining('--control-token or DRYDOCK_CONTROL_TOKEN'),
      },
    ])
  })

  it('drydock doctor describes another program that responds at the URL', async () => {
    const server = createServer((_, response) => response.setHeader('Server', 'nginx').writeHead(404).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { wrong } = await runDoctor('--url', `http://127.0.0.1:${port}`)
    await new Promise((resolve) => server.close(resolve))
    expect(wrong).toMatchObject([
      {
        id: 'address',
        message: expect.stringContaining('responds to GET / with status 404 and the header Server: nginx'),
        advice: expect.stringContaining('choose another port'),
      },
    ])
  })
})

describe('checkProxy', () => {
  const local = 'http://127.0.0.1:4010'
  it.each([
    ['no proxy variable', local, {}, 'ok'],
    ['a proxy', local, { HTTP_PROXY: 'http://proxy:3128' }, 'problem'],
    [
      'a proxy and NO_PROXY for another host',
      local,
      { http_proxy: 'http://proxy', NO_PROXY: 'localhost' },
      'problem',
    ],
    [
      'a proxy and NO_PROXY for the simulator',
      local,
      { http_proxy: 'http://proxy', no_proxy: 'localhost, 127.0.0.1' },
      'ok',
    ],
    ['a proxy and NO_PROXY for every host', local, { all_proxy: 'http://proxy', NO_PROXY: '*' }, 'ok'],
    ['a proxy and a simulator on another machine', 'http://sim.test', { HTTP_PROXY: 'http://proxy' }, 'ok'],
  ])('checkProxy says whether a command can reach the simulator, with %s', (_, at, environment, status) => {
    expect(checkProxy(at, environment).status).toBe(status)
  })

  it('checkProxy hides the password of the proxy', () => {
    const { message } = checkProxy(local, { HTTP_PROXY: 'http://ada:secret@proxy:3128' })
    expect(message).toContain('http://ada:...@proxy:3128')
  })
})

describe('checkDataFile', () => {
  it.each([
    ['memory, without a data file', undefined, 'ok'],
    ['a new file that can be created', join(tmpdir(), 'drydock-doctor.data'), 'ok'],
    ['a file in a missing folder', join(tmpdir(), 'drydock-none/drydock.data'), 'problem'],
    ['a folder', tmpdir(), 'problem'],
  ])('checkDataFile tells whether a simulator can store its data in %s', (_, file, status) => {
    expect(checkDataFile(file).status).toBe(status)
  })
})
