import { findFirstKeys } from '../../../simulator/accounts/accounts.ts'
import { putInShellQuotes } from '../../command-line.ts'
import { createRatesBody } from '../buy/parcel-form.ts'
import type { PageRequest } from '../page.ts'

/** The request body with the default values of the form. */
const body = createRatesBody({})

/** Returns a first request to try: one that gets the rates of a parcel. */
export function buildFirstCall({ context, url }: PageRequest) {
  const { test } = findFirstKeys(context)
  const key = test ?? 'YOUR_TEST_KEY'
  const json = JSON.stringify(body)
  return {
    path: '/v1/rates',
    key,
    body: json,
    curl: `curl ${url}/v1/rates -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d ${putInShellQuotes(json)}`,
  }
}
