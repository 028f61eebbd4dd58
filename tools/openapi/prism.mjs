// Sends every example of the OpenAPI document and every error through Prism, a proxy that checks exchanges, to the
// simulator. Prism must report no violation of the document, and must report the violations that are made on purpose.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startDrydock } from '../../dist/index.js'
import { openRelay } from './relay.mjs'

const schemas = join(import.meta.dirname, '../../schemas')
const file = join(schemas, 'openapi.json')
const document = JSON.parse(readFileSync(file, 'utf8'))

/** Sends the examples through Prism, then each operation once for each code that a fault can give it. */
export async function checkExamplesThroughPrism() {
  const dock = await startDrydock({ rateLimits: false })
  const behind = await openRelay(dock.url, spoilResponse)
  const prism = await startPrism(behind.url)
  try {
    await expectViolations(prism.url, dock.keys.test)
    await dock.snapshot.load(JSON.parse(readFileSync(join(schemas, 'world.json'), 'utf8')))
    let exchanges = 0
    const expectCode = async (operation, expectedCode, request) => {
      const code = await sendThroughPrism(prism.url, dock.keys.test, request)
      if (code !== expectedCode) throw new Error(`${operation} gave ${code} instead of ${expectedCode}.`)
      exchanges += 1
    }
    for (const { operationId, request } of operations) await expectCode(operationId, 'success', request)
    for (const { operationId, codes, request } of operations)
      for (const code of codes) {
        await dock.faults.add({ target: 'api', mode: 'error', code, times: 1 })
        await expectCode(operationId, code, request)
      }
    await expectCode('The largest batch', 'success', createLargestBatch())
    return exchanges
  } finally {
    prism.process.kill()
    await behind.close()
    await dock.close()
  }
}

/** The operations with their example requests, and the errors that a fault can give. The downloads take no faults. */
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => {
    const { operationId, parameters, requestBody } = described
    const isDownload = /download/i.test(operationId)
    return {
      operationId,
      codes: isDownload
        ? []
        : described['x-error-codes'].filter((code) => !/^(CONTROL|REQUEST)\./.test(code)),
      request: {
        method: method.toUpperCase(),
        path: path.replace('{id}', parameters?.[0].example),
        body: requestBody?.content['application/json'].examples.recorded.value,
        isOpen: described.security !== undefined,
      },
    }
  }),
)

function createLargestBatch() {
  const { request } = operations.find(({ operationId }) => operationId === 'createBatch')
  const { rate_id: _, ...item } = request.body.items[0]
  return { ...request, body: { items: Array(5_000).fill(item) } }
}

async function startPrism(upstream) {
  const port = await findFreePort()
  const bin = join(import.meta.dirname, 'node_modules/.bin/prism')
  const prism = spawn(process.execPath, [bin, 'proxy', file, upstream, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((ready, failed) => {
    prism.once('exit', () => failed(new Error('Prism ended before it was ready.')))
    // The rest of Prism's output is read and ignored, because a full pipe would stop Prism.
    prism.stdout.on('data', (text) => String(text).includes('Prism is listening') && ready())
  })
  return { process: prism, url: `http://127.0.0.1:${port}` }
}

async function findFreePort() {
  const server = createServer()
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}

/** Returns the violations that Prism reports for an exchange. For an unknown path or status it only warns. */
function listViolations({ headers }) {
  return JSON.parse(headers.get('sl-violations') ?? '[]')
}

const warnings = /Unable to match the returned status code|route not found/i

function isViolation({ location, message }) {
  return location?.[0] === 'response' || warnings.test(message)
}

/** Sends a request through Prism and returns the error code, or `success`. Fails on any violation of the document. */
async function sendThroughPrism(url, key, { method, path, body, isOpen }) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(!isOpen && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const violations = listViolations(response)
  if (violations.some(isViolation) || (response.ok && violations.length > 0)) {
    const told = violations.map(({ location, message }) => `${location?.join('.')}: ${message}`)
    throw new Error(`Prism reports violations in ${method} ${path} ${response.status}: ${told.join('; ')}`)
  }
  return response.ok ? 'success' : JSON.parse(text).error.code
}

/** Wrong responses, by the header that requests them. */
const spoiledResponses = {
  field: ({ status, headers, body }) => ({
    status,
    headers,
    body: Buffer.from(JSON.stringify({ ...JSON.parse(body), balance_cents: 'much' })),
  }),
  status: (response) => ({ ...response, status: 409 }),
  header: ({ headers: { 'x-ratelimit-limit': _, ...headers }, ...response }) => ({ ...response, headers }),
}

function spoilResponse(response, { headers }) {
  return spoiledResponses[headers['x-spoil']]?.(response)
}

/**
 * Throws unless Prism reports violations that are made on purpose. If Prism reported nothing at all, the check would
 * prove nothing.
 */
async function expectViolations(url, key) {
  for (const name of [undefined, ...Object.keys(spoiledResponses)]) {
    const response = await fetch(`${url}/v1/wallet`, {
      headers: { authorization: `Bearer ${key}`, ...(name !== undefined && { 'x-spoil': name }) },
    })
    const violations = listViolations(response)
    if (violations.some(isViolation) !== (name !== undefined))
      throw new Error(
        `Prism reports for a response with ${name ?? 'nothing'} wrong: ${JSON.stringify(violations)}`,
      )
  }
}
