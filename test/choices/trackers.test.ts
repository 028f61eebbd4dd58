import { expect } from 'vitest'
import { type Account, buy, readBody, startedAt } from '../support/account.ts'
import { refusal } from '../support/refusal.ts'
import { tracker } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function register(account: Account, tracking_number: string, carrier = 'UPS') {
  return readBody(await account.call('POST /v1/trackers', { tracking_number, carrier }), 201, tracker)
}

async function look(account: Account, id: string) {
  return readBody(await account.call(`GET /v1/trackers/${id}`), 200, tracker)
}

function after(hours: number): string {
  return new Date(Date.parse(startedAt) + hours * 3_600_000).toISOString()
}

choiceTest(
  [36, 37],
  'a bought label can be tracked at once, and registering it answers the whole tracker',
  async ({ account }) => {
    const { tracking_number, carrier } = await buy(account)
    const registered = await register(account, tracking_number, carrier)
    expect(registered).toMatchObject({ tracking_number, carrier, status: 'pre_transit' })
    expect(registered.events).toMatchObject([{ status: 'pre_transit', timestamp: startedAt }])
    expect(await look(account, registered.id)).toEqual(registered)
  },
)

choiceTest(
  [37, 39],
  'it goes its normal course to delivery, its whole history oldest first',
  async ({ account }) => {
    const { tracking_number, carrier } = await buy(account)
    const { id } = await register(account, tracking_number, carrier)
    const seen = ['pre_transit']
    let history = (await look(account, id)).events
    for (let poll = 0; poll < 20; poll += 1) {
      await account.advance('4h')
      const { status, events } = await look(account, id)
      expect(events.slice(0, history.length)).toEqual(history)
      expect(events.at(-1)?.status).toBe(status)
      expect(events.map(({ timestamp }) => timestamp)).toEqual(
        events.map(({ timestamp }) => timestamp).sort(),
      )
      if (seen.at(-1) !== status) seen.push(status)
      history = events
    }
    expect(seen).toEqual(['pre_transit', 'in_transit', 'out_for_delivery', 'delivered'])
    expect(new Set(history.map(({ location }) => location)).size).toBeGreaterThan(2)
  },
)

const magicNumbers = [
  ['9999123', 'pre_transit', 'pre_transit'],
  ['9999223', 'in_transit', 'in_transit'],
  ['9999323', 'out_for_delivery', 'out_for_delivery'],
  ['9999423', 'delivered', 'delivered'],
  ['9999523', 'in_transit', 'exception'],
  ['9999623', 'in_transit', 'exception'],
  ['9999723', 'unknown', 'unknown'],
  ['9999823', 'in_transit', 'in_transit'],
  ['9999923', 'in_transit', 'exception'],
] as const

for (const [number, first, next] of magicNumbers) {
  choiceTest(
    [38],
    `the number ${number} shows ${first} at registration and ${next} at the next poll`,
    async ({ account }) => {
      const { id, status, events } = await register(account, number)
      expect(status).toBe(first)
      expect(events.length).toBeGreaterThan(0)
      await account.advance('4h')
      expect((await look(account, id)).status).toBe(next)
    },
  )
}

choiceTest(
  [38],
  'of a number that no label has and no magic moves, nothing is known',
  async ({ account }) => {
    const { id, status, events } = await register(account, '1Z999AA10123456784')
    expect({ status, events }).toEqual({ status: 'unknown', events: [] })
    await account.advance('2d')
    expect(await look(account, id)).toMatchObject({ status: 'unknown', events: [] })
  },
)

choiceTest(
  [39],
  'what happens between polls shows at the next, every 4 hours from registration',
  async ({ account }) => {
    await account.advance('30m')
    const { id } = await register(account, '1Z0000000000000002')
    await account.advance('1m')
    await account.control('POST /tracking/1Z0000000000000002/events', { status: 'in_transit' })
    expect((await look(account, id)).events).toEqual([])
    await account.advance('14339999ms')
    expect((await look(account, id)).events).toEqual([])
    await account.advance('1ms')
    const { status, events } = await look(account, id)
    expect(status).toBe('in_transit')
    expect(events).toMatchObject([
      { status: 'in_transit', timestamp: new Date(Date.parse(after(0)) + 31 * 60_000).toISOString() },
    ])
  },
)

