import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export const halfFinishedKey = 'pr_test_0123456789abcdef0123456789abcdef'

const address = {
  name: 'Sam',
  street1: 'Main St 1',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
}
/** The suggestion of each error, by its code. */
const suggestions: Readonly<Record<string, string>> = {
  'AUTH.KEY.MISSING': 'Send a key.',
  'AUTH.KEY.INVALID': 'Use a key that exists.',
  'VALIDATION.FIELD.REQUIRED': 'Send the field.',
  'RATE.NOT_FOUND': 'Ask for rates first.',
  'LABEL.NOT_FOUND': 'Check the id.',
  'LABEL.VOID.ALREADY_REQUESTED': 'Wait for it.',
}

/**
 * Creates an unfinished service: it has rates, labels and the wallet, but few other endpoints and none of the four
 * documented headers.
 */
export function createHalfFinishedServer(): Server {
  let count = 0
  const rates = new Map<string, { readonly rate_cents: number; readonly carrier: string }>()
  const labels = new Map<string, { readonly id: string; voided: boolean }>()

  const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const refuse = (response: ServerResponse, status: number, code: string): void => {
    count += 1
    const message = `Refused: ${code}`
    sendJson(response, status, {
      error: { code, message, suggestion: suggestions[code], request_id: `req_${count}` },
    })
  }
  const createRate = (carrier: string, rate_cents: number) => {
    count += 1
    const id = `rate_${count}`
    rates.set(id, { rate_cents, carrier })
    return { id, carrier, service: 'Ground', rate_cents, account_type: 'platform' }
  }
  const buy = (response: ServerResponse, rateId: unknown) => {
    const rate = rates.get(String(rateId))
    if (rateId === undefined) return refuse(response, 422, 'VALIDATION.FIELD.REQUIRED')
    if (rate === undefined) return refuse(response, 404, 'RATE.NOT_FOUND')
    count += 1
    const label = { id: `lbl_${count}`, tracking_number: `9999${count}`, ...rate, service: 'Ground' }
    const label_url = `http://${response.req.headers.host}/v1/sandbox/labels/${label.id}.pdf`
    const entry = {
      ...label,
      label_url,
      sandbox: true,
      from_address: address,
      to_address: address,
      voided: false,
    }
    labels.set(label.id, entry)
    sendJson(response, 201, entry)
  }
  const handleLabelRequest = (response: ServerResponse, method: string | undefined, id: string) => {
    const label = labels.get(id)
    if (label === undefined) return refuse(response, 404, 'LABEL.NOT_FOUND')
    if (method === 'DELETE' && label.voided) return refuse(response, 422, 'LABEL.VOID.ALREADY_REQUESTED')
    if (method === 'DELETE') label.voided = true
    sendJson(response, 200, label)
  }

  return createServer(async (request, response) => {
    const body = await readJsonBody(request)
    const key = request.headers.authorization
    if (key === undefined) return refuse(response, 401, 'AUTH.KEY.MISSING')
    if (key !== `Bearer ${halfFinishedKey}`) return refuse(response, 401, 'AUTH.KEY.INVALID')
    const [path = ''] = (request.url ?? '').split('?')
    const call = `${request.method} ${path}`
    const label = /^\/v1\/labels\/(\w+)$/.exec(path)?.[1]
    if (call === 'GET /v1/wallet') return sendJson(response, 200, { balance_cents: 100_000 })
    if (call === 'POST /v1/addresses/validate') return sendJson(response, 200, { valid: true })
    if (call === 'POST /v1/rates') {
      return sendJson(response, 200, {
        rates: [createRate('USPS', 740), createRate('UPS', 910), createRate('FedEx', 1_120)],
      })
    }
    if (call === 'POST /v1/labels') return buy(response, body['rate_id'])
    if (label !== undefined) return handleLabelRequest(response, request.method, label)
    sendJson(response, 404, { error: 'not found' })
  })
}

async function readJsonBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = ''
  for await (const chunk of request) text += chunk
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
