// Forwards requests from a client to a service, and can change the responses.
import { createServer, request as send } from 'node:http'

/**
 * Opens a relay to `target`; `change(response, request)` may return another response, `{ status, headers, body }`, or
 * nothing.
 */
export async function openRelay(target, change = () => undefined) {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = {
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
        body: await readStream(incoming),
      }
      const response = await forwardRequest(target, request)
      const { status, headers, body } = relay.change(response, request) ?? response
      outgoing.writeHead(status, { ...removeHopHeaders(headers), 'content-length': body.length }).end(body)
    } catch {
      outgoing.destroy()
    }
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const relay = {
    url: `http://127.0.0.1:${server.address().port}`,
    change,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return relay
}

/** Returns the JSON of a response; undefined if it is not JSON. */
export function parseJsonBody({ body }) {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function forwardRequest(target, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const asked = send(`${target}${path}`, { method, headers: removeHopHeaders(headers) }, async (reply) => {
      resolve({ status: reply.statusCode, headers: reply.headers, body: await readStream(reply) })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function readStream(stream) {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function removeHopHeaders({ connection, 'keep-alive': _, 'transfer-encoding': __, ...others }) {
  return others
}
