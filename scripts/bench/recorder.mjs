// Loaded into the command with --import: writes down every request it sends, and how its webhook receiver answers, as
// undici and node:http tell of them themselves. What is recorded is written when the process ends.
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'

const requests = []
const arrivals = []
const known = new WeakMap()

subscribe('undici:request:create', ({ request }) => {
  const { method, origin, path, headers, body } = request
  const entry = {
    method,
    origin,
    path,
    headers,
    body: body === null ? null : body.toString('utf8'),
    startedAtMs: performance.now(),
    endedAtMs: null,
    status: null,
    chunks: [],
  }
  known.set(request, entry)
  requests.push(entry)
})
subscribe('undici:request:headers', ({ request, response }) => {
  const entry = known.get(request)
  if (entry !== undefined) entry.status = response.statusCode
})
subscribe('undici:request:bodyChunkReceived', ({ request, chunk }) => {
  known.get(request)?.chunks.push(Buffer.from(chunk))
})
const end = ({ request }) => {
  const entry = known.get(request)
  if (entry !== undefined) entry.endedAtMs = performance.now()
}
subscribe('undici:request:trailers', end)
subscribe('undici:request:error', end)

subscribe('http.server.request.start', ({ request, response, server }) => {
  const { port } = server.address()
  const entry = { port, path: request.url, status: null }
  arrivals.push(entry)
  response.once('finish', () => {
    entry.status = response.statusCode
  })
})

process.on('exit', () => {
  const told = requests.map(({ chunks, ...entry }) => ({
    ...entry,
    answer: Buffer.concat(chunks).toString('utf8'),
  }))
  writeFileSync(process.env.DRYDOCK_RECORDING, JSON.stringify({ requests: told, arrivals }))
})
