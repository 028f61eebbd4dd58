import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Creates a receiver that calls `store(label)` once for each label, even if its event arrives several times. */
export function createReceiver({ readSecret, store }) {
  // Two deliveries of one event may overlap, so the second waits for the `store` call of the first.
  const storeCalls = new Map()
  const storeOnce = (label) => {
    if (!storeCalls.has(label.id)) storeCalls.set(label.id, store(label))
    return storeCalls.get(label.id)
  }
  return createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    // The signature covers the received bytes. JSON that is parsed and written again may have other bytes.
    const body = Buffer.concat(chunks)
    if (request.method !== 'POST') return response.writeHead(405).end()
    if (!hasValidSignature(body, request.headers['pr-signature'], readSecret()))
      return response.writeHead(401).end()
    const { event, data } = parseObject(body)
    if (event === undefined) return response.writeHead(400).end()
    // A later version of the service may send other events, which the receiver ignores.
    if (event !== 'label.created' || typeof data?.id !== 'string') return response.writeHead(200).end()
    try {
      await storeOnce(data)
      response.writeHead(200).end()
    } catch {
      // After this status, the service sends the event again later.
      storeCalls.delete(data.id)
      response.writeHead(503).end()
    }
  })
}

/** Returns a JSON body as an object; an empty object for a body that is not JSON, which must not end the receiver. */
function parseObject(body) {
  try {
    return Object(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

function hasValidSignature(body, header = '', secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

if (import.meta.filename === process.argv[1]) {
  const store = async ({ id, tracking_number }) => console.log(`${id} has the number ${tracking_number}`)
  const port = Number(process.env.PORT ?? 4011)
  createReceiver({ readSecret: () => process.env.SECRET ?? '', store }).listen(port)
}
