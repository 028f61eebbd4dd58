import { expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the question before the dashboard restores a snapshot counts the resources that will be lost', async () => {
  const account = await createAccount(simulator.url)
  const { control } = account
  await control('POST /faults', { target: 'carrier:UPS', mode: 'down' })
  await control('PUT /snapshots/before', {})
  await control('POST /faults', { target: 'carrier:DHL', mode: 'down' })
  await control('POST /faults', { target: 'webhook', mode: 'drop' })
  await control('PATCH /wallet', { balance_cents: 1_234 })
  await requestRates(account)
  const pages = openDashboardPages(account)
  const question = await pages.submit('worlds', 'restore', { name: 'before' })
  expect(question).toContain('<h1>Restore &quot;before&quot;?</h1>')
  expect(readVisibleText(question)).toContain(
    '2 faults and 1 logged request will be lost. The live balance changes from $12.34 to $1,000.00. Everything else becomes as it was at 2030-03-04 12:00:00, also the clock. A snapshot does not contain the request log. To keep the other current data, save another snapshot first.',
  )
  const restored = await pages.submit('worlds', 'restore', { name: 'before', confirmed: 'yes' })
  expect(readVisibleText(restored)).toContain('The account is as in the snapshot "before"')
  const again = await pages.submit('worlds', 'restore', { name: 'before' })
  expect(readVisibleText(again)).toContain(
    'Restore "before"? No label, tracker, batch or fault is lost. Everything else',
  )
})

it('the dashboard deletes an account or a snapshot only after a question that says what will be lost', async () => {
  const account = await createAccount(simulator.url)
  await account.control('PUT /snapshots/kept', {})
  const pages = openDashboardPages(account)
  expect(readVisibleText(await pages.submit('worlds', 'forget', { name: 'kept' }))).toMatch(
    /Delete the snapshot "kept"\? Its \d+(?:\.\d)? (?:bytes|kB) will be lost\. The account stays as it is\./,
  )
  expect(readVisibleText(await pages.submit('worlds', 'delete', { id: account.id }))).toContain(
    'No label, tracker, batch or fault is lost. Its keys, its wallet and 1 snapshot are deleted with it.',
  )
  expect(Object(await account.control('GET /snapshots')).snapshots).toHaveLength(1)
  await account.control('DELETE /snapshots/kept')
  expect(readVisibleText(await pages.submit('worlds', 'delete', { id: account.id }))).toContain(
    'No label, tracker, batch or fault is lost. Its keys and its wallet are deleted with it.',
  )
})

it('the question before the dashboard deletes an account does not count faults that have ended', async () => {
  const account = await createAccount(simulator.url)
  await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down', lasts: '1m' })
  await account.control('POST /faults', { target: 'carrier:DHL', mode: 'down' })
  await account.control('POST /clock/advance', { by: '2m' })
  const question = await openDashboardPages(account).submit('worlds', 'delete', { id: account.id })
  expect(readVisibleText(question)).toContain('1 fault will be lost.')
})
