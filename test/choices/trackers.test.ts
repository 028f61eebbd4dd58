import { expect } from 'vitest'
import { type Account, buyCheapestLabel, expectBody, startedAt } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { tracker } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

async function registerTracker(account: Account, tracking_number: string, carrier = 'UPS') {
  return expectBody(await account.call('POST /v1/trackers', { tracking_number, carrier }), 201, tracker)
}

async function readTracker(account: Account, id: string) {
  return expectBody(await account.call(`GET /v1/trackers/${id}`), 200, tracker)
}

function addHoursToStart(hours: number): string {
  return new Date(Date.parse(startedAt) + hours * 3_600_000).toISOString()
}

choiceTest(
  [36, 37],
  'the tracker of a bought label is pre_transit at once, and the registration returns the whole tracker',
  async ({ account }) => {
    const { tracking_number, carrier } = await buyCheapestLabel(account)
    const registered = await registerTracker(account, tracking_number, carrier)
    expect(registered).toMatchObject({ tracking_number, carrier, status: 'pre_transit' })
    expect(registered.events).toMatchObject([{ status: 'pre_transit', timestamp: startedAt }])
    expect(await readTracker(account, registered.id)).toEqual(registered)
  },
)

choiceTest(
  [37, 39],
  'the tracker of a bought label goes from pre_transit to delivered and keeps its history, oldest first',
  async ({ account }) => {
    const { tracking_number, carrier } = await buyCheapestLabel(account)
    const { id } = await registerTracker(account, tracking_number, carrier)
    const seen = ['pre_transit']
    let history = (await readTracker(account, id)).events
    for (let poll = 0; poll < 20; poll += 1) {
      await account.advance('4h')
      const { status, events } = await readTracker(account, id)
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
    `the magic tracking number ${number} is ${first} at registration and ${next} at the next poll`,
    async ({ account }) => {
      const { id, status, events } = await registerTracker(account, number)
      expect(status).toBe(first)
      expect(events.length).toBeGreaterThan(0)
      await account.advance('4h')
      expect((await readTracker(account, id)).status).toBe(next)
    },
  )
}

choiceTest(
  [38],
  'a tracker of an unknown tracking number keeps the status "unknown" and has no events',
  async ({ account }) => {
    const { id, status, events } = await registerTracker(account, '1Z999AA10123456784')
    expect({ status, events }).toEqual({ status: 'unknown', events: [] })
    await account.advance('2d')
    expect(await readTracker(account, id)).toMatchObject({ status: 'unknown', events: [] })
  },
)

choiceTest(
  [39],
  'a tracker shows a carrier event from the next poll on, and polls come every 4 hours after the registration',
  async ({ account }) => {
    await account.advance('30m')
    const { id } = await registerTracker(account, '1Z0000000000000002')
    await account.advance('1m')
    await account.control('POST /tracking/1Z0000000000000002/events', { status: 'in_transit' })
    expect((await readTracker(account, id)).events).toEqual([])
    await account.advance('14339999ms')
    expect((await readTracker(account, id)).events).toEqual([])
    await account.advance('1ms')
    const { status, events } = await readTracker(account, id)
    expect(status).toBe('in_transit')
    expect(events).toMatchObject([
      {
        status: 'in_transit',
        timestamp: new Date(Date.parse(addHoursToStart(0)) + 31 * 60_000).toISOString(),
      },
    ])
  },
)

choiceTest(
  [39],
  'a carrier event in the same millisecond as a poll shows only at the next poll',
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
      const { id } = await registerTracker(account, number)
      await account.control(request, body)
      expect(await readTracker(account, id)).toMatchObject({ status: 'unknown', events: [] })
      await account.advance('4h')
      expect((await readTracker(account, id)).status).toBe(status)
    }
    const { id: labelId, tracking_number, carrier } = await buyCheapestLabel(account)
    const { id } = await registerTracker(account, tracking_number, carrier)
    await account.control(`POST /labels/${labelId}/scan`)
    expect((await readTracker(account, id)).status).toBe('pre_transit')
    await account.advance('4h')
    expect((await readTracker(account, id)).status).toBe('in_transit')
  },
)

