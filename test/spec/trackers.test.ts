import { expect } from 'vitest'
import { type Account, buy, createAccount, read, startedAt } from '../support/account.ts'
import { tracker } from '../support/wire.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

async function register(account: Account, tracking_number: string, carrier = 'UPS') {
  return read(await account.call('POST /v1/trackers', { tracking_number, carrier }), 201, tracker)
}

async function look(account: Account, id: string) {
  return read(await account.call(`GET /v1/trackers/${id}`), 200, tracker)
}

function after(hours: number): string {
  return new Date(Date.parse(startedAt) + hours * 3_600_000).toISOString()
}

rowTest(
  [
    'endpoint:POST /v1/trackers',
    'endpoint:GET /v1/trackers/{id}',
    'rule:6',
    'rule:7',
    'choice:36',
    'choice:37',
    'tracker:id',
    'tracker:tracking_number',
    'tracker:carrier',
    'tracker:status',
    'tracker:events',
    'tracker-event:status',
    'tracker-event:status_detail',
    'tracking-status:pre_transit',
  ],
  'a bought label can be tracked at once, and registering it answers the whole tracker',
  async ({ account }) => {
    const { tracking_number, carrier } = await buy(account)
    const registered = await register(account, tracking_number, carrier)
    expect(registered).toMatchObject({ tracking_number, carrier, status: 'pre_transit' })
    expect(registered.events).toMatchObject([{ status: 'pre_transit', timestamp: startedAt }])
    expect(await look(account, registered.id)).toEqual(registered)
  },
)

rowTest(
  [
    'tracker:events',
    'choice:37',
    'choice:39',
    'tracking-status:in_transit',
    'tracking-status:out_for_delivery',
    'tracking-status:delivered',
  ],
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
  rowTest(
    [`tracking-status:${next}`, 'choice:38'],
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

rowTest(
  ['tracking-status:unknown', 'choice:38'],
  'of a number that no label has and no magic moves, nothing is known',
  async ({ account }) => {
    const { id, status, events } = await register(account, '1Z999AA10123456784')
    expect({ status, events }).toEqual({ status: 'unknown', events: [] })
    await account.advance('2d')
    expect(await look(account, id)).toMatchObject({ status: 'unknown', events: [] })
  },
)

rowTest(
  ['tracking-status:unknown', 'tracker-event:status_detail', 'tracker-event:status'],
  'a message that cannot be normalised is shown raw, with the status unknown',
  async ({ account }) => {
    await account.control('POST /tracking/1Z0000000000000001/events', {
      status: 'teleported',
      status_detail: 'ZX-9 BEAMED UP',
    })
    const { status, events } = await register(account, '1Z0000000000000001')
    expect(status).toBe('unknown')
    expect(events).toMatchObject([
      { status: 'unknown', status_detail: 'ZX-9 BEAMED UP', timestamp: startedAt },
    ])
  },
)

rowTest(
  ['constant:tracking refresh', 'rule:7', 'choice:39'],
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

rowTest(
  ['choice:39', 'rule:7'],
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

rowTest(
  ['rule:7', 'constant:tracking refresh'],
  'a poll that fails leaves the tracker what it has, and the next one catches up',
  async ({ account }) => {
    const number = '1Z0000000000000003'
    const { id } = await register(account, number)
    await account.control(`POST /tracking/${number}/events`, { status: 'delivered' })
    await account.control('POST /faults', {
      target: 'carrier:UPS',
      operation: 'tracking',
      mode: 'down',
      times: 1,
    })
    await account.advance('4h')
    expect((await look(account, id)).status).toBe('unknown')
    await account.advance('4h')
    expect((await look(account, id)).status).toBe('delivered')
  },
)

rowTest(
  ['choice:36', 'tracker:id', 'tracker:carrier'],
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

rowTest(
  ['error:TRACKER.NOT_FOUND', 'rule:6', 'choice:16'],
  "an unknown tracker is not found, nor is another account's",
  async ({ account, simulator }) => {
    refusal(await account.call('GET /v1/trackers/trk_none'), 'TRACKER.NOT_FOUND')
    const stranger = await createAccount(simulator.url)
    const { id } = await register(stranger, '9999423')
    refusal(await account.call(`GET /v1/trackers/${id}`), 'TRACKER.NOT_FOUND')
  },
)
