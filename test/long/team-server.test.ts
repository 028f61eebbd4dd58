import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDrydock, type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { projectFile } from '../support/project.ts'
import { selfSigned } from '../support/self-signed.ts'

/** The configuration of nginx in docs/team-server.md, in front of a built simulator. */

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const mustRun = process.env['DRYDOCK_TEST_ALL'] === '1'
const folder = mkdtempSync(join(tmpdir(), 'drydock-team-'))
const token = 'token-of-the-team'
let simulator: ServingCommand
let nginx: ChildProcess
let url = ''

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** The documented site with the addresses and files of this test, in a server that needs no file elsewhere. */
function configuration(port: number): string {
  const page = readFileSync(projectFile('docs/team-server.md'), 'utf8')
  const [, site = ''] = /```nginx run\n([\s\S]*?)```/.exec(page) ?? []
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} ${site
      .replace('443', `127.0.0.1:${port}`)
      .replace('drydock.example.test', 'localhost')
      .replaceAll('/etc/nginx/drydock', join(folder, 'own'))
      .replace('http://127.0.0.1:4010', simulator.url)} }`
}

function runWith(words: readonly string[], withToken = true) {
  return runDrydock([...words, '--url', url, ...(withToken ? ['--control-token', token] : [])], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'own.crt') },
  })
}

beforeAll(async () => {
  if (!hasNginx && !mustRun) return
  selfSigned(folder)
  const port = await freePort()
  url = `https://localhost:${port}`
  simulator = await serveDrydock(['--quiet', '--public-url', url, '--control-token', token])
  writeFileSync(join(folder, 'nginx.conf'), configuration(port))
  nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  expect((await runWith(['wait', '--timeout', '20s'])).status).toBe(0)
})
afterAll(async () => {
  nginx?.kill('SIGTERM')
  await simulator?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(!hasNginx && !mustRun)('a team creates, uses and deletes an account through nginx', async () => {
  const created = await runWith(['accounts', 'create', 'pr-123', '--json'])
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
  const requests = await runWith(['requests', '--account', 'pr-123'])
  expect(requests.stdout).toContain('/v1/wallet')
  expect((await runWith(['accounts', 'delete', 'pr-123'])).status).toBe(0)
})

it.skipIf(!hasNginx && !mustRun)('nginx passes on the refusal of a command without the token', async () => {
  const refused = await runWith(['accounts', 'list'], false)
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('needs its token')
})
