import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { WireRequest, WireResponse } from '../../../variations/wire.ts'
import { findOperation } from '../../http/operation.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** HTTP headers that concern only one connection, so a proxy does not pass them on. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

/** Returns a text as an HTTP method that undici accepts; GET for an unknown one. */
export function parseMethod(text: string): (typeof methods)[number] {
  return methods.find((known) => known === text) ?? 'GET'
}

/** Returns headers with one text for each name: several values are joined by commas. */
export function flattenHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return flat
}

/** Returns the headers without those that concern only one connection, which a proxy does not pass on. */
export function removeConnectionHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name.toLowerCase())))
}

/** Reads a whole HTTP request. */
export async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers = flattenHeaders(incoming.headers)
  const method = incoming.method ?? 'GET'
  const path = incoming.url ?? '/'
  const [bare = ''] = path.split('?')
  return { method, path, operation: findOperation(method, bare)?.name, headers, body: Buffer.concat(chunks) }
}

/** Sends an HTTP response with the Content-Length of its body; without it for chunked bodies and for 204 and 304. */
export function sendResponse(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  const hasNoLength = status === 204 || status === 304 || 'transfer-encoding' in headers
  outgoing.writeHead(status, hasNoLength ? headers : { ...headers, 'content-length': body.length })
  outgoing.end(status === 204 || status === 304 ? undefined : body)
}

/** Listens on a free port of this machine, and resolves with the URL. */
export async function listenLocally(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The altered service does not listen on a port.')
  return `http://127.0.0.1:${address.port}`
}
