import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Makes a receiver that calls `store(label)` once for each label, however often its event comes. */
export function createReceiver({ readSecret, store }) {
  // Two deliveries of one event may overlap, so the second waits for what the first began.
  const begun = new Map()
  const storeOnce = (label) => {
    if (!begun.has(label.id)) begun.set(label.id, store(label))
    return begun.get(label.id)
  }
  return createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    // The signature covers the bytes as they came: parsed and written again, JSON has other bytes.
    const body = Buffer.concat(chunks)
    if (request.method !== 'POST') return response.writeHead(405).end()
    if (!isGenuine(body, request.headers['pr-signature'], readSecret())) return response.writeHead(401).end()
    const { event, data } = parse(body)
    if (event === undefined) return response.writeHead(400).end()
    // An event of a later version of the service is nothing to store.
    if (event !== 'label.created' || typeof data?.id !== 'string') return response.writeHead(200).end()
    try {
      await storeOnce(data)
      response.writeHead(200).end()
    } catch {
      // The service sends the event again later.
      begun.delete(data.id)
      response.writeHead(503).end()
    }
  })
}

/** Returns the fields of a JSON object; none for any other body, as an error here would end the whole receiver. */
function parse(body) {
  try {
    return Object(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

function isGenuine(body, header = '', secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

if (import.meta.filename === process.argv[1]) {
  const store = async ({ id, tracking_number }) => console.log(`${id} has the number ${tracking_number}`)
  const port = Number(process.env.PORT ?? 4011)
  createReceiver({ readSecret: () => process.env.SECRET ?? '', store }).listen(port)
}
