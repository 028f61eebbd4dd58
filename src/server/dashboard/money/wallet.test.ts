import { expect, it } from 'vitest'
import { createAccount } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the wallet page of the dashboard lists declined top-ups and no successful top-ups', async () => {
  const account = await createAccount(simulator.url)
  const pages = openDashboardPages(account)
  expect(await pages.read('wallet')).not.toContain('Declined top-ups')
  await pages.submit('wallet', 'decline', { decline_next: '1' })
  expect(readVisibleText(await pages.submit('wallet', 'fund', { amount_cents: '50' }))).toContain(
    'That did not work.',
  )
  await pages.submit('wallet', 'fund', { amount_cents: '60' })
  const [, rows = ''] =
    /id="declined-top-ups".*?<tbody>(.*?)<\/tbody>/s.exec(await pages.read('wallet')) ?? []
  expect(readVisibleText(rows).trim()).toBe('2030-03-04 12:00:00 now $50.00 WALLET.PAYMENT.FAILED')
})
