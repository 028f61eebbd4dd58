import { findFirstKeys } from '../../../simulator/accounts/accounts.ts'
import { putInShellQuotes } from '../../command-line.ts'
import { createRatesBody } from '../buy/parcel-form.ts'
import type { PageRequest } from '../page.ts'

/** Returns a first request to try: one that gets the rates of a parcel. */
export function buildFirstCall({ context, url }: PageRequest) {
  const key = findFirstKeys(context).test ?? 'YOUR_TEST_KEY'
  const body = JSON.stringify(createRatesBody({}))
  const curl = `curl ${url}/v1/rates -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d ${putInShellQuotes(body)}`
  return { path: '/v1/rates', key, body, curl }
}
