import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDrydock, type ServingCommand, serveDrydock } from '../../support/commands/built-command.ts'
import { projectFile } from '../../support/project.ts'
import {
  chooseFreePort,
  hasNginx,
  readDocumentedSites,
  startNginx,
  stopNginx,
} from '../../support/proxy/nginx.ts'
import { createSelfSigned } from '../../support/self-signed.ts'
import { TestClient } from '../../support/test-client.ts'

/** Tests two built simulators behind nginx with the second configuration of docs/team-server.md. */

const folder = mkdtempSync(join(tmpdir(), 'drydock-balanced-'))
const token = 'token-of-the-team'
const prefix = 'b0b0b0b0'
let instances: readonly ServingCommand[] = []
let nginx: ChildProcess | undefined
let certificate: Buffer
let url = ''

const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'own.crt') }
const runDrydockBehindNginx = (words: readonly string[]) =>
  runDrydock([...words, '--url', url, '--control-token', token], { env })

beforeAll(async () => {
  if (!hasNginx) return
  certificate = createSelfSigned(folder).cert
  const port = await chooseFreePort()
  url = `https://localhost:${port}`
  const words = ['--quiet', '--public-url', url, '--control-token', token]
  instances = await Promise.all([serveDrydock(words), serveDrydock(words)])
  const [, site = ''] = readDocumentedSites()
  nginx = startNginx(site, {
    folder,
    port,
    addresses: instances.map((one) => one.url.replace('http://', '')),
  })
  expect((await runDrydockBehindNginx(['wait', '--timeout', '20s'])).status).toBe(0)
})
afterAll(async () => {
  await stopNginx(nginx)
  await Promise.all(instances.map((instance) => instance.stop()))
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the ids of the accounts of one simulator, requested without nginx. */
async function listAccountIds(instance: ServingCommand | undefined): Promise<readonly string[]> {
  const client = new TestClient(instance?.url ?? '')
  const body = Object(await client.read({ path: '/_drydock/accounts', key: token }))
  return body.accounts.map(({ id }: { readonly id: string }) => id)
}

const places = [
  { instance: 0, id: 'a-pr-123', words: [] },
  { instance: 1, id: 'b-pr-124', words: [prefix] },
]

describe.runIf(hasNginx)('two simulators behind the nginx configuration of docs/team-server.md', () => {
  it.each(places)(
    'nginx of docs/team-server.md passes each control call for the account $id to the simulator that has the account',
    async ({ instance, id, words }) => {
      const program = projectFile('test/support/proxy/balanced-client.mjs')
      const library = projectFile('dist/index.js')
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [program, library, url, token, id, ...words],
        { env },
      )
      const made = JSON.parse(stdout)
      expect(made).toEqual({
        labels: [expect.stringMatching(/^lbl_/), expect.stringMatching(/^lbl_/)],
        isSandboxPdf: true,
        sandboxUrl: `${url}/v1/sandbox/labels/${made.labels[0]}.pdf`,
        isLivePdf: true,
        isDeliveredPdf: true,
        tracked: 'delivered',
        streamed: true,
        listed: [made.labels[1], made.labels[0]],
      })
      expect(await listAccountIds(instances[instance])).toContain(id)
      expect(await listAccountIds(instances[1 - instance])).not.toContain(id)
    },
  )

  it.each(places)(
    'nginx of docs/team-server.md passes each drydock command for the account $id to the simulator that has the account',
    async ({ instance, id, words }) => {
      const name = `${id}-of-commands`
      const keys = words.flatMap((digits) => ['--key-prefix', digits])
      expect((await runDrydockBehindNginx(['accounts', 'create', name, ...keys])).status).toBe(0)
      expect(await listAccountIds(instances[instance])).toContain(name)
      expect(
        (await runDrydockBehindNginx(['fault', 'add', 'carrier:UPS', 'down', '--account', name])).status,
      ).toBe(0)
      expect((await runDrydockBehindNginx(['fault', 'list', '--account', name])).stdout).toContain(
        'carrier:UPS',
      )
      expect((await runDrydockBehindNginx(['accounts', 'delete', name])).status).toBe(0)
      expect(await listAccountIds(instances[instance])).not.toContain(name)
    },
  )

  it.each(places)(
    'nginx of docs/team-server.md passes requests for the dashboard of the account $id to the simulator that has the account',
    async ({ id, words }) => {
      const name = `${id}-of-pages`
      const keys = words.flatMap((digits) => ['--key-prefix', digits])
      expect((await runDrydockBehindNginx(['accounts', 'create', name, ...keys])).status).toBe(0)
      const page = `/dashboard/${name}/requests`
      const { location = '' } = (await sendLikeBrowser(page)).headers
      const form = await sendLikeBrowser(location)
      const [, formToken = ''] = /name="token" value="([^"]+)"/.exec(form.text) ?? []
      const signedIn = await sendLikeBrowser(location, { form: { token: formToken, control_token: token } })
      expect(signedIn.headers.location).toBe(`/dashboard/${name}`)
      const cookie = (signedIn.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
      const shown = await sendLikeBrowser(page, { cookie })
      expect({ status: shown.status, isOwn: shown.text.includes(name) }).toEqual({ status: 200, isOwn: true })
      const [, leave = '', leaveToken = ''] =
        /action="(\/dashboard\/sign-out[^"]*)"><input[^>]* value="([^"]+)"/.exec(shown.text) ?? []
      expect((await sendLikeBrowser(leave, { cookie, form: { token: leaveToken } })).status).toBe(303)
      expect((await sendLikeBrowser(page, { cookie })).status).toBe(303)
    },
  )

  it('two simulators behind nginx respond with 401 to an unknown key and with 404 to an unknown label PDF', async () => {
    const missing = await sendLikeBrowser('/v1/sandbox/labels/lbl_000000000000000000000000.pdf')
    expect([missing.status, JSON.parse(missing.text).error.code]).toEqual([404, 'LABEL.NOT_FOUND'])
    const unknown = await sendLikeBrowser('/v1/wallet', { key: `pr_test_${prefix}${'0'.repeat(24)}` })
    expect([unknown.status, JSON.parse(unknown.text).error.code]).toEqual([401, 'AUTH.KEY.INVALID'])
  })
})

interface BrowserRequest {
  readonly cookie?: string
  readonly key?: string
  /** The fields of a form to submit. */
  readonly form?: Readonly<Record<string, string>>
}

/** Sends a request through nginx as a browser does. */
async function sendLikeBrowser(path: string, { cookie, key, form }: BrowserRequest = {}) {
  const raw = form && new URLSearchParams(form).toString()
  const headers = {
    Accept: 'text/html',
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded', Origin: url }),
  }
  const client = new TestClient(url, undefined, certificate)
  const response = await client.send({ method: form === undefined ? 'GET' : 'POST', path, key, raw, headers })
  return { ...response, text: response.bytes.toString() }
}
