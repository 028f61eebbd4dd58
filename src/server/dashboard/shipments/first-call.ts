import { firstKeys } from '../../../simulator/accounts/accounts.ts'
import { quoted } from '../../command-line.ts'
import type { PageRequest } from '../page.ts'

const body = {
  from_address: {
    name: 'Harbour Supply',
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

export interface FirstCall {
  readonly path: string
  readonly key: string
  readonly body: string
  readonly curl: string
}

/** Returns the sample request for a beginner: the rates for a parcel. */
export function firstCall({ context, url }: PageRequest): FirstCall {
  const { test } = firstKeys(context)
  const key = test ?? 'YOUR_TEST_KEY'
  const json = JSON.stringify(body)
  return {
    path: '/v1/rates',
    key,
    body: json,
    curl: `curl ${url}/v1/rates -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d ${quoted(json)}`,
  }
}
