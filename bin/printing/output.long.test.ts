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

/** Starts a command with stdout redirected to /dev/full, which accepts no bytes. */
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

const lostOutputMessage =
  'drydock: The output cannot be written: ENOSPC: no space left on device, write. Redirect it to another file or disk.\n'

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
    'drydock %s reports on stderr that its output cannot be written, and exits with another status',
    async (line, status) => {
      expect(await startWithFullDisk(line.split(' ')).ended).toEqual({ status, stderr: lostOutputMessage })
    },
  )

  it('drydock conformance exits with 3 if stdout or a file does not accept its report', async () => {
    const words = ['conformance', simulator.url, '--only', 'WALLET-001', '--report', 'json']
    const { status, stderr } = await startWithFullDisk(words).ended
    expect(stderr).toContain(lostOutputMessage)
    expect(status).toBe(3)
  })

  it('a drydock command that prints nothing ignores that stdout is closed', async () => {
    expect(await startWithFullDisk(['wait']).ended).toEqual({ status: 0, stderr: '' })
    expect(await startWithFullDisk(['exec', '--', 'true']).ended).toEqual({ status: 0, stderr: '' })
  })

  it('drydock serve keeps running if its output cannot be written, and reports that once', async () => {
    const { child, ended } = startWithFullDisk(['serve', '--port', '0'])
    await new Promise((resolve) => child.stderr?.once('data', resolve))
    child.kill('SIGTERM')
    expect(await ended).toEqual({ status: 0, stderr: lostOutputMessage })
  })
})

describe('output that there is room for in part', () => {
  it('drydock reports lost output if a full disk accepts only a part of it', () => {
    // ulimit allows a file 10 blocks of 512 or 1,024 bytes; the trap ignores the signal of that limit.
    const line = `trap '' XFSZ; ulimit -f 10; exec "$0" "$@" > ${join(folder, 'rules.txt')}`
    const words = ['-c', line, process.execPath, program, 'conformance', '--list']
    const { status, stderr } = spawnSync('bash', words, { encoding: 'utf8' })
    expect(stderr).toBe(
      'drydock: The output cannot be written: EFBIG: file too large, write. Redirect it to another file or disk.\n',
    )
    expect(status).toBe(3)
  })
})

describe('output that nobody reads', () => {
  it.concurrent.each([
    ['keys list', 0],
    ['conformance --list', 0],
    ['accounts delete nobody --json', 1],
  ])(
    'drydock %s keeps its exit status if the program that reads its output has ended',
    async (line, status) => {
      const { child, ended } = spawnDrydock([...line.split(' ')], { env: { DRYDOCK_URL: simulator.url } })
      child.stdout?.destroy()
      expect(await ended).toMatchObject({ status, stderr: '' })
    },
  )

  it('drydock webhook listen stops and restores the webhook if the program that reads its output has ended', async () => {
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
