const { after, afterEach, before, beforeEach, test } = require('node:test')
const { useDrydock } = require('shipping-drydock/testing')

const drydock = useDrydock({ before, after, beforeEach, afterEach })

test('useDrydock gives a CommonJS test of node:test an account of its own', async () => {
  await drydock.account.client().getWallet()
  await drydock.account.assertReceived({ operation: 'getWallet', status: 200, times: 1 })
})
