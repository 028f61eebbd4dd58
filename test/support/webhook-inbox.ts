import { createServer, type IncomingHttpHeaders } from 'node:http'

/** One webhook attempt as it reached the receiver. */
export interface Attempt {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A receiver of webhooks whose responses the test chooses. */
export interface WebhookInbox {
  readonly url: string
  readonly attempts: readonly Attempt[]
  close(): Promise<void>
}

export interface InboxResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Opens a receiver on a free port; `answer` returns the response to an attempt by its number, counted from 1. */
export async function openInbox(
  answer: (attempt: number) => InboxResponse = () => ({ status: 200 }),
): Promise<WebhookInbox> {
  const attempts: Attempt[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const { method = '', url: path = '', headers } = request
      attempts.push({ method, path, headers, body: Buffer.concat(chunks) })
      const { status, headers: own } = answer(attempts.length)
      response.writeHead(status, own).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The inbox has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    attempts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
