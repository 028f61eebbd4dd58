/** For tests: what a label response has that they look at. */
interface BoughtLabel {
  readonly id: string
  readonly tracking_number: string
  readonly carrier: string
}

const address = {
  name: 'Ada Moreno',
  street1: '417 Montgomery St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94104',
  country: 'US',
}

/** For tests: buys the cheapest label for a small parcel. */
export async function buyLabel(url: string, key: string): Promise<BoughtLabel> {
  const parcel = { weight_oz: 16, length: 6, width: 5, height: 4 }
  const { rates } = await post<{ readonly rates: readonly { readonly id: string }[] }>(
    `${url}/v1/rates`,
    key,
    {
      from_address: address,
      to_address: address,
      parcel,
    },
  )
  return post<BoughtLabel>(`${url}/v1/labels`, key, { rate_id: rates[0]?.id })
}

async function post<Body>(url: string, key: string, body: unknown): Promise<Body> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  const answer: Body = JSON.parse(text)
  return answer
}
