import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveDrydock, spawnDrydock } from '../../test/support/commands/built-command.ts'
import { TestClient } from '../../test/support/test-client.ts'

const program = fileURLToPath(new URL('../../dist/drydock.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'drydock-output-'))

let simulator: Awaited<ReturnType<typeof serveDrydock>>
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await simulator.stop()
})

/** Starts the command with its output redirected to a file that accepts none. */
function startWithFullDisk(words: readonly string[]) {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, DRYDOCK_URL: simulator.url },
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<{ readonly status: number | null; readonly stderr: string }>((resolve) => {
    child.once('close', (status) => resolve({ status, stderr }))
  })
  return { child, ended }
}

const complaint =
  'drydock: The output cannot be written: ENOSPC: no space left on device, write. Send it elsewhere.\n'

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  it.concurrent.each([
    ['keys create', 2],
    ['keys list', 2],
    ['wallet show --json', 2],
    ['accounts delete nobody --json', 2],
    ['scenario list', 2],
    ['wait --json', 2],
    ['webhook listen --port 0', 2],
    ['--help', 2],
    ['conformance --list', 3],
    ['conformance --explain RATE-001', 3],
  ])(
    'output that cannot be written is reported on stderr and changes the exit status: drydock %s',
    async (line, status) => {
      expect(await startWithFullDisk(line.split(' ')).ended).toEqual({ status, stderr: complaint })
    },
  )

  it('a report that stdout does not accept ends the command with 3, like one that a file does not accept', async () => {
    const words = ['conformance', simulator.url, '--only', 'WALLET-001', '--report', 'json']
    const { status, stderr } = await startWithFullDisk(words).ended
    expect(stderr).toContain(complaint)
    expect(status).toBe(3)
  })

  it('a command that prints nothing ignores a closed output', async () => {
    expect(await startWithFullDisk(['wait']).ended).toEqual({ status: 0, stderr: '' })
    expect(await startWithFullDisk(['exec', '--', 'true']).ended).toEqual({ status: 0, stderr: '' })
  })

  it('a simulator keeps running without output, and reports that once', async () => {
    const { child, ended } = startWithFullDisk(['serve', '--port', '0'])
    await new Promise((resolve) => child.stderr?.once('data', resolve))
    child.kill('SIGTERM')
    expect(await ended).toEqual({ status: 0, stderr: complaint })
  })
})

describe('output that there is room for in part', () => {
  it('partly written output counts as lost', () => {
    // A file may have 10 blocks of 512 or 1,024 bytes; the shell can switch off the signal for the limit.
    const line = `trap '' XFSZ; ulimit -f 10; exec "$0" "$@" > ${join(folder, 'rules.txt')}`
    const words = ['-c', line, process.execPath, program, 'conformance', '--list']
    const { status, stderr } = spawnSync('bash', words, { encoding: 'utf8' })
    expect(stderr).toBe(
      'drydock: The output cannot be written: EFBIG: file too large, write. Send it elsewhere.\n',
    )
    expect(status).toBe(3)
  })
})

describe('output that nobody reads', () => {
  it.concurrent.each([
    ['keys list', 0],
    ['conformance --list', 0],
    ['accounts delete nobody --json', 1],
  ])('a closed pipe leaves the exit status unchanged: drydock %s', async (line, status) => {
    const { child, ended } = spawnDrydock([...line.split(' ')], { env: { DRYDOCK_URL: simulator.url } })
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ status, stderr: '' })
  })

  it('a closed pipe ends an endless command, which restores the webhook', async () => {
    const other = await serveDrydock(['--quiet'])
    const words = ['webhook', 'listen', '--port', '0', '--set', '--url', other.url]
    const { child, ended } = spawnDrydock(words)
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ status: 0, stderr: '' })
    const path = '/_drydock/accounts/default/webhook'
    expect(await new TestClient(other.url).read({ path })).toEqual({ url: null, signing_secret: null })
    await other.stop()
  })
})
