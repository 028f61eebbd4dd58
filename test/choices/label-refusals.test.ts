import { expect } from 'vitest'
import { type Account, liveBalance, quote, readBody } from '../support/account.ts'
import { parcel, recipient, sender } from '../support/labels/parcels.ts'
import { refusal } from '../support/refusal.ts'
import { label } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

type Changes = Readonly<Record<string, unknown>>

/** Quotes with the live key and tries to buy one carrier's service. */
async function order(account: Account, changes: Changes, wanted?: { carrier: string; service?: string }) {
  const live = { key: account.keys.live }
  const offered = await quote(account, changes, live)
  const rate =
    wanted === undefined
      ? offered[0]
      : offered.find(
          ({ carrier, service }) => carrier === wanted.carrier && (wanted.service ?? service) === service,
        )
  if (rate === undefined) throw new Error(`No rate of ${wanted?.carrier} came.`)
  return account.call('POST /v1/labels', { rate_id: rate.id }, live)
}

async function nothingBought(account: Account): Promise<void> {
  expect(await liveBalance(account)).toBe(100_000)
  expect(await account.control('GET /shipments')).toEqual({ shipments: [] })
}

choiceTest(
  [29, 19],
  'a label to or from where nothing can be delivered is refused, and costs nothing',
  async ({ account }) => {
    const undeliverable = [
      { to_address: { ...recipient, zip: '10118' } },
      { to_address: { ...recipient, state: 'ZZ' } },
      { to_address: { ...recipient, country: 'ZZ' } },
      { from_address: { ...sender, zip: '1011' } },
      { to_address: { ...recipient, name: 'sim:LABEL.ADDRESS.UNDELIVERABLE' } },
    ]
    for (const changes of undeliverable) {
      refusal(await order(account, changes), 'LABEL.ADDRESS.UNDELIVERABLE')
    }
    await nothingBought(account)
  },
)

choiceTest(
  [29, 49],
  "a parcel over the carrier's own maximum is refused, and one that is just that heavy is not",
  async ({ account }) => {
    const heaviest = [
      [{ carrier: 'USPS', service: 'Priority Mail' }, 70],
      [{ carrier: 'UPS', service: 'Ground' }, 150],
      [{ carrier: 'FedEx', service: 'Express Saver' }, 150],
    ] as const
    for (const [wanted, pounds] of heaviest) {
      const over = { parcel: { ...parcel, weight_oz: pounds * 16 + 0.5 } }
      refusal(await order(account, over, wanted), 'LABEL.WEIGHT.EXCEEDED')
    }
    await nothingBought(account)
    await account.control('PATCH /wallet', { balance_cents: 1_000_000 })
    for (const [wanted, pounds] of heaviest) {
      readBody(await order(account, { parcel: { ...parcel, weight_oz: pounds * 16 } }, wanted), 201, label)
    }
  },
)

choiceTest(
  [29, 49],
  'a PO box or a military address is refused by a carrier that does not go there, and by that one alone',
  async ({ account }) => {
    const box = { to_address: { ...recipient, street1: 'PO Box 12' } }
    const military = {
      to_address: { ...recipient, street1: 'PSC 802 Box 74', city: 'APO', state: 'AE', zip: '09499' },
    }
    for (const changes of [box, military]) {
      for (const carrier of ['UPS', 'FedEx']) {
        refusal(await order(account, changes, { carrier }), 'LABEL.SERVICE.UNAVAILABLE')
      }
    }
    await nothingBought(account)
    for (const changes of [box, military])
      readBody(await order(account, changes, { carrier: 'USPS' }), 201, label)
  },
)
