import { expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { dashboardPages } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the question before the request log is emptied counts all requests, also with a filter', async () => {
  const account = await createAccount(simulator.url)
  await requestRates(account)
  await account.call('GET /v1/wallet')
  const pages = dashboardPages(account)
  expect(await pages.read('requests')).toContain('Empty the request log? It removes 2 requests."')
  expect(await pages.read('requests?method=GET')).toContain(
    'Empty the request log? It removes 2 requests, also those that the filter hides."',
  )
})
