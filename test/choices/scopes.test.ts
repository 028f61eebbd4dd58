import { expect } from 'vitest'
import { createKey } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [15],
  'registering a tracker needs the scope tracking:read, and listing deliveries needs no scope',
  async ({ account }) => {
    const { key: tracking } = await createKey(account, { scopes: ['tracking:read'] })
    const registration = { tracking_number: '1Z999AA10123456784', carrier: 'UPS' }
    expect(await account.call('POST /v1/trackers', registration, { key: tracking })).toMatchObject({
      status: 201,
    })

    const { key: none } = await createKey(account, { scopes: [] })
    expect(await account.call('GET /v1/webhooks/deliveries', undefined, { key: none })).toMatchObject({
      status: 200,
    })
    const error = expectError(
      await account.call('GET /v1/wallet', undefined, { key: none }),
      'AUTH.KEY.INSUFFICIENT_SCOPE',
    )
    expect(error.key_scopes).toEqual([])
  },
)
