import { expect } from 'vitest'
import { type Account, liveBalance, quote, read } from '../support/account.ts'
import { failing } from '../support/carrier-modes.ts'
import { parcel, recipient, sender } from '../support/parcels.ts'
import { label } from '../support/wire.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

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

rowTest(
  ['error:LABEL.ADDRESS.UNDELIVERABLE', 'rule:3', 'choice:29', 'choice:19'],
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

rowTest(
  ['error:LABEL.WEIGHT.EXCEEDED', 'rule:3', 'choice:29', 'choice:49'],
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
      read(await order(account, { parcel: { ...parcel, weight_oz: pounds * 16 } }, wanted), 201, label)
    }
  },
)

rowTest(
  ['error:LABEL.SERVICE.UNAVAILABLE', 'rule:3', 'choice:29', 'choice:49'],
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
      read(await order(account, changes, { carrier: 'USPS' }), 201, label)
  },
)

rowTest(
  ['error:LABEL.CREATION.FAILED', 'rule:3'],
  'a failure at creation leaves no label and no charge',
  async ({ account }) => {
    await account.control('POST /faults', { target: 'label_creation', mode: 'error', times: 1 })
    refusal(await order(account, {}), 'LABEL.CREATION.FAILED')
    for (const mode of failing) {
      const latency = mode === 'timeout' ? { latency_ms: 1 } : {}
      await account.control('POST /faults', {
        target: 'carrier:*',
        operation: 'labels',
        mode,
        times: 1,
        ...latency,
      })
      refusal(await order(account, {}), 'LABEL.CREATION.FAILED')
    }
    await nothingBought(account)
    read(await order(account, {}), 201, label)
  },
)

const magicCodes = [
  'LABEL.ADDRESS.UNDELIVERABLE',
  'LABEL.WEIGHT.EXCEEDED',
  'LABEL.SERVICE.UNAVAILABLE',
  'LABEL.CREATION.FAILED',
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT.FAILED',
  'WALLET.PAYMENT_METHOD.MISSING',
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
  'CARRIER.ACCOUNT.NOT_FOUND',
  'CARRIER.ERROR.UNKNOWN',
] as const

for (const code of magicCodes) {
  rowTest(
    [`error:${code}`],
    `an address that asks for ${code} is refused so at purchase`,
    async ({ account }) => {
      const changes = { to_address: { ...recipient, name: `Ada sim:${code}` } }
      refusal(await order(account, changes), code)
      await nothingBought(account)
    },
  )
}

rowTest(
  ['error:CARRIER.ERROR.UNKNOWN', 'extra-error-field:raw_carrier_error'],
  "a carrier's refusal at purchase is told in the carrier's own words",
  async ({ account }) => {
    const message = 'ERR-7731 lane closed'
    await account.control('POST /faults', {
      target: 'carrier:*',
      operation: 'labels',
      mode: 'reject',
      code: 'CARRIER.ERROR.UNKNOWN',
      message,
    })
    const error = refusal(await order(account, {}), 'CARRIER.ERROR.UNKNOWN')
    expect(error.raw_carrier_error).toContain(message)
    await nothingBought(account)
  },
)
