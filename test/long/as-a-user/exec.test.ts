import { createHmac } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../../src/client/http/connection.ts'
import { program, runDrydock, serveDrydock, spawnDrydock } from '../../support/commands/built-command.ts'
import { TestClient } from '../../support/test-client.ts'

const buildNodeCommand = (script: string): readonly string[] => ['--', process.execPath, '-e', script]

/** Creates a data file whose default account has loaded the snapshot of a deleted account. */
async function storeForeignSnapshotInDefault(data: string) {
  const { url, stop } = await serveDrydock(['--quiet', '--data', data])
  const dock = await connectDrydock(url)
  const other = await dock.createAccount()
  const keys = { test: other.keys.test, live: other.keys.live }
  const { signing_secret } = await other.webhook.set('http://127.0.0.1:1/')
  const snapshot = await other.snapshot.save()
  await other.delete()
  await dock.snapshot.load(snapshot)
  await stop()
  return { keys, secret: String(signing_secret) }
}

describe('drydock exec', () => {
  it.concurrent('drydock exec starts a simulator for the command, and stops it afterwards', async () => {
    const script = `
      const { DRYDOCK_URL, DRYDOCK_CONTROL_URL, DRYDOCK_TEST_KEY, DRYDOCK_LIVE_KEY, DRYDOCK_WEBHOOK_SECRET } = process.env
      const statuses = await Promise.all([DRYDOCK_TEST_KEY, DRYDOCK_LIVE_KEY].map(async (key) =>
        (await fetch(DRYDOCK_URL + '/v1/wallet', { headers: { Authorization: 'Bearer ' + key } })).status))
      const clock = await (await fetch(DRYDOCK_CONTROL_URL + '/accounts/default/clock')).json()
      console.log(JSON.stringify({ url: DRYDOCK_URL, secret: DRYDOCK_WEBHOOK_SECRET, statuses, mode: clock.mode }))`
    const words = ['exec', '--clock', 'frozen', '--', process.execPath, '--input-type=module', '-e', script]
    const { status, stdout, stderr } = await runDrydock(words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const seen = JSON.parse(stdout)
    expect(seen).toMatchObject({
      secret: 'whsec_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
      statuses: [200, 200],
      mode: 'frozen',
    })
    expect(await new TestClient(seen.url).trySend({ path: '/v1/wallet' })).toBeUndefined()
  })

  it.concurrent('inside drydock exec, drydock conformance checks the simulator of drydock exec, with and without a control protocol', async () => {
    for (const more of [[], ['--no-control']]) {
      const conformanceWords = ['conformance', '--only', 'RATE-001', '--only', 'KEY-001']
      const { status, stdout } = await runDrydock([
        'exec',
        ...more,
        '--',
        process.execPath,
        program,
        ...conformanceWords,
      ])
      expect(status).toBe(0)
      expect(stdout).toContain('2 passed, 0 failed')
      expect(stdout.includes('without a control protocol')).toBe(more.length > 0)
    }
  })

  it.concurrent('drydock exec, serve and webhook listen use the keys and the webhook secret of the default account in a data file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-moved-'))
    const data = join(folder, 'moved.db')
    const { keys, secret } = await storeForeignSnapshotInDefault(data)
    const script = `
      const { DRYDOCK_TEST_KEY, DRYDOCK_LIVE_KEY, DRYDOCK_WEBHOOK_SECRET } = process.env
      console.log(JSON.stringify({ keys: { test: DRYDOCK_TEST_KEY, live: DRYDOCK_LIVE_KEY }, secret: DRYDOCK_WEBHOOK_SECRET }))`
    const { stdout } = await runDrydock(['exec', '--data', data, ...buildNodeCommand(script)])
    expect(JSON.parse(stdout)).toEqual({ keys, secret })

    const serving = await serveDrydock(['--data', data])
    const listening = spawnDrydock(['webhook', 'listen', '--port', '0', '--url', serving.url, '--json'])
    const address = await listening.complained(/^drydock webhook listening on (\S+)$/m)
    const body = '{}'
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    await new TestClient(address).send({ method: 'POST', headers: { 'PR-Signature': signature }, raw: body })
    expect(JSON.parse((await listening.stop()).stdout)).toMatchObject({ signature: 'ok' })
    const banner = (await serving.stop()).stdout
    expect(banner).toContain(`/v1/wallet -H 'Authorization: Bearer ${keys.test}'`)
    expect(banner).toContain(`live key   ${keys.live}`)
    rmSync(folder, { recursive: true })
  })

  it.concurrent('drydock exec exits with the status of its command', async () => {
    expect(await runDrydock(['exec', ...buildNodeCommand('process.exit(7)')])).toMatchObject({
      status: 7,
      stdout: '',
      stderr: '',
    })
  })

  it.concurrent('drydock exec exits with 128 plus the signal number, as a shell does, if a signal ended its command', async () => {
    const { status } = await runDrydock(['exec', ...buildNodeCommand('process.kill(process.pid, "SIGKILL")')])
    expect(status).toBe(128 + 9)
  })

  it.concurrent('drydock exec exits with 127 and reports on stderr if its command does not exist', async () => {
    const { status, stderr } = await runDrydock(['exec', '--', 'no-such-command'])
    expect(stderr).toBe('drydock: no-such-command cannot be run: there is no such command.\n')
    expect(status).toBe(127)
  })

  it.concurrent.each(['SIGTERM', 'SIGINT'] as const)(
    'drydock exec passes %s on to its command and waits for the end of the command',
    async (signal) => {
      const script = `
      process.on('${signal}', () => { console.log('got it'); process.exit(5) })
      setInterval(() => {}, 1000)
      console.log('ready')`
      const running = spawnDrydock(['exec', ...buildNodeCommand(script)])
      await running.printed(/ready/)
      running.child.kill(signal)
      expect(await running.ended).toMatchObject({ status: 5, stdout: 'ready\ngot it\n', stderr: '' })
    },
  )

  it.concurrent('drydock exec --no-control removes DRYDOCK_CONTROL_URL from the environment of the command', async () => {
    const script = 'console.log(process.env.DRYDOCK_URL, process.env.DRYDOCK_CONTROL_URL)'
    const { stdout } = await runDrydock(['exec', '--no-control', ...buildNodeCommand(script)], {
      env: { DRYDOCK_CONTROL_URL: 'http://127.0.0.1:9/_drydock' },
    })
    expect(stdout).toMatch(/^http:\S+ undefined\n$/)
  })

  it.concurrent('a drydock command inside drydock exec uses the simulator of drydock exec and its control token', async () => {
    const inner = `
      const { spawnSync } = require('node:child_process')
      const [program] = process.argv.slice(1)
      process.stdout.write(spawnSync(process.execPath, [program, 'clock', 'show']).stdout)`
    const program = new URL('../../../dist/drydock.js', import.meta.url).pathname
    const words = [
      'exec',
      '--control-token',
      'sesame',
      '--clock',
      'frozen',
      ...buildNodeCommand(inner),
      program,
    ]
    expect((await runDrydock(words)).stdout).toMatch(/Z {2}frozen\n$/)
  })

  // On Windows, npm is npm.cmd, which only the command interpreter can run. Here, a script replaces that interpreter.
  it.concurrent('drydock exec starts a batch file on Windows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-windows-'))
    const interpreter = join(folder, 'cmd.exe')
    writeFileSync(join(folder, 'npm.cmd'), '')
    writeFileSync(interpreter, '#!/bin/sh\nprintf "[%s]" "$@" "$DRYDOCK_TEST_KEY"\nexit 3\n')
    chmodSync(interpreter, 0o755)
    const { status, stdout, stderr } = await runDrydock(['exec', '--', 'npm', 'test', 'a b&c'], {
      env: {
        NODE_OPTIONS: `--import "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})"`,
        PATHEXT: '.EXE;.CMD',
        PATH: folder,
        comspec: interpreter,
      },
    })
    rmSync(folder, { recursive: true })
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
    expect(stdout).toBe('[/d][/s][/c]["npm ^"test^" ^"a^ b^&c^""][pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0]')
  })
})
