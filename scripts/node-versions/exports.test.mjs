import { createRequire } from 'node:module'
import * as fixtures from 'shipping-drydock/vitest'

const { expect, test } = fixtures

test('a test with the fixtures of shipping-drydock/vitest has an account of its own', async ({ account }) => {
  await fetch(`${account.url}/v1/wallet`, { headers: { Authorization: `Bearer ${account.keys.test}` } })
  await expect(account).toHaveReceivedRequest('getWallet')
})

test('require of shipping-drydock/vitest gives the same names as import', () => {
  const required = createRequire(import.meta.url)('shipping-drydock/vitest')
  expect(Object.keys(required).sort()).toEqual(Object.keys(fixtures).sort())
})
