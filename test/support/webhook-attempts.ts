import type { Socket } from 'node:net'
import { afterEach } from 'vitest'
import { createWebhookTransport, type WebhookTransport } from '../../src/server/webhooks/webhook-transport.ts'
import { startReceiver, type TestReceiver } from './test-receiver.ts'

/** The request of a webhook attempt in tests. */
export const attempt = {
  body: '{"event":"label.created","data":{"name":"Zoë 配送"}}',
  headers: { 'Content-Type': 'application/json', 'PR-Signature': 'sha256=00ff' },
} as const

/** Returns the outcome of a webhook attempt that got no response. */
export const createOutcomeWithoutResponse = (failure: string) => ({ responseCode: null, failure })

/** Closes resources after each test of the calling file, the latest first. */
export function closeAfterEach(): (close: () => Promise<void>) => void {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  return (close) => {
    closers.push(close)
  }
}

/** Opens transports and receivers for the tests of the file that calls it, and closes them after each test. */
export function useAttemptResources() {
  const closeLater = closeAfterEach()
  return {
    /** Opens a transport that waits 300 ms for a response by default. */
    transport: (options: Parameters<typeof createWebhookTransport>[0] = {}): WebhookTransport => {
      const transport = createWebhookTransport({ deadlineMs: 300, ...options })
      closeLater(transport.close)
      return transport
    },
    receiver: async (answer: (socket: Socket) => void): Promise<TestReceiver> => {
      const receiver = await startReceiver({ answer })
      closeLater(receiver.stop)
      return receiver
    },
  }
}
