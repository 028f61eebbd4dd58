import { expect } from 'vitest'
import { type Account, expectBody, readLiveBalance, requestRates } from '../support/account.ts'
import { parcel, recipient, sender } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { label } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

type Changes = Readonly<Record<string, unknown>>

/** Requests rates with the live key and tries to buy the rate of one carrier's service. */
async function tryToBuy(account: Account, changes: Changes, wanted?: { carrier: string; service?: string }) {
  const live = { key: account.keys.live }
  const offered = await requestRates(account, changes, live)
  const rate =
    wanted === undefined
      ? offered[0]
      : offered.find(
          ({ carrier, service }) => carrier === wanted.carrier && (wanted.service ?? service) === service,
        )
  if (rate === undefined) throw new Error(`No rate of ${wanted?.carrier} came.`)
  return account.call('POST /v1/labels', { rate_id: rate.id }, live)
}

async function expectNothingBought(account: Account): Promise<void> {
  expect(await readLiveBalance(account)).toBe(100_000)
  expect(await account.control('GET /shipments')).toEqual({ shipments: [] })
}

choiceTest(
  [29, 19],
  'the purchase of a label from or to an undeliverable address is refused and not charged',
  async ({ account }) => {
    const undeliverable = [
      { to_address: { ...recipient, zip: '10118' } },
      { to_address: { ...recipient, state: 'ZZ' } },
      { to_address: { ...recipient, country: 'ZZ' } },
      { from_address: { ...sender, zip: '1011' } },
      { to_address: { ...recipient, name: 'sim:LABEL.ADDRESS.UNDELIVERABLE' } },
    ]
    for (const changes of undeliverable) {
      expectError(await tryToBuy(account, changes), 'LABEL.ADDRESS.UNDELIVERABLE')
    }
    await expectNothingBought(account)
  },
)

choiceTest(
  [29, 49],
  'the purchase of a label is refused above the maximum weight of the carrier, and succeeds at the maximum',
  async ({ account }) => {
    const heaviest = [
      [{ carrier: 'USPS', service: 'Priority Mail' }, 70],
      [{ carrier: 'UPS', service: 'Ground' }, 150],
      [{ carrier: 'FedEx', service: 'Express Saver' }, 150],
    ] as const
    for (const [wanted, pounds] of heaviest) {
      const over = { parcel: { ...parcel, weight_oz: pounds * 16 + 0.5 } }
      expectError(await tryToBuy(account, over, wanted), 'LABEL.WEIGHT.EXCEEDED')
    }
    await expectNothingBought(account)
    await account.control('PATCH /wallet', { balance_cents: 1_000_000 })
    for (const [wanted, pounds] of heaviest) {
      expectBody(
        await tryToBuy(account, { parcel: { ...parcel, weight_oz: pounds * 16 } }, wanted),
        201,
        label,
      )
    }
  },
)

choiceTest(
  [29, 49],
  'the purchase of a label to a PO box or military address fails only with carriers that do not deliver there',
  async ({ account }) => {
    const box = { to_address: { ...recipient, street1: 'PO Box 12' } }
    const military = {
      to_address: { ...recipient, street1: 'PSC 802 Box 74', city: 'APO', state: 'AE', zip: '09499' },
    }
    for (const changes of [box, military]) {
      for (const carrier of ['UPS', 'FedEx']) {
        expectError(await tryToBuy(account, changes, { carrier }), 'LABEL.SERVICE.UNAVAILABLE')
      }
    }
    await expectNothingBought(account)
    for (const changes of [box, military])
      expectBody(await tryToBuy(account, changes, { carrier: 'USPS' }), 201, label)
  },
)
