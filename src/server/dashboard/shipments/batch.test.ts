import { expect, it } from 'vitest'
import { createAccount } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { batchItem, recipient } from '../../../../test/support/labels/parcels.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the dashboard page of a batch says why each item failed, and which failures a magic value caused', async () => {
  const account = await createAccount(simulator.url)
  const items = [
    batchItem({ carrier: 'UPS', service: 'Ground', to_address: { ...recipient, street1: 'PO Box 9' } }),
    batchItem({ to_address: { ...recipient, name: 'Ada sim:LABEL.WEIGHT.EXCEEDED' } }),
  ]
  const { id } = Object((await account.call('POST /v1/batches', { items })).body)
  await account.call(`POST /v1/batches/${id}/buy`)
  await account.advance('1s')
  const page = await openDashboardPages(account).read(`batches/${id}`)
  const states = page.split('<tr>').filter((row) => row.includes('>failed<'))
  expect(states.map(readVisibleText).map((text) => text.replace(/^.* failed /, ''))).toEqual([
    'LABEL.SERVICE.UNAVAILABLE The service Ground does not deliver to PO boxes. $10.00 ',
    expect.stringMatching(/^LABEL\.WEIGHT\.EXCEEDED .* A magic value causes it\. \$10\.00 /),
  ])
  expect(states.map((row) => row.includes('<a href="/docs/errors/LABEL.'))).toEqual([true, true])
})

it('the dashboard does not count failed items in the price of a batch, neither on its page nor in the list', async () => {
  const account = await createAccount(simulator.url)
  const items = [
    batchItem(),
    batchItem({ to_address: { ...recipient, name: 'Ada sim:LABEL.WEIGHT.EXCEEDED' } }),
  ]
  const { id } = Object((await account.call('POST /v1/batches', { items }, { key: account.keys.live })).body)
  const pages = openDashboardPages(account)
  const readPrices = async () => [
    / Price (.*?) Created /.exec(readVisibleText(await pages.read(`batches/${id}`)))?.[1],
    readVisibleText((await pages.read('batches')).split(`<tr id="${id}">`)[1]?.split('</tr>')[0] ?? '').match(
      /\$\S+/,
    )?.[0],
  ]
  expect(await readPrices()).toEqual(['$20.00, paid when the batch was created', '$20.00'])
  const bought = readVisibleText(
    await pages.submit(`batches/${id}`, 'buy', { batch: id, key: await findLiveKeyId(account) }),
  )
  expect(bought).toContain(
    "The purchase of the batch has started. The service buys 50 items per second of the account's clock.",
  )
  await account.advance('1s')
  expect(await readPrices()).toEqual([
    '$10.00, paid when the batch was created, after a refund of $10.00 for failed items',
    '$10.00',
  ])
})

async function findLiveKeyId(account: Awaited<ReturnType<typeof createAccount>>): Promise<string> {
  const { keys } = Object(await account.control('GET /keys'))
  return keys.find((key: { environment: string }) => key.environment === 'live').id
}
