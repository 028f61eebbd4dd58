import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useDrydock } from 'shipping-drydock/testing'

const drydock = useDrydock({ before, after, beforeEach, afterEach })

test('useDrydock gives a test of node:test an account of its own', async () => {
  await drydock.account.client().getWallet()
  await drydock.account.assertReceived({ operation: 'getWallet', status: 200, times: 1 })
})