choiceTest(
  [39],
  'what the carrier does right after a poll, in the same millisecond, waits for the next one as well',
  async ({ account }) => {
    const changes = [
      [
        '1Z0000000000000004',
        'POST /tracking/1Z0000000000000004/events',
        { status: 'exception' },
        'exception',
      ],
      ['1Z0000000000000005', 'PUT /tracking/1Z0000000000000005', { script: 'delivered' }, 'delivered'],
    ] as const
    for (const [number, request, body, status] of changes) {
      const { id } = await register(account, number)
      await account.control(request, body)
      expect(await look(account, id)).toMatchObject({ status: 'unknown', events: [] })
      await account.advance('4h')
      expect((await look(account, id)).status).toBe(status)
    }
    const { id: labelId, tracking_number, carrier } = await buy(account)
    const { id } = await register(account, tracking_number, carrier)
    await account.control(`POST /labels/${labelId}/scan`)
    expect((await look(account, id)).status).toBe('pre_transit')
    await account.advance('4h')
    expect((await look(account, id)).status).toBe('in_transit')
  },
)

choiceTest(
  [36],
  'the same number and carrier, in any letter case, are the same tracker; another carrier is another',
  async ({ account }) => {
    const first = await register(account, '9999423', 'FedEx')
    for (const carrier of ['fedex', 'FEDEX', 'FedEx']) {
      expect(await register(account, '9999423', carrier)).toEqual(first)
    }
    const other = await register(account, '9999423', 'dhl')
    expect(other.carrier).toBe('DHL')
    expect(other.id).not.toBe(first.id)
    const answer = await account.call('POST /v1/trackers', { tracking_number: '9999423', carrier: 'Pigeon' })
    expect(refusal(answer, 'VALIDATION.FIELD.INVALID').field).toBe('carrier')
  },
)

choiceTest(
  [38],
  'the parcel of a label that was voided before any scan stays pre_transit, also when the void came between two polls',
  async ({ account }) => {
    const labels = [await buy(account), await buy(account, {}, { key: account.keys.live })]
    const trackers = []
    for (const { tracking_number, carrier, sandbox } of labels) {
      const key = sandbox ? account.keys.test : account.keys.live
      const body = { tracking_number, carrier }
      trackers.push({
        key,
        ...readBody(await account.call('POST /v1/trackers', body, { key }), 201, tracker),
      })
    }
    await account.advance('5h')
    for (const { id, sandbox } of labels) {
      const key = sandbox ? account.keys.test : account.keys.live
      await account.call(`DELETE /v1/labels/${id}`, undefined, { key })
    }
    for (const span of ['3h', '1d', '30d']) {
      await account.advance(span)
      for (const { id, key, events } of trackers) {
        const shown = readBody(await account.call(`GET /v1/trackers/${id}`, undefined, { key }), 200, tracker)
        expect(shown).toMatchObject({ status: 'pre_transit', events })
      }
    }
    const { labels: listed } = Object(await account.control('GET /labels'))
    expect(listed).toMatchObject([{ scanned_at: null }, { scanned_at: null }])
  },
)

choiceTest([38], 'a scan by hand still moves the parcel of a voided label', async ({ account }) => {
  const { id: labelId, tracking_number, carrier } = await buy(account)
  const { id } = await register(account, tracking_number, carrier)
  await account.call(`DELETE /v1/labels/${labelId}`)
  await account.advance('1d')
  expect((await look(account, id)).status).toBe('pre_transit')
  await account.control(`POST /labels/${labelId}/scan`)
  await account.advance('1d')
  expect(await look(account, id)).toMatchObject({ status: 'in_transit' })
  expect((await look(account, id)).events).toHaveLength(2)
  await account.control(`PUT /tracking/${tracking_number}`, { script: 'delivered' })
  await account.advance('4h')
  expect((await look(account, id)).status).toBe('delivered')
})

choiceTest(
  [38],
  "a label's number that is registered with another carrier is unknown and has no events",
  async ({ account }) => {
    const { id: labelId, tracking_number, carrier } = await buy(account)
    const other = carrier === 'DHL' ? 'UPS' : 'DHL'
    const wrong = await register(account, tracking_number, other)
    expect(wrong).toMatchObject({ carrier: other, status: 'unknown', events: [] })
    const right = await register(account, tracking_number, carrier)
    await account.control(`POST /labels/${labelId}/scan`)
    await account.advance('4h')
    expect(await look(account, wrong.id)).toMatchObject({ status: 'unknown', events: [] })
    expect((await look(account, right.id)).status).toBe('in_transit')
    const pushed = await account.control(`POST /tracking/${tracking_number}/events`, { status: 'delivered' })
    expect(pushed).toMatchObject({ trackers: [right.id] })
    await account.advance('30d')
    expect(await look(account, wrong.id)).toMatchObject({ status: 'unknown', events: [] })
  },
)
