import { expect, it } from 'vitest'
import { createAccount } from '../../../../test/support/account.ts'
import { openDashboardPages } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('a suggested address fills the dashboard form and is validated, and the other fields of the form stay unchanged', async () => {
  const pages = openDashboardPages(await createAccount(simulator.url))
  const outcome = 'ADDRESS.VALIDATION.AMBIGUOUS'
  const form = { op: 'validate', to: 'ambiguous', outcome, 'parcel.weight_oz': '77' }
  const refused = await pages.submit('buy', 'ask', form)
  const [, query = ''] = /href="[^"]*\/buy\?([^"#]*)#parcel">Use this address</.exec(refused) ?? []
  const values = Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&')))
  expect(values).toMatchObject({ to: 'ambiguous', 'parcel.weight_oz': '77' })
  expect(values['to_address.street1']).toMatch(/^\d+ MAIN ST$/)
  expect(Object.keys(values)).not.toContain('outcome')
  expect(await pages.read(`buy?${new URLSearchParams(values)}`)).toContain(
    `name="to_address.street1" type="text" value="${values['to_address.street1']}"`,
  )
  expect(await pages.submit('buy', 'ask', { ...values, op: 'validate' })).toContain('can be delivered to')
})
