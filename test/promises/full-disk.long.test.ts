import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { buyCheapestLabel, createAccount } from '../support/account.ts'
import { serveDrydock } from '../support/commands/built-command.ts'
import { TestClient, type TestRequest } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { deliveries, envelope } from '../support/wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-full-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes every write that would lengthen a file fail, as on a full disk. */
function setDiskFull(pid: number | undefined, isFull: boolean): void {
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? 1 : 'unlimited'}:unlimited`])
}

const advanced = z.object({ now: z.string(), fired: z.array(z.object({ kind: z.string() })) })

async function sendRefused(url: string, question: TestRequest) {
  const { status, body } = await new TestClient(url).send(question)
  return { status, error: envelope.parse(body).error }
}

it('the simulator reports a full disk and loses nothing, and continues when there is room again', async () => {
  const data = join(folder, 'full.db')
  const inbox = await openInbox((attempt) => ({ status: attempt < 3 ? 503 : 200 }))
  const running = await serveDrydock(['--quiet', '--data', data])
  const account = await createAccount(running.url, 'full')
  await account.control('PUT /webhook', { url: inbox.url })
  await buyCheapestLabel(account)
  await account.advance('0s')
  expect(inbox.attempts).toHaveLength(1)

  setDiskFull(running.child.pid, true)
  const key = account.keys.test
  const path = '/_drydock/accounts/full/clock/advance'
  const advance = await sendRefused(running.url, { method: 'POST', path, body: { by: '6m' } })
  expect(advance).toMatchObject({ status: 500, error: { code: 'REQUEST.STORAGE.FAILED' } })
  expect(advance.error.message).toMatch(
    /^The clock has reached 2030-03-04T12:05:00\.000Z, where a webhook waits/,
  )
  await running.complained(
    /full\.db: the file has reached the largest size allowed\. .* REQUEST\.STORAGE\.FAILED/,
  )
  const read = await sendRefused(running.url, { path: '/v1/wallet', key })
  expect(read).toMatchObject({ status: 500, error: { code: 'REQUEST.STORAGE.FAILED' } })
  expect(read.error.message).not.toContain('change')
  expect(inbox.attempts).toHaveLength(1)

  setDiskFull(running.child.pid, false)
  await running.complained(/full\.db can be written again; nothing was lost/)
  const { now, fired } = advanced.parse(await account.control('POST /clock/advance', { by: '1h' }))
  expect(now).toBe('2030-03-04T13:05:00.000Z')
  // The advance lists only one webhook attempt: the attempt of 12:05 was made before it.
  expect(fired.filter(({ kind }) => kind === 'webhook')).toHaveLength(1)
  expect(inbox.attempts).toHaveLength(3)
  running.child.kill('SIGKILL')
  await running.ended
  await inbox.close()

  const again = await serveDrydock(['--quiet', '--data', data])
  const log = await new TestClient(again.url).read({ path: '/v1/webhooks/deliveries', key })
  expect(deliveries.parse(log).deliveries).toMatchObject([
    { status: 'succeeded', attempts: 3, next_attempt_at: null },
  ])
  expect((await again.stop()).status).toBe(0)
})

it('the simulator refuses to start with a data file on a full disk and says why', async () => {
  const data = join(folder, 'late.db')
  const first = await serveDrydock(['--quiet', '--data', data])
  await first.stop()
  const outcome = spawnSync(
    'bash',
    [
      '-c',
      'ulimit -S -f 0; exec "$@"',
      'bash',
      process.execPath,
      'dist/drydock.js',
      'serve',
      '--port',
      '0',
      '--data',
      data,
    ],
    { encoding: 'utf8' },
  )
  expect(outcome).toMatchObject({ status: 2, stdout: '' })
  expect(outcome.stderr).toMatch(
    /late\.db.*: the file has reached the largest size allowed\. Raise the limit for the size of files\.\n$/,
  )
  expect(outcome.stderr).not.toMatch(/memory/)
})
