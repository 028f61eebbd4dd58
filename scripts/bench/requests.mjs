import { readFileSync } from 'node:fs'

const defaultKey = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
const createHeaders = (key) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
export const headers = createHeaders(defaultKey)

const file = new URL('../../fixtures/addresses/shipment.json', import.meta.url)
export const shipment = JSON.parse(readFileSync(file, 'utf8'))

/** Returns the requests to measure, and the responses of a simulator to them. */
export async function prepareRequests(url, key = defaultKey) {
  const headers = createHeaders(key)
  const rates = { method: 'POST', path: '/v1/rates', headers, body: JSON.stringify(shipment) }
  const quoted = await sendRequest(url, rates)
  const requests = {
    wallet: { method: 'GET', path: '/v1/wallet', headers },
    rates,
    label: { ...rates, path: '/v1/labels', body: JSON.stringify({ rate_id: quoted.rates[0].id }) },
  }
  const responses = {
    wallet: await sendRequest(url, requests.wallet),
    rates: quoted,
    label: await sendRequest(url, requests.label),
  }
  return { requests, responses }
}

/** Sends a request and returns the JSON of its response. Throws for an error status. */
export async function sendRequest(url, { path, ...request }) {
  const response = await fetch(`${url}${path}`, request)
  if (!response.ok) throw new Error(`${request.method} ${path} got ${response.status}`)
  return response.json()
}
