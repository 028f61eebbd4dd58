import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultKeys } from '../src/client/default-keys.ts'
import { connectDrydock } from '../src/client/http/connection.ts'
import { runDrydock, serveDrydock, spawnDrydock } from '../test/support/commands/built-command.ts'
import { buyLabel } from '../test/support/labels/purchase.ts'
import { readHeader, TestClient } from '../test/support/test-client.ts'

let simulator: Awaited<ReturnType<typeof serveDrydock>>
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
})
afterAll(async () => {
  await simulator.stop()
})

async function createTestAccount() {
  return (await connectDrydock(simulator.url)).createAccount()
}

async function startListener(words: readonly string[]) {
  const running = spawnDrydock(['webhook', 'listen', '--port', '0', '--url', simulator.url, ...words])
  // With --json, stdout has only events.
  const told = words.includes('--json') ? running.complained : running.printed
  return { ...running, url: await told(/^drydock webhook listening on (\S+)$/m) }
}

/** Returns the lines that --json prints, one for each event. */
function parseEvents(stdout: string): readonly unknown[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

describe('drydock webhook listen', () => {
  it.concurrent("drydock webhook listen sets the webhook while it runs, marks duplicates, and prints the account's times", async () => {
    const { createAccount } = await connectDrydock(simulator.url)
    const account = await createAccount({ clock: { mode: 'frozen', now: '2030-01-31T12:00:00Z' } })
    const { url, stop } = await startListener(['--set', '--json', '--account', account.id])
    expect((await account.webhook.get()).url).toBe(`${url}?listens-instead-of=`)
    const label = await buyLabel(simulator.url, account.keys.test)
    await account.clock.advance('1s')
    const [delivery] = await account.webhook.deliveries()
    await account.webhook.redeliver(delivery?.id ?? '')
    await account.clock.advance('1s')
    const { status, stdout, stderr } = await stop()
    const event = {
      at: '2030-01-31T12:00:00.000Z',
      signature: 'ok',
      event: 'label.created',
      label_id: label.id,
      tracking_number: label.tracking_number,
      duplicate: false,
      answered_with: 200,
    }
    const again = { ...event, at: '2030-01-31T12:00:01.000Z', duplicate: true }
    expect(parseEvents(stdout)).toEqual([event, again])
    expect({ status, stderr }).toEqual({ status: 0, stderr: `drydock webhook listening on ${url}\n` })
    expect(await account.webhook.get()).toEqual({ url: null, signing_secret: null })
  })

  it.concurrent.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'drydock webhook listen restores the previous webhook on %s',
    async (signal) => {
      const account = await createTestAccount()
      await account.webhook.set('http://127.0.0.1:1/mine')
      const { child, ended } = await startListener(['--set', '--account', account.id])
      child.kill(signal)
      expect(await ended).toMatchObject({ status: 0, signal: null })
      expect((await account.webhook.get()).url).toBe('http://127.0.0.1:1/mine')
    },
  )

  it.concurrent('drydock webhook listen keeps the webhook of a newer listener, and restores no webhook of a stopped listener', async () => {
    const account = await createTestAccount()
    const readWebhookUrl = async () => (await account.webhook.get()).url ?? 'none'
    await account.webhook.set('http://127.0.0.1:1/mine')
    const first = await startListener(['--set', '--account', account.id])
    const second = await startListener(['--set', '--account', account.id])
    const third = await startListener(['--set', '--account', account.id])
    await first.stop()
    expect(await readWebhookUrl()).toContain(third.url)
    await third.stop()
    expect(await readWebhookUrl()).toContain(second.url)
    await second.stop()
    expect(await readWebhookUrl()).toBe('http://127.0.0.1:1/mine')
  })

  it.concurrent('drydock webhook listen exits with 0 at Ctrl-C even if the simulator has already stopped', async () => {
    const other = await serveDrydock(['--quiet'])
    const listening = spawnDrydock(['webhook', 'listen', '--port', '0', '--set', '--url', other.url])
    await listening.printed(/listening on/)
    await other.stop()
    expect(await listening.stop()).toMatchObject({ status: 0, stderr: '' })
  })

  it.concurrent('drydock webhook listen responds with 401 to a bad signature, and uses the given secret', async () => {
    const account = await createTestAccount()
    await account.faults.add({ target: 'webhook', mode: 'bad_signature', times: 1 })
    const { signing_secret } = await account.webhook.set('http://127.0.0.1:1/')
    const { url, stop } = await startListener(['--json', '--secret', signing_secret ?? ''])
    await account.webhook.set(url)
    await buyLabel(simulator.url, account.keys.test)
    await account.clock.advance('5m')
    const { stdout } = await stop()
    expect(parseEvents(stdout)).toMatchObject([
      { signature: 'BAD', duplicate: false, answered_with: 401 },
      { signature: 'ok', duplicate: false, answered_with: 200 },
    ])
    expect((await account.webhook.deliveries())[0]).toMatchObject({ status: 'succeeded', attempts: 2 })
  })

  it.concurrent('drydock webhook listen requires the secret of an account other than the default one', async () => {
    const account = await createTestAccount()
    const none = ['webhook', 'listen', '--port', '0', '--url', simulator.url, '--account', account.id]
    const refused = await runDrydock(none)
    expect(refused.stderr).toMatch(/has no webhook, so no secret yet\. .*--set/)
    expect(refused.status).toBe(2)
    await account.webhook.set('http://127.0.0.1:1/')
    // drydock exec sets DRYDOCK_WEBHOOK_SECRET to this secret. It must not be used for another account.
    const running = spawnDrydock([...none, '--json'], {
      env: { DRYDOCK_WEBHOOK_SECRET: defaultKeys.signingSecret },
    })
    await account.webhook.set(await running.complained(/^drydock webhook listening on (\S+)$/m))
    await buyLabel(simulator.url, account.keys.test)
    await account.clock.advance('1s')
    expect(parseEvents((await running.stop()).stdout)).toMatchObject([
      { signature: 'ok', answered_with: 200 },
    ])
  })

  it.concurrent('drydock webhook listen --respond sends the given status, which the review does not count as a mistake of the app', async () => {
    const account = await createTestAccount()
    const { printed, stop } = await startListener(['--set', '--respond', '503', '--account', account.id])
    await buyLabel(simulator.url, account.keys.test)
    await printed(/label\.created {2}lbl_\w+ {2}\d+ {2}signature ok {2}response 503\n/)
    await account.clock.advance('2d')
    expect((await account.webhook.deliveries())[0]).toMatchObject({ status: 'failed', response_code: 503 })
    expect((await account.review()).findings).toEqual([])
    await stop()
  })

  it.concurrent('drydock webhook listen forwards the same bytes and headers, and returns the response', async () => {
    const seen: { readonly signature: unknown; readonly body: string }[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ signature: request.headers['pr-signature'], body })
      response.writeHead(418, { 'X-Receiver': 'mine' }).end('short and stout')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { url, stop } = await startListener(['--json', '--forward', `http://127.0.0.1:${port}/hook`])
    const headers = { 'PR-Signature': 'sha256=00', 'Content-Type': 'text/plain' }
    const answer = await new TestClient(url).send({ method: 'POST', headers, raw: '{"a": "ü"}' })
    expect([answer.status, readHeader(answer, 'X-Receiver'), answer.bytes.toString()]).toEqual([
      418,
      'mine',
      'short and stout',
    ])
    expect(seen).toEqual([{ signature: 'sha256=00', body: '{"a": "ü"}' }])
    expect(parseEvents((await stop()).stdout)).toMatchObject([
      { signature: 'BAD', event: null, answered_with: 418 },
    ])
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })

  it.concurrent('drydock webhook listen accepts at most 64 KiB, and only POST', async () => {
    const { url, stop } = await startListener(['--json'])
    const client = new TestClient(url)
    const tooLarge = await client.send({ method: 'POST', raw: 'x'.repeat(64 * 1024 + 1) })
    const justFits = await client.send({ method: 'POST', raw: 'x'.repeat(64 * 1024) })
    const got = await client.send({})
    expect([tooLarge.status, justFits.status, got.status]).toEqual([413, 401, 405])
    const { stdout, stderr } = await stop()
    expect(parseEvents(stdout)).toMatchObject([{ signature: 'missing' }])
    expect(stderr).toMatch(/^drydock: \S+Z {2}a body larger than 64 KiB {2}response 413\n$/m)
  })
})
