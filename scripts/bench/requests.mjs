const defaultKey = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
const headersWith = (key) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
export const headers = headersWith(defaultKey)

export const shipment = {
  from_address: {
    name: 'Harbour Goods',
    street1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10118',
    country: 'US',
  },
  to_address: {
    name: 'Ada Carver',
    street1: '2211 Oak Street',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    country: 'US',
  },
  parcel: { weight_oz: 24, length: 10, width: 8, height: 4 },
}

/** Returns the measured requests to a simulator with a key, and its responses to them. */
export async function requestsTo(url, key = defaultKey) {
  const headers = headersWith(key)
  const rates = { method: 'POST', path: '/v1/rates', headers, body: JSON.stringify(shipment) }
  const quoted = await send(url, rates)
  const requests = {
    wallet: { method: 'GET', path: '/v1/wallet', headers },
    rates,
    label: { ...rates, path: '/v1/labels', body: JSON.stringify({ rate_id: quoted.rates[0].id }) },
  }
  const responses = {
    wallet: await send(url, requests.wallet),
    rates: quoted,
    label: await send(url, requests.label),
  }
  return { requests, responses }
}

/** Sends a request and returns the JSON of its response. Throws if it is refused. */
export async function send(url, { path, ...request }) {
  const response = await fetch(`${url}${path}`, request)
  if (!response.ok) throw new Error(`${request.method} ${path} got ${response.status}`)
  return response.json()
}
