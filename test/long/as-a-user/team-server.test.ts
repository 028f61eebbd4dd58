import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDrydock, type ServingCommand, serveDrydock } from '../../support/commands/built-command.ts'
import {
  chooseFreePort,
  hasNginx,
  readDocumentedSites,
  startNginx,
  stopNginx,
} from '../../support/proxy/nginx.ts'
import { createSelfSigned } from '../../support/self-signed.ts'

/** Tests the configuration of nginx in docs/team-server.md, in front of a built simulator. */

const folder = mkdtempSync(join(tmpdir(), 'drydock-team-'))
const token = 'token-of-the-team'
let simulator: ServingCommand
let nginx: ChildProcess | undefined
let url = ''

function runBehindNginx(words: readonly string[], withToken = true) {
  return runDrydock([...words, '--url', url, ...(withToken ? ['--control-token', token] : [])], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'own.crt') },
  })
}

beforeAll(async () => {
  if (!hasNginx) return
  createSelfSigned(folder)
  const port = await chooseFreePort()
  url = `https://localhost:${port}`
  simulator = await serveDrydock(['--quiet', '--public-url', url, '--control-token', token])
  const [site = ''] = readDocumentedSites()
  nginx = startNginx(site, { folder, port, addresses: [simulator.url.replace('http://', '')] })
  expect((await runBehindNginx(['wait', '--timeout', '20s'])).status).toBe(0)
})
afterAll(async () => {
  await stopNginx(nginx)
  await simulator?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.runIf(hasNginx)(
  'a team creates, uses and deletes an account behind the nginx configuration of docs/team-server.md',
  async () => {
    const created = await runBehindNginx(['accounts', 'create', 'pr-123', '--json'])
    const { keys } = JSON.parse(created.stdout)
    const rules = [
      'conformance',
      url,
      '--control',
      'off',
      '--key',
      keys.test,
      '--only',
      'WALLET-*',
      '--report',
      'json',
    ]
    const checked = await runDrydock(rules, {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'own.crt') },
    })
    const { summary } = JSON.parse(checked.stdout)
    expect({ status: checked.status, failed: summary.failed }).toEqual({ status: 0, failed: 0 })
    const requests = await runBehindNginx(['requests', '--account', 'pr-123'])
    expect(requests.stdout).toContain('/v1/wallet')
    expect((await runBehindNginx(['accounts', 'delete', 'pr-123'])).status).toBe(0)
  },
)

it.runIf(hasNginx)(
  'a command without the control token is refused behind the nginx configuration of docs/team-server.md',
  async () => {
    const refused = await runBehindNginx(['accounts', 'list'], false)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('needs its token')
  },
)
