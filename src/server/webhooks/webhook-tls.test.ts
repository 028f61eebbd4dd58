import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { createSelfSigned } from '../../../test/support/self-signed.ts'
import { renderHttpResponse, startReceiver, type TestReceiver } from '../../../test/support/test-receiver.ts'
import { closeAfterEach } from '../../../test/support/webhook-attempts.ts'
import { createWebhookTransport, type WebhookTransport } from './webhook-transport.ts'

const run = promisify(execFile)
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'drydock-tls-'))
  return () => rmSync(directory, { recursive: true, force: true })
})

const closeLater = closeAfterEach()

function createTransport(): WebhookTransport {
  const made = createWebhookTransport({ deadlineMs: 5_000 })
  closeLater(made.close)
  return made
}

async function startTlsReceiver(options: Parameters<typeof startReceiver>[0]): Promise<TestReceiver> {
  const made = await startReceiver(options)
  closeLater(made.stop)
  return made
}

const send = (sender: WebhookTransport, url: string) => sender.send({ url, body: '{}', headers: {} })

test('the webhook transport reports "tls" for a receiver with a self-signed certificate', async () => {
  const target = await startTlsReceiver({
    tls: createSelfSigned(directory, 'stranger'),
    answer: (socket) => socket.write(renderHttpResponse('200 OK')),
  })

  expect(await send(createTransport(), target.url)).toEqual({ responseCode: null, failure: 'tls' })
  expect(target.requests).toEqual([])
})

test('the webhook transport reports "tls" for an https URL if the receiver speaks plain HTTP', async () => {
  const target = await startTlsReceiver({ greet: (socket) => socket.write('220 ready\r\n') })

  expect(await send(createTransport(), target.url.replace('http:', 'https:'))).toEqual({
    responseCode: null,
    failure: 'tls',
  })
  expect(target.requests).toEqual([])
})

test('the webhook transport reports "tls" for a receiver that closes during the handshake', async () => {
  const target = await startTlsReceiver({ greet: (socket) => socket.end() })

  expect(await send(createTransport(), target.url.replace('http:', 'https:'))).toEqual({
    responseCode: null,
    failure: 'tls',
  })
})

test('the webhook transport reports "timeout" for a receiver that never completes the handshake', async () => {
  const target = await startTlsReceiver({})
  const sender = createWebhookTransport({ deadlineMs: 200 })
  closeLater(sender.close)

  expect(await send(sender, target.url.replace('http:', 'https:'))).toEqual({
    responseCode: null,
    failure: 'timeout',
  })
})

test('the webhook transport reports a failure for an http URL if the receiver speaks TLS', async () => {
  const target = await startTlsReceiver({ tls: createSelfSigned(directory, 'plain') })

  const outcome = await send(createTransport(), target.url.replace('https:', 'http:'))

  expect(['reset', 'protocol']).toContain(outcome.failure)
  expect(target.requests).toEqual([])
})

test('the webhook transport leaves no open connection after 500 failed handshakes', async () => {
  const gauge = { open: 0, most: 0 }
  const target = await startTlsReceiver({ tls: createSelfSigned(directory, 'often'), gauge })
  const sender = createTransport()
  const outcomes = await Promise.all(Array.from({ length: 500 }, () => send(sender, target.url)))
  await sender.close()

  expect(new Set(outcomes.map((outcome) => outcome.failure))).toEqual(new Set(['tls']))
  expect(target.requests).toEqual([])
  expect(gauge.most).toBeGreaterThan(0)
  while (gauge.open > 0) await setTimeout(2)
})

test('the webhook transport accepts a trusted certificate only for its own host name', async () => {
  const trusted = createSelfSigned(directory, 'trusted')
  const target = await startTlsReceiver({
    tls: trusted,
    answer: (socket) => socket.write(renderHttpResponse('204 No Content')),
  })
  const sender = join(directory, 'sender.mjs')
  const contents = `
    import { closeAfterEach } from '../../../test/support/webhook-attempts.ts'
import { createWebhookTransport } from './webhook-transport.ts'
    const transport = createWebhookTransport()
    for (const url of process.argv.slice(2)) {
      console.log(JSON.stringify(await transport.send({ url, body: '{}', headers: {} })))
    }
    await transport.close()`
  const resolveDir = fileURLToPath(new URL('.', import.meta.url))
  await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    outfile: sender,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)',
    },
  })

  const urls = [target.url.replace('127.0.0.1', 'localhost'), target.url]
  const { stdout } = await run(process.execPath, [sender, ...urls], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted.path },
  })

  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { responseCode: 204, failure: null },
    { responseCode: null, failure: 'tls' },
  ])
  expect(target.requests).toHaveLength(1)
})
