import { describe } from 'vitest'
import { buyLabel } from '../../test/support/labels/purchase.ts'
import { sharedSimulator } from '../../test/support/shared-simulator.ts'
import { TestClient } from '../../test/support/test-client.ts'
import { createTest, expect } from './index.ts'

const { url } = sharedSimulator()
const test = createTest({ url, account: { clock: 'frozen@2030-01-01T00:00:00Z' } })
const client = new TestClient(url)
const ids = new Set<string>()

describe('the fixtures of vitest', () => {
  test.for([1, 2])(
    'the vitest fixtures give each test its own account: test %i',
    async (_, { account, dock }) => {
      expect(ids).not.toContain(account.id)
      ids.add(account.id)
      expect(account.url).toBe(dock.url)
      expect(await account.clock.now()).toBe('2030-01-01T00:00:00.000Z')
      await expect(account).not.toHaveReceivedRequest({})
      await client.send({ path: '/v1/wallet', key: account.keys.test })
      await expect(account).toHaveReceivedRequest({ operation: 'getWallet', times: 1 })
    },
  )

  test('account.nextDelivery returns the next webhook event of the account', async ({ account }) => {
    const label = await buyLabel(url, account.keys.test)
    expect(await account.nextDelivery()).toMatchObject({ event: 'label.created', data: { id: label.id } })
  })

  test('the vitest fixtures delete the accounts of passed tests', async ({ dock }) => {
    expect(ids.size).toBe(2)
    expect((await dock.accounts()).filter(({ id }) => ids.has(id))).toEqual([])
  })
})

describe('toHaveReceivedRequest', () => {
  test('toHaveReceivedRequest fails with the expected and the received requests', async ({ account }) => {
    await client.send({ path: '/v1/labels', method: 'POST', body: { rate_id: '' }, key: account.keys.test })
    const expected = expect(account).toHaveReceivedRequest({ operation: 'buyLabel', status: '2xx' })
    await expect(expected).rejects.toThrow(
      /^Expected at least 1 request buyLabel with status "2xx"; the account \w+ received 0 that match\.\nIt received 1 request, oldest first:\n {2}POST \/v1\/labels -> 422 VALIDATION\.FIELD\.REQUIRED \(req_\w+\)\n {4}\{"rate_id":""\}$/,
    )
    await expect(expect(account).not.toHaveReceivedRequest('buyLabel')).rejects.toThrow(
      /^Expected no request buyLabel; the account \w+ received 1 that match/,
    )
    await expect(
      expect(account).not.toHaveReceivedRequest({ operation: 'buyLabel', times: 1 }),
    ).rejects.toThrow(/^Expected another number of requests than 1: buyLabel; /)
    const body = { rate_id: /^rate_/, sample: expect.stringContaining('x') }
    await expect(expect(account).toHaveReceivedRequest({ body })).rejects.toThrow(
      'with body {"rate_id":"/^rate_/","sample":"StringContaining"}',
    )
  })

  test('toHaveReceivedRequest refuses a value that is no account', async () => {
    await expect(expect({ id: 1 }).toHaveReceivedRequest('buyLabel')).rejects.toThrow('needs an account')
  })
})
