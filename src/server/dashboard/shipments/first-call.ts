import { firstKeys } from '../../../simulator/accounts/accounts.ts'
import { quoteWord } from '../../command-line.ts'
import { ratesBodyOf } from '../buy/parcel-form.ts'
import type { PageRequest } from '../page.ts'

/** The body that a new form sends. */
const body = ratesBodyOf({})

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
    curl: `curl ${url}/v1/rates -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d ${quoteWord(json)}`,
  }
}
