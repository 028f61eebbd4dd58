import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  countOpenSockets,
  renderHttpResponse,
  startReceiver,
  type TestReceiver,
} from '../../../test/support/test-receiver.ts'
import { closeAfterEach } from '../../../test/support/webhook-attempts.ts'
import { createWebhookTransport, type WebhookTransport } from './webhook-transport.ts'

const ok = renderHttpResponse('200 OK', 'ok')
const closeLater = closeAfterEach()

function createTransport(options: Parameters<typeof createWebhookTransport>[0]): WebhookTransport {
  const made = createWebhookTransport(options)
  closeLater(made.close)
  return made
}

async function startReceivers(
  count: number,
  { answer }: { readonly answer?: string } = {},
): Promise<readonly TestReceiver[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () =>
      startReceiver({
        ...(answer !== undefined && { answer: (socket) => socket.write(answer) }),
      }),
    ),
  )
  for (const { stop } of made) closeLater(stop)
  return made
}

async function startOneReceiver(options: Parameters<typeof startReceivers>[1] = {}): Promise<TestReceiver> {
  const [made] = await startReceivers(1, options)
  if (made === undefined) throw new Error('no receiver')
  return made
}

function startSocketCounter(): ReturnType<typeof countOpenSockets> {
  const made = countOpenSockets()
  closeLater(() => Promise.resolve(made.stop()))
  return made
}

function sendMany(sender: WebhookTransport, target: TestReceiver, count: number) {
  return Promise.all(
    Array.from({ length: count }, () => sender.send({ url: target.url, body: '{}', headers: {} })),
  )
}

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(2)
}

const countRequests = (targets: readonly TestReceiver[]) =>
  targets.reduce((sum, target) => sum + target.requests.length, 0)

test('5,000 attempts to a webhook receiver that never responds use at most half of the allowed sockets', async () => {
  const sockets = startSocketCounter()
  const hanging = await startOneReceiver()
  const sender = createTransport({ deadlineMs: 100 })
  const outcomes = sendMany(sender, hanging, 5_000)

  await waitUntil(() => hanging.requests.length >= 100)
  await sender.close()

  const failures = (await outcomes).map((outcome) => outcome.failure)
  expect(sockets.most()).toBe(16)
  expect(failures.filter((failure) => failure === 'timeout').length).toBeGreaterThanOrEqual(80)
  expect(new Set(failures)).toEqual(new Set(['timeout', 'reset']))
})

test('5,000 attempts to a good webhook receiver all arrive, over few connections', async () => {
  const sockets = startSocketCounter()
  const good = await startOneReceiver({ answer: ok })

  // The idle time is so long that no connection is closed as idle, even on a slow machine.
  const outcomes = await sendMany(createTransport({ idleMs: 600_000 }), good, 5_000)

  expect(new Set(outcomes.map((outcome) => outcome.responseCode))).toEqual(new Set([200]))
  expect(good.requests).toHaveLength(5_000)
  expect(sockets.most()).toBeLessThanOrEqual(16)
  expect(good.connections()).toBe(sockets.most())
})

test('the webhook transport closes the socket of a replaced connection before it opens a new connection', async () => {
  const sockets = startSocketCounter()
  const good = await startOneReceiver({ answer: ok })

  const outcomes = await sendMany(createTransport({ idleMs: 1 }), good, 5_000)

  expect(new Set(outcomes.map((outcome) => outcome.responseCode))).toEqual(new Set([200]))
  expect(good.connections()).toBeGreaterThan(16)
  expect(sockets.most()).toBe(16)
})

test.each([1, 2, 3, 5])(
  '%i webhook receivers that never respond do not block attempts to a good receiver',
  async (count) => {
    const sockets = startSocketCounter()
    const hanging = await startReceivers(count)
    const good = await startOneReceiver({ answer: ok })
    const sender = createTransport({ deadlineMs: 600_000 })
    const stuck = hanging.map((target) => sendMany(sender, target, 50))
    await waitUntil(() => hanging.every((target) => target.requests.length > 0))

    const outcomes = await sendMany(sender, good, 100)

    expect(new Set(outcomes.map((outcome) => outcome.responseCode))).toEqual(new Set([200]))
    expect(sockets.most()).toBeLessThanOrEqual(32)
    await sender.close()
    await Promise.all(stuck)
  },
)

test('a good webhook receiver still gets a connection if 39 other receivers never respond', async () => {
  const sockets = startSocketCounter()
  const hanging = await startReceivers(39)
  const good = await startOneReceiver({ answer: ok })
  const sender = createTransport({ deadlineMs: 500 })
  let ended = 0
  const stuck = hanging.map(async (target) => {
    const outcomes = await sendMany(sender, target, 30)
    ended += 1
    return outcomes
  })
  await waitUntil(() => countRequests(hanging) >= 32)

  const outcomes = await sendMany(sender, good, 5)

  expect(outcomes.map((outcome) => outcome.responseCode)).toEqual([200, 200, 200, 200, 200])
  expect(ended).toBe(0)
  expect(sockets.most()).toBe(32)
  await sender.close()
  await Promise.all(stuck)
})

test('the deadline of a webhook attempt begins when the attempt gets a socket', async () => {
  const hanging = await startReceivers(2)
  const good = await startOneReceiver({ answer: ok })
  const sender = createTransport({ deadlineMs: 250, maxSockets: 2 })
  const stuck = hanging.map((target) => sendMany(sender, target, 3))
  await waitUntil(() => countRequests(hanging) >= 2)

  const outcomes = await sendMany(sender, good, 3)

  expect(outcomes.map((outcome) => outcome.responseCode)).toEqual([200, 200, 200])
  expect((await Promise.all(stuck)).flat().map((outcome) => outcome.failure)).toEqual(
    Array(6).fill('timeout'),
  )
  expect(countRequests(hanging)).toBe(6)
})

test('idle webhook connections are closed to make room for a webhook receiver that has no connection', async () => {
  const sockets = startSocketCounter()
  const good = await startReceivers(6, { answer: ok })
  const sender = createTransport({ maxSockets: 2 })

  for (const target of [...good, ...good]) {
    const [outcome] = await sendMany(sender, target, 1)
    expect(outcome).toEqual({ responseCode: 200, failure: null })
  }
  expect(sockets.most()).toBe(2)
  expect(good.map((target) => target.requests.length)).toEqual(Array(6).fill(2))
})

test('a webhook attempt uses a new connection if the receiver has closed the idle one', async () => {
  let hangUp: () => void = () => {}
  const closing = await startReceiver({
    answer: (socket) => {
      socket.write(renderHttpResponse('200 OK'))
      hangUp = () => socket.end()
    },
  })
  closeLater(closing.stop)
  const sender = createTransport({})
  await sendMany(sender, closing, 1)
  hangUp()

  const outcomes = await sendMany(sender, closing, 2)

  expect(outcomes.map((outcome) => outcome.responseCode)).toEqual([200, 200])
  expect(closing.requests).toHaveLength(3)
})
