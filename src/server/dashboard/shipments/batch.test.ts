import { expect, it } from 'vitest'
import { createAccount } from '../../../../test/support/account.ts'
import { dashboardPages, textOf } from '../../../../test/support/dashboard-pages.ts'
import { batchItem, recipient } from '../../../../test/support/labels/parcels.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the page of a batch says why each item failed, and which failures are staged', async () => {
  const account = await createAccount(simulator.url)
  const items = [
    batchItem({ carrier: 'UPS', service: 'Ground', to_address: { ...recipient, street1: 'PO Box 9' } }),
    batchItem({ to_address: { ...recipient, name: 'Ada sim:LABEL.WEIGHT.EXCEEDED' } }),
  ]
  const { id } = Object((await account.call('POST /v1/batches', { items })).body)
  await account.call(`POST /v1/batches/${id}/buy`)
  await account.advance('1s')
  const page = await dashboardPages(account).read(`batches/${id}`)
  const states = page.split('<tr>').filter((row) => row.includes('>failed<'))
  expect(states.map(textOf).map((text) => text.replace(/^.* failed /, ''))).toEqual([
    'LABEL.SERVICE.UNAVAILABLE The service Ground does not deliver to PO boxes. $10.00 ',
    expect.stringMatching(/^LABEL\.WEIGHT\.EXCEEDED .* It is staged\. \$10\.00 /),
  ])
  expect(states.map((row) => row.includes('<a href="/docs/errors/LABEL.'))).toEqual([true, true])
})