choiceTest(
  [36],
  'registering the same number and carrier in any letter case returns the same tracker',
  async ({ account }) => {
    const first = await registerTracker(account, '9999423', 'FedEx')
    for (const carrier of ['fedex', 'FEDEX', 'FedEx']) {
      expect(await registerTracker(account, '9999423', carrier)).toEqual(first)
    }
    const other = await registerTracker(account, '9999423', 'dhl')
    expect(other.carrier).toBe('DHL')
    expect(other.id).not.toBe(first.id)
    const answer = await account.call('POST /v1/trackers', { tracking_number: '9999423', carrier: 'Pigeon' })
    expect(expectError(answer, 'VALIDATION.FIELD.INVALID').field).toBe('carrier')
  },
)

choiceTest(
  [38],
  'the tracker of a label that was voided before any scan stays pre_transit',
  async ({ account }) => {
    const labels = [
      await buyCheapestLabel(account),
      await buyCheapestLabel(account, {}, { key: account.keys.live }),
    ]
    const trackers = []
    for (const { tracking_number, carrier, sandbox } of labels) {
      const key = sandbox ? account.keys.test : account.keys.live
      const body = { tracking_number, carrier }
      trackers.push({
        key,
        ...expectBody(await account.call('POST /v1/trackers', body, { key }), 201, tracker),
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
        const shown = expectBody(
          await account.call(`GET /v1/trackers/${id}`, undefined, { key }),
          200,
          tracker,
        )
        expect(shown).toMatchObject({ status: 'pre_transit', events })
      }
    }
    const { labels: listed } = Object(await account.control('GET /labels'))
    expect(listed).toMatchObject([{ scanned_at: null }, { scanned_at: null }])
  },
)

choiceTest([38], 'a manual scan moves the parcel of a voided label to in_transit', async ({ account }) => {
  const { id: labelId, tracking_number, carrier } = await buyCheapestLabel(account)
  const { id } = await registerTracker(account, tracking_number, carrier)
  await account.call(`DELETE /v1/labels/${labelId}`)
  await account.advance('1d')
  expect((await readTracker(account, id)).status).toBe('pre_transit')
  await account.control(`POST /labels/${labelId}/scan`)
  await account.advance('1d')
  expect(await readTracker(account, id)).toMatchObject({ status: 'in_transit' })
  expect((await readTracker(account, id)).events).toHaveLength(2)
  await account.control(`PUT /tracking/${tracking_number}`, { script: 'delivered' })
  await account.advance('4h')
  expect((await readTracker(account, id)).status).toBe('delivered')
})

choiceTest(
  [38],
  "a tracker of a label's number with another carrier is unknown and has no events",
  async ({ account }) => {
    const { id: labelId, tracking_number, carrier } = await buyCheapestLabel(account)
    const other = carrier === 'DHL' ? 'UPS' : 'DHL'
    const wrong = await registerTracker(account, tracking_number, other)
    expect(wrong).toMatchObject({ carrier: other, status: 'unknown', events: [] })
    const right = await registerTracker(account, tracking_number, carrier)
    await account.control(`POST /labels/${labelId}/scan`)
    await account.advance('4h')
    expect(await readTracker(account, wrong.id)).toMatchObject({ status: 'unknown', events: [] })
    expect((await readTracker(account, right.id)).status).toBe('in_transit')
    const pushed = await account.control(`POST /tracking/${tracking_number}/events`, { status: 'delivered' })
    expect(pushed).toMatchObject({ trackers: [right.id] })
    await account.advance('30d')
    expect(await readTracker(account, wrong.id)).toMatchObject({ status: 'unknown', events: [] })
  },
)
